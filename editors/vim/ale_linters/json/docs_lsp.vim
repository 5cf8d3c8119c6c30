" docs.json and the pages of its site, see autoload/docs_lsp.vim.
call docs_lsp#Define('json')
