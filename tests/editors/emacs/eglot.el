;;; eglot.el --- What a writer does in docs.json with eglot -*- lexical-binding: t; -*-

(load (expand-file-name "drive" (file-name-directory load-file-name)))

(defun diagnosed ()
  "Each finding with the text under it."
  (mapcar (lambda (one)
            (vector (car (split-string (flymake-diagnostic-text one) "\n"))
                    (buffer-substring-no-properties (flymake-diagnostic-beg one)
                                                    (flymake-diagnostic-end one))))
          (sort (flymake-diagnostics)
                (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(defun count-is (number)
  ;; Eglot tells of edits when nobody types, and a batch run has no such time.
  (eglot--signal-textDocument/didChange)
  (wait (lambda () (flymake-start) (= (length (flymake-diagnostics)) number))
        (format "%d findings" number)))

(drive
 (lambda ()
   (show "docs.json")
   (wait (lambda () (eglot-managed-p)) "the server")
   (see 'mode (symbol-name major-mode))
   (count-is 3)
   (see 'findings (vconcat (diagnosed)))

   (look-around)
   (go-to "start\"")
   (let (hover)
     (eglot-hover-eldoc-function (lambda (said &rest _) (setq hover said)))
     (see 'hover (substring-no-properties (wait (lambda () hover) "a hover"))))

   (let ((found (xref-backend-definitions 'eglot "LSP identifier at point.")))
     (see 'definition
          (file-name-nondirectory (xref-location-group (xref-item-location (car found))))))

   (go-to "gone\"")
   (delete-char 4)
   (insert "guides/sp")
   (completion-at-point)
   (see 'completed (line))
   (count-is 2)

   (go-to "\"nmae\"")
   (choosing "Remove `nmae`"
     (eglot-code-actions (point) (1+ (point)) nil t))
   (wait (lambda () (not (contains-text-p "nmae"))) "the quick fix")
   (go-to "\"name\"")
   (see 'fixed (line))

   (choosing "Fix all problems in this file that can be fixed safely"
     (docs-lsp-fix-all))
   (wait (lambda () (not (contains-text-p ".mdx"))) "all fixes")
   (see 'all_fixed (buffer-string))
   (count-is 0)

   (break-line)
   (docs-lsp-explain-rule "missing-page")
   (see 'explained (wait-for-message "missing-page"))
   (use-preview)

   (show "start.mdx")
   (wait (lambda () (eglot-managed-p)) "the server in a page")
   (show "guides/spare.mdx")
   (wait (lambda () (eglot-managed-p)) "the server in a page of a folder")
   (see 'servers (length (apply #'append (hash-table-values eglot--servers-by-project))))
   (let ((folder (new-site)))
     (show (concat folder "docs.json"))
     (wait (lambda () (eglot-managed-p)) "the server in a new docs.json")
     (save-buffer)
     (open-without-program folder))
   (eglot-shutdown-all)))
;;; eglot.el ends here
