" Defines docs-lsp as an ALE linter, and the commands of the preview.

" Return the folder of the site that contains a buffer. An unsaved docs.json defines a site too.
function! docs_lsp#FindRoot(buffer) abort
  let l:name = fnamemodify(bufname(a:buffer), ':p')
  if fnamemodify(l:name, ':t') is# 'docs.json' && isdirectory(fnamemodify(l:name, ':h'))
    return fnamemodify(l:name, ':h')
  endif
  let l:file = ale#path#FindNearestFile(a:buffer, 'docs.json')
  return empty(l:file) ? '' : fnamemodify(l:file, ':h')
endfunction

function! docs_lsp#GetExecutable(buffer) abort
  return get(g:, 'docs_lsp_executable', 'docs-lsp')
endfunction

" Return whether the program is missing, and show a message if it is: ALE shows none.
function! docs_lsp#CheckMissing() abort
  let l:program = docs_lsp#GetExecutable(bufnr(''))
  if executable(l:program)
    return 0
  endif
  call s:Notify('`' . l:program . '` is not on the PATH. Install it, or set g:docs_lsp_executable.')
  return 1
endfunction

function! docs_lsp#Define(filetype) abort
  call ale#linter#Define(a:filetype, {
  \ 'name': 'docs_lsp',
  \ 'aliases': ['docs-lsp'],
  \ 'lsp': 'stdio',
  \ 'executable': function('docs_lsp#GetExecutable'),
  \ 'command': '%e',
  \ 'project_root': function('docs_lsp#FindRoot'),
  \ 'initialization_options': {-> {'docsLsp': get(g:, 'docs_lsp_settings', {})}},
  \})
endfunction

" Send pending changes, which ALE sends only when typing pauses, and then a request.
function! s:Send(message, Done) abort
  if docs_lsp#CheckMissing()
    return
  endif
  let l:buffer = bufnr('')
  let l:linters = filter(copy(ale#linter#Get(&filetype)), 'v:val.name is# "docs_lsp"')
  if empty(l:linters) || empty(docs_lsp#FindRoot(l:buffer))
    return s:Notify('this file is not part of a site, or docs_lsp is not in g:ale_linters.')
  endif
  let l:Changed = {_, server -> ale#lsp#NotifyForChanges(server.connection_id, l:buffer)}
  call ale#lsp_linter#StartLSP(l:buffer, l:linters[0], l:Changed)
  call ale#lsp_linter#SendRequest(l:buffer, 'docs_lsp', a:message, a:Done)
endfunction

function! docs_lsp#Run(command, arguments, Done) abort
  call s:Send(ale#lsp#message#ExecuteCommand(a:command, a:arguments), a:Done)
endfunction

" Return a field of the started preview; empty if it failed to start.
function! s:GetField(answer, name) abort
  let l:preview = get(a:answer, 'result', v:null)
  return type(l:preview) is v:t_dict ? l:preview[a:name] : ''
endfunction

function! s:Notify(message) abort
  echomsg 'docs-lsp: ' . a:message
endfunction

function! s:GetError(answer) abort
  return get(get(a:answer, 'error', {}), 'message', 'the preview failed to start; see :ALEInfo.')
endfunction

function! s:ShowUrl(answer) abort
  let l:url = s:GetField(a:answer, 'mcp')
  call s:Notify(empty(l:url) ? s:GetError(a:answer) : 'the preview is running at ' . l:url)
endfunction

" Open the page, or yank its URL. The URL contains a secret, so it is never shown in a message.
function! s:OpenPage(answer) abort
  let l:page = s:GetField(a:answer, 'page')
  if empty(l:page)
    return s:Notify(s:GetError(a:answer))
  endif
  let l:browser = s:GetBrowser()
  if !executable(l:browser[0])
    call setreg('"', l:page)
    return s:Notify('no browser could be opened; the URL of the page was yanked')
  endif
  if has('nvim')
    call jobstart(l:browser + [l:page], {'detach': v:true})
  else
    call job_start(l:browser + [l:page], {'stoponexit': ''})
  endif
endfunction

function! s:GetBrowser() abort
  let l:default = ['xdg-open']
  if has('win32')
    let l:default = ['rundll32', 'url.dll,FileProtocolHandler']
  elseif has('mac') || has('macunix')
    let l:default = ['open']
  endif
  return get(g:, 'docs_lsp_browser', l:default)
endfunction

function! s:ShowStatus(answer) abort
  let l:running = map(copy(get(a:answer, 'result', [])), 'v:val.mcp')
  call s:Notify(empty(l:running) ? 'no preview is running.' : join(l:running, ', '))
endfunction

function! s:ShowStopped(answer) abort
  let l:ran = get(a:answer, 'result', v:false) is v:true
  call s:Notify(l:ran ? 'the preview has stopped.' : 'no preview is running.')
endfunction

let s:handlers = {
\ 'open': function('s:OpenPage'),
\ 'start': function('s:ShowUrl'),
\ 'restart': function('s:ShowUrl'),
\ 'stop': function('s:ShowStopped'),
\ 'status': function('s:ShowStatus'),
\}

function! docs_lsp#Preview(subcommand) abort
  let l:subcommand = empty(a:subcommand) ? 'open' : a:subcommand
  if !has_key(s:handlers, l:subcommand)
    return s:Notify('expected one of ' . join(sort(keys(s:handlers)), ', ') . '.')
  endif
  let l:site = l:subcommand is# 'status' ? [] : [ale#path#ToFileURI(expand('%:p'))]
  " ALE does not support window/showDocument, so the page is opened here.
  let l:command = l:subcommand is# 'open' ? 'start' : l:subcommand
  call docs_lsp#Run('docsLsp.preview.' . l:command, l:site, s:handlers[l:subcommand])
endfunction

function! docs_lsp#CompletePreview(typed, line, position) abort
  return join(sort(keys(s:handlers)), "\n")
endfunction

" Completion. ALE inserts an item where it assumes that a word starts; this inserts it at the range
" from the server, whose columns are UTF-16 units.

function! s:CountUnits(text) abort
  let l:characters = split(a:text, '\zs')
  return len(l:characters) + len(filter(copy(l:characters), 'char2nr(v:val) > 0xffff'))
endfunction

function! s:CountBytes(text, units) abort
  let l:bytes = 0
  let l:remaining = a:units
  for l:character in split(a:text, '\zs')
    if l:remaining <= 0
      break
    endif
    let l:remaining -= s:CountUnits(l:character)
    let l:bytes += len(l:character)
  endfor
  return l:bytes
endfunction

function! s:SaveItems(answer) abort
  let l:result = get(a:answer, 'result', [])
  let s:items = type(l:result) is v:t_dict ? l:result.items : []
  let s:is_waiting = 0
endfunction

function! s:RequestItems(before) abort
  let [s:items, s:is_waiting] = [[], 1]
  let l:position = {'line': line('.') - 1, 'character': s:CountUnits(a:before)}
  let l:document = {'uri': ale#path#ToFileURI(expand('%:p'))}
  let l:params = {'textDocument': l:document, 'position': l:position}
  call s:Send([0, 'textDocument/completion', l:params], function('s:SaveItems'))
  let l:end = reltimefloat(reltime()) + 5
  while s:is_waiting && reltimefloat(reltime()) < l:end && !complete_check()
    sleep 2m
  endwhile
endfunction

" Convert a completion item for Vim, without the text that already follows the cursor.
function! s:ConvertItem(item, line, after) abort
  let l:end = s:CountBytes(a:line, a:item.textEdit.range.end.character)
  let l:rest = strpart(a:line, len(a:line) - len(a:after), l:end - (len(a:line) - len(a:after)))
  let l:text = a:item.textEdit.newText
  let l:same = !empty(l:rest) && strpart(l:text, len(l:text) - len(l:rest)) is# l:rest
  let l:note = get(a:item, 'documentation', '')
  return {
  \ 'word': l:same ? strpart(l:text, 0, len(l:text) - len(l:rest)) : l:text,
  \ 'abbr': a:item.label,
  \ 'menu': get(a:item, 'detail', ''),
  \ 'info': type(l:note) is v:t_string ? l:note : l:note.value,
  \ 'dup': 1,
  \}
endfunction

function! docs_lsp#Complete(findstart, base) abort
  let l:line = getline('.')
  if a:findstart
    let l:before = strpart(l:line, 0, col('.') - 1)
    let s:after = strpart(l:line, col('.') - 1)
    call s:RequestItems(l:before)
    let s:words = map(copy(s:items), 's:ConvertItem(v:val, l:line, s:after)')
    let l:first = get(s:items, 0, {})
    return empty(l:first) ? -3 : s:CountBytes(l:line, l:first.textEdit.range.start.character)
  endif
  let l:typed = substitute(a:base, '^"', '', '')
  return filter(copy(s:words), 'empty(l:typed) || stridx(v:val.abbr, l:typed) >= 0')
endfunction
