;;; lsp-mode.el --- What a writer does in docs.json with lsp-mode -*- lexical-binding: t; -*-

(load (expand-file-name "drive" (file-name-directory load-file-name)))

(setq lsp-auto-guess-root t
      lsp-enable-suggest-server-download nil
      lsp-enable-snippet nil
      lsp-diagnostics-provider :flymake)

(defun codes ()
  "Each finding's rule, with the text under it."
  (mapcar (lambda (one)
            (let* ((range (lsp-get one :range)))
              (vector (lsp-get one :code)
                      (buffer-substring-no-properties
                       (lsp--position-to-point (lsp-get range :start))
                       (lsp--position-to-point (lsp-get range :end))))))
          (lsp--get-buffer-diagnostics)))

(defun count-is (number)
  (wait (lambda () (= (length (lsp--get-buffer-diagnostics)) number))
        (format "%d findings" number)))

(defun choose (label)
  "Choose the proposal LABEL, as company and corfu do."
  (pcase-let* ((`(,start ,end ,table . ,more) (lsp-completion-at-point))
               (proposal (car (member label (all-completions "" table)))))
    (delete-region start end)
    (insert proposal)
    (funcall (plist-get more :exit-function) proposal 'finished)))

(drive
 (lambda ()
   (lsp-workspace-folders-add default-directory)
   (switch-to-buffer (find-file-noselect "docs.json"))
   (lsp)
   (count-is 3)
   (see 'findings (vconcat (codes)))

   (look-around)
   (go-to "start\"")
   (see 'hover (lsp-get (lsp:hover-contents
                         (lsp-request "textDocument/hover" (lsp--text-document-position-params)))
                        :value))

   (go-to "gone\"")
   (delete-char 4)
   (insert "guides/sp")
   (choose "guides/spare")
   (see 'completed (line))
   (count-is 2)

   (go-to "\"nmae\"")
   (let ((actions (lsp-code-actions-at-point)))
     (lsp-execute-code-action
      (seq-find (lambda (one) (equal (lsp-get one :title) "Remove `nmae`")) actions)))
   (wait (lambda () (not (contains-text-p "nmae"))) "the quick fix")
   (go-to "\"name\"")
   (see 'fixed (line))

   (choosing "Fix all problems in this file that can be fixed safely"
     (docs-lsp-fix-all))
   (wait (lambda () (not (contains-text-p ".mdx"))) "all fixes")
   (see 'all_fixed (buffer-string))
   (count-is 0)

   (see 'lenses
        (vconcat (mapcar (lambda (lens)
                           (let ((command (lsp-get (lsp-request "codeLens/resolve" lens) :command)))
                             (lsp-get command :title)))
                         (lsp-request "textDocument/codeLens"
                                      (list :textDocument (lsp--text-document-identifier))))))
   (break-line)
   (docs-lsp-explain-rule "missing-page")
   (see 'explained (wait-for-message "missing-page"))
   (use-preview)
   (let ((folder (new-site)))
     (lsp-workspace-folders-add folder)
     (find-file (concat folder "docs.json"))
     (lsp)
     (wait #'lsp-workspaces "the server in a new docs.json")
     (save-buffer)
     (open-without-program folder))
   (mapc #'lsp-workspace-shutdown (lsp-workspaces))))
;;; lsp-mode.el ends here
