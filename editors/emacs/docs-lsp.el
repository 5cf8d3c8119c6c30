;;; docs-lsp.el --- Commands of the docs.json language server -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; What `docs-lsp-eglot' and `docs-lsp-lsp-mode' share: which files belong to a site, and commands
;; that work with whichever of the two a buffer has.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'url-util)

(defgroup docs-lsp nil
  "The language server for docs.json."
  :group 'tools)

(defcustom docs-lsp-command '("docs-lsp")
  "The program that is the language server, with its arguments."
  :type '(repeat string))

(defun docs-lsp-root (&optional file)
  "The folder of the site that FILE belongs to, by default this buffer's file.
Nil outside of a site.  A docs.json makes one even before it is saved."
  (when-let ((file (or file buffer-file-name)))
    (if (equal (file-name-nondirectory file) "docs.json")
        (let ((folder (file-name-directory (expand-file-name file))))
          (and (file-directory-p folder) folder))
      (locate-dominating-file file "docs.json"))))

(defun docs-lsp-available-p ()
  "Whether the program of the server is there; tell if it is not."
  (or (executable-find (car docs-lsp-command))
      (ignore (message "docs-lsp: there is no program `%s' on the PATH, so nothing checks this site"
                       (car docs-lsp-command)))))

(defun docs-lsp-find-definitions-by-key ()
  "Let the key for definitions ask the server in this buffer.
`js-mode', which shows JSON too, has a command of its own there."
  (when (derived-mode-p 'js-mode)
    (let ((map (make-sparse-keymap)))
      (set-keymap-parent map (current-local-map))
      (define-key map [remap js-find-symbol] #'xref-find-definitions)
      (use-local-map map))))

(defvar js-indent-level)
(defvar json-ts-mode-indent-offset)

(defun docs-lsp-keep-indentation ()
  "Indent JSON in this buffer as its first indented line is."
  (when (derived-mode-p 'js-mode 'json-ts-mode)
    (save-excursion
      (goto-char (point-min))
      (when (re-search-forward "^\\([ \t]+\\)[^ \t\n]" nil t)
        (let* ((tabs (string-prefix-p "\t" (match-string 1)))
               (width (if tabs tab-width (length (match-string 1)))))
          (setq-local indent-tabs-mode tabs)
          (setq-local js-indent-level width)
          (setq-local json-ts-mode-indent-offset width))))))

(unless (assoc "\\.mdx\\'" auto-mode-alist)
  (when (fboundp 'markdown-mode)
    (add-to-list 'auto-mode-alist '("\\.mdx\\'" . markdown-mode))))

(declare-function eglot-current-server "eglot")
(declare-function eglot-code-actions "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp-execute-code-action-by-kind "lsp-mode")
(declare-function lsp-cur-line-diagnostics "lsp-mode")
(declare-function lsp--range-to-region "lsp-mode")
(declare-function flymake-diagnostics "flymake")
(declare-function flymake-diagnostic-text "flymake")
(defvar lsp--buffer-workspaces)
(defvar lsp--cur-workspace)

(defun docs-lsp--uses-lsp-mode ()
  "Whether it is lsp-mode that talks to the server about this buffer."
  (bound-and-true-p lsp-mode))

(defun docs-lsp--run (command arguments done)
  "Have the server run COMMAND with ARGUMENTS, a list.
Call DONE with its answer, which is waited for a few seconds: after a command
without a key Emacs may be busy finding a shorter name to suggest, and hears
nothing from a server until the next key."
  (let* ((params (list :command command :arguments (apply #'vector arguments)))
         (end (+ (float-time) 5))
         (waits t)
         (done (lambda (answer) (setq waits nil) (funcall done answer)))
         (failed (lambda (fault &rest _) (setq waits nil) (docs-lsp--complain fault))))
    (docs-lsp--send params done failed)
    (while (and waits (< (float-time) end) (not (input-pending-p)))
      (accept-process-output nil 0.05))))

(defun docs-lsp--send (params done failed)
  "Send a request with PARAMS; call DONE with the answer, or FAILED with a fault."
  (if (docs-lsp--uses-lsp-mode)
      (let* ((workspace (or (lsp-find-workspace 'docs-lsp) (user-error "docs-lsp does not run")))
             (lsp--buffer-workspaces (list workspace))
             (lsp--cur-workspace workspace))
        (lsp-request-async "workspace/executeCommand" params done
                           :mode 'detached :error-handler failed))
    (jsonrpc-async-request (or (eglot-current-server) (user-error "docs-lsp does not run"))
                           :workspace/executeCommand params
                           :success-fn done :error-fn failed :timeout 120)))

(defun docs-lsp--complain (fault)
  "Tell of a FAULT, which is the server's answer."
  (message "docs-lsp: %s" (docs-lsp--get fault :message)))

(defun docs-lsp--get (answer key)
  "The value of KEY in ANSWER.
That is a plist from eglot, and a table or a plist from lsp-mode."
  (if (hash-table-p answer)
      (gethash (substring (symbol-name key) 1) answer)
    (plist-get answer key)))

(defun docs-lsp--site ()
  "The site of this buffer as the server's commands take it."
  (let ((path (expand-file-name buffer-file-name)))
    ;; Eglot speaks of files by their true names, lsp-mode by those that they were opened with.
    (unless (docs-lsp--uses-lsp-mode)
      (setq path (file-truename path)))
    (list (concat "file://" (if (eq system-type 'windows-nt) "/" "")
                  (url-hexify-string path url-path-allowed-chars)))))

(defun docs-lsp--tell-where (preview)
  "Tell where PREVIEW, the server's answer, serves; where its page is, if any.
That address has a secret in it, so no message shows it."
  (unless (docs-lsp--false preview)
    (message "docs-lsp: the preview is at %s" (docs-lsp--get preview :mcp))
    (docs-lsp--get preview :page)))

(defun docs-lsp--rule-here ()
  "The rule of the finding at point, or nil."
  (if (docs-lsp--uses-lsp-mode)
      (seq-some (lambda (one)
                  (pcase-let ((`(,start . ,end) (lsp--range-to-region (docs-lsp--get one :range))))
                    (and (equal (docs-lsp--get one :source) "docs-lsp")
                         (<= start (point) end)
                         (docs-lsp--get one :code))))
                (lsp-cur-line-diagnostics))
    (seq-some (lambda (one)
                (let ((text (flymake-diagnostic-text one)))
                  (and (string-match "\\`docs-lsp \\[\\([a-z-]+\\)\\]" text) (match-string 1 text))))
              (and (bound-and-true-p flymake-mode) (flymake-diagnostics (point))))))

(defun docs-lsp--false (answer)
  "Whether ANSWER is JSON's false or null."
  (memq answer '(nil :json-false :json-null)))

;;;###autoload
(defun docs-lsp-preview-start ()
  "Start the preview of this site's MCP server, or tell where it serves."
  (interactive)
  (docs-lsp--run "docsLsp.preview.start" (docs-lsp--site) #'docs-lsp--tell-where))

;;;###autoload
(defun docs-lsp-preview-open ()
  "Open the page of the preview, which is started if need be."
  (interactive)
  (docs-lsp--run "docsLsp.preview.start" (docs-lsp--site)
                 (lambda (preview)
                   (when-let ((url (docs-lsp--tell-where preview)))
                     (condition-case nil (browse-url url)
                       (error
                        (kill-new url)
                        (message "docs-lsp: no browser opens; C-y yanks the address of the page")))))))

;;;###autoload
(defun docs-lsp-preview-stop ()
  "Stop the preview of this site."
  (interactive)
  (docs-lsp--run "docsLsp.preview.stop" (docs-lsp--site)
                 (lambda (stopped)
                   (message (if (docs-lsp--false stopped) "docs-lsp: no preview runs"
                              "docs-lsp: the preview has stopped")))))

;;;###autoload
(defun docs-lsp-preview-status ()
  "Tell which previews run, and where."
  (interactive)
  (docs-lsp--run "docsLsp.preview.status" nil
                 (lambda (running)
                   (if (seq-empty-p running) (message "docs-lsp: no preview runs")
                     (message "docs-lsp: %s"
                              (mapconcat (lambda (one) (docs-lsp--get one :mcp)) running ", "))))))

;;;###autoload
(defun docs-lsp-explain-rule (rule)
  "Explain RULE, such as missing-page.
Tell what it is about, and how to mend what it finds.  By default it is the rule
of the finding at point."
  (interactive
   (let ((here (docs-lsp--rule-here)))
     (list (read-string (format-prompt "Rule" here) nil nil here))))
  (docs-lsp--run "docsLsp.explainRule" (list rule) #'ignore))

;;;###autoload
(defun docs-lsp-fix-all ()
  "Make every fix in this file that needs no asking."
  (interactive)
  (if (docs-lsp--uses-lsp-mode)
      (lsp-execute-code-action-by-kind "source.fixAll.docs-lsp")
    (eglot-code-actions (point-min) (point-max) "source.fixAll.docs-lsp" t)))

(provide 'docs-lsp)
;;; docs-lsp.el ends here
