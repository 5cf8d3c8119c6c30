-- The docs.json language server for Neovim 0.11 or newer. `vim.lsp.enable('docs_lsp')` starts it in
-- every folder that holds a docs.json; the buffers of such a site get the commands below.

---@param what string
---@param level? integer
local function say(what, level)
  vim.notify('docs-lsp: ' .. what, level or vim.log.levels.INFO)
end

---@param client vim.lsp.Client
---@param buffer integer
---@param command string
---@param arguments any[]
---@param done? fun(answer: any)
local function run(client, buffer, command, arguments, done)
  client:exec_cmd({ title = command, command = command, arguments = arguments }, { bufnr = buffer }, function(fault, answer)
    if fault then
      say(fault.message, vim.log.levels.ERROR)
    elseif done then
      done(answer)
    end
  end)
end

---@param running table[]
local function show_status(running)
  if #running == 0 then
    say('no preview runs.')
  end
  for _, each in ipairs(running) do
    local pages = each.pages
    say(('%s: pages indexed: %d, left out: %d'):format(each.mcp, pages.indexed, pages.leftOut))
  end
end

-- What `:DocsLspPreview` can be told, and what is done with the answer.
local previews = {
  start = function() end,
  stop = function(stopped)
    say(stopped and 'the preview has stopped.' or 'no preview runs.')
  end,
  restart = function() end,
  open = function() end,
  status = show_status,
}
local words = { 'start', 'stop', 'restart', 'open', 'status' }

---@param client vim.lsp.Client
---@param buffer integer
local function add_commands(client, buffer)
  local function add(name, action, options)
    vim.api.nvim_buf_create_user_command(buffer, name, action, options)
  end

  add('DocsLspPreview', function(given)
    local word = given.args == '' and 'open' or given.args
    if not previews[word] then
      return say('say ' .. table.concat(words, ', ') .. '.', vim.log.levels.ERROR)
    end
    local arguments = word == 'status' and {} or { vim.uri_from_bufnr(buffer) }
    run(client, buffer, 'docsLsp.preview.' .. word, arguments, previews[word])
  end, {
    nargs = '?',
    complete = function(typed)
      return vim.tbl_filter(function(word)
        return vim.startswith(word, typed)
      end, words)
    end,
    desc = 'Start, stop or open the preview of the MCP server of this site',
  })

  add('DocsLspExplain', function(given)
    local rule = given.args
    if rule == '' then
      local line = vim.api.nvim_win_get_cursor(0)[1] - 1
      for _, found in ipairs(vim.diagnostic.get(buffer, { lnum = line })) do
        rule = found.source == 'docs-lsp' and found.code or rule
      end
    end
    if rule == '' then
      return say('there is no finding in this line; name a rule.', vim.log.levels.WARN)
    end
    run(client, buffer, 'docsLsp.explainRule', { rule })
  end, { nargs = '?', desc = 'Explain a rule, or that of the finding in this line' })

  add('DocsLspFixAll', function()
    vim.lsp.buf.code_action({
      context = { only = { 'source.fixAll' }, diagnostics = {} },
      filter = function(action)
        return action.kind == 'source.fixAll.docs-lsp'
      end,
      apply = true,
    })
  end, { desc = 'Make every fix in this file that needs no asking' })
end

---@param command lsp.Command
---@param context table
local function show_references(command, context)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = command.title, items = items })
  vim.cmd('botright copen')
end

---@type vim.lsp.Config
return {
  cmd = { 'docs-lsp' },
  filetypes = { 'json', 'jsonc', 'markdown', 'mdx', 'yaml' },
  root_markers = { 'docs.json' },
  workspace_required = true,
  capabilities = { experimental = { commands = { commands = { 'docsLsp.showReferences' } } } },
  commands = { ['docsLsp.showReferences'] = show_references },
  on_attach = add_commands,
}
