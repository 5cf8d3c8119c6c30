-- The docs.json language server for Neovim 0.11 or newer. `vim.lsp.enable('docs_lsp')` starts it in
-- every folder that holds a docs.json; the buffers of such a site get the commands below.

local NAME = 'docs_lsp'

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

-- The folder of the site that a file belongs to. A docs.json makes one even before it is saved.
---@param path string
---@return string?
local function site_of(path)
  if path == '' or path:match('^%a[%w+.-]*://') then
    return nil
  end
  return vim.fs.basename(path) == 'docs.json' and vim.fs.dirname(path) or vim.fs.root(path, 'docs.json')
end

---@param buffer integer
---@param start fun(folder: string)
local function start_in_a_site(buffer, start)
  local site = site_of(vim.api.nvim_buf_get_name(buffer))
  if site then
    start(site)
  end
end

-- Pages that were opened before there was a docs.json get the server once it is there.
---@param buffer integer
local function start_for_pages(buffer)
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
    say('no preview runs.')
  end
  for _, each in ipairs(running) do
    local pages = each.pages
    local others = pages.leftOut > 0 and (', %d not indexed'):format(pages.leftOut) or ''
    say(('%s: pages: %d indexed%s'):format(each.mcp, pages.indexed, others))
  end
end

-- The address of the page has a secret in it: it goes into a register, and into no message.
---@param running table[]
local function keep_pages(running)
  local pages = vim.tbl_map(function(each)
    return each.page
  end, running)
  if #pages > 0 then
    vim.fn.setreg(vim.v.register, pages)
    say('no browser opens; the address of the page is yanked.')
  end
end

-- What `:DocsLspPreview` can be told, and what is done with the answer. Where no browser opens, as in
-- a terminal on another machine, the page's address is to be pasted elsewhere.
local previews = {
  start = function() end,
  stop = function(stopped)
    say(stopped and 'the preview has stopped.' or 'no preview runs.')
  end,
  restart = function() end,
  open = function(opened, with_running)
    if not opened then
      with_running(keep_pages)
    end
  end,
  status = show_status,
}
local words = { 'start', 'stop', 'restart', 'open', 'status' }

-- The rule of the finding under the cursor, or else of one in its line.
---@param buffer integer
---@return string?
local function rule_here(buffer)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local rule
  for _, found in ipairs(vim.diagnostic.get(buffer, { lnum = row - 1 })) do
    if found.source == 'docs-lsp' then
      if found.col <= column and (found.end_lnum > found.lnum or column < found.end_col) then
        return found.code
      end
      rule = rule or found.code
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

  add('DocsLspPreview', function(given)
    local word = given.args == '' and 'open' or given.args
    if not previews[word] then
      return say('say ' .. table.concat(words, ', ') .. '.', vim.log.levels.ERROR)
    end
    local arguments = word == 'status' and {} or { vim.uri_from_bufnr(buffer) }
    run(client, buffer, 'docsLsp.preview.' .. word, arguments, function(answer)
      previews[word](answer, function(done)
        run(client, buffer, 'docsLsp.preview.status', {}, done)
      end)
    end)
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
      rule = rule_here(buffer)
    end
    if not rule then
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

-- An explanation gets a window of its own, so that `:q` leads back to the text.
local function show_document(fault, params, context)
  if not params.external and not site_of(vim.uri_to_fname(params.uri)) then
    local is_shown = vim.fn.bufwinid(vim.uri_to_bufnr(params.uri)) ~= -1
    if not is_shown then
      vim.cmd.split()
    end
  end
  return vim.lsp.handlers['window/showDocument'](fault, params, context)
end

---@type vim.lsp.Config
return {
  -- Neovim says nothing of a program that is not there, but where a function starts it.
  cmd = function(dispatchers)
    return vim.lsp.rpc.start({ 'docs-lsp' }, dispatchers)
  end,
  filetypes = { 'json', 'jsonc', 'markdown', 'mdx', 'yaml' },
  root_dir = start_in_a_site,
  capabilities = { experimental = { commands = { commands = { 'docsLsp.showReferences' } } } },
  commands = { ['docsLsp.showReferences'] = show_references },
  handlers = { ['window/showDocument'] = show_document },
  on_attach = function(client, buffer)
    add_commands(client, buffer)
    start_for_pages(buffer)
  end,
}
