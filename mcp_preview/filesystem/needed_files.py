"""The files that a command may read, so that the shell of a large site gets only these texts.

They are determined from the command before it runs, rather too many than too few: all files if it
is unclear. The shell always has the names of all files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

import re2
from bashkit import AnalyzedCommand, Bash, BashError

from mcp_preview.filesystem.file_tree import FileTree
from mcp_preview.filesystem.patterns import build_quiet_options

_NOT_THERE = ("python", "python3", "node", "npm", "git", "perl")
"""Commands that agents try, but that the shell does not have."""
# The output of these depends only on the names of files. Ours read files themselves, and load the
# texts that they delegate to the shell.
_OF_NAMES = frozenset(
    (
        *("rg", "grep", "find", "tree", "cd", "pwd", "basename", "dirname", "echo", "printf"),
        *("true", "false", ":", "seq", "read", "sleep", "exit", "tr", "which", "type", "whoami"),
        *("uname", "hostname", "history", "curl", "wget", "http", *_NOT_THERE),
    )
)
_READING = frozenset(
    (
        *("cat", "head", "tail", "wc", "sort", "uniq", "cut", "tac", "nl", "rev", "paste", "fold"),
        *("stat", "md5sum", "sha256sum", "sed", "awk", "jq"),
    )
)
"""The commands that read the files among their arguments."""
_ADDRESS = r"(?:\d+|\$|/(?:\\.|[^/\\\n])*/I?)"
_CHANGE = "|".join(
    rf"s{sign}(?:\\.|[^{sign}\\\n])*{sign}(?:\\.|[^{sign}\\\n])*{sign}[gpiI\d]*"
    for sign in ("/", r"\|", "#", ",")
)
_STEP = rf" *(?:{_ADDRESS}(?: *, *\+?{_ADDRESS})? *!? *)?(?:[pdq=]|{_CHANGE})? *"


class _Program(NamedTuple):
    """The arguments with which a command certainly reads only the files among its words."""

    options: re.Pattern[str]
    with_value: frozenset[str]
    """The options that are followed by a value."""
    program: Any
    """The pattern of programs that read no other files."""


_PROGRAMS = {
    "awk": _Program(
        re.compile(r"-[Fv].*", re.DOTALL),
        frozenset(("-F", "-v")),
        re.compile(r"(?!.*(?:getline|ARG|system|@|\|)).*", re.DOTALL),
    ),
    "jq": _Program(
        re.compile(r"-[rcsneSj]+|--(?:raw-output|compact-output|sort-keys|slurp|tab|null-input)"),
        frozenset(),
        re.compile(r"(?!.*\b(?:import|include)\b).*", re.DOTALL),
    ),
    "sed": _Program(
        re.compile("-[nErsu]+"),
        frozenset(),
        re2.compile(rf"{_STEP}(?:[;\n]{_STEP})*", build_quiet_options()),
    ),
}
# Matches syntax that hides which files are read.
_HIDES = re.compile(r"[$<>]\(|`|\[\[|\(\(|<>")
_TESTS = frozenset(("-e", "-f", "-d", "-n", "-z", "=", "==", "!=", "-a", "-o", "!", "]", "-r"))
_FINDING = frozenset(
    (
        *("-name", "-iname", "-path", "-ipath", "-wholename", "-type", "-o", "-or", "-a", "-and"),
        *("!", "-not", "(", ")", "-maxdepth", "-mindepth", "-print", "-print0", "-prune"),
    )
)
_SPECIAL = re.compile(r"[*?\[{~]")
_PIECE = re.compile(r"\*+|\?|\[[^/]*|.", re.DOTALL)
_MOST_FOLDERS = 8


class NeededFiles(NamedTuple):
    """The files whose texts the shell needs."""

    paths: frozenset[str] = frozenset()
    are_all: bool = False

    def load_into(self, tree: FileTree) -> None:
        """Load these texts into the shell of a tree."""
        if self.are_all:
            tree.load_all_texts()
        else:
            tree.load_texts(self.paths)


NONE, ALL = NeededFiles(), NeededFiles(are_all=True)


class _UnknownReads(Exception):
    """The error of a command that may read any file."""


def find_needed_files(script: str, shell: Bash, tree: FileTree) -> NeededFiles:
    """Return the files that a script in `/` may read; `ALL` if that is unclear."""
    try:
        analysis = shell.analyze(script)
    except BashError:
        return ALL
    # The analysis leaves out some places: conditions in two brackets, values of variables.
    if analysis.is_opaque or analysis.functions or _HIDES.search(script):
        return ALL
    try:
        folders = _collect_working_folders(analysis.commands)
        words = [
            word
            for command in analysis.commands
            for word in _iter_file_args(command, folders, tree)
        ]
        words += [
            _require_known_word(redirect.path)
            for redirect in analysis.redirects
            if redirect.mode == "read"
        ]
        paths = {path for word in words for path in _iter_matching_files(word, folders, tree)}
    except _UnknownReads:
        return ALL
    return NeededFiles(frozenset(paths))


def find_files_for_builtin(
    command: str, argv: Sequence[str], cwd: str, tree: FileTree
) -> NeededFiles:
    """Return the files that the shell's own version of a command may read; `ALL` if unclear."""
    options = [word for word in argv if word.startswith("-")]
    if command == "tree":
        return NONE
    if command == "find":
        return NONE if all(word in _FINDING for word in options) else ALL
    descends = any("r" in word.lower() for word in options)
    if command == "awk" and _PROGRAMS["awk"].program.fullmatch(" ".join(argv)) is None:
        return ALL
    if command not in ("grep", "awk", "yq") or (descends and command == "grep"):
        return ALL
    return NeededFiles(
        frozenset(path for word in argv for path in _iter_named_file(word, cwd, tree))
    )


def _collect_working_folders(commands: Iterable[AnalyzedCommand]) -> list[str]:
    """Return the folders in which the commands of a script may run. Raises `_UnknownReads`."""
    folders = ["/"]
    for command in commands:
        if command.assignments and command.name is not None:
            raise _UnknownReads  # Some variables change the behaviour of a command.
        if command.name == "cd":
            target = _require_known_word(command.args[0] if len(command.args) == 1 else None)
            if _SPECIAL.search(target) or target.startswith("-"):
                raise _UnknownReads
            folders += [normpath(join(folder, target)) for folder in folders]
        if len(folders) > _MOST_FOLDERS:
            raise _UnknownReads
    if len(folders) > 1 and any(command.assignments for command in commands):
        raise _UnknownReads  # One of them is `CDPATH`.
    return folders


def _iter_file_args(call: AnalyzedCommand, folders: Sequence[str], tree: FileTree) -> Iterator[str]:
    """Yield the words of a command that may name files that it reads. Raises `_UnknownReads`."""
    if call.name in _OF_NAMES or (call.is_assignment_only and call.name is None):
        return
    args = [_require_known_word(arg) for arg in call.args]
    match call.name:
        case "ls":
            yield from _iter_files_sized_by_ls(args, folders, tree)
        case "test" | "[":
            if not all(arg in _TESTS for arg in args if arg.startswith("-")):
                raise _UnknownReads
        case name if name in _READING:
            yield from _iter_read_arguments(name, args)
        case _:
            raise _UnknownReads


def _iter_files_sized_by_ls(
    args: Sequence[str], folders: Sequence[str], tree: FileTree
) -> Iterator[str]:
    """Yield the places and files whose size `ls` prints, if it does. Raises `_UnknownReads`."""
    letters = "".join(arg for arg in args if arg.startswith("-"))
    places = [arg for arg in args if not arg.startswith("-")] or ["."]
    if set(letters) <= set("-1aAFRrt"):
        return
    if not set(letters) <= set("-1aAFrtlh") or any(map(_SPECIAL.search, places)):
        raise _UnknownReads
    for place in places:
        yield place
        for folder in (normpath(join(around, place)) for around in folders):
            yield from (path for path in tree.iter_files(folder) if dirname(path) == folder)


def _iter_read_arguments(name: str, args: Sequence[str]) -> Iterator[str]:
    """Yield the arguments of a reading command that may be files. Raises `_UnknownReads`."""
    if any(arg.startswith("--files0-from") for arg in args):
        raise _UnknownReads
    rest = list(args)
    program = _PROGRAMS.get(name)
    if program:
        while rest and rest[0].startswith("-"):
            option = rest.pop(0)
            if not program.options.fullmatch(option):
                raise _UnknownReads
            del rest[: option in program.with_value]
        if not rest or not program.program.fullmatch(rest.pop(0)):
            raise _UnknownReads
        if any(arg.startswith("-") and arg != "-" for arg in rest):
            raise _UnknownReads  # An option after the program may add another program.
    yield from rest


def _require_known_word(word: str | None) -> str:
    """Return a word. Raises `_UnknownReads` if the analysis does not know it."""
    if word is None:
        raise _UnknownReads
    return word


def _iter_matching_files(word: str, folders: Sequence[str], tree: FileTree) -> Iterator[str]:
    """Yield the files that a word may name, literally or as a glob. Raises `_UnknownReads`."""
    for folder in folders:
        yield from _iter_named_file(word, folder, tree)
        if _SPECIAL.search(word):
            yield from filter(_build_path_matcher(word, folder), tree.iter_files("/"))


def _iter_named_file(word: str, folder: str, tree: FileTree) -> Iterator[str]:
    """Yield the file that a word names in a folder, if it exists."""
    path = "/" + normpath(join(folder, word)).lstrip("/")
    if tree.is_file(path):
        yield path


def _build_path_matcher(word: str, folder: str) -> Callable[[str], bool]:
    """Return a test whether a path may match a glob of the shell. Raises `_UnknownReads`."""
    # The content of braces may have slashes and is a glob itself.
    start, brace, _ = word.partition("{")
    if word.startswith("~") or (brace and ".." in word):
        raise _UnknownReads
    whole = "/" + join(folder, start).lstrip("/") if brace else normpath(join(folder, word))
    pieces = (_build_piece_regex(match[0]) for match in _PIECE.finditer("/" + whole.lstrip("/")))
    try:
        pattern = re2.compile("".join(pieces) + (".*" if brace else ""), build_quiet_options())
    except re2.error:
        raise _UnknownReads from None
    return lambda path: pattern.fullmatch(path) is not None


def _build_piece_regex(piece: str) -> str:
    """Return the regular expression for a piece of a glob."""
    if piece[0] in "*[":
        return "[^/]*"
    return "[^/]" if piece == "?" else str(re2.escape(piece))
