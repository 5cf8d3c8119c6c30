"""`grep -r`. Without `-r` it looks in few files or in a pipe: the shell's own is fast at that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.line_patterns import LinePatterns
from mcp_preview.filesystem.matching import LineSearch, PrintStyle, is_known
from mcp_preview.filesystem.walker import (
    CommandOptions,
    Shell,
    ShellPath,
    glob_matcher,
    parse_options,
)

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
    **{"--exclude-dir": "exclude-dir"},
}
_NUMBERS = ("after", "before", "context", "most")
_BASIC = re.compile(r"\\?[(){}|+?]|\\.")


async def run(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Answer a call of `grep`."""
    options = parse_options(context.argv, _SWITCHES, _VALUES)
    if options is None or not options.are_numbers(_NUMBERS):
        return await shell.own("grep", context)
    patterns, paths = options.patterns()
    if not patterns:
        return BuiltinResult("", "grep: a pattern is missing\n", 2)
    wanted = _wanted(options, patterns)
    is_piped = not paths and context.stdin is not None
    # What stands around a match, as in `(?<!x)`, only the shell's own knows, in its time.
    is_beyond = options.has("perl") and not is_known(wanted)
    if is_beyond or not (options.has("recursive") or is_piped):
        return await shell.own("grep", context)
    if options.has("recursive"):
        search = _line_search(shell, options, wanted, shell.places(context, paths))
    else:
        search = LineSearch("grep", wanted, _style(options, piped=True), shell.piped(context))
    return await to_thread.run_sync(search._replace(quiet=options.has("quiet")).result)


def _line_search(
    shell: Shell, options: CommandOptions, wanted: LinePatterns, places: list[ShellPath]
) -> LineSearch:
    missing = [place for place in places if not shell.exists(place)]
    complaint = "".join(f"grep: {place.shown}: No such file or directory\n" for place in missing)
    files = _files(shell, options, [place for place in places if place not in missing])
    texts = ((name, shell.tree.read(path)) for name, path in files)
    silent = options.has("silent")
    return LineSearch("grep", wanted, _style(options), texts, "" if silent else complaint)


def _files(
    shell: Shell, options: CommandOptions, places: list[ShellPath]
) -> Iterator[tuple[str, str]]:
    """The files to look in: how each is printed, and its path."""
    include, exclude, without = (
        [glob_matcher(glob) for glob in options.given.get(name, ())]
        for name in ("include", "exclude", "exclude-dir")
    )
    for place in places:
        for path in shell.files(place):
            name = basename(path)
            folders = path[len(place.path.rstrip("/")) + 1 :].split("/")[:-1]
            if (
                (not include or any(fits(name) for fits in include))
                and not any(fits(name) for fits in exclude)
                and not any(fits(folder) for fits in without for folder in folders)
            ):
                yield place.name(path), path


def _wanted(options: CommandOptions, patterns: tuple[str, ...]) -> LinePatterns:
    literal = options.has("literal")
    if not literal and not (options.has("extended") or options.has("perl")):
        patterns = tuple(map(_extended, patterns))
    return LinePatterns(
        patterns,
        literal=literal,
        ignore_case=options.has("ignore-case"),
        words=options.has("words"),
        lines=options.has("lines"),
        invert=options.has("invert"),
    )


def _extended(pattern: str) -> str:
    r"""A basic pattern as an extended one: in one of them `\(` groups, in the other `(` does."""

    def turned(found: re.Match[str]) -> str:
        sign = found[0]
        if sign[-1] not in "(){}|+?":
            return sign
        return sign[1:] if sign[0] == "\\" else f"\\{sign}"

    return _BASIC.sub(turned, pattern)


def _style(options: CommandOptions, *, piped: bool = False) -> PrintStyle:
    around = options.number("context") or 0
    before, after = options.number("before"), options.number("after")
    return PrintStyle(
        names=not (piped or options.has("no-names")),
        numbers=options.has("numbers"),
        before=around if before is None else before,
        after=around if after is None else after,
        only=options.has("only"),
        count=options.has("count"),
        count_zero=True,
        list_files=True if options.has("list") else False if options.has("list-without") else None,
        most=options.number("most"),
    )
