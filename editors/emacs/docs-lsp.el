;;; docs-lsp.el --- Commands of the docs.json language server -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Shared by `docs-lsp-eglot' and `docs-lsp-lsp-mode': which files belong to a site, and commands
;; that work with either client.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'url-util)

(defgroup docs-lsp nil
  "The language server for docs.json."
  :group 'tools)

(defcustom docs-lsp-command '("docs-lsp")
  "Command line of the language server."
  :type '(repeat string))

(defun docs-lsp-root (&optional file)
  "Return the folder of the site that contains FILE, by default this buffer's file.
Nil outside of a site.  An unsaved docs.json defines a site too."
  (when-let ((file (or file buffer-file-name)))
    (if (equal (file-name-nondirectory file) "docs.json")
        (let ((folder (file-name-directory (expand-file-name file))))
          (and (file-directory-p folder) folder))
      (locate-dominating-file file "docs.json"))))

(defun docs-lsp-available-p ()
  "Whether the server is installed; show a message if it is not."
  (or (executable-find (car docs-lsp-command))
      (ignore (message "docs-lsp: `%s' is not on the PATH.  Install it, or set `docs-lsp-command'"
                       (car docs-lsp-command)))))

(defun docs-lsp-find-definitions-by-key ()
  "Bind the key for definitions to xref in this buffer.
`js-mode', which is used for JSON too, binds it to its own command."
  (when (derived-mode-p 'js-mode)
    (let ((map (make-sparse-keymap)))
      (set-keymap-parent map (current-local-map))
      (define-key map [remap js-find-symbol] #'xref-find-definitions)
      (use-local-map map))))

(defvar js-indent-level)
(defvar json-ts-mode-indent-offset)

(defun docs-lsp-keep-indentation ()
  "Set the indentation of JSON in this buffer to that of its first indented line."
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
  "Whether this buffer uses lsp-mode rather than eglot."
  (bound-and-true-p lsp-mode))

(defun docs-lsp--run (command arguments done)
  "Execute COMMAND on the server with ARGUMENTS, a list.
Call DONE with the result, and wait for it up to five seconds: after a command
without a key binding, Emacs may be busy finding a shorter name to suggest, and
reads no server output until the next key."
  (let* ((params (list :command command :arguments (apply #'vector arguments)))
         (end (+ (float-time) 5))
         (waits t)
         (done (lambda (answer) (setq waits nil) (funcall done answer)))
         (failed (lambda (err &rest _) (setq waits nil) (docs-lsp--report-error err))))
    (docs-lsp--send params done failed)
    (while (and waits (< (float-time) end) (not (input-pending-p)))
      (accept-process-output nil 0.05))))

(defun docs-lsp--send (params done failed)
  "Send a request with PARAMS; call DONE with the result, or FAILED with an error."
  (if (docs-lsp--uses-lsp-mode)
      (let* ((workspace (or (lsp-find-workspace 'docs-lsp) (user-error "docs-lsp is not running")))
             (lsp--buffer-workspaces (list workspace))
             (lsp--cur-workspace workspace))
        (lsp-request-async "workspace/executeCommand" params done
                           :mode 'detached :error-handler failed))
    (jsonrpc-async-request (or (eglot-current-server) (user-error "docs-lsp is not running"))
                           :workspace/executeCommand params
                           :success-fn done :error-fn failed :timeout 120)))

(defun docs-lsp--report-error (err)
  "Show the message of ERR, an error response."
  (message "docs-lsp: %s" (docs-lsp--get err :message)))

(defun docs-lsp--get (answer key)
  "Return the value of KEY in ANSWER.
ANSWER is a plist from eglot, and a hash table or a plist from lsp-mode."
  (if (hash-table-p answer)
      (gethash (substring (symbol-name key) 1) answer)
    (plist-get answer key)))

(defun docs-lsp--site-arguments ()
  "Return the command arguments that identify this buffer's site."
  (let ((path (expand-file-name buffer-file-name)))
    ;; Eglot sends true file names, lsp-mode the names that files were opened with.
    (unless (docs-lsp--uses-lsp-mode)
      (setq path (file-truename path)))
    (list (concat "file://" (if (eq system-type 'windows-nt) "/" "")
                  (url-hexify-string path url-path-allowed-chars)))))

(defun docs-lsp--report-url (preview)
  "Show the MCP URL of PREVIEW, a result, and return the URL of its page, if any.
The latter contains a secret, so it is never shown in a message."
  (unless (docs-lsp--false-p preview)
    (message "docs-lsp: the preview is running at %s" (docs-lsp--get preview :mcp))
    (docs-lsp--get preview :page)))

(defun docs-lsp--rule-at-point ()
  "Return the rule of the finding at point, or nil."
  (if (docs-lsp--uses-lsp-mode)
      (seq-some (lambda (finding)
                  (pcase-let ((`(,start . ,end)
                               (lsp--range-to-region (docs-lsp--get finding :range))))
                    (and (equal (docs-lsp--get finding :source) "docs-lsp")
                         (<= start (point) end)
                         (docs-lsp--get finding :code))))
                (lsp-cur-line-diagnostics))
    (seq-some (lambda (finding)
                (let ((text (flymake-diagnostic-text finding)))
                  (and (string-match "\\`docs-lsp \\[\\([a-z-]+\\)\\]" text) (match-string 1 text))))
              (and (bound-and-true-p flymake-mode) (flymake-diagnostics (point))))))

(defun docs-lsp--false-p (answer)
  "Whether ANSWER is false or null in JSON."
  (memq answer '(nil :json-false :json-null)))

;;;###autoload
(defun docs-lsp-preview-start ()
  "Start the preview of this site's MCP server, or show its URL."
  (interactive)
  (docs-lsp--run "docsLsp.preview.start" (docs-lsp--site-arguments) #'docs-lsp--report-url))

;;;###autoload
(defun docs-lsp-preview-open ()
  "Open the preview's page; start the preview if necessary."
  (interactive)
  (docs-lsp--run "docsLsp.preview.start" (docs-lsp--site-arguments)
                 (lambda (preview)
                   (when-let ((url (docs-lsp--report-url preview)))
                     (condition-case nil (browse-url url)
                       (error
                        (kill-new url)
                        (message "docs-lsp: no browser could be opened; C-y yanks the URL of the page")))))))

;;;###autoload
(defun docs-lsp-preview-stop ()
  "Stop the preview of this site."
  (interactive)
  (docs-lsp--run "docsLsp.preview.stop" (docs-lsp--site-arguments)
                 (lambda (stopped)
                   (message (if (docs-lsp--false-p stopped) "docs-lsp: no preview is running"
                              "docs-lsp: the preview has stopped")))))

;;;###autoload
(defun docs-lsp-preview-status ()
  "Show the MCP URLs of running previews."
  (interactive)
  (docs-lsp--run "docsLsp.preview.status" nil
                 (lambda (running)
                   (if (seq-empty-p running) (message "docs-lsp: no preview is running")
                     (message "docs-lsp: %s"
                              (mapconcat (lambda (preview) (docs-lsp--get preview :mcp)) running ", "))))))

;;;###autoload
(defun docs-lsp-explain-rule (rule)
  "Explain RULE, such as missing-page: what it reports, and how to fix it.
The default is the rule of the finding at point."
  (interactive
   (let ((default (docs-lsp--rule-at-point)))
     (list (read-string (format-prompt "Rule" default) nil nil default))))
  (docs-lsp--run "docsLsp.explainRule" (list rule) #'ignore))

;;;###autoload
(defun docs-lsp-fix-all ()
  "Apply all safe fixes in this file."
  (interactive)
  (if (docs-lsp--uses-lsp-mode)
      (lsp-execute-code-action-by-kind "source.fixAll.docs-lsp")
    (eglot-code-actions (point-min) (point-max) "source.fixAll.docs-lsp" t)))

(provide 'docs-lsp)
;;; docs-lsp.el ends here
