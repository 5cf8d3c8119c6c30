;;; docs-lsp-eglot.el --- The docs.json language server with eglot -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Eglot uses one server for each buffer, chosen by the major mode.  So docs.json has its own mode,
;; and other JSON files keep their server.  Pages use Markdown mode.

;;; Code:

(require 'docs-lsp)
(require 'eglot)

;;;###autoload
(define-derived-mode docs-lsp-json-mode js-mode "docs.json"
  "Major mode for docs.json and the files that it references by `$ref'.")
(put 'docs-lsp-json-mode 'eglot-language-id "json")
(add-to-list 'auto-mode-alist '("/docs\\.json\\'" . docs-lsp-json-mode))

(add-to-list 'eglot-server-programs
             (cons '(docs-lsp-json-mode gfm-mode markdown-mode markdown-ts-mode)
                   (lambda (&rest _) docs-lsp-command)))

(defun docs-lsp-eglot-project (folder)
  "Return the site around FOLDER as a project, if it is not in a repository."
  (when-let ((root (locate-dominating-file folder "docs.json")))
    (cons 'transient root)))

(defun docs-lsp-eglot-ensure ()
  "Start the server in a buffer whose file belongs to a site."
  (when (and (docs-lsp-root) (docs-lsp-available-p))
    (docs-lsp-find-definitions-by-key)
    (docs-lsp-keep-indentation)
    (add-hook 'project-find-functions #'docs-lsp-eglot-project 90 t)
    (eglot-ensure)))

(dolist (hook '(docs-lsp-json-mode-hook markdown-mode-hook markdown-ts-mode-hook))
  (add-hook hook #'docs-lsp-eglot-ensure))

(provide 'docs-lsp-eglot)
;;; docs-lsp-eglot.el ends here
