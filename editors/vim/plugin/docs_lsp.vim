" :DocsLspPreview open, start, stop, restart or status. Vim has no file type for MDX pages, so it is set here.
augroup docs_lsp
  autocmd!
  autocmd BufRead,BufNewFile *.mdx if empty(&filetype) | setfiletype mdx | endif
  autocmd BufRead,BufNewFile docs.json call docs_lsp#CheckMissing()
augroup END

command! -nargs=? -complete=custom,docs_lsp#CompletePreview DocsLspPreview call docs_lsp#Preview(<q-args>)
