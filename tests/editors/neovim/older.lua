-- The same, as far as Neovim 0.7 can do it.
local function probe(seen)
  local buffer = vim.api.nvim_get_current_buf()
  local function wait(condition, what)
    assert(vim.wait(30000, condition, 20), 'timed out waiting for ' .. what)
  end
  wait(function()
    return #vim.diagnostic.get(buffer) == 3
  end, 'findings')
  local found = vim.diagnostic.get(buffer)
  seen.codes = vim.tbl_map(function(one)
    return one.code
  end, found)

  local place = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = 7, character = 44 } }
  local answers, fault, answer, _
  -- Until the files of the site are known there may be nothing to say: a writer points once more.
  for _try = 1, 120 do
    answers, fault = vim.lsp.buf_request_sync(buffer, 'textDocument/hover', place, 20000)
    _, answer = next(answers or {})
    if answer and answer.result then
      break
    end
    vim.wait(250)
  end
  if not (answer and answer.result) then
    -- What the server has said of it, on standard error too, which Neovim logs.
    local log = vim.lsp.get_log_path()
    local lines = vim.fn.filereadable(log) == 1 and vim.fn.readfile(log) or {}
    error('no hover: ' .. vim.inspect({ answers = answers, fault = fault, log = lines }))
  end
  seen.hover = answer.result.contents.value

  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { '', '' })
  wait(function()
    return vim.diagnostic.get(buffer)[1].lnum == found[1].lnum + 2
  end, 'the same findings below')
  seen.follows = true
end

local seen = {}
local fine, fault = pcall(probe, seen)
if not fine then
  seen.fault = tostring(fault)
end
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd('qall!')
