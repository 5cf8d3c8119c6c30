-- Performs actions in docs.json, and records the results.
local drive = dofile(vim.env.DRIVE)

drive(function(seen, wait, type_)
  local buffer = vim.api.nvim_get_current_buf()

  local function findings()
    return vim.diagnostic.get(buffer)
  end
  local function line(text)
    for number, each in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local column = each:find(text, 1, true)
      if column then
        return number, column - 1
      end
    end
    error('no line holds ' .. text)
  end
  local function go_to(text)
    local number, column = line(text)
    vim.api.nvim_win_set_cursor(0, { number, column })
  end
  local function has(text)
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find(text, 1, true) ~= nil
  end
  local function float()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        return window
      end
    end
  end

  -- Findings, and the text in their range
  wait(function()
    return #findings() == 3
  end, 'findings')
  local client = vim.lsp.get_clients({ bufnr = buffer })[1]
  seen.encoding, seen.root = client.offset_encoding, client.root_dir
  seen.findings = vim.tbl_map(function(found)
    local text = vim.api.nvim_buf_get_text(buffer, found.lnum, found.col, found.end_lnum, found.end_col, {})
    return { found.code, text[1] }
  end, findings())

  -- Hover
  go_to('start"')
  vim.lsp.buf.hover()
  wait(float, 'a hover')
  seen.hover = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float()), 0, -1, false), '\n')
  vim.api.nvim_win_close(float(), true)

  -- Definition
  vim.lsp.buf.definition()
  wait(function()
    return vim.fn.expand('%:t') == 'start.mdx'
  end, 'the page')
  seen.page_filetype = vim.bo.filetype
  wait(function()
    return #vim.lsp.get_clients({ bufnr = 0 }) > 0
  end, 'the server in a page')
  vim.cmd.buffer(buffer)

  -- Explaining the finding under the cursor, which is not the last of its line
  go_to('gone"')
  vim.cmd('DocsLspExplain')
  wait(function()
    return vim.fn.expand('%:e') == 'md'
  end, 'an explanation of what is under the cursor')
  seen.explained_here = vim.fn.expand('%:t')
  vim.cmd('quit')

  -- Completion, typed and chosen
  go_to('gone"')
  type_('ci"guides/sp')
  wait(function()
    return vim.fn.pumvisible() == 1
  end, 'proposals')
  seen.proposals = vim.tbl_map(function(item)
    return item.word
  end, vim.fn.complete_info({ 'items' }).items)
  type_('<C-n><C-y><Esc>')
  wait(function()
    return has('"guides/spare"')
  end, 'the proposal')
  seen.completed = vim.api.nvim_get_current_line()
  wait(function()
    return #findings() == 2
  end, 'one finding less')

  -- A key, with the colon and the quotes of its value
  local number = line('"name"')
  vim.api.nvim_win_set_cursor(0, { number, 0 })
  type_('o"descri')
  wait(function()
    return vim.fn.pumvisible() == 1
  end, 'keys')
  type_('<C-n><C-y><Esc>')
  wait(function()
    return has('"description": ')
  end, 'the key')
  seen.key = vim.api.nvim_get_current_line()
  vim.cmd('undo')

  -- A quick fix
  go_to('nmae')
  vim.lsp.buf.code_action({
    filter = function(action)
      return action.title == 'Remove `nmae`'
    end,
    apply = true,
  })
  wait(function()
    return not has('nmae')
  end, 'the quick fix')
  go_to('Größe')
  seen.fixed = vim.api.nvim_get_current_line()

  -- Fix all
  vim.cmd('DocsLspFixAll')
  wait(function()
    return not has('.mdx')
  end, 'all fixes')
  seen.all_fixed = vim.json.decode(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'))
  wait(function()
    return #findings() == 0
  end, 'no more findings')

  -- Code lenses and inlay hints
  vim.lsp.codelens.refresh({ bufnr = buffer })
  seen.lenses = wait(function()
    -- All at the same time: an outdated lens has no title until Neovim has requested it again.
    local titles = {}
    for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
      if not lens.command or lens.command.title == '' then
        return false
      end
      table.insert(titles, lens.command.title)
    end
    return #titles > 0 and titles
  end, 'code lenses')
  vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  wait(function()
    return #vim.lsp.inlay_hint.get({ bufnr = buffer }) > 0
  end, 'inlay hints')
  seen.hints = #vim.lsp.inlay_hint.get({ bufnr = buffer })

  -- Explaining a rule
  vim.cmd('DocsLspExplain missing-page')
  wait(function()
    return vim.fn.expand('%:t') == 'missing-page.md'
  end, 'an explanation')
  seen.explanation = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  vim.cmd('quit')
  seen.behind = vim.fn.expand('%:t')

  -- The preview
  vim.cmd('silent write')
  local asked, opened, said = nil, nil, {}
  vim.ui.select = function(titles, _, choose)
    asked = titles
    choose(nil)
  end
  vim.ui.open = function(url)
    opened = url
    return {
      wait = function()
        return { code = 0 }
      end,
    }
  end
  vim.notify = function(what)
    table.insert(said, what)
  end
  vim.cmd('DocsLspPreview start')
  wait(function()
    return asked
  end, 'the preview')
  -- Until the pages are read, none is indexed.
  for _try = 1, 100 do
    said = {}
    vim.cmd('DocsLspPreview status')
    wait(function()
      return #said > 0
    end, 'its status')
    if not said[1]:find(' 0 indexed', 1, true) then
      break
    end
    vim.wait(100)
  end
  vim.cmd('DocsLspPreview open')
  wait(function()
    return opened
  end, 'its page')
  vim.ui.open = function()
    return nil, 'there is no browser'
  end
  vim.cmd('DocsLspPreview open')
  wait(function()
    return #said > 1
  end, 'its address')
  seen.yanked = vim.trim(vim.fn.getreg('"'))
  vim.cmd('DocsLspPreview stop')
  wait(function()
    return #said > 2
  end, 'its end')
  seen.preview = { offered = asked, opened = opened, said = said }

  -- A docs.json that is created while its page is open
  local function has_server(number)
    return #vim.lsp.get_clients({ bufnr = number }) > 0
  end
  vim.fn.mkdir('../new')
  vim.fn.writefile({ '# A page' }, '../new/page.mdx')
  vim.cmd('edit ../new/page.mdx')
  local page = vim.api.nvim_get_current_buf()
  seen.before = has_server(page)
  vim.cmd('edit ../new/docs.json')
  wait(function()
    return has_server(0)
  end, 'the server in a new docs.json')
  vim.cmd('silent write')
  wait(function()
    return has_server(page)
  end, 'the server in a page of the new site')

  -- A missing program
  vim.env.PATH = '/nowhere'
  vim.fn.mkdir('../other')
  said = {}
  vim.cmd('edit ../other/docs.json')
  wait(function()
    return #said > 0
  end, 'a word about the program')
  seen.without = said[1]
end)
