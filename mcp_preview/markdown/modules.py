"""Imports and exports of a page: statements that readers do not see, and the names they define.

A name may stand for another page's text (`import Intro from "/snippets/intro.mdx"`), for a value
(`export const version = "2"`) or for a component, of which what it shows is taken.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.site.mdx.links import site_path
from mcp_preview.markdown.jsx import signs_in

_LONGEST = 100_000

_IMPORT = re.compile(
    r"import\s+(?:([\w$*{][^;\"'`]{0,2000}?)\s*\bfrom\s*)?([\"'])([^\"'\n]{1,500})\2[ \t]*;?"
)
_EXPORT = re.compile(r"export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|[{*])")
_NAMED = re.compile(r"export\s+(?:const|let|var|(?:default\s+)?function)\s+([\w$]+)\s*")
_GOES_ON = re.compile(r"(?:[=,(?:&|+<{\[]|=>)\s*$")
_NAME = re.compile(r"[\w$]+")


class Import(NamedTuple):
    """One name that a page gets from elsewhere."""

    name: str
    file: str
    """The site path of the file."""
    exported: str
    """The name there; empty for the whole file."""


class Statement(NamedTuple):
    """One statement, and what it gives."""

    end: int
    imports: tuple[Import, ...] = ()
    exported: str = ""
    """The name that is exported; empty for none."""
    value: str = ""
    """The text that stands for it."""


def read_statement(text: str, at: int, file: str) -> Statement | None:
    """The statement that begins at an offset of a page; None for mere text."""
    if text.startswith("import", at):
        match = _IMPORT.match(text, at)
        if match is None:
            return None
        path = site_path(match[3], file)
        return Statement(match.end(), tuple(_imports(match[1] or "", path)) if path else ())
    if not _EXPORT.match(text, at):
        return None
    end = _end_of(text, at)
    named = _NAMED.match(text, at, end)
    if named is None:
        return Statement(end)
    value = text[named.end() : end].strip().removeprefix("=").rstrip(";").strip()
    return Statement(end, (), named[1], value)


def exports_in(text: str, file: str) -> dict[str, str]:
    """What a file exports, by name."""
    found: dict[str, str] = {}
    at = 0
    for match in re.finditer(r"^export\b", text, re.MULTILINE):
        if match.start() >= at and (statement := read_statement(text, match.start(), file)):
            at = statement.end
            if statement.exported:
                found[statement.exported] = statement.value
    return found


def _imports(names: str, file: str) -> list[Import]:
    found = []
    whole, brace, listed = names.partition("{")
    default = _NAME.search(whole.replace("* as", ""))
    if default:
        found.append(Import(default[0], file, ""))
    for each in listed.partition("}")[0].split(",") if brace else ():
        exported, _, own = (part.strip() for part in each.partition(" as "))
        if exported:
            found.append(Import(own or exported, file, exported))
    return found


def _end_of(text: str, at: int) -> int:
    """Where an exported statement ends: at the end of a line, with all brackets closed."""
    depth = 0
    limit = min(len(text), at + _LONGEST)
    for sign, end in signs_in(text, at, limit):
        if sign in "{([":
            depth += 1
        elif sign in "})]":
            depth -= 1
        elif depth <= 0:
            line = text[text.rfind("\n", at, end - 1) + 1 : end - 1]
            if not _GOES_ON.search(line[-200:]):
                return end
    if depth <= 0:
        return limit
    blank = text.find("\n\n", at, limit)
    return limit if blank < 0 else blank
