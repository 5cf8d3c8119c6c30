"""Detect fields that are meant as frontmatter but that the service does not read as such.

The service reads a block of fields only if it is the very first thing in the page, between two
lines of exactly three dashes. Everything else it silently shows as text. The intention is certain
enough if `key: value` lines, one of them with a key that every page has, are between two lines that
look like dashes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

_LOOKED_AT = 8192
"""The number of bytes at the start of a page in which fields are searched for."""

_EDGE = rb"(?:-{2,}|(?:-|\xe2\x80[\x93-\x95]){1,3})"
_FIELD = rb"[\"']?[A-Za-z][\w.:-]*[\"']?[ \t]*:(?=[ \t\r\n])[^\n]*\n"
# Below a field its value may continue, and there may be comments and blank lines.
_FIELDS = rb"(?:%b|[ \t]+\S[^\n]*\n|- [^\n]*\n|#[^\n]*\n|[ \t\r]*\n){1,200}?" % _FIELD
_BLOCK = compile_lazily(
    rb"^[ \t]*(?P<open>%b)[ \t]*\r?\n(?P<fields>%b)(?P<close>%b)[ \t]*\r?$"
    % (_EDGE, _FIELDS, _EDGE),
    re.MULTILINE,
)
_KNOWN = compile_lazily(
    rb"^(?:title|sidebarTitle|description|icon|openapi|api|mode|tag|hidden|noindex|keywords)"
    rb"[ \t]*:[ \t\r]",
    re.MULTILINE,
)
_TOML = compile_lazily(
    rb"\+{3}[ \t]*\r?\n(?:\s*[\w.-]+[ \t]*=[^\n]*\n)[\s\S]*?^\+{3}[ \t]*\r?$", re.M
)
_DASHES = (b"-", b"+", b"\xe2")
_FENCES = (b"```", b"~~~", b"<!--")


class FrontmatterRepair(NamedTuple):
    """Edits of a page that make its frontmatter valid."""

    title: str
    edits: tuple[tuple[Span, str], ...]
    trivial: bool = False
    """Whether only whitespace and characters around the fields change."""


class FrontmatterProblem(NamedTuple):
    """Why a page's frontmatter cannot be read or is ignored, and a position that shows it."""

    span: Span
    message: str
    repair: FrontmatterRepair | None = None


def find_lost_block(data: bytes, start: int) -> FrontmatterProblem | None:
    """Return the problem of a page whose fields are not read as frontmatter, or None.

    `start` is the beginning of the page, after the byte order mark if there is one.
    """
    head = data[start : start + _LOOKED_AT]
    # Nearly all pages without frontmatter contain nothing like dashes.
    if b"\n---" not in head and head.lstrip()[:1] not in _DASHES:
        return None
    if _TOML.match(head):
        return FrontmatterProblem(
            Span(start, start + 3),
            "The frontmatter is in TOML, so it is ignored. Write it as YAML: `key: value` lines "
            "between two lines `---`.",
        )
    match = _BLOCK.search(head)
    if match is None or not _KNOWN.search(match["fields"]):
        return None
    before = head[: match.start("open")]
    place = Span(*match.span("open")).shift(start)
    if match["open"] != b"---" or match["close"] != b"---":
        return _describe_wrong_dashes(match, start, place) if not before.strip() else None
    if not before.strip():
        repair = FrontmatterRepair(
            "Remove the white space before it", ((Span(start, place.start), ""),), trivial=True
        )
        what = "A blank line" if b"\n" in before else "A space"
        fault = f"{what} comes before the frontmatter, so it is ignored. Remove the {what[2:]}."
        return FrontmatterProblem(place, fault, repair)
    # A thematic break in a text has a blank line below it, and examples of fields are in code.
    is_rule = match["fields"][:1] in b"\r\n" or before.endswith((b" ", b"\t"))
    if is_rule or any(fence in before for fence in _FENCES):
        return None
    return _describe_text_above(data, start, Span(*match.span()).shift(start), place)


def find_blanks_after_dashes(data: bytes, start: int, end: int) -> FrontmatterProblem | None:
    """Return the problem of spaces after the `---` at `start`, in a line up to `end`, or None."""
    rest = data[start + 3 : end]
    if not rest.strip(b"\r") or rest.strip():
        return None
    span = Span(start + 3, end - rest.endswith(b"\r"))
    fault = "A space follows the first `---`, so the frontmatter is ignored. Remove the space."
    return FrontmatterProblem(
        span, fault, FrontmatterRepair("Remove the space", ((span, ""),), trivial=True)
    )


def _describe_wrong_dashes(match: re.Match[bytes], start: int, place: Span) -> FrontmatterProblem:
    """Return the problem of fields between lines that are not exactly `---`."""
    wrong = place if match["open"] != b"---" else Span(*match.span("close")).shift(start)
    edits = tuple(
        (Span(*match.span(name)).shift(start), "---")
        for name in ("open", "close")
        if match[name] != b"---"
    )
    return FrontmatterProblem(
        wrong,
        "This is not a line of exactly three dashes, so the frontmatter is ignored. Write `---` "
        "before and after it.",
        FrontmatterRepair("Write `---`", edits),
    )


def _describe_text_above(data: bytes, start: int, block: Span, place: Span) -> FrontmatterProblem:
    """Return the problem of fields below other text, with a repair that moves them up."""
    text = data[block.start : block.end].decode("utf-8", "replace").rstrip("\r")
    line_end = data.find(b"\n", block.end)
    gone = Span(block.start, len(data) if line_end < 0 else line_end + 1)
    newline = "\r\n" if b"\r\n" in data[start : block.end] else "\n"
    edits = ((Span(start, start), f"{text}{newline}{newline}"), (gone, ""))
    return FrontmatterProblem(
        place,
        "The frontmatter is ignored, because text comes before it. Move it to the top of the page.",
        FrontmatterRepair("Move the frontmatter to the top", edits),
    )
