"""Read the frontmatter of a page, with the position of each field; add and remove `hidden`.

It is read as the service does: the block ends at the first line that starts with `---`, whatever
follows there, or else at a line `...`. Nearly every block is simple enough for `quick_frontmatter`.
The others are extracted by python-frontmatter and parsed by `safe_yaml`, which limits the cost of
untrusted pages. Both ways know the position of each field. `lost_frontmatter` finds fields that the
service does not see at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span, encode_text
from docs_lsp.formats.places import EntryPlace, ReadFault
from docs_lsp.formats.yaml_reader import YamlDocument, read_yaml
from docs_lsp.site.mdx.lost_frontmatter import (
    FrontmatterProblem,
    FrontmatterRepair,
    find_blanks_after_dashes,
    find_lost_block,
)
from docs_lsp.site.mdx.quick_frontmatter import parse_simple_fields

if TYPE_CHECKING:
    from frontmatter.default_handlers import YAMLHandler


MAX_SIZE = 256 * 1024

BOM = b"\xef\xbb\xbf"

_BOUNDARY = compile_lazily(r"^---[^\n]*$", re.MULTILINE)
_DOTS = compile_lazily(rb"\n\.\.\.[ \t]*(?=\r?\n|\r?\Z)")
_MISSING_SPACE = compile_lazily(
    rb"^(?P<key>[A-Za-z][\w-]*)(?P<colon>:)(?=[^\s:/])"
    rb"(?![^\n]*:[ \t\r]?$|[^\n]*:[ \t])",
    re.MULTILINE,
)
_FIELD_LINE = compile_lazily(rb"[\"']?[\w$][\w.:$-]*[\"']?[ \t]*:(?:\s|\Z)")
_LINE_END = compile_lazily(rb"\r\n|\n|\r")
_HIDDEN = "hidden"
_NOTHING = (Span(0, 0), "")
_INDENTED = (b" ", b"\t", b"- ", b"}", b"]")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """A page's fields; empty if it has none or they cannot be read.

    The values are what JSON can represent. `body_start` is the byte offset of the page's text.
    """

    values: Mapping[str, object] = field(default_factory=dict)
    body_start: int = 0
    problem: FrontmatterProblem | None = None
    entries: Mapping[str, EntryPlace] = field(default_factory=dict)
    """The positions of the key and the value of each field in the page."""
    repeated: tuple[Span, ...] = ()
    """The positions of keys that repeat an earlier one."""
    tags: tuple[Span, ...] = ()
    """The positions of YAML type tags, such as `!x`."""


class FrontmatterBlock(NamedTuple):
    """The position of a page's frontmatter: the lines between the two lines of dashes."""

    start: int
    """The end of the first line of dashes, before its line feed."""
    end: int
    """The start of the dashes that close the block; -1 if it is not closed."""
    body_start: int


def locate_frontmatter(data: bytes) -> FrontmatterBlock:
    """Return the byte offsets of a page's frontmatter; `end` is 0 without any, -1 if not closed."""
    data = normalise_line_ends(data)
    bom = _bom_length(data)
    if not data.startswith(b"---", bom) or data.startswith(b"----", bom):
        return FrontmatterBlock(0, 0, bom)
    start = data.find(b"\n", bom)
    closing = data.find(b"\n---", start) if start >= 0 else -1
    if closing < 0 and start >= 0:
        dots = _DOTS.search(data, start, start + MAX_SIZE)
        closing = dots.start() if dots else -1
    if closing < 0:
        return FrontmatterBlock(bom, -1, 0)
    after = data.find(b"\n", closing + 1)
    return FrontmatterBlock(start, closing + 1, len(data) if after < 0 else after + 1)


def find_page_problem(data: bytes, block: FrontmatterBlock) -> FrontmatterProblem | None:
    """Return why a page or its frontmatter cannot be read, or None; YAML errors are not found.

    Most frontmatter is not parsed for this.
    """
    if block.end >= 0 and block.end - block.start <= MAX_SIZE and _find_non_utf8(data) is None:
        return None if block.end else find_lost_block(data, block.body_start)
    return read_frontmatter(data).problem


def _find_non_utf8(data: bytes) -> int | None:
    """Return the offset of the first byte of a page that is not UTF-8, or None."""
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            return error.start
    return None


def normalise_line_ends(data: bytes) -> bytes:
    """Replace carriage returns by line feeds if a text has no line feeds; offsets stay."""
    # Hardly any page has line ends of carriage returns alone.
    if b"\n" in data or b"\r" not in data:
        return data
    return data.replace(b"\r", b"\n")


def read_frontmatter(data: bytes) -> Frontmatter:
    """Read the frontmatter of a page; never raises."""
    wrong = _find_non_utf8(data)
    if wrong is not None:
        return _make_unreadable(Span(wrong, wrong + 1), "The page is not UTF-8. Save it as UTF-8.")
    data = normalise_line_ends(data)
    block = locate_frontmatter(data)
    if block.end == 0:
        problem = find_lost_block(data, block.body_start)
        return Frontmatter(body_start=block.body_start, problem=problem)
    if block.end < 0:
        return _make_unreadable(
            Span(block.start, block.start + 3),
            "The frontmatter is never closed. Add a line `---` after it.",
            repair=_find_closing_repair(data, block.start, len(data)),
        )
    return _parse_block(data, block)


def _parse_block(data: bytes, block: FrontmatterBlock) -> Frontmatter:
    """Return the fields of a block that is closed, or the problem that makes it unreadable."""
    start, end, body_start = block
    if end - start > MAX_SIZE:
        message = f"The frontmatter is larger than {MAX_SIZE // 1024} KB. Move text into the page."
        return _make_unreadable(Span(start, start), message, body_start)
    lost = find_blanks_after_dashes(data, _bom_length(data), start)
    if lost is not None:
        return Frontmatter(body_start=body_start, problem=lost)
    fields = parse_simple_fields(data[start:end], start)
    if fields is not None:
        values, entries = fields
        return Frontmatter(values, body_start, None, entries)
    return _parse_yaml_block(data, block)


def _parse_yaml_block(data: bytes, block: FrontmatterBlock) -> Frontmatter:
    """Return the fields of a block, or its problem, by means of a YAML parser."""
    start, end, body_start = block
    document = read_yaml(_extract_block(data, block))
    if isinstance(document, ReadFault):
        span = document.span.shift(start)
        problem = _find_late_closing(data, block, span.start) or _find_missing_space(data, block)
        problem = problem or FrontmatterProblem(span, document.message)
        return Frontmatter(body_start=body_start, problem=problem)
    if document.value is None:
        return Frontmatter(body_start=body_start)
    if not isinstance(document.value, dict):
        message = "The frontmatter has no `key: value` pairs."
        problem = _find_missing_space(data, block) or FrontmatterProblem(Span(start, end), message)
        return Frontmatter(body_start=body_start, problem=problem)
    repeated = tuple(span.shift(start) for span in document.repeated)
    tags = tuple(span.shift(start) for span in document.tags)
    entries = _shift_entries(document, start)
    return Frontmatter(document.value, body_start, None, entries, repeated, tags)


def _find_missing_space(data: bytes, block: FrontmatterBlock) -> FrontmatterProblem | None:
    """Return the problem of an unreadable block without a space after a colon, or None."""
    match = _MISSING_SPACE.search(data, block.start, block.end)
    if match is None:
        return None
    key = match["key"].decode()
    message = f"A space is missing after this colon, so this is not a key. Write `{key}: `."
    span = Span(*match.span("colon"))
    return FrontmatterProblem(span, message, FrontmatterRepair("Add the space", ((span, ": "),)))


def _find_late_closing(
    data: bytes, block: FrontmatterBlock, fault: int
) -> FrontmatterProblem | None:
    """Return the problem of a block that is closed only after some text, or None."""
    opening = _bom_length(data)
    repair = _find_closing_repair(data, opening, min(fault, block.end))
    if repair is None:
        return None
    message = (
        "The frontmatter that `---` opens here is not closed before the text begins, so it "
        "is ignored. Add a line `---` after its last key."
    )
    return FrontmatterProblem(Span(opening, opening + 3), message, repair)


def _find_closing_repair(data: bytes, opening: int, last: int) -> FrontmatterRepair | None:
    """Return the repair that closes a block before a blank line with text after it, or None.

    None if no such text begins at or before the offset `last`.
    """
    blank = -1
    line = data.find(b"\n", opening) + 1
    while 0 < line <= last:
        stop = data.find(b"\n", line)
        stop = len(data) if stop < 0 else stop
        text = data[line:stop].rstrip()
        if not text:
            blank = line if blank < 0 else blank
        elif text.startswith(_INDENTED) or _FIELD_LINE.match(text):
            blank = -1
        elif not text.startswith(b"#"):
            return _build_closing_repair(data, opening, blank) if blank >= 0 else None
        line = stop + 1
    return None


def _build_closing_repair(data: bytes, opening: int, at: int) -> FrontmatterRepair | None:
    """Return a repair that inserts dashes at an offset, or None.

    The text before it must then be valid fields.
    """
    fields = read_yaml(data[data.find(b"\n", opening) : at])
    if isinstance(fields, ReadFault) or not isinstance(fields.value, dict):
        return None
    newline = "\r\n" if data[:at].endswith(b"\r\n") else "\n"
    return FrontmatterRepair(
        "Close the frontmatter above the text", ((Span(at, at), f"---{newline}"),)
    )


def _bom_length(data: bytes) -> int:
    """Return the number of bytes of a page's byte order mark, 0 without one."""
    return len(BOM) if data.startswith(BOM) else 0


def _extract_block(data: bytes, block: FrontmatterBlock) -> bytes:
    """Return the frontmatter of a page that has one, from the end of its first line on."""
    if not data.startswith(b"---", block.end):
        return data[block.start : block.end]
    text, _ = _load_yaml_handler().split(data.removeprefix(BOM).decode())
    return text.encode()


@cache
def _load_yaml_handler() -> YAMLHandler:
    # Imported when the first page needs it: most sites don't.
    from frontmatter.default_handlers import YAMLHandler

    return YAMLHandler(fm_boundary=_BOUNDARY)


def _shift_entries(document: YamlDocument, start: int) -> dict[str, EntryPlace]:
    """Return the positions of a document's keys, moved by the start of the document."""
    return {
        str(path[0]): EntryPlace(entry.key.shift(start), entry.value.shift(start))
        for path, entry in document.entries.items()
    }


def _make_unreadable(
    span: Span, message: str, body_start: int = 0, repair: FrontmatterRepair | None = None
) -> Frontmatter:
    """Return frontmatter without values, with the problem that prevents reading it."""
    problem = FrontmatterProblem(span, message, repair)
    return Frontmatter(body_start=body_start, problem=problem)


def build_hide_edit(data: bytes) -> tuple[Span, str] | None:
    """Return the edit that adds `hidden: true` to a page, or None if that is impossible."""
    if locate_frontmatter(data).end < 0:
        return None  # An unclosed block has to be fixed first.
    span, new = _make_hidden_edit(data)
    after = data[: span.start] + encode_text(new) + data[span.end :]
    return (span, new) if read_frontmatter(after).values.get(_HIDDEN) is True else None


def build_unhide_edit(data: bytes) -> tuple[Span, str] | None:
    """Return the edit that removes `hidden`; empty if a page has none, None if impossible."""
    known = read_frontmatter(data)
    entry = known.entries.get(_HIDDEN)
    if entry is None:
        return None if known.problem else _NOTHING
    start = max(data.rfind(b"\n", 0, entry.key.start), data.rfind(b"\r", 0, entry.key.start)) + 1
    line_end = _LINE_END.search(data, entry.value.end)
    end = line_end.end() if line_end else len(data)
    after = read_frontmatter(data[:start] + data[end:])
    left = {name: value for name, value in known.values.items() if name != _HIDDEN}
    return (Span(start, end), "") if after.values == left and not after.problem else None


def _make_hidden_edit(data: bytes) -> tuple[Span, str]:
    """Return the edit that sets `hidden: true`, which may make the frontmatter invalid."""
    match = _LINE_END.search(data)
    newline = match.group().decode() if match else "\n"
    known = read_frontmatter(data).entries.get(_HIDDEN)
    if known is not None:
        return known.value, "true"
    block = locate_frontmatter(data)
    if block.end > 0:
        return Span(block.end, block.end), f"{_HIDDEN}: true{newline}"
    top = Span(block.body_start, block.body_start)
    return top, f"---{newline}{_HIDDEN}: true{newline}---{newline}{newline}"
