"""Add `hidden: true` to a page's frontmatter, and remove it again."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span, encode_text
from docs_lsp.site.mdx.frontmatter import locate_frontmatter, read_frontmatter

_LINE_END = compile_lazily(rb"\r\n|\n|\r")
_FIELD = "hidden"
_NOTHING = (Span(0, 0), "")


def build_hide_edit(data: bytes) -> tuple[Span, str] | None:
    """Return the edit that adds `hidden: true` to a page, or None if that is impossible."""
    if locate_frontmatter(data).end < 0:
        return None  # An unclosed block has to be fixed first.
    span, new = _make_hidden_edit(data)
    after = data[: span.start] + encode_text(new) + data[span.end :]
    return (span, new) if read_frontmatter(after).values.get(_FIELD) is True else None


def build_unhide_edit(data: bytes) -> tuple[Span, str] | None:
    """Return the edit that removes `hidden`; empty if a page has none, None if impossible."""
    known = read_frontmatter(data)
    entry = known.entries.get(_FIELD)
    if entry is None:
        return None if known.problem else _NOTHING
    start = max(data.rfind(b"\n", 0, entry.key.start), data.rfind(b"\r", 0, entry.key.start)) + 1
    line_end = _LINE_END.search(data, entry.value.end)
    end = line_end.end() if line_end else len(data)
    after = read_frontmatter(data[:start] + data[end:])
    left = {name: value for name, value in known.values.items() if name != _FIELD}
    return (Span(start, end), "") if after.values == left and not after.problem else None


def _make_hidden_edit(data: bytes) -> tuple[Span, str]:
    """Return the edit that sets `hidden: true`, which may make the frontmatter invalid."""
    match = _LINE_END.search(data)
    newline = match.group().decode() if match else "\n"
    known = read_frontmatter(data).entries.get(_FIELD)
    if known is not None:
        return known.value, "true"
    block = locate_frontmatter(data)
    if block.end > 0:
        return Span(block.end, block.end), f"{_FIELD}: true{newline}"
    top = Span(block.body_start, block.body_start)
    return top, f"---{newline}{_FIELD}: true{newline}---{newline}{newline}"
