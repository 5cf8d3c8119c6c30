-- Starts docs-lsp where there is a docs.json. Neovim 0.11 does not know pages in MDX by itself.
if not vim.filetype.match({ filename = 'page.mdx' }) then
  vim.filetype.add({ extension = { mdx = 'mdx' } })
  vim.treesitter.language.register('markdown', 'mdx')
end
vim.lsp.enable('docs_lsp')
