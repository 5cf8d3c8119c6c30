" What docs-lsp is to ALE, and the commands that are about the preview.

" The folder of the site that a buffer belongs to. A docs.json makes one even before it is saved.
function! docs_lsp#Root(buffer) abort
  let l:name = fnamemodify(bufname(a:buffer), ':p')
  if fnamemodify(l:name, ':t') is# 'docs.json' && isdirectory(fnamemodify(l:name, ':h'))
    return fnamemodify(l:name, ':h')
  endif
  let l:file = ale#path#FindNearestFile(a:buffer, 'docs.json')
  return empty(l:file) ? '' : fnamemodify(l:file, ':h')
endfunction

function! docs_lsp#Executable(buffer) abort
  return get(g:, 'docs_lsp_executable', 'docs-lsp')
endfunction

" ALE says nothing of a program that is not there.
function! docs_lsp#Missing() abort
  let l:program = docs_lsp#Executable(bufnr(''))
  if executable(l:program)
    return 0
  endif
  call s:Say('there is no program `' . l:program . '` on the PATH, so nothing checks this site.')
  return 1
endfunction

function! docs_lsp#Define(filetype) abort
  call ale#linter#Define(a:filetype, {
  \ 'name': 'docs_lsp',
  \ 'aliases': ['docs-lsp'],
  \ 'lsp': 'stdio',
  \ 'executable': function('docs_lsp#Executable'),
  \ 'command': '%e',
  \ 'project_root': function('docs_lsp#Root'),
  \ 'initialization_options': {-> {'docsLsp': get(g:, 'docs_lsp_settings', {})}},
  \})
endfunction

" Tell the server what has been typed, which ALE does when nobody types, and send a request.
function! s:Send(message, Done) abort
  if docs_lsp#Missing()
    return
  endif
  let l:buffer = bufnr('')
  let l:linters = filter(copy(ale#linter#Get(&filetype)), 'v:val.name is# "docs_lsp"')
  if empty(l:linters) || empty(docs_lsp#Root(l:buffer))
    return s:Say('this file belongs to no site, or ALE is not told of docs_lsp.')
  endif
  let l:Changed = {_, server -> ale#lsp#NotifyForChanges(server.connection_id, l:buffer)}
  call ale#lsp_linter#StartLSP(l:buffer, l:linters[0], l:Changed)
  call ale#lsp_linter#SendRequest(l:buffer, 'docs_lsp', a:message, a:Done)
endfunction

function! docs_lsp#Run(command, arguments, Done) abort
  call s:Send(ale#lsp#message#ExecuteCommand(a:command, a:arguments), a:Done)
endfunction

" A field of the preview that the server has started; empty where it has not.
function! s:Field(answer, name) abort
  let l:preview = get(a:answer, 'result', v:null)
  return type(l:preview) is v:t_dict ? l:preview[a:name] : ''
endfunction

function! s:Say(what) abort
  echomsg 'docs-lsp: ' . a:what
endfunction

function! s:Fault(answer) abort
  return get(get(a:answer, 'error', {}), 'message', 'the preview cannot start; see :ALEInfo.')
endfunction

function! s:Started(answer) abort
  let l:url = s:Field(a:answer, 'mcp')
  call s:Say(empty(l:url) ? s:Fault(a:answer) : 'the preview is at ' . l:url)
endfunction

" The address of the page has a secret in it: it goes to a browser or a register, and into no message.
function! s:Opened(answer) abort
  let l:page = s:Field(a:answer, 'page')
  if empty(l:page)
    return s:Say(s:Fault(a:answer))
  endif
  let l:browser = s:Browser()
  if !executable(l:browser[0])
    call setreg('"', l:page)
    return s:Say('no browser opens; the address of the page is yanked')
  endif
  if has('nvim')
    call jobstart(l:browser + [l:page], {'detach': v:true})
  else
    call job_start(l:browser + [l:page], {'stoponexit': ''})
  endif
endfunction

function! s:Browser() abort
  let l:usual = ['xdg-open']
  if has('win32')
    let l:usual = ['rundll32', 'url.dll,FileProtocolHandler']
  elseif has('mac') || has('macunix')
    let l:usual = ['open']
  endif
  return get(g:, 'docs_lsp_browser', l:usual)
endfunction

function! s:Running(answer) abort
  let l:running = map(copy(get(a:answer, 'result', [])), 'v:val.mcp')
  call s:Say(empty(l:running) ? 'no preview runs.' : join(l:running, ', '))
endfunction

function! s:Stopped(answer) abort
  let l:ran = get(a:answer, 'result', v:false) is v:true
  call s:Say(l:ran ? 'the preview has stopped.' : 'no preview runs.')
endfunction

let s:answered = {
\ 'open': function('s:Opened'),
\ 'start': function('s:Started'),
\ 'restart': function('s:Started'),
\ 'stop': function('s:Stopped'),
\ 'status': function('s:Running'),
\}

function! docs_lsp#Preview(word) abort
  let l:word = empty(a:word) ? 'open' : a:word
  if !has_key(s:answered, l:word)
    return s:Say('say ' . join(sort(keys(s:answered)), ', ') . '.')
  endif
  let l:site = l:word is# 'status' ? [] : [ale#path#ToFileURI(expand('%:p'))]
  " ALE opens nothing that a server asks it to, so this does.
  let l:command = l:word is# 'open' ? 'start' : l:word
  call docs_lsp#Run('docsLsp.preview.' . l:command, l:site, s:answered[l:word])
endfunction

function! docs_lsp#Words(typed, line, position) abort
  return join(sort(keys(s:answered)), "\n")
endfunction

" Completion. ALE's own puts a proposal where it thinks that a word begins, this one where the
" server says, which counts columns in units of UTF-16.

function! s:Units(text) abort
  let l:letters = split(a:text, '\zs')
  return len(l:letters) + len(filter(copy(l:letters), 'char2nr(v:val) > 0xffff'))
endfunction

function! s:Bytes(text, units) abort
  let l:bytes = 0
  let l:left = a:units
  for l:letter in split(a:text, '\zs')
    if l:left <= 0
      break
    endif
    let l:left -= s:Units(l:letter)
    let l:bytes += len(l:letter)
  endfor
  return l:bytes
endfunction

function! s:Proposed(answer) abort
  let l:result = get(a:answer, 'result', [])
  let s:proposals = type(l:result) is v:t_dict ? l:result.items : []
  let s:waits = 0
endfunction

function! s:Ask(before) abort
  let [s:proposals, s:waits] = [[], 1]
  let l:place = {'line': line('.') - 1, 'character': s:Units(a:before)}
  let l:document = {'uri': ale#path#ToFileURI(expand('%:p'))}
  let l:params = {'textDocument': l:document, 'position': l:place}
  call s:Send([0, 'textDocument/completion', l:params], function('s:Proposed'))
  let l:end = reltimefloat(reltime()) + 5
  while s:waits && reltimefloat(reltime()) < l:end && !complete_check()
    sleep 2m
  endwhile
endfunction

" An edit as a word for Vim, which leaves what stands behind the cursor.
function! s:Word(item, line, after) abort
  let l:end = s:Bytes(a:line, a:item.textEdit.range.end.character)
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
    call s:Ask(l:before)
    let s:words = map(copy(s:proposals), 's:Word(v:val, l:line, s:after)')
    let l:first = get(s:proposals, 0, {})
    return empty(l:first) ? -3 : s:Bytes(l:line, l:first.textEdit.range.start.character)
  endif
  let l:typed = substitute(a:base, '^"', '', '')
  return filter(copy(s:words), 'empty(l:typed) || stridx(v:val.abbr, l:typed) >= 0')
endfunction
