"""`find` by name, path, type and depth; other uses are delegated to the shell's own command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from posixpath import basename
from typing import TypeAlias

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from docs_lsp.files.walk import iter_upwards
from mcp_preview.filesystem.output_limits import WalkBudget
from mcp_preview.filesystem.patterns import build_name_matcher
from mcp_preview.filesystem.shell import Shell, ShellPath

Builtin: TypeAlias = Callable[[BuiltinContext], Awaitable[str | BuiltinResult]]
_Test: TypeAlias = Callable[[str, bool], bool]
"""A test of an entry, given by its printed path and whether it is a folder."""


@dataclass(slots=True)
class _Query:
    """The places, tests and depths of a call of `find`."""

    places: list[str] = field(default_factory=list)
    tests: list[_Test] = field(default_factory=list)
    min_depth: int = 0
    max_depth: int | None = None


async def run_find(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Run a call of `find`, by the shell's own command if it is not supported here."""
    query = _parse_query(context.argv)
    if query is None:
        return await shell.run_builtin("find", context)
    places = [shell.resolve_place(context, written) for written in query.places or ["."]]
    try:
        return await to_thread.run_sync(_find_entries, shell, query, places)
    except TimeoutError:
        return BuiltinResult("", "find: this takes too long; search in one folder\n", 1)


def _parse_query(argv: Sequence[str]) -> _Query | None:
    """Return the arguments as a query; None if they are not supported here."""
    query = _Query()
    rest = list(argv)
    while rest and not rest[0].startswith(("-", "!", "(")):
        query.places.append(rest.pop(0))
    while rest:
        word = rest.pop(0)
        negated = word in ("!", "-not")
        if negated and rest:
            word = rest.pop(0)
        if word in ("-print", "-a", "-and") and not negated:
            continue
        if not rest:
            return None
        value = rest.pop(0)
        if word in ("-maxdepth", "-mindepth") and value.isdecimal() and not negated:
            depth = int(value[:6])
            query.max_depth, query.min_depth = (
                (depth, query.min_depth) if word == "-maxdepth" else (query.max_depth, depth)
            )
            continue
        test = _parse_test(word, value)
        if test is None:
            return None
        query.tests.append(_negate_test(test) if negated else test)
    return query


def _parse_test(word: str, value: str) -> _Test | None:
    """Return the test of an option and its value, or None if it is not supported."""
    match word:
        case "-name" | "-iname":
            fits = build_name_matcher(value, ignore_case=word == "-iname")
            return lambda path, _: fits(basename(path.rstrip("/")) or path)
        case "-path" | "-ipath" | "-wholename":
            whole = build_name_matcher(value, ignore_case=word == "-ipath")
            return lambda path, _: whole(path)
        case "-type" if value in ("f", "d"):
            return lambda _, is_folder: is_folder == (value == "d")
        case _:
            return None


def _negate_test(test: _Test) -> _Test:
    """Return the opposite of a test."""
    return lambda path, is_folder: not test(path, is_folder)


def _find_entries(shell: Shell, query: _Query, places: list[ShellPath]) -> BuiltinResult:
    """Return the lines of matching entries, and errors, as a result. Raises `TimeoutError`."""
    budget = WalkBudget()
    lines: list[str] = []
    errors = ""
    for place in places:
        if not shell.place_exists(place):
            errors += f"find: '{place.shown}': No such file or directory\n"
            continue
        for path, is_folder in _walk_entries(shell, place):
            budget.spend()
            name = place.format_path(path)
            if _matches_query(query, place, path, name, is_folder):
                budget.spend(len(name))
                lines.append(f"{name}\n")
            if budget.is_used_up:
                break
    errors += budget.describe_truncation("find")
    return BuiltinResult("".join(lines), errors, 1 if errors else 0)


def _matches_query(query: _Query, place: ShellPath, path: str, name: str, is_folder: bool) -> bool:
    """Return whether an entry has the wanted depth and passes all tests."""
    inside = path[len(place.path.rstrip("/")) :].strip("/")
    depth = inside.count("/") + 1 if inside else 0
    if depth < query.min_depth or (query.max_depth is not None and depth > query.max_depth):
        return False
    return all(test(name, is_folder) for test in query.tests)


def _walk_entries(shell: Shell, place: ShellPath) -> Iterator[tuple[str, bool]]:
    """Yield a path and whether it is a folder, for a place and all below it, folders first."""
    if shell.tree.is_file(place.path):
        yield place.path, False
        return
    yield place.path, True
    seen = {place.path}
    for path in shell.tree.iter_files(place.path):
        around = islice(iter_upwards(path), 1, None)
        new_folders = [*takewhile(lambda folder: folder not in seen, around)]
        seen.update(new_folders)
        yield from ((folder, True) for folder in reversed(new_folders))
        yield path, False
