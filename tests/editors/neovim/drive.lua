-- Runs a script as a coroutine in the event loop of the editor, so that typed keys are handled as
-- usual, and writes its results to a file as JSON.
local TIMEOUT = 30 -- seconds

---@param condition fun(): any
---@param what string
local function wait(condition, what)
  local until_ = vim.uv.hrtime() + TIMEOUT * 1e9
  while true do
    local answer = condition()
    if answer then
      return answer
    end
    if vim.uv.hrtime() > until_ then
      error('timed out waiting for ' .. what, 2)
    end
    coroutine.yield()
  end
end

---@param keys string
local function type_(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 't', false)
end

return function(script)
  local seen = {}
  local running = coroutine.create(function()
    script(seen, wait, type_)
  end)
  local function go_on()
    local fine, fault = coroutine.resume(running)
    if coroutine.status(running) ~= 'dead' then
      return vim.defer_fn(go_on, 20)
    end
    if not fine then
      seen.fault = debug.traceback(running, tostring(fault))
    end
    vim.fn.writefile({ vim.json.encode(seen) }, vim.env.SEEN)
    vim.cmd('qall!')
  end
  vim.schedule(go_on)
end
