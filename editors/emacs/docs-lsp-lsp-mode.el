;;; docs-lsp-lsp-mode.el --- The docs.json language server with lsp-mode -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (lsp-mode "8.0"))

;;; Commentary:

;; Lsp-mode supports several servers in one buffer, so this one is added to those for JSON and
;; Markdown in the files of sites.

;;; Code:

(require 'docs-lsp)
(require 'lsp-mode)

(defun docs-lsp-lsp-mode-supports-p (file _mode)
  "Whether the server supports FILE."
  (and file
       (string-match-p "\\.\\(?:json\\|mdx?\\)\\'" file)
       (docs-lsp-root file)
       t))

(dolist (known '(("\\.json\\'" . "json") ("\\.mdx\\'" . "mdx")))
  (add-to-list 'lsp-language-id-configuration known t))

(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection (lambda () docs-lsp-command))
  :activation-fn #'docs-lsp-lsp-mode-supports-p
  :server-id 'docs-lsp
  :add-on? t
  :priority 1))

(defun docs-lsp-lsp-mode-start ()
  "Start lsp-mode in a buffer whose file belongs to a site."
  (when (and (docs-lsp-lsp-mode-supports-p buffer-file-name major-mode) (docs-lsp-available-p))
    (docs-lsp-find-definitions-by-key)
    (docs-lsp-keep-indentation)
    (lsp-deferred)))

(dolist (hook '(js-mode-hook js-json-mode-hook json-mode-hook json-ts-mode-hook
                markdown-mode-hook markdown-ts-mode-hook))
  (add-hook hook #'docs-lsp-lsp-mode-start))

(provide 'docs-lsp-lsp-mode)
;;; docs-lsp-lsp-mode.el ends here
