"""Which files a command may read: of a large site the shell is given the texts of no others.

This is told by what stands in the command, before it runs, and rather too many than too few: where
it cannot be told at all, these are all files. The names of all files the shell has in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

import re2
from bashkit import AnalyzedCommand, Bash, BashError

from mcp_preview.filesystem.file_tree import FileTree
from mcp_preview.filesystem.re2_options import quiet

_NOT_THERE = ("python", "python3", "node", "npm", "git", "perl")
"""Commands that agents try, and that the shell does not have."""
# What these print is the same whatever stands in the files: they know of names alone. Ours read
# files by themselves, and see to it that the shell has what they leave to it.
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
"""What these read stands among their words."""
_ADDRESS = r"(?:\d+|\$|/(?:\\.|[^/\\\n])*/I?)"
_CHANGE = "|".join(
    rf"s{sign}(?:\\.|[^{sign}\\\n])*{sign}(?:\\.|[^{sign}\\\n])*{sign}[gpiI\d]*"
    for sign in ("/", r"\|", "#", ",")
)
_STEP = rf" *(?:{_ADDRESS}(?: *, *\+?{_ADDRESS})? *!? *)?(?:[pdq=]|{_CHANGE})? *"


class _Program(NamedTuple):
    """What is sure to read no files but those among its words."""

    options: re.Pattern[str]
    with_value: frozenset[str]
    """Those behind which another word belongs to them."""
    program: Any
    """The programs of which that is so."""


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
        re.compile("-[nErsu]+"), frozenset(), re2.compile(rf"{_STEP}(?:[;\n]{_STEP})*", quiet())
    ),
}
# What names in other places, or hides, which files are read.
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
    """The files whose texts the shell has to have."""

    paths: frozenset[str] = frozenset()
    are_all: bool = False

    def fill(self, tree: FileTree) -> None:
        """Give the shell these texts."""
        if self.are_all:
            tree.fill_all()
        else:
            tree.fill(self.paths)


NONE, ALL = NeededFiles(), NeededFiles(are_all=True)


class _CannotTell(Exception):
    """A command that may read any file."""


def find_needed_files(script: str, shell: Bash, tree: FileTree) -> NeededFiles:
    """What a script may read that begins in `/`."""
    try:
        analysis = shell.analyze(script)
    except BashError:
        return ALL
    # Of some places the analysis tells nothing: conditions in two brackets, values of variables.
    if analysis.is_opaque or analysis.functions or _HIDES.search(script):
        return ALL
    try:
        folders = _folders(analysis.commands)
        words = [
            word for command in analysis.commands for word in _find_words(command, folders, tree)
        ]
        words += [
            _require_known(redirect.path)
            for redirect in analysis.redirects
            if redirect.mode == "read"
        ]
        paths = {path for word in words for path in _expand_word(word, folders, tree)}
    except _CannotTell:
        return ALL
    return NeededFiles(frozenset(paths))


def find_files_for_builtin(
    command: str, argv: Sequence[str], cwd: str, tree: FileTree
) -> NeededFiles:
    """What the shell's own command may read that stands in for one of ours."""
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
    return NeededFiles(frozenset(path for word in argv for path in _find_file(word, cwd, tree)))


def _folders(commands: Iterable[AnalyzedCommand]) -> list[str]:
    """Where the commands of a script may run: in `/`, or wherever one before has gone."""
    folders = ["/"]
    for command in commands:
        if command.assignments and command.name is not None:
            raise _CannotTell  # Some variables change what a command does.
        if command.name == "cd":
            target = _require_known(command.args[0] if len(command.args) == 1 else None)
            if _SPECIAL.search(target) or target.startswith("-"):
                raise _CannotTell
            folders += [normpath(join(folder, target)) for folder in folders]
        if len(folders) > _MOST_FOLDERS:
            raise _CannotTell
    if len(folders) > 1 and any(command.assignments for command in commands):
        raise _CannotTell  # `CDPATH` among them.
    return folders


def _find_words(one: AnalyzedCommand, folders: Sequence[str], tree: FileTree) -> Iterator[str]:
    """The words of a command that may name files whose texts it needs."""
    if one.name in _OF_NAMES or (one.is_assignment_only and one.name is None):
        return
    args = [_require_known(arg) for arg in one.args]
    match one.name:
        case "ls":
            yield from _find_files_sized_by_ls(args, folders, tree)
        case "test" | "[":
            if not all(arg in _TESTS for arg in args if arg.startswith("-")):
                raise _CannotTell
        case name if name in _READING:
            yield from _read(name, args)
        case _:
            raise _CannotTell


def _find_files_sized_by_ls(
    args: Sequence[str], folders: Sequence[str], tree: FileTree
) -> Iterator[str]:
    """What `ls` shows the size of."""
    letters = "".join(arg for arg in args if arg.startswith("-"))
    places = [arg for arg in args if not arg.startswith("-")] or ["."]
    if set(letters) <= set("-1aAFRrt"):
        return
    if not set(letters) <= set("-1aAFrtlh") or any(map(_SPECIAL.search, places)):
        raise _CannotTell
    for place in places:
        yield place
        for folder in (normpath(join(around, place)) for around in folders):
            yield from (path for path in tree.list_files(folder) if dirname(path) == folder)


def _read(name: str, args: Sequence[str]) -> Iterator[str]:
    """The words of a command that may be files."""
    if any(arg.startswith("--files0-from") for arg in args):
        raise _CannotTell
    rest = list(args)
    program = _PROGRAMS.get(name)
    if program:
        while rest and rest[0].startswith("-"):
            option = rest.pop(0)
            if not program.options.fullmatch(option):
                raise _CannotTell
            del rest[: option in program.with_value]
        if not rest or not program.program.fullmatch(rest.pop(0)):
            raise _CannotTell
        if any(arg.startswith("-") and arg != "-" for arg in rest):
            raise _CannotTell  # An option behind the program may bring another one.
    yield from rest


def _require_known(word: str | None) -> str:
    if word is None:
        raise _CannotTell
    return word


def _expand_word(word: str, folders: Sequence[str], tree: FileTree) -> Iterator[str]:
    """The files that a word of a script may stand for, as it is or as a pattern."""
    for folder in folders:
        yield from _find_file(word, folder, tree)
        if _SPECIAL.search(word):
            yield from filter(_build_matcher(word, folder), tree.list_files("/"))


def _find_file(word: str, folder: str, tree: FileTree) -> Iterator[str]:
    path = "/" + normpath(join(folder, word)).lstrip("/")
    if tree.is_file(path):
        yield path


def _build_matcher(word: str, folder: str) -> Callable[[str], bool]:
    """Whether a path may be among those that a pattern of the shell stands for."""
    # What stands between braces may have slashes, and is a pattern itself.
    start, brace, _ = word.partition("{")
    if word.startswith("~") or (brace and ".." in word):
        raise _CannotTell
    whole = "/" + join(folder, start).lstrip("/") if brace else normpath(join(folder, word))
    pieces = (_source(match[0]) for match in _PIECE.finditer("/" + whole.lstrip("/")))
    try:
        pattern = re2.compile("".join(pieces) + (".*" if brace else ""), quiet())
    except re2.error:
        raise _CannotTell from None
    return lambda path: pattern.fullmatch(path) is not None


def _source(piece: str) -> str:
    if piece[0] in "*[":
        return "[^/]*"
    return "[^/]" if piece == "?" else str(re2.escape(piece))
