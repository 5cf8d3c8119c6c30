"""Options, paths and the shell's own commands, for `find`, `grep`, `rg` and `tree`.

The shell has these commands too, but takes seconds for some thousand pages. Ours do the usual
things fast, and delegate everything else to the shell's own.
"""

from __future__ import annotations

import posixpath
import secrets
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from anyio import to_thread
from bashkit import Bash, BuiltinContext, BuiltinResult, FileSystem

from mcp_preview.filesystem.file_tree import FileTree, create_empty_filesystem
from mcp_preview.filesystem.needed_files import find_files_for_builtin
from mcp_preview.filesystem.output_limits import render_truncation_message

BROKEN = "builtin failed unexpectedly"
"""Part of the error message of a command at which the shell's library has broken down."""


class ShellPath(NamedTuple):
    """A path of an argument, as it was written and in absolute form."""

    shown: str
    path: str

    def format_path(self, path: str) -> str:
        """Return the printed form of a file in or below this path."""
        if self.path == path:
            return self.shown
        inside = path[len(self.path.rstrip("/")) + 1 :]
        if not self.shown:
            return inside
        return f"{self.shown}{inside}" if self.shown.endswith("/") else f"{self.shown}/{inside}"


class Shell:
    """The tree, and a plain shell over it for commands that are delegated."""

    def __init__(self, tree: FileTree, plain: Callable[..., Bash]) -> None:
        """Create the shell from a tree and a function that creates plain shells."""
        self.tree = tree
        self._plain = plain

    async def run_builtin(
        self,
        command: str,
        context: BuiltinContext,
        *,
        argv: Sequence[str] | None = None,
        stdin: str | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> BuiltinResult:
        """Run the shell's own command, with other arguments, input or files if they are given."""
        argv = context.argv if argv is None else argv
        stdin = context.stdin if stdin is None else stdin
        needed = find_files_for_builtin(command, argv, context.cwd, self.tree)
        await to_thread.run_sync(needed.load_into, self.tree)
        words = " ".join(map(shlex.quote, [command, *argv]))
        # A here-document is the only way to pass on the input of a pipe.
        given = ""
        if stdin is not None:
            # Must be unknown to pages, or the text after such a line would run as a command.
            end = secrets.token_hex(16)
            given = f" <<'{end}'\n{stdin.removesuffix(chr(10))}\n{end}\n"
        bash = self._plain(cwd=context.cwd)
        for folder, filesystem in _iter_replaced_folders(files or {}):
            bash.mount(folder, filesystem)
        try:
            done = await bash.execute(words + given)
        except Exception as error:
            if type(error).__name__ != "RustPanic":
                raise
            return BuiltinResult("", f"{command}: {BROKEN}\n", 2)
        errors = (
            render_truncation_message(command, len(done.stdout)) if done.stdout_truncated else ""
        )
        return BuiltinResult(done.stdout, done.stderr + errors, done.exit_code)

    def resolve_places(self, context: BuiltinContext, written: Sequence[str]) -> list[ShellPath]:
        """Return the paths to search: the given ones, or else the working directory."""
        places = [self.resolve_place(context, path) for path in written]
        return places or [ShellPath("", context.cwd)]

    def resolve_place(self, context: BuiltinContext, written: str) -> ShellPath:
        """Return the path of an argument."""
        full = posixpath.normpath(posixpath.join(context.cwd, written))
        return ShellPath(written, "/" + full.lstrip("/"))

    def iter_files(self, place: ShellPath) -> Iterator[str]:
        """Return the file itself, or all files in and below the folder."""
        path = place.path
        return iter([path]) if self.tree.is_file(path) else self.tree.iter_files(path)

    def place_exists(self, place: ShellPath) -> bool:
        """Return whether a file or folder exists."""
        return self.tree.is_file(place.path) or self.tree.is_folder(place.path)

    def is_single_file(self, places: Sequence[ShellPath]) -> bool:
        """Return whether there is only one place, and it is a file."""
        return len(places) == 1 and self.tree.is_file(places[0].path)


def _iter_replaced_folders(files: Mapping[str, bytes]) -> Iterator[tuple[str, FileSystem]]:
    """Yield the folders of some files, each as a filesystem of only these files."""
    folders: dict[str, FileSystem] = {}
    for path, text in files.items():
        folder, name = posixpath.split(path)
        if folder not in folders:
            folders[folder] = create_empty_filesystem()
        folders[folder].write_file(f"/{name}", text)
    yield from sorted(folders.items())


class CommandOptions(NamedTuple):
    """The options and words of a command line."""

    given: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...]

    def has_option(self, name: str) -> bool:
        """Return whether an option is given."""
        return name in self.given

    def get_last_value(self, name: str) -> str | None:
        """Return the last value of an option, or None."""
        return self.given[name][-1] if name in self.given else None

    def get_number(self, name: str) -> int | None:
        """Return the value of an option as a number; None if there is none or it is no number."""
        value = self.get_last_value(name)
        return int(value) if value is not None and value.isdecimal() and len(value) < 10 else None

    def are_numbers(self, names: Sequence[str]) -> bool:
        """Return whether the values of all given options are numbers."""
        return all(self.get_number(name) is not None for name in names if self.has_option(name))

    def split_patterns(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return patterns and paths: the first word is a pattern unless `-e` gives one."""
        if self.has_option("pattern"):
            return self.given["pattern"], self.words
        return self.words[:1], self.words[1:]


def parse_command_options(
    argv: Sequence[str], switches: Mapping[str, str], values: Mapping[str, str]
) -> CommandOptions | None:
    """Return the options and words of a command; None if an option is unknown or lacks its value.

    Both mappings map written options (`-i`, `--ignore-case`) to their names.
    """
    given: dict[str, list[str]] = {}
    words: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--":
            words += rest
            break
        if len(word) < 2 or word[0] != "-":
            words.append(word)
            continue
        for name, value in _iter_word_options(word, rest, switches, values):
            if name is None:
                return None
            given.setdefault(name, []).append(value)
    return CommandOptions({name: tuple(all_) for name, all_ in given.items()}, tuple(words))


def _iter_word_options(
    word: str, rest: list[str], switches: Mapping[str, str], values: Mapping[str, str]
) -> Iterator[tuple[str | None, str]]:
    """Yield the options in one word; a value may be taken from `rest`. The name None is invalid."""
    if word.startswith("--"):
        key, equals, value = word.partition("=")
        if key in switches and not equals:
            yield switches[key], ""
        elif key in values and (equals or rest):
            yield values[key], value if equals else rest.pop(0)
        else:
            yield None, ""
        return
    letters = word[1:]
    while letters:
        key, letters = f"-{letters[0]}", letters[1:]
        if key in switches:
            yield switches[key], ""
        elif key in values and (letters or rest):
            yield values[key], letters or rest.pop(0)
            return
        else:
            yield None, ""
            return
