"""Fields that a page surely means as its frontmatter, and that the service does not read as such.

The service reads a block of fields only if it is the very first thing in the page, between two
lines of exactly three dashes. Everything else it shows as text, without a word. What is meant is
certain enough where lines `key: value`, one of them a key that every page has, stand between two
lines that look like dashes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

_LOOKED_AT = 8192
"""How far into a page its first fields are looked for, in bytes."""

_EDGE = rb"(?:-{2,}|(?:-|\xe2\x80[\x93-\x95]){1,3})"
_FIELD = rb"[\"']?[A-Za-z][\w.:-]*[\"']?[ \t]*:(?=[ \t\r\n])[^\n]*\n"
# Below a field its value may go on, and there may be comments and blank lines.
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
_LOST = "so none of these fields counts: the page has neither its title nor anything else set here."


class Repair(NamedTuple):
    """Changes of a page that put its frontmatter right."""

    title: str
    edits: tuple[tuple[Span, str], ...]
    trivial: bool = False
    """Whether all that changes is blanks and signs around the fields."""


class Lost(NamedTuple):
    """Why fields do not count, the place that shows it, and what puts that right."""

    span: Span
    message: str
    repair: Repair | None = None


def find_lost_block(data: bytes, start: int) -> Lost | None:
    """The fields of a page without any frontmatter, if some are meant as such; the page begins at
    `start`, behind the mark that some editors put there."""
    head = data[start : start + _LOOKED_AT]
    # Nearly all pages without frontmatter have nothing like dashes in them.
    if b"\n---" not in head and head.lstrip()[:1] not in _DASHES:
        return None
    if _TOML.match(head):
        return Lost(
            Span(start, start + 3),
            f"The service does not read frontmatter in TOML, {_LOST} Write it in YAML: fields "
            "`key: value` between two lines `---`.",
        )
    match = _BLOCK.search(head)
    if match is None or not _KNOWN.search(match["fields"]):
        return None
    before = head[: match.start("open")]
    place = Span(*match.span("open")).shift(start)
    if match["open"] != b"---" or match["close"] != b"---":
        return _report_wrong_dashes(match, start, place) if not before.strip() else None
    if not before.strip():
        repair = Repair(
            "Remove the blanks before it", ((Span(start, place.start), ""),), trivial=True
        )
        fault = f"Blanks stand before the frontmatter, {_LOST} Remove them."
        return Lost(place, fault, repair)
    # A rule in a text has a blank line below it, and examples of fields stand in code.
    is_rule = match["fields"][:1] in b"\r\n" or before.endswith((b" ", b"\t"))
    if is_rule or any(fence in before for fence in _FENCES):
        return None
    return _report_text_above(data, start, Span(*match.span()).shift(start), place)


def find_blanks_after_dashes(data: bytes, start: int, end: int) -> Lost | None:
    """What is wrong with blanks between the first dashes of a page and the end of their line."""
    rest = data[start + 3 : end]
    if not rest.strip(b"\r") or rest.strip():
        return None
    span = Span(start + 3, end - rest.endswith(b"\r"))
    fault = f"A blank follows the dashes of the first line, {_LOST} Remove it."
    return Lost(span, fault, Repair("Remove the blank", ((span, ""),), trivial=True))


def _report_wrong_dashes(match: re.Match[bytes], start: int, place: Span) -> Lost:
    wrong = place if match["open"] != b"---" else Span(*match.span("close")).shift(start)
    edits = tuple(
        (Span(*match.span(name)).shift(start), "---")
        for name in ("open", "close")
        if match[name] != b"---"
    )
    return Lost(
        wrong,
        f"This is not a line of exactly three dashes, {_LOST} Write `---` before and after them.",
        Repair("Write `---`", edits),
    )


def _report_text_above(data: bytes, start: int, block: Span, place: Span) -> Lost:
    text = data[block.start : block.end].decode("utf-8", "replace").rstrip("\r")
    line_end = data.find(b"\n", block.end)
    gone = Span(block.start, len(data) if line_end < 0 else line_end + 1)
    newline = "\r\n" if b"\r\n" in data[start : block.end] else "\n"
    edits = ((Span(start, start), f"{text}{newline}{newline}"), (gone, ""))
    return Lost(
        place,
        f"Text stands before the frontmatter, {_LOST} Move them to the top of the page.",
        Repair("Move the frontmatter to the top", edits),
    )
