"""Wraps the selected lines in a component: a matching one, a callout, a card or an accordion.

The lines themselves do not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.syntax import TagForm
from docs_lsp.refactor.pages.page_lines import REWRITE, PageLines
from docs_lsp.refactor.selection import Offer

_ANYTHING = ("Note", "Tip", "Info", "Warning", 'Card title="Title"', 'Accordion title="Title"')
_PICTURE = compile_lazily(r"!\[[^\[\]]*\]\([^()\s]*\)|<(?:img|video|iframe)\b[^<>]*/>")


def offer_wrapping(lines: PageLines) -> Iterator[Offer]:
    """Offer the components that can hold the selection, those made for it first."""
    if lines.has_statements:
        return
    if lines.tag_spacing is None:
        return  # If one tag cannot enclose the lines, no other can.
    for opening in (*_suggest_components(lines), *_ANYTHING):
        new = lines.wrap_in_tag(opening, lines.tag_spacing)
        name = opening.partition(" ")[0]
        yield lines.build_offer(f"Wrap in `<{name}>`", REWRITE, new)


def _suggest_components(lines: PageLines) -> Iterator[str]:
    """Yield the components that are made to hold the selection and nothing else."""
    names = _find_outermost_names(lines)
    if len(names) == 1 and not _has_text_between(lines, _iter_tag_spans(lines)):
        (name,) = names
        yield from (
            each
            for each, one in COMPONENTS.items()
            if name in one.children and one.is_offered and not one.replaced_by and not one.parents
        )
    text = "\n".join(lines.lines)
    if _is_several_code_blocks(lines):
        yield "CodeGroup"
    if _PICTURE.fullmatch(text.lstrip(" \t>").rstrip()):
        yield "Frame"


def _find_outermost_names(lines: PageLines) -> set[str]:
    """Return the names of the outermost tags in the lines."""
    inside = {
        index
        for index, tag in enumerate(lines.page.tags)
        if lines.span.start <= tag.span.start < lines.span.end
    }
    tags = (lines.page.tags[index] for index in inside)
    return {
        tag.name for tag in tags if tag.parent not in inside and tag.form is not TagForm.CLOSING
    }


def _iter_tag_spans(lines: PageLines) -> Iterator[Span]:
    """Yield the spans of the tags in the lines, each to the end of its closing tag."""
    for tag in lines.page.tags:
        if lines.span.start <= tag.span.start < lines.span.end and tag.form is not TagForm.CLOSING:
            end = lines.page.tags[tag.partner] if tag.partner >= 0 else tag
            yield Span(tag.span.start, end.span.end)


def _is_several_code_blocks(lines: PageLines) -> bool:
    """Return whether the lines are several code blocks and nothing else."""
    blocks = [span for span in lines.page.code if lines.span.start <= span.start < lines.span.end]
    return len(blocks) > 1 and not _has_text_between(lines, blocks)


def _has_text_between(lines: PageLines, spans: Iterable[Span]) -> bool:
    """Return whether the lines have text before, between or after some spans."""
    at = lines.span.start
    for start, end in (*spans, Span(lines.span.end, lines.span.end)):
        if lines.data[at:start].strip(b" \t\r\n>"):
            return True
        at = end
    return False
