-- Enables docs-lsp in sites. Neovim 0.11 has no filetype for MDX pages.
if not vim.filetype.match({ filename = 'page.mdx' }) then
  vim.filetype.add({ extension = { mdx = 'mdx' } })
  vim.treesitter.language.register('markdown', 'mdx')
end
vim.lsp.enable('docs_lsp')
