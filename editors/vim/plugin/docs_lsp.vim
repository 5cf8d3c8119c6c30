" :DocsLspPreview open, start, stop, restart or status. Pages in MDX get a file type, which Vim has none for.
augroup docs_lsp
  autocmd!
  autocmd BufRead,BufNewFile *.mdx if empty(&filetype) | setfiletype mdx | endif
  autocmd BufRead,BufNewFile docs.json call docs_lsp#Missing()
augroup END

command! -nargs=? -complete=custom,docs_lsp#Words DocsLspPreview call docs_lsp#Preview(<q-args>)
