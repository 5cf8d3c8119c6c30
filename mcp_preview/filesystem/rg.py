"""`rg` as clients use it: search all files below a place, in the order of their paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.globs import Globs
from mcp_preview.filesystem.line_patterns import LinePatterns
from mcp_preview.filesystem.matching import LineSearch, PrintStyle
from mcp_preview.filesystem.walker import (
    CommandOptions,
    Shell,
    ShellPath,
    build_name_matcher,
    parse_command_options,
)

_SWITCHES = {
    **{"-i": "ignore-case", "--ignore-case": "ignore-case", "-S": "smart", "--smart-case": "smart"},
    **{"-s": "case", "--case-sensitive": "case", "-n": "numbers", "--line-number": "numbers"},
    **{"-N": "no-numbers", "--no-line-number": "no-numbers", "-l": "list"},
    **{"--files-with-matches": "list", "--files-without-match": "list-without"},
    **{"-c": "count", "--count": "count", "-o": "only", "--only-matching": "only"},
    **{"-w": "words", "--word-regexp": "words", "-x": "lines", "--line-regexp": "lines"},
    **{"-v": "invert", "--invert-match": "invert", "-F": "literal", "--fixed-strings": "literal"},
    **{"-H": "names", "--with-filename": "names", "-I": "no-names", "--no-filename": "no-names"},
    **{"--no-heading": "flat", "--hidden": "all", "--no-ignore": "all", "-u": "all"},
    **{"-q": "quiet", "--quiet": "quiet", "--files": "files", "-L": "all", "--follow": "all"},
    **{"-U": "multiline", "--multiline": "multiline"},
}
_VALUES = {
    **{"-e": "pattern", "--regexp": "pattern", "-g": "glob", "--glob": "glob", "-t": "type"},
    **{"--type": "type", "-A": "after", "--after-context": "after", "-B": "before"},
    **{"--before-context": "before", "-C": "context", "--context": "context"},
    **{"-m": "most", "--max-count": "most", "--color": "color", "--sort": "sort"},
    **{"-d": "depth", "--max-depth": "depth", "-j": "threads", "--threads": "threads"},
}
_SPANS_LINES = re.compile(r"\\n|\\s|\(\?[a-z]*s|\[\^|\n")
"""Without it, a pattern finds the same lines one by one."""
_TYPES = {
    "md": ("*.md", "*.mdx"),
    "markdown": ("*.md", "*.mdx"),
    "mdx": ("*.mdx",),
    "json": ("*.json",),
    "yaml": ("*.yaml", "*.yml"),
}


async def run_rg(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Run a call of `rg`."""
    options = parse_command_options(context.argv, _SWITCHES, _VALUES)
    if options is None or not _is_supported(options):
        return await shell.run_builtin("rg", context)
    lists = options.has_option("files")
    patterns, paths = ((), options.words) if lists else options.split_patterns()
    if paths == ("-",) and context.stdin is not None:
        paths = ()
    places = shell.resolve_places(context, paths)
    if lists:
        files = _iter_search_files(shell, options, places, context.cwd)
        return BuiltinResult("".join(f"{name}\n" for name, _ in files), "", 0)
    if options.has_option("multiline") and any(map(_SPANS_LINES.search, patterns)):
        # Its own `^` and `$` are the ends of the file otherwise.
        argv = [f"(?m){word}" if word in patterns else word for word in context.argv]
        return await shell.run_builtin("rg", context, argv=argv)
    if not patterns:
        return BuiltinResult("", "rg: a pattern is missing\n", 2)
    if paths or context.stdin is None:
        search = _build_line_search(shell, options, patterns, places, context.cwd)
    else:
        search = LineSearch(
            "rg",
            _build_line_patterns(options, patterns),
            _build_print_style(options, one=True),
            shell.read_pipe(context),
        )
    return await to_thread.run_sync(search._replace(quiet=options.has_option("quiet")).run_search)


def _is_supported(options: CommandOptions) -> bool:
    """Return whether the values of all options are supported here."""
    return (
        options.are_numbers(("after", "before", "context", "most", "depth"))
        and all(kind in _TYPES for kind in options.given.get("type", ()))
        and options.get_last_value("sort") in (None, "path")
    )


def _build_line_search(
    shell: Shell,
    options: CommandOptions,
    patterns: tuple[str, ...],
    places: list[ShellPath],
    cwd: str,
) -> LineSearch:
    """Return the search in files, with errors for missing places."""
    missing = [place for place in places if not shell.place_exists(place)]
    complaint = "".join(
        f"rg: {place.shown}: No such file or directory (os error 2)\n" for place in missing
    )
    files = _iter_search_files(
        shell, options, [place for place in places if place not in missing], cwd
    )
    texts = ((name, shell.tree.read_file(path)) for name, path in files)
    one = len(places) == 1 and shell.tree.is_file(places[0].path)
    return LineSearch(
        "rg",
        _build_line_patterns(options, patterns),
        _build_print_style(options, one=one),
        texts,
        complaint,
    )


def _iter_search_files(
    shell: Shell, options: CommandOptions, places: list[ShellPath], cwd: str
) -> Iterator[tuple[str, str]]:
    """Yield the files to search: the printed name and the path."""
    kinds = [glob for kind in options.given.get("type", ()) for glob in _TYPES[kind]]
    is_kind = [build_name_matcher(glob) for glob in kinds]
    globs = Globs(options.given.get("glob", ()))
    depth = options.get_number("depth")
    for place in places:
        if shell.tree.is_file(place.path):
            yield place.shown, place.path  # A file that is named is looked at, whatever the globs.
            continue
        for path in shell.iter_files(place):
            inside = path[len(place.path.rstrip("/")) + 1 :]
            if (
                (not is_kind or any(fits(basename(path)) for fits in is_kind))
                and globs.includes_path(_get_glob_path(cwd, path))
                and (depth is None or inside.count("/") < depth)
            ):
                yield place.format_path(path), path


def _get_glob_path(cwd: str, path: str) -> str:
    """Return a path relative to the working directory, or to the root if it is outside."""
    return path.removeprefix(cwd.rstrip("/") + "/").lstrip("/")


def _build_line_patterns(options: CommandOptions, patterns: tuple[str, ...]) -> LinePatterns:
    """Return the patterns with the options for matching."""
    smart = options.has_option("smart") and not any(sign.isupper() for sign in "".join(patterns))
    return LinePatterns(
        patterns,
        literal=options.has_option("literal"),
        ignore_case=(options.has_option("ignore-case") or smart) and not options.has_option("case"),
        words=options.has_option("words"),
        lines=options.has_option("lines"),
        invert=options.has_option("invert"),
    )


def _build_print_style(options: CommandOptions, *, one: bool) -> PrintStyle:
    """Return how matches are printed; `one` is set for a single file."""
    around = options.get_number("context") or 0
    before, after = options.get_number("before"), options.get_number("after")
    return PrintStyle(
        names=options.has_option("names") or not (options.has_option("no-names") or one),
        numbers=options.has_option("numbers") and not options.has_option("no-numbers"),
        before=around if before is None else before,
        after=around if after is None else after,
        only=options.has_option("only"),
        count=options.has_option("count"),
        list_files=True
        if options.has_option("list")
        else False
        if options.has_option("list-without")
        else None,
        most=options.get_number("most"),
    )
