;;; drive.el --- What the scripts for eglot and lsp-mode share -*- lexical-binding: t; -*-

(require 'cl-lib)
(require 'json)
(setq make-backup-files nil create-lockfiles nil auto-save-default nil)

(defvar seen nil "What is seen, by name.")

(defun see (name value)
  (push (cons name value) seen))

(defun wait (condition what)
  "Wait until CONDITION holds; what it gives."
  (let ((end (+ (float-time) 30)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end)
        (error "It never came: %s" what))
      (accept-process-output nil 0.02))
    found))

(defun holds (text)
  (save-excursion (goto-char (point-min)) (search-forward text nil t)))

(defun go-to (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun line ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defvar told nil "What has been told in the echo area, the last first.")
(advice-add 'message :after
            (lambda (form &rest more) (when form (push (apply #'format form more) told))))

(defun is-told (regexp)
  (wait (lambda () (seq-find (lambda (one) (string-match-p regexp one)) told)) regexp))

(defmacro choosing (title &rest body)
  "Choose TITLE wherever BODY asks for one of several."
  (declare (indent 1))
  `(let ((last-nonmenu-event 13))
     (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) ,title)))
       ,@body)))

(defun drive (script)
  "Run SCRIPT, and write what it has seen to the file that the environment names."
  (condition-case fault (funcall script)
    (error (see 'fault (format "%S after %S" fault told))))
  (with-temp-file (getenv "SEEN")
    (set-buffer-file-coding-system 'utf-8-unix)
    (insert (json-encode (nreverse seen))))
  (kill-emacs 0))

(defun look-around ()
  "See what the rule and the key of the finding under point are."
  (go-to "gone\"")
  (see 'rule_here (docs-lsp--rule-at-point))
  (see 'definitions (symbol-name (or (command-remapping (key-binding (kbd "M-.")))
                                     (key-binding (kbd "M-."))))))

(defun break-line ()
  "See how a new line below the first key is indented, and take it back."
  (go-to "\"theme\"")
  (end-of-line)
  (let ((end (point)))
    (newline-and-indent)
    (see 'indented (line))
    (delete-region end (point))))

(defun new-site ()
  "The folder of a site that is not there yet."
  (let ((folder (expand-file-name "~/new/")))
    (make-directory folder)
    folder))

(defun show (file)
  "Open FILE as a writer does."
  (find-file file)
  (run-hooks 'post-command-hook))

(defun open-without-program (folder)
  "Open a page of FOLDER where the program is not there."
  (let ((docs-lsp-command '("docs-lsp-of-nobody")))
    (setq told nil)
    (show (concat folder "page.md"))
    (see 'without (car (last told)))))

(defun use-preview ()
  "Start the preview, open its page, and stop it."
  (let* ((opened nil)
         (browse-url-browser-function (lambda (url &rest _) (setq opened url))))
    (docs-lsp-preview-start)
    (is-told "The preview of site runs at ")
    (is-told "^docs-lsp: the preview is running at http://.*/mcp$")
    (docs-lsp-preview-open)
    (wait (lambda () opened) "the page of the preview")
    ;; Nothing is read in between: the commands themselves wait for their answers.
    (setq told nil)
    (docs-lsp-preview-status)
    (docs-lsp-preview-stop)
    (see 'told_at_once (vconcat (reverse told)))
    (see 'opened opened)))

(provide 'drive)
;;; drive.el ends here
