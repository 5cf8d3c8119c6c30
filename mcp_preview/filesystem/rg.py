"""`rg` as clients use it: search all files below a place, in the order of their paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import basename

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.matching import LineSearch, build_line_patterns, build_print_style
from mcp_preview.filesystem.output_limits import WalkBudget
from mcp_preview.filesystem.pattern_files import read_pattern_call
from mcp_preview.filesystem.patterns import Globs, build_name_matcher
from mcp_preview.filesystem.shell import CommandOptions, Shell, ShellPath

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
    **{"-f": "pattern-file", "--file": "pattern-file"},
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
    """Run a call of `rg`, by the shell's own command if it is not supported here."""
    try:
        call = read_pattern_call(shell, context, _SWITCHES, _VALUES)
    except FileNotFoundError as missing:
        return BuiltinResult("", f"rg: {missing}: No such file or directory (os error 2)\n", 2)
    if call is None or not _is_supported(call.options):
        return await shell.run_builtin("rg", context, argv=call and call.argv)
    options = call.options
    lists = options.has_option("files")
    patterns, paths = ((), options.words) if lists else options.split_patterns()
    if paths == ("-",) and call.stdin is not None:
        paths = ()
    places = shell.resolve_places(context, paths)
    if lists:
        return await to_thread.run_sync(_list_files, shell, options, places, context.cwd)
    if options.has_option("multiline") and any(map(_SPANS_LINES.search, patterns)):
        # Its own `^` and `$` are the ends of the file otherwise.
        argv = [f"(?m){word}" if word in patterns else word for word in call.argv]
        return await shell.run_builtin("rg", context, argv=argv)
    if not patterns:
        return BuiltinResult("", "rg: a pattern is missing\n", 2)
    if paths or call.stdin is None:
        search = _build_file_search(shell, options, patterns, places, context.cwd)
    else:
        piped = call.stdin.encode("utf-8", "replace")
        search = _build_search(options, patterns, [("", piped)], is_single=True)
    return await to_thread.run_sync(search.run_search)


def _is_supported(options: CommandOptions) -> bool:
    """Return whether the values of all options are supported here."""
    return (
        options.are_numbers(("after", "before", "context", "most", "depth"))
        and all(kind in _TYPES for kind in options.given.get("type", ()))
        and options.get_last_value("sort") in (None, "path")
    )


def _build_file_search(
    shell: Shell,
    options: CommandOptions,
    patterns: tuple[str, ...],
    places: list[ShellPath],
    cwd: str,
) -> LineSearch:
    """Return the search in files, with errors for missing places."""
    files = _iter_search_files(shell, options, places, cwd)
    texts = ((name, shell.tree.read_file(path)) for name, path in files)
    search = _build_search(options, patterns, texts, is_single=shell.is_single_file(places))
    return search._replace(errors=_describe_missing_places(shell, places))


def _list_files(
    shell: Shell, options: CommandOptions, places: list[ShellPath], cwd: str
) -> BuiltinResult:
    """Return the names of the files to search, with errors for missing places."""
    budget, names = WalkBudget(), list[str]()
    errors = _describe_missing_places(shell, places)
    try:
        for name, _ in _iter_search_files(shell, options, places, cwd):
            budget.spend(len(name) + 1)
            names.append(f"{name}\n")
            if budget.is_used_up:
                break
        errors += budget.describe_truncation("rg")
    except TimeoutError:
        errors += "rg: this takes too long; search in one folder\n"
    code = 2 if errors else 0 if names else 1
    return BuiltinResult("".join(names), errors, code)


def _describe_missing_places(shell: Shell, places: list[ShellPath]) -> str:
    """Return the error messages about places that do not exist, a line for each."""
    missing = [place for place in places if not shell.place_exists(place)]
    return "".join(
        f"rg: {place.shown}: No such file or directory (os error 2)\n" for place in missing
    )


def _build_search(
    options: CommandOptions,
    patterns: tuple[str, ...],
    files: Iterable[tuple[str, bytes]],
    *,
    is_single: bool,
) -> LineSearch:
    """Return the search in texts by printed name; names are omitted by default if `is_single`."""
    ignore_case = _ignores_case(options, patterns)
    wanted = build_line_patterns(options, patterns, ignore_case=ignore_case)
    names = options.has_option("names") or not (options.has_option("no-names") or is_single)
    style = build_print_style(options, names=names)
    return LineSearch("rg", wanted, style, files, quiet=options.has_option("quiet"))


def _iter_search_files(
    shell: Shell, options: CommandOptions, places: list[ShellPath], cwd: str
) -> Iterator[tuple[str, str]]:
    """Yield the printed name and path of each file to search, a named one whatever the globs."""
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


def _ignores_case(options: CommandOptions, patterns: tuple[str, ...]) -> bool:
    """Return whether case is ignored; `-S` does unless a pattern has a capital."""
    smart = options.has_option("smart") and not any(sign.isupper() for sign in "".join(patterns))
    return (options.has_option("ignore-case") or smart) and not options.has_option("case")
