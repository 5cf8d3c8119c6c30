"""The error messages of commands as clients read them: in plain words, with hints.

The shell's library writes of itself in some of them, which says nothing to a client.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from mcp_preview.filesystem.file_tree import FileTree

_OF_LIBRARY = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"option\(s\) not yet implemented in bashkit: ", "option not available: "),
        (r"(command not found)\. .*", r"\1"),
        (r"(?:is|are) not supported in bashkit(?:'s VFS)?", "is not available here"),
        (r"not (?:yet implemented|supported)(?: in bashkit)?", "not available here"),
        (r" ?Enable with: features = \[[^\]]*\]", ""),
        (r"builtin failed unexpectedly", "this command cannot be run on this text"),
        (r"(?:bashkit[ -])?sandbox(?:ed)?|bashkit", "shell"),
    )
)
_HELP = re.compile(r"--help|--version|\bhelp\b|\bman\b|/etc/|\buname\b|\bsudo\b")
"""Commands that print of the library what it writes of itself."""
# As the service says it, where no line has to be told apart from others.
_LINE = re.compile(r"(?:\bline \d+: )+")
_MISSING = re.compile(
    r"^(?P<command>\w+): (?:cannot (?:access|stat|open) )?'?(?P<path>[^':]{1,300})'?: No such file"
)
_MOST_HINTS = 3
_YAML_NAME = re.compile(r"\S+\.ya?ml\b")


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
    for line in lines:
        missing = _MISSING.match(line)
        file = missing and suggest_file(missing["path"], tree)
        if file:
            yield f"Did you mean `{file}`?"
        if line.startswith("jq: ") and "invalid JSON" in line and _YAML_NAME.search(command):
            yield "The file is YAML: use `yq` instead of `jq`."


def suggest_file(path: str, tree: FileTree) -> str | None:
    """Return the existing file that a missing path probably means, or None."""
    path = posixpath.normpath(posixpath.join("/", path))
    stem = re.sub(r"\.(?:mdx?|html?)$", "", path)
    for known in (f"{stem}.mdx", f"{stem}/index.mdx", f"{stem}.json", f"{stem}.yaml"):
        if tree.is_file(known):
            return known
    near = find_nearest_name(f"{stem}.mdx", tree.iter_files(posixpath.dirname(path)))
    if near:
        return near
    name = f"/{posixpath.basename(stem)}.mdx"
    same = [file for file in tree.iter_files("/") if file.endswith(name)]
    return same[0] if len(same) == 1 else None
