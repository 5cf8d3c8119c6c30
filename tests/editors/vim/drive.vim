" Performs actions in docs.json, and writes the results to a file as JSON.
let g:seen = {}

function! s:Wait(condition, what) abort
  let l:end = reltimefloat(reltime()) + 30
  while !eval(a:condition)
    if reltimefloat(reltime()) > l:end
      throw 'timed out waiting for ' . a:what
    endif
    sleep 20m
  endwhile
endfunction

function! s:Contains(text) abort
  return stridx(join(getline(1, '$'), "\n"), a:text) >= 0
endfunction

function! s:Findings() abort
  return copy(ale#engine#GetLoclist(bufnr('')))
endfunction

function! s:Line(text) abort
  call cursor(1, 1)
  call search('\V' . a:text, 'c')
  return getline('.')
endfunction

function! s:WaitForFindings(number) abort
  ALELint
  call s:Wait('len(s:Findings()) == ' . a:number, a:number . ' findings')
endfunction

function! s:Floats() abort
  return exists('*popup_list') ? popup_list() : []
endfunction

function! s:HasMessage(pattern) abort
  return match(execute('messages'), a:pattern) >= 0
endfunction

function! s:Script() abort
  call s:WaitForFindings(3)
  let g:seen.findings = map(s:Findings(), {_, item -> [item.code, strpart(getline(item.lnum), item.col - 1, item.end_col - item.col + 1)]})

  call s:Line('start"')
  ALEHover
  call s:Wait('!empty(s:Floats())', 'a hover')
  let g:seen.hover = join(getbufline(winbufnr(s:Floats()[0]), 1, '$'), "\n")
  call popup_clear()

  call s:Line('start"')
  ALEGoToDefinition
  call s:Wait('expand("%:t") is# "start.mdx"', 'the page')
  let g:seen.page = &filetype
  buffer docs.json

  call s:Line('gone"')
  execute "normal! ci\"guides/sp\<C-x>\<C-o>\<C-n>\<C-y>\<Esc>"
  let g:seen.completed = getline('.')
  call s:WaitForFindings(2)

  call s:Line('nmae"')
  ALECodeAction
  call s:Wait('!s:Contains("nmae")', 'the quick fix')
  let g:seen.fixed = s:Line('"name"')

  silent write
  DocsLspPreview start
  call s:Wait('s:HasMessage("the preview is running at http://127.0.0.1:")', 'the preview')
  DocsLspPreview status
  call s:Wait('s:HasMessage("docs-lsp: http://127.0.0.1:")', 'its status')
  let g:docs_lsp_browser = ['sh', '-c', 'printf %s "$1" > "$0"', $HOME . '/opened']
  DocsLspPreview
  call s:Wait('getfsize($HOME . "/opened") > 0', 'its page')
  let g:seen.opened = readfile($HOME . '/opened')[0]
  let g:docs_lsp_browser = ['no-such-browser']
  DocsLspPreview open
  call s:Wait('s:HasMessage("the URL of the page was yanked")', 'its address')
  let g:seen.yanked = getreg('"')
  DocsLspPreview stop
  call s:Wait('s:HasMessage("the preview has stopped")', 'its end')
  let g:seen.told = execute('messages')

  " A new docs.json, and a missing program
  call mkdir($HOME . '/new')
  execute 'edit' $HOME . '/new/docs.json'
  call setline(1, '{')
  call s:WaitForFindings(1)
  let $PATH = '/nowhere'
  let l:before = len(execute('messages'))
  execute 'edit!' $HOME . '/new/docs.json'
  let g:seen.without = strpart(execute('messages'), l:before)
endfunction

try
  call s:Script()
catch
  let g:seen.fault = v:exception . ' at ' . v:throwpoint . ', told: ' . execute('messages')
endtry
call writefile([json_encode(g:seen)], $SEEN)
qall!
