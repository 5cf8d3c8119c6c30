"""Update attributes that are not links when files other than pages move.

Any attribute may name an image: the icon of a card, the poster of a video, a property of a
component of the site. Pages are named by links alone (`page_edits`), and text for readers never
names a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import PropKind
from docs_lsp.mdx.reading import parse_page
from docs_lsp.site.mdx.body_reading import list_code_spans
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.spelling import map_rooted_link
from docs_lsp.site.routes.link_paths import parse_link_path

# A path from the root in quotes, perhaps with braces around them.
_VALUE = compile_lazily(rb"""=(?:\{\s{0,80})?(["'`])(/[^"'`\s<>{}$\\]{1,500})\1""")
_NAME_BEFORE = compile_lazily(rb"([\w:-]+)=(?:\{\s{0,80})?\Z")
_MOST_BEFORE = 200
_ADDRESSES: Final = frozenset((PropKind.LINK, PropKind.ASSET, PropKind.ICON, PropKind.ANY))
_TEXTS: Final = frozenset(
    (
        *("alt", "aria-label", "caption", "cta", "description", "headline", "id", "label"),
        *("name", "placeholder", "subtitle", "text", "tip", "title"),
    )
)
"""Attributes that hold a text or a name on any tag."""


def iter_attribute_changes(data: bytes, addresses: AddressMap) -> Iterator[tuple[Span, str, str]]:
    """Yield the span, text and new text of each file name in attributes that a move changes."""
    changes = [
        (match, new)
        for match in _VALUE.finditer(data)
        if (new := _rewrite_file_path(match[2], addresses))
    ]
    if changes:  # Parsing a page takes far longer than searching for paths in it.
        page = parse_page(data)
        codes = list_code_spans(page)
        attributes = {
            attribute.value_span.start: (tag.name, attribute.name)
            for tag in page.tags
            for attribute in tag.attributes
            if attribute.value_span
        }
        for match, new in changes:
            quote, known = match.start(1), attributes.get(match.start() + 1)
            is_code = any(start <= quote < end for start, end in codes)
            may_name_file = (
                _may_attribute_name_file(*known)
                if known
                else is_code and not is_in_text_attribute(data, quote)
            )
            if may_name_file:
                yield Span(*match.span(2)), match[2].decode(), new


def _rewrite_file_path(path: bytes, addresses: AddressMap) -> str | None:
    """Return the new path of a file that is not a page; None if unchanged or it does not exist."""
    text = path.decode("utf-8", "replace")
    target = parse_link_path(text)
    if "\ufffd" in text or target is None or not addresses.is_asset_path(unquote(target.path)):
        return None
    return map_rooted_link(text, addresses)


def is_in_text_attribute(data: bytes, quote: int) -> bool:
    """Return whether the string that a quote opens in JavaScript is text for readers.

    The attribute name before it decides.
    """
    before = _NAME_BEFORE.search(data[max(0, quote - _MOST_BEFORE) : quote])
    return before is not None and before[1].decode("ascii", "replace") in _TEXTS


def _may_attribute_name_file(tag: str, attribute: str) -> bool:
    """Return whether the value of a tag's attribute may name a file."""
    component = COMPONENTS.get(tag)
    for prop in component.props if component else ():
        if prop.name == attribute:
            return prop.kind in _ADDRESSES
    return attribute not in _TEXTS
