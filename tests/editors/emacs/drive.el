;;; drive.el --- Helpers of the scripts for eglot and lsp-mode -*- lexical-binding: t; -*-

(require 'cl-lib)
(require 'json)
(setq make-backup-files nil create-lockfiles nil auto-save-default nil)

(defvar seen nil "Recorded values, by name.")

(defun see (name value)
  (push (cons name value) seen))

(defun wait (condition what)
  "Wait until CONDITION returns non-nil. Return its value."
  (let ((end (+ (float-time) 30)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) end)
        (error "Timed out waiting for %s" what))
      (accept-process-output nil 0.02))
    value))

(defun contains-text-p (text)
  (save-excursion (goto-char (point-min)) (search-forward text nil t)))

(defun go-to (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun line ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defvar messages nil "Messages shown in the echo area, the latest first.")
(advice-add 'message :after
            (lambda (form &rest more) (when form (push (apply #'format form more) messages))))

(defun wait-for-message (regexp)
  (wait (lambda () (seq-find (lambda (text) (string-match-p regexp text)) messages)) regexp))

(defmacro choosing (title &rest body)
  "Choose TITLE in every completion prompt of BODY."
  (declare (indent 1))
  `(let ((last-nonmenu-event 13))
     (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) ,title)))
       ,@body)))

(defun drive (script)
  "Run SCRIPT, and write the recorded values to the file $SEEN."
  (condition-case fault (funcall script)
    (error (see 'fault (format "%S after %S" fault messages))))
  (with-temp-file (getenv "SEEN")
    (set-buffer-file-coding-system 'utf-8-unix)
    (insert (json-encode (nreverse seen))))
  (kill-emacs 0))

(defun look-around ()
  "Record the rule of the finding at point and the key for definitions."
  (go-to "gone\"")
  (see 'rule_here (docs-lsp--rule-at-point))
  (see 'definitions (symbol-name (or (command-remapping (key-binding (kbd "M-.")))
                                     (key-binding (kbd "M-."))))))

(defun break-line ()
  "Record the indentation of a new line below the first key, and undo it."
  (go-to "\"theme\"")
  (end-of-line)
  (let ((end (point)))
    (newline-and-indent)
    (see 'indented (line))
    (delete-region end (point))))

(defun new-site ()
  "Create an empty folder for a new site."
  (let ((folder (expand-file-name "~/new/")))
    (make-directory folder)
    folder))

(defun show (file)
  "Open FILE interactively."
  (find-file file)
  (run-hooks 'post-command-hook))

(defun open-without-program (folder)
  "Open a page of FOLDER with a missing program."
  (let ((docs-lsp-command '("docs-lsp-missing")))
    (setq messages nil)
    (show (concat folder "page.md"))
    (see 'without (car (last messages)))))

(defun use-preview ()
  "Start the preview, open its page, and stop it."
  (let* ((opened nil)
         (browse-url-browser-function (lambda (url &rest _) (setq opened url))))
    (docs-lsp-preview-start)
    (wait-for-message "The preview of site runs at ")
    (wait-for-message "^docs-lsp: the preview is running at http://.*/mcp$")
    (docs-lsp-preview-open)
    (wait (lambda () opened) "the page of the preview")
    ;; No output is read in between: the commands wait for their results themselves.
    (setq messages nil)
    (docs-lsp-preview-status)
    (docs-lsp-preview-stop)
    (see 'told_at_once (vconcat (reverse messages)))
    (see 'opened opened)))

(provide 'drive)
;;; drive.el ends here
