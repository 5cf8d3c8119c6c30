"""`grep -r`, and `grep` in a pipe; for few files the shell's own command is fast enough."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import basename

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.matching import (
    LineSearch,
    build_line_patterns,
    build_print_style,
    can_compile,
)
from mcp_preview.filesystem.pattern_files import read_pattern_call
from mcp_preview.filesystem.patterns import LinePatterns, build_name_matcher
from mcp_preview.filesystem.shell import CommandOptions, Shell, ShellPath

_SWITCHES = {
    **{"-r": "recursive", "-R": "recursive", "--recursive": "recursive", "-i": "ignore-case"},
    **{"--ignore-case": "ignore-case", "-n": "numbers", "--line-number": "numbers", "-l": "list"},
    **{"--files-with-matches": "list", "-L": "list-without", "-c": "count", "--count": "count"},
    **{"--files-without-match": "list-without", "-o": "only", "--only-matching": "only"},
    **{"-w": "words", "--word-regexp": "words", "-x": "lines", "--line-regexp": "lines"},
    **{"-v": "invert", "--invert-match": "invert", "-F": "literal", "--fixed-strings": "literal"},
    **{
        "-E": "extended",
        "--extended-regexp": "extended",
        "-P": "perl",
        "--perl-regexp": "perl",
        "-G": "basic",
    },
    **{"-H": "names", "--with-filename": "names", "-h": "no-names", "--no-filename": "no-names"},
    **{"-s": "silent", "--no-messages": "silent", "-q": "quiet", "--quiet": "quiet"},
    **{"--color": "color", "-I": "text", "-a": "text"},
}
_VALUES = {
    **{"-e": "pattern", "--regexp": "pattern", "-A": "after", "--after-context": "after"},
    **{"-B": "before", "--before-context": "before", "-C": "context", "--context": "context"},
    **{"-m": "most", "--max-count": "most", "--include": "include", "--exclude": "exclude"},
    **{"--exclude-dir": "exclude-dir", "-f": "pattern-file", "--file": "pattern-file"},
}
_NUMBERS = ("after", "before", "context", "most")
_PIPE = "(standard input)"
_BASIC = re.compile(r"\\?[(){}|+?]|\\.")
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_BACK = frozenset(f"\\{number}" for number in range(1, 10))


async def run_grep(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Run a call of `grep`, by the shell's own command unless it is recursive or in a pipe."""
    try:
        call = read_pattern_call(shell, context, _SWITCHES, _VALUES)
    except FileNotFoundError as missing:
        return BuiltinResult("", f"grep: {missing}: No such file or directory\n", 2)
    if call is None or not call.options.are_numbers(_NUMBERS):
        return await shell.run_builtin("grep", context, argv=call and call.argv)
    options, argv = call.options, call.argv
    patterns, paths = options.split_patterns()
    if not patterns:
        return BuiltinResult("", "grep: a pattern is missing\n", 2)
    wanted = _build_grep_patterns(options, patterns)
    is_piped = not paths and context.stdin is not None
    if _needs_own_grep(options, wanted) or not (options.has_option("recursive") or is_piped):
        return await shell.run_builtin("grep", context, argv=argv)
    if options.has_option("recursive"):
        search = _build_file_search(shell, options, wanted, shell.resolve_places(context, paths))
    else:
        piped = (call.stdin or "").encode("utf-8", "replace")
        search = _build_search(options, wanted, [(_PIPE, piped)], is_single=True)
    return await to_thread.run_sync(search.run_search)


def _needs_own_grep(options: CommandOptions, wanted: LinePatterns) -> bool:
    r"""Return whether only the shell's own `grep` supports the patterns.

    These are lookarounds such as `(?<!x)` and backreferences such as `(.)\1`.
    """
    goes_back = not wanted.literal and any(map(_has_backreference, wanted.patterns))
    return (goes_back or options.has_option("perl")) and not can_compile(wanted)


def _has_backreference(pattern: str) -> bool:
    """Return whether a pattern has a backreference."""
    return any(escaped in _BACK for escaped in _ESCAPED.findall(pattern))


def _build_file_search(
    shell: Shell, options: CommandOptions, wanted: LinePatterns, places: list[ShellPath]
) -> LineSearch:
    """Return the search in files, with errors for missing places."""
    missing = [place for place in places if not shell.place_exists(place)]
    errors = "".join(f"grep: {place.shown}: No such file or directory\n" for place in missing)
    files = _iter_search_files(shell, options, [place for place in places if place not in missing])
    texts = ((name, shell.tree.read_file(path)) for name, path in files)
    search = _build_search(options, wanted, texts, is_single=shell.is_single_file(places))
    return search if options.has_option("silent") else search._replace(errors=errors)


def _build_search(
    options: CommandOptions,
    wanted: LinePatterns,
    files: Iterable[tuple[str, bytes]],
    *,
    is_single: bool,
) -> LineSearch:
    """Return the search in texts by printed name; names are omitted by default if `is_single`."""
    names = not options.has_option("no-names") and (options.has_option("names") or not is_single)
    style = build_print_style(options, names=names, count_zero=True)
    return LineSearch("grep", wanted, style, files, quiet=options.has_option("quiet"))


def _iter_search_files(
    shell: Shell, options: CommandOptions, places: list[ShellPath]
) -> Iterator[tuple[str, str]]:
    """Yield the files to search: the printed name and the path."""
    include, exclude, without = (
        [build_name_matcher(glob) for glob in options.given.get(name, ())]
        for name in ("include", "exclude", "exclude-dir")
    )
    for place in places:
        for path in shell.iter_files(place):
            name = basename(path)
            folders = path[len(place.path.rstrip("/")) + 1 :].split("/")[:-1]
            if (
                (not include or any(fits(name) for fits in include))
                and not any(fits(name) for fits in exclude)
                and not any(fits(folder) for fits in without for folder in folders)
            ):
                yield place.format_path(path), path


def _build_grep_patterns(options: CommandOptions, patterns: tuple[str, ...]) -> LinePatterns:
    """Return the patterns in extended syntax, with the options for matching."""
    if not any(map(options.has_option, ("literal", "extended", "perl"))):
        patterns = tuple(map(_convert_to_extended, patterns))
    return build_line_patterns(options, patterns, ignore_case=options.has_option("ignore-case"))


def _convert_to_extended(pattern: str) -> str:
    r"""Return a basic pattern as an extended one, exchanging `\(` and `(`."""

    def convert_sign(match: re.Match[str]) -> str:
        sign = match[0]
        if sign[-1] not in "(){}|+?":
            return sign
        return sign[1:] if sign[0] == "\\" else f"\\{sign}"

    return _BASIC.sub(convert_sign, pattern)
