"""Find the target of an anchor in a page: the line of a heading, or a component's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.text import Span
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.mdx.anchors import (
    COUNT_SUFFIX,
    FIELD_PREFIX,
    WITHOUT_ID,
    has_heading_id,
    make_live_heading_id,
)
from docs_lsp.site.mdx.body_reading import iter_anchor_attributes, list_code_spans, list_headings
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.heading_ids import HeadingIdCounter, fragment_to_id, unify_quotes
from docs_lsp.site.pages import reduce_to_letters

_DEEP = b"#" * WITHOUT_ID


def find_fragment_target(data: bytes, fragment: str) -> Span | None:
    """Return the span of the heading or the component name that a fragment means, or None.

    A heading with exactly this ID is preferred, then one with the same letters, then a component.
    """
    wanted = unquote(fragment)
    page = parse_page(data[:MOST_READ])
    headings = list(_iter_headings(data, page))
    meant = {
        reduce_to_letters(one)
        for one in (wanted, COUNT_SUFFIX.sub("", wanted), FIELD_PREFIX.sub("", wanted))
    }
    meant.discard("")

    def is_alike(anchor: str) -> bool:
        return reduce_to_letters(anchor) in meant

    def is_same(anchor: str) -> bool:
        return unify_quotes(anchor) == fragment_to_id(wanted)

    first = _find_first_span(headings, is_same) or _find_first_span(headings, is_alike)
    return first or _find_first_span(_iter_component_names(data, page), is_alike)


def iter_heading_anchors(data: bytes) -> Iterator[tuple[str, Span]]:
    """Yield the unique IDs and the spans of the headings that have an ID, in their order."""
    page = parse_page(data[:MOST_READ])
    yield from _iter_headings(data, page)


def list_heading_levels(data: bytes) -> tuple[tuple[int, str], ...]:
    """Return the level (0 if unknown) and ID of each heading of a page that has an ID, in order."""
    page = parse_page(data[:MOST_READ])
    levels = {heading.span: heading.level for heading in page.headings}
    return tuple(
        (levels.get(span) or _read_element_level(data, span), anchor)
        for anchor, span in _iter_headings(data, page)
    )


class DeepHeading(NamedTuple):
    """A heading that has no ID because of its level."""

    level: int
    text: Span
    """The bytes of its text, as written."""


def index_deep_headings(data: bytes) -> Mapping[str, DeepHeading]:
    """Return the headings that are too deep to have an ID, by the ID their words would give."""
    if _DEEP not in data:
        return {}
    deep: dict[str, DeepHeading] = {}
    for heading in parse_page(data[:MOST_READ]).headings:
        text = data[slice(*heading.text)].strip()
        if not has_heading_id(heading.level, text):
            anchor = make_live_heading_id(text.decode("utf-8", "replace"))
            deep.setdefault(anchor, DeepHeading(heading.level, heading.text))
    return deep


def _read_element_level(data: bytes, span: Span) -> int:
    """Return the level of `<h2>`; 0 for a heading whose name does not show it."""
    level = data[span.start + 2 : span.start + 3]
    return int(level) if level.isdigit() else 0


def _iter_headings(data: bytes, page: MdxPage) -> Iterator[tuple[str, Span]]:
    """Yield the unique IDs and the spans of the headings that have an ID, in their order."""
    numbers = HeadingIdCounter()
    for span, heading in list_headings(data, page, list_code_spans(page)):
        anchor = make_live_heading_id(heading.decode("utf-8", "replace"))
        if anchor:
            yield numbers.make_unique(anchor), span


def _iter_component_names(data: bytes, page: MdxPage) -> Iterator[tuple[str, Span]]:
    """Yield the names, as written in components, that may make an anchor, with their spans."""
    attributes = iter_anchor_attributes(data, page, list_code_spans(page))
    for _, span in sorted(attributes, key=itemgetter(1)):
        yield data[slice(*span)].decode("utf-8", "replace"), span


def _find_first_span(
    anchors: Iterable[tuple[str, Span]], fits: Callable[[str], bool]
) -> Span | None:
    return next((span for anchor, span in anchors if fits(anchor)), None)
