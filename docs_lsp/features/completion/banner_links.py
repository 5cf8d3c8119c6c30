"""Completion of the links in a banner, whose text is Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.completion.page_paths import iter_link_items

_OPENING, _END = "](", ")"


class _BegunLink(NamedTuple):
    """The text of a banner around the address that is typed in it."""

    before: str
    address: str
    behind: str


def iter_banner_link_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield the pages that a link in a banner may lead to, each as the whole text of the banner."""
    begun = _find_begun_link(place)
    if begun is None:
        return
    address = replace(place, point=replace(place.point, typed=f'"{begun.address}'))
    for item in iter_link_items(address):
        text = f"{begun.before}{item.value}{begun.behind}"
        yield replace(item, value=text, is_found=True)


def _find_begun_link(place: CompletionCursor) -> _BegunLink | None:
    """Return the Markdown link whose address is typed in a banner, or None."""
    before, opening, address = place.query.rpartition(_OPENING)
    if not opening or _END in address or " " in address or not place.point.is_string:
        return None
    typed = place.point.typed.encode()
    start, end = place.point.span
    data = place.view.text(place.file).data[start + len(typed) : end]
    behind = data.removesuffix(b'"').decode("utf-8", "replace")
    closing = behind.find(_END)
    if "\\" in behind:  # An escape would be escaped once more.
        return None
    rest = behind[closing:] if closing >= 0 else _END + behind
    return _BegunLink(before + opening, address, rest)
