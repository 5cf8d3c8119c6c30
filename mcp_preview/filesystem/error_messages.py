"""The error messages of commands as clients read them: in plain words, with hints.

The shell's library writes of itself in some of them, which says nothing to a client.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.site.routes.suggested_pages import strip_page_ending
from mcp_preview.filesystem.file_tree import FileTree

_NO_PROCESS_FILE = "this command cannot read `<(…)` here; use a pipe or a file"
_OF_LIBRARY = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"option\(s\) not yet implemented in bashkit: ", "option not available: "),
        (r"(command not found)\. .*", r"\1"),
        (r"(?:is|are) not supported in bashkit(?:'s VFS)?", "is not available here"),
        (r"not (?:yet implemented|supported)(?: in bashkit)?", "not available here"),
        (r" ?Enable with: features = \[[^\]]*\]", ""),
        (r"builtin failed unexpectedly", "this command cannot be run on this text"),
        (r"(?:fatal: can't open source file )?[`']?/dev/fd/\d+.*", _NO_PROCESS_FILE),
        (r"io error: file not found", "No such file or directory"),
        (r"io error: (?=filesystem is read-only)", ""),
        (r"(?:bashkit[ -])?sandbox(?:ed)?|bashkit", "shell"),
    )
)
_HELP = re.compile(r"--help|--version|\bhelp\b|\bman\b|/etc/|\buname\b|\bsudo\b")
"""Commands that print of the library what it writes of itself."""
# As the service says it, where no line has to be told apart from others.
_LINE = re.compile(r"(?:\bline \d+: )+")
_MISSING = re.compile(
    r"(?:\w+: )?(?:error: |fatal: )?"
    r"(?:(?:cannot|can't|could not) (?:access|stat|open|read)(?: file)? )?"
    r"[`']?(?P<path>[^`':]{1,300})'?(?: for reading)?: No such file",
    re.IGNORECASE,
)
_MOST_MISSING = 20
"""The most missing files that are looked for: each is compared with all files."""
_MOST_HINTS = 3
_YAML_NAME = re.compile(r"\S+\.ya?ml\b")
_USE_YQ = "use `yq` instead of `jq`."
_KINDS = (".mdx", ".json", ".yaml", ".yml")


def render_error_messages(errors: str, command: str, tree: FileTree) -> str:
    """Return the error messages of a command, with hints; empty if there are none."""
    if not errors:
        return ""
    lines = [_clean(line) for line in errors.split("\n")]
    text = "\n".join(lines).rstrip("\n")
    hints = dict.fromkeys(_iter_hints(lines, command, tree))
    return "\n".join((text, *list(hints)[:_MOST_HINTS])) + "\n"


def clean_output(printed: str, command: str) -> str:
    """Return the output of a command, without the name of the library in its help."""
    return _replace_library_text(printed) if _HELP.search(command) else printed


def _clean(line: str) -> str:
    """Return a line of an error without its line numbers and the name of the library."""
    return _replace_library_text(_LINE.sub("", line))


def _replace_library_text(text: str) -> str:
    """Return a text with plain words in place of what the library writes of itself."""
    for pattern, plain in _OF_LIBRARY:
        text = pattern.sub(plain, text)
    return text


def _iter_hints(lines: list[str], command: str, tree: FileTree) -> Iterator[str]:
    """Yield hints for missing files, and for `jq` on YAML."""
    for missing in islice(filter(None, map(_MISSING.match, lines)), _MOST_MISSING):
        file = suggest_file(missing["path"], tree)
        if file:
            needs_yq = missing[0].startswith("jq: ") and _YAML_NAME.fullmatch(file)
            yield f"Did you mean `{file}`?" + (f" It is YAML: {_USE_YQ}" if needs_yq else "")
    is_yaml = _YAML_NAME.search(command) is not None
    if is_yaml and any(line.startswith("jq: ") and "invalid JSON" in line for line in lines):
        yield f"The file is YAML: {_USE_YQ}"


def suggest_file(path: str, tree: FileTree) -> str | None:
    """Return the existing file that a missing path probably means, or None."""
    path = posixpath.normpath(posixpath.join("/", path))
    stem, kind = posixpath.splitext(path)
    if kind not in _KINDS:
        stem = strip_page_ending(path)
    # A specification may be written in another format; first the kind that was asked for.
    likely = [f"{stem}{kind}" for kind in sorted(_KINDS, key=lambda known: known != kind)]
    folder_page = f"{stem}/index.mdx"
    for known in (*likely, folder_page):
        if tree.is_file(known):
            return known
    near = find_nearest_name(likely[0], tree.iter_files(posixpath.dirname(path)))
    if near:
        return near
    folded = {known.casefold() for known in (*likely, folder_page)}
    names = (*(f"/{posixpath.basename(known)}" for known in likely), folder_page)
    folded_names = tuple(map(str.casefold, names))
    same = [file for file in tree.iter_files("/") if file.casefold().endswith(folded_names)]
    return next((file for file in same if file.casefold() in folded), None) or (
        same[0] if len(same) == 1 else None
    )
