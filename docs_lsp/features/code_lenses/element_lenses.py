"""Lenses on `navigation`, on elements that name a specification, and on languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.phrases import format_count
from docs_lsp.core.text import Span
from docs_lsp.features._prose import shorten_text
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.summaries.index_card import make_index_card
from docs_lsp.site.summaries.totals import count_language_pages, count_operations

NAVIGATION, PREVIEW, STOP = "navigation", "preview", "preview-stop"
_LANGUAGE, _OPENAPI = "language", "openapi"
_MOST_KEYS = 5000
"""The maximum number of candidate keys examined: only a hostile docs.json has more."""
_MOST_COUNTED = 15_000
"""The maximum number of pages whose indexing is computed; more would take too long."""
LONGEST = 100
"""The maximum number of characters of a lens."""


class Lens(NamedTuple):
    """The position of a lens, and its subject."""

    about: str
    span: Span
    """The key that the lens is shown above."""
    at: int
    """The absolute byte offset of the object that the lens is about."""


def build_text_only_command(title: str) -> Json:
    """Return a command that does nothing but show its title."""
    # Without a command name, editors show the title as text that cannot be clicked.
    return {"title": title, "command": ""}


def iter_lenses(view: View, file: str) -> Iterator[Lens]:
    """Yield the lenses of docs.json or of a file it includes."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return
    for key, at in islice(_iter_key_candidates(document.text.data), _MOST_KEYS):
        yield from _build_key_lenses(view, file, document, key, at)


def _iter_key_candidates(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield each key and byte offset that may have a lens; quicker than visiting every object."""
    for key in (NAVIGATION, _LANGUAGE, _OPENAPI):
        quoted = f'"{key}"'.encode()
        at = data.find(quoted)
        while at >= 0:
            yield key, at
            at = data.find(quoted, at + len(quoted))


def _build_key_lenses(
    view: View, file: str, document: Document, key: str, at: int
) -> Iterator[Lens]:
    """Yield the lenses of a key at an offset; nothing if the candidate is not such a key."""
    step = next(iter(find_steps_to(document, at)[-1:]), None)
    node = step.node if step else None
    if step is None or not isinstance(node, Object) or key not in node.by_key:
        return
    span = node.get_key_span(key).shift(step.at)
    if span.start != at:
        return
    if key == NAVIGATION:
        if file == view.site.name and step.at == document.tree.start:
            yield Lens(key, span, step.at)
            if view.root is not None:
                yield Lens(PREVIEW, span, step.at)
                if view.is_previewed:
                    yield Lens(STOP, span, step.at)
        return
    placed = _find_element(view, file, at)
    kind = placed.element.kind if placed else None
    if placed is None or kind is None or not _is_layer_of(placed, node):
        return
    if kind.name == key or (key == _OPENAPI and _has_readable_spec(placed, view)):
        title = kind.title if kind.title and kind.title in node.by_key else key
        yield Lens(key, node.get_key_span(title).shift(step.at), step.at)


def _find_element(view: View, file: str, at: int) -> Placed | None:
    """Return the innermost known object around an offset, or None."""
    around = view.site.navigator.find_objects_around(file, at)
    return around[-1] if around else None


def _is_layer_of(placed: Placed, node: Object) -> bool:
    return any(layer.node is node for layer in placed.element.resolved.layers)


def _has_readable_spec(placed: Placed, view: View) -> bool:
    """Whether an element names a specification that could be read."""
    facts = view.site.facts
    paths = map(resolve_spec_path, placed.element.list_spec_sources("openapi"))
    known = (facts.specs.get(path) for path in paths if path) if facts else ()
    return any(spec is not None and spec.usable for spec in known)


def render_lens_text(about: str, file: str, at: int, overview: Overview) -> str | None:
    """Return the text of a lens, or None if it has none."""
    if about == NAVIGATION:
        return _describe_navigation(overview)
    placed = overview.cached(_index_elements_by_place).get((file, at))
    if placed is None:
        return None
    if about == _LANGUAGE:
        return _describe_language(placed, overview)
    return _describe_spec_operations(placed, overview) if about == _OPENAPI else None


def _index_elements_by_place(overview: Overview) -> Mapping[tuple[str, int], Placed]:
    """Return the elements of the navigation by the file and byte offset of each of their layers."""
    elements: dict[tuple[str, int], Placed] = {}
    for placed in overview.navigation.elements:
        layers = placed.element.resolved.layers
        for layer, start in zip(layers, placed.starts, strict=True):
            elements.setdefault((layer.file, start), placed)
    return elements


def _describe_navigation(overview: Overview) -> str:
    """Return the number of pages, and of those not indexed if that is quickly known."""
    pages = len(overview.facts.pages)
    is_quick = pages <= _MOST_COUNTED or overview.is_cached(make_index_card)
    card = overview.cached(make_index_card) if is_quick else None
    if card is None or not card.is_whole:
        return format_count(pages, "page")
    title = format_count(card.page_count, "page")
    left_out = card.page_count - card.searchable_count
    return f"{title}, {left_out:,} not indexed" if left_out else title


def _describe_language(placed: Placed, overview: Overview) -> str:
    code = shorten_text(placed.element.get_text("language") or "", LONGEST)
    pages, of = count_language_pages(placed, overview)
    return (
        f"{code}: {format_count(pages, 'page')}"
        if of is None
        else f"{code}: {pages:,} of {of:,} pages"
    )


def _describe_spec_operations(placed: Placed, overview: Overview) -> str | None:
    """Return the counts of an element's own operations in words; None if none can be read."""
    totals = count_operations(placed, overview)
    if totals is None:
        return None
    hidden = f", {totals.hidden} hidden" if totals.hidden else ""
    title = (
        f"{format_count(totals.operations, 'operation')}{hidden}, {totals.listed or 'none'} listed"
    )
    # The service makes pages of all operations as long as none is listed.
    return title if totals.listed else f"{title}: the service adds all"
