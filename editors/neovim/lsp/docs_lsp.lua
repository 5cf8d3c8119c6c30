-- The docs.json language server for Neovim 0.11 or newer. `vim.lsp.enable('docs_lsp')` starts it in
-- every folder that contains a docs.json; buffers of such a site get the commands below.

local NAME = 'docs_lsp'

---@param message string
---@param level? integer
local function notify(message, level)
  vim.notify('docs-lsp: ' .. message, level or vim.log.levels.INFO)
end

---@param client vim.lsp.Client
---@param buffer integer
---@param command string
---@param arguments any[]
---@param done? fun(answer: any)
local function run(client, buffer, command, arguments, done)
  client:exec_cmd({ title = command, command = command, arguments = arguments }, { bufnr = buffer }, function(err, answer)
    if err then
      notify(err.message, vim.log.levels.ERROR)
    elseif done then
      done(answer)
    end
  end)
end

-- Return the folder of the site that contains a file. An unsaved docs.json defines a site too.
---@param path string
---@return string?
local function find_site(path)
  if path == '' or path:match('^%a[%w+.-]*://') then
    return nil
  end
  return vim.fs.basename(path) == 'docs.json' and vim.fs.dirname(path) or vim.fs.root(path, 'docs.json')
end

---@param buffer integer
---@param start fun(folder: string)
local function start_in_site(buffer, start)
  local site = find_site(vim.api.nvim_buf_get_name(buffer))
  if site then
    start(site)
  end
end

-- Start the server in pages that were opened before docs.json existed, once it is saved.
---@param buffer integer
local function enable_after_first_write(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if vim.fs.basename(path) == 'docs.json' and not vim.uv.fs_stat(path) then
    vim.api.nvim_create_autocmd('BufWritePost', {
      buffer = buffer,
      once = true,
      callback = function()
        vim.lsp.enable(NAME)
      end,
    })
  end
end

---@param running table[]
local function show_status(running)
  if #running == 0 then
    notify('no preview is running.')
  end
  for _, preview in ipairs(running) do
    local pages = preview.pages
    local others = pages.leftOut > 0 and (', %d not indexed'):format(pages.leftOut) or ''
    notify(('%s: pages: %d indexed%s'):format(preview.mcp, pages.indexed, others))
  end
end

-- Yank the URLs of pages. They contain a secret, so they are never shown in a message.
---@param running table[]
local function yank_page_urls(running)
  local pages = vim.tbl_map(function(preview)
    return preview.page
  end, running)
  if #pages > 0 then
    vim.fn.setreg(vim.v.register, pages)
    notify('no browser could be opened; the URL of the page was yanked.')
  end
end

-- Subcommands of `:DocsLspPreview`, with handlers of the result. If no browser can be opened, as in a
-- terminal on another machine, the page's URL is yanked to be pasted elsewhere.
local handlers = {
  start = function() end,
  stop = function(stopped)
    notify(stopped and 'the preview has stopped.' or 'no preview is running.')
  end,
  restart = function() end,
  open = function(opened, with_running)
    if not opened then
      with_running(yank_page_urls)
    end
  end,
  status = show_status,
}
local subcommands = { 'start', 'stop', 'restart', 'open', 'status' }

-- Return the rule of the finding under the cursor, or else of another on its line.
---@param buffer integer
---@return string?
local function find_rule(buffer)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local rule
  for _, finding in ipairs(vim.diagnostic.get(buffer, { lnum = row - 1 })) do
    if finding.source == 'docs-lsp' then
      if finding.col <= column and (finding.end_lnum > finding.lnum or column < finding.end_col) then
        return finding.code
      end
      rule = rule or finding.code
    end
  end
  return rule
end

---@param client vim.lsp.Client
---@param buffer integer
local function add_commands(client, buffer)
  local function add(name, action, options)
    vim.api.nvim_buf_create_user_command(buffer, name, action, options)
  end

  add('DocsLspPreview', function(options)
    local subcommand = options.args == '' and 'open' or options.args
    if not handlers[subcommand] then
      return notify('expected one of ' .. table.concat(subcommands, ', ') .. '.', vim.log.levels.ERROR)
    end
    local arguments = subcommand == 'status' and {} or { vim.uri_from_bufnr(buffer) }
    run(client, buffer, 'docsLsp.preview.' .. subcommand, arguments, function(answer)
      handlers[subcommand](answer, function(done)
        run(client, buffer, 'docsLsp.preview.status', {}, done)
      end)
    end)
  end, {
    nargs = '?',
    complete = function(typed)
      return vim.tbl_filter(function(word)
        return vim.startswith(word, typed)
      end, subcommands)
    end,
    desc = 'Start, stop or open the preview of the MCP server of this site',
  })

  add('DocsLspExplain', function(options)
    local rule = options.args
    if rule == '' then
      rule = find_rule(buffer)
    end
    if not rule then
      return notify('there is no finding on this line. Name a rule.', vim.log.levels.WARN)
    end
    run(client, buffer, 'docsLsp.explainRule', { rule })
  end, { nargs = '?', desc = 'Explain a rule, by default that of the finding under the cursor' })

  add('DocsLspFixAll', function()
    vim.lsp.buf.code_action({
      context = { only = { 'source.fixAll' }, diagnostics = {} },
      filter = function(action)
        return action.kind == 'source.fixAll.docs-lsp'
      end,
      apply = true,
    })
  end, { desc = 'Apply all safe fixes in this file' })
end

---@param command lsp.Command
---@param context table
local function show_references(command, context)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = command.title, items = items })
  vim.cmd('botright copen')
end

-- Show explanations in a split window, so that `:q` returns to the previous window.
local function show_document(err, params, context)
  if not params.external and not find_site(vim.uri_to_fname(params.uri)) then
    local is_shown = vim.fn.bufwinid(vim.uri_to_bufnr(params.uri)) ~= -1
    if not is_shown then
      vim.cmd.split()
    end
  end
  return vim.lsp.handlers['window/showDocument'](err, params, context)
end

---@type vim.lsp.Config
return {
  -- Neovim reports a missing program only if a function starts it.
  cmd = function(dispatchers)
    return vim.lsp.rpc.start({ 'docs-lsp' }, dispatchers)
  end,
  filetypes = { 'json', 'jsonc', 'markdown', 'mdx', 'yaml' },
  root_dir = start_in_site,
  capabilities = { experimental = { commands = { commands = { 'docsLsp.showReferences' } } } },
  commands = { ['docsLsp.showReferences'] = show_references },
  handlers = { ['window/showDocument'] = show_document },
  on_attach = function(client, buffer)
    add_commands(client, buffer)
    enable_after_first_write(buffer)
  end,
}
