"""The docs filesystem: run shell commands over the pages of a site as files.

The shell runs inside this process, in Rust, over files in memory. It has no access to the shell,
files, network, environment or programs of the host, and all its resources are limited.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

from anyio import CapacityLimiter, to_thread
from bashkit import Bash

from mcp_preview.filesystem import awk, find, grep, ls, rg, yq
from mcp_preview.filesystem import tree as tree_command
from mcp_preview.filesystem.error_messages import clean_output, render_error_messages
from mcp_preview.filesystem.file_tree import FileTree, LargeFileTree
from mcp_preview.filesystem.needed_files import find_needed_files
from mcp_preview.filesystem.shell import Shell

MAX_COMMAND = 64 * 1024
"""The most characters of a command."""
TIMEOUT = 5.0
"""The seconds after which a command is stopped."""
REST = 20.0
"""The seconds without a command after which the texts of a large site are released."""
_MOST_CACHED = 8_000_000
"""The bytes of text that are not worth releasing."""
_MAX_COMMANDS = 10_000
_MAX_LOOP = 100_000
_AT_ONCE = 4
# `jq` needs many times the size of a specification, so only one runs at a time.
_HEAVY = re.compile(r"\bjq\b")
# The shell optimises `cat | grep` with its own `grep`, so ours needs another name.
_GREP = "_grep"
_SORT_BY_SIZE = "_sort_by_size"
# Some commands stop at the first missing file: they are run again with the others. The shell's own
# `rm -f` and `chown` change nothing without a word, and its `ls` writes folder names below `/` with
# two slashes. `history` would list only the lines of this script.
_BEFORE = rf"""
shopt -s expand_aliases; alias grep={_GREP}
history() {{ :; }}; fc() {{ :; }}
_offline() {{
  echo "$1: there is no network access here, only the files of the documentation" >&2
  return 6
}}
curl() {{ _offline curl; }}; wget() {{ _offline wget; }}; http() {{ _offline http; }}
_unchanged() {{
  command "$@" || return
  local name=$1 word code=0
  shift
  for word; do
    [[ $word != -* && -e $word ]] && code=1 && echo "$name: $word: filesystem is read-only" >&2
  done
  return $code
}}
rm() {{ _unchanged rm "$@"; }}; chown() {{ _unchanged chown "$@"; }}
chgrp() {{ _unchanged chgrp "$@"; }}
_rest() {{
  local code=$1 name=$2 with_value=$3 word is_value= rest=() kept=0 lost=0
  shift 3
  for word; do
    if [[ -n $is_value || $word == -* ]]; then
      [[ -z $is_value && $word == -*[$with_value] ]] && is_value=1 || is_value=
      rest+=("$word")
    elif [[ -e $word ]]; then
      kept=1
      rest+=("$word")
    else
      ((lost += 1))
      ((lost > 1)) && echo "$name: $word: No such file or directory" >&2
    fi
  done
  ((kept && lost)) && command "$name" "${{rest[@]}}"
  return $code
}}
_ls() {{ command ls "$@" || _rest $? ls ITw "$@"; }}
ls() {{
  local word letters= rest=()
  for word; do
    [[ $word == -* ]] && letters+=$word
    [[ $word == -[!-]* ]] && word=${{word//[Slr1]/}}
    [[ $word == - ]] || rest+=("$word")
  done
  case $letters in
    *S*) _ls -l "${{rest[@]}}" | sed 's,^//,/,' | {_SORT_BY_SIZE} "$letters" ;;
    *[Rr]*) _ls "$@" | sed 's,^//,/,' ;;
    *) _ls "$@" ;;
  esac
  return ${{PIPESTATUS[0]}}
}}
wc() {{ command wc "$@" || _rest $? wc = "$@"; }}
cut() {{ command cut "$@" || _rest $? cut bcdf "$@"; }}
stat() {{ command stat "$@" || _rest $? stat c "$@"; }}"""


class ShellOutput(NamedTuple):
    """The output of a command: standard output, then its error messages."""

    text: str
    exit_code: int = 0


class DocsFilesystem:
    """Files that commands can read, and that an edit of the site can change."""

    def __init__(self, tree: FileTree) -> None:
        """Create the filesystem over a tree of files, which it owns from now on."""
        self._tree = tree
        self._emptying: asyncio.TimerHandle | None = None
        self._at_once = CapacityLimiter(_AT_ONCE)
        self._heavy = CapacityLimiter(1)

    @classmethod
    def from_texts(cls, texts: Mapping[str, bytes], *, is_large: bool = False) -> DocsFilesystem:
        """Return a filesystem with files by absolute path.

        If `is_large`, the texts are requested only when they are needed.
        """
        return cls((LargeFileTree if is_large else FileTree).from_texts(texts))

    def update_files(self, changed: Mapping[str, bytes], removed: Iterable[str] = ()) -> None:
        """Write some files and remove others, in time independent of the size of the site."""
        self._tree.update_files(changed, removed)

    @property
    def omitted_paths(self) -> list[str]:
        """The sorted paths of the files that the filesystem cannot hold."""
        return sorted(self._tree.left_out)

    async def run(self, command: str) -> ShellOutput:
        """Run a command in `/`, limited in time and size, and return its output; never raises."""
        if len(command) > MAX_COMMAND:
            return ShellOutput(f"bash: a command may have at most {MAX_COMMAND:,} characters\n", 2)
        if "\0" in command:
            return ShellOutput("bash: a command cannot contain a null byte\n", 2)
        # Commands that wait for `_heavy` do not occupy a place of the others.
        async with self._heavy if _HEAVY.search(command) else nullcontext(), self._at_once:
            try:
                with self._tree.hold_texts():
                    return await self._run_in_bash(command)
            finally:
                self._schedule_release()

    async def _run_in_bash(self, command: str) -> ShellOutput:
        """Run a command in a new shell, with the texts that it needs."""
        bash = _create_bash(self._tree)
        if isinstance(self._tree, LargeFileTree):
            await to_thread.run_sync(
                lambda: find_needed_files(command, bash, self._tree).load_into(self._tree)
            )
        await bash.execute(_BEFORE)
        printed: list[str] = []
        done = await bash.execute(command, on_output=lambda text, _: printed.append(text))
        # The result of a stopped command lacks what it has printed.
        errors = await to_thread.run_sync(render_error_messages, done.stderr, command, self._tree)
        text = clean_output(done.stdout or "".join(printed), command)
        return ShellOutput(_join_output(text, errors), done.exit_code)

    def _schedule_release(self) -> None:
        """Schedule the release of a large site's texts, in place of one already scheduled."""
        if self._emptying is not None:
            self._emptying.cancel()
            self._emptying = None
        if isinstance(self._tree, LargeFileTree) and self._tree.loaded_size > _MOST_CACHED:
            loop = asyncio.get_running_loop()
            empty = self._tree.release_texts
            self._emptying = loop.call_later(
                REST, lambda: loop.run_in_executor(None, empty) and None
            )


def _create_bash(tree: FileTree) -> Bash:
    """Return a new shell with our commands: no state is shared between two calls."""
    shell = Shell(tree, partial(_create_plain_bash, tree))
    return _create_plain_bash(
        tree,
        {
            "rg": partial(rg.run_rg, shell),
            _GREP: partial(grep.run_grep, shell),
            "find": partial(find.run_find, shell),
            "tree": partial(tree_command.run_tree, shell),
            "yq": partial(yq.run_yq, shell),
            _SORT_BY_SIZE: ls.run_sort_by_size,
            **{name: partial(awk.run_awk, shell) for name in awk.NAMES},
        },
    )


def _create_plain_bash(
    tree: FileTree, builtins: Mapping[str, find.Builtin] | None = None, cwd: str = "/"
) -> Bash:
    """Return a new read-only shell over the tree, with these builtins besides its own."""
    bash = Bash(
        username="reader",
        hostname="docs",
        cwd=cwd,
        env={},
        max_commands=_MAX_COMMANDS,
        max_loop_iterations=_MAX_LOOP,
        timeout_seconds=TIMEOUT,
        readonly_filesystem=True,
        custom_builtins=builtins or {},
    )
    for place, files in tree.iter_mounts():
        bash.mount(place, files)
    return bash


def _join_output(printed: str, errors: str) -> str:
    gap = "\n" if printed and errors and not printed.endswith("\n") else ""
    return f"{printed}{gap}{errors}"
