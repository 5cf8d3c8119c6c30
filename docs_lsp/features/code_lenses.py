"""Code lenses with the sizes of elements and specifications, and the place of a page.

The positions of lenses follow from the tree, so they are returned at once. Their text is computed
when the client resolves a visible lens, because it needs the whole site.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.phrases import format_count
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._commands import PREVIEW_OPEN, PREVIEW_START, PREVIEW_STOP, SHOW_REFERENCES
from docs_lsp.features._locations import build_location, find_page_of_file
from docs_lsp.features._prose import shorten_text
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.site.navigation.refs import count_bytes
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.summaries.counterpart_pages import compare_site_languages
from docs_lsp.site.summaries.element_counts import count_language_pages, count_operations
from docs_lsp.site.summaries.page_card import Placement, find_placement
from docs_lsp.site.summaries.page_counts import count_site_pages

_MOST = 500
_QUICK = 300_000
"""A docs.json of up to this many bytes is searched quickly."""
_NAVIGATION, _PREVIEW, _STOP, _PAGE = "navigation", "preview", "preview-stop", "page"
_OF_THE_FILE = (_NAVIGATION, _PREVIEW, _STOP, _PAGE)
"""Lenses about a file as a whole, which stay right when the text changes."""
_LANGUAGE, _OPENAPI = "language", "openapi"
_MOST_KEYS = 5000
"""The maximum number of candidate keys examined: only a hostile docs.json has more."""
_MOST_COUNTED = 15_000
"""The maximum number of pages whose indexing is computed; more would take too long."""
_MOST_PARSED = 300
"""The maximum number of pages that are parsed to find those that the service refuses."""
_LONGEST = 100
"""The maximum number of characters of a lens."""


def answer_code_lenses(view: View, file: str, encoding: Encoding) -> list[Json]:
    """Return the answer to `textDocument/codeLens`: lenses without their text."""
    if view.site.facts is None or not view.site.is_service_site:
        return []
    text = view.text(file)
    base = {"uri": view.uri(file), "file": file, "version": view.versions.get(file)}
    lenses = [
        {
            "range": build_range(text, lens.span, encoding),
            "data": {**base, "about": lens.about, "at": lens.at},
        }
        for lens in islice(_iter_lenses(view, file), _MOST)
    ]
    if find_page_of_file(view, file) is not None:
        top = build_range(text, Span(0, 0), encoding)
        lenses.append({"range": top, "data": {**base, "about": _PAGE, "at": 0}})
    return lenses


def resolve_lens(
    view: View, data: Json, encoding: Encoding, *, shows_references: bool = False
) -> Json | None:
    """Return the command of a lens made with this `data`; None if it is outdated or has no text.

    The command only shows its text, unless the client can show references.
    """
    match data:
        case {"file": str(file), "about": str(about), "at": int(at)}:
            overview = view.site.get_overview()
            if overview is None or is_lens_outdated(view, data):
                return None
        case _:
            return None
    if about in (_PREVIEW, _STOP):
        return _build_preview_command(view, about)
    if about == _PAGE:
        return _build_page_command(
            file, view, overview, encoding, shows_references=shows_references
        )
    title = _render_lens_text(about, file, at, overview)
    return _build_text_only_command(title) if title else None


def is_lens_outdated(view: View, data: Json) -> bool:
    """Return whether the text has changed since a lens with this `data` was made.

    The lens may have moved then. Lenses about a file as a whole are never outdated.
    """
    match data:
        case {"file": str(file), "about": about, "version": version} if about not in _OF_THE_FILE:
            return bool(view.versions.get(file) != version)
    return False


def _build_preview_command(view: View, about: str) -> Json | None:
    """Return the command that starts, opens or stops the preview; None if there is none to stop."""
    if about == _STOP:
        title, command = "stop", PREVIEW_STOP
    elif view.is_previewed:
        title, command = "MCP preview is running: open", PREVIEW_OPEN
    else:
        title, command = "Preview MCP server", PREVIEW_START
    if about == _STOP and not view.is_previewed:
        return None
    return {"title": title, "command": command, "arguments": [view.uri(view.site.name)]}


def _build_page_command(
    file: str, view: View, overview: Overview, encoding: Encoding, *, shows_references: bool
) -> Json:
    """Return the lens that says where the navigation lists a page; a click may show the entries.

    Without `shows_references` or an entry it is only text.
    """
    placement = _find_placement(strip_page_extension(file), overview)
    if placement is None:
        is_known = overview.cached(is_navigation_complete)
        return _build_text_only_command(
            "not in navigation" if is_known else "not in the readable part of the navigation"
        )
    content = overview.contents.get(file) if overview.contents else None
    is_hidden = placement.hidden or (content is not None and content.fields.get("hidden") is True)
    title = _describe_placement(placement, is_hidden=is_hidden)
    if not shows_references:
        return _build_text_only_command(title)
    locations = [
        build_location(view, listing.file, listing.span, encoding) for listing in placement.listings
    ]
    arguments = [view.uri(file), {"line": 0, "character": 0}, locations]
    return {"title": title, "command": SHOW_REFERENCES, "arguments": arguments}


def _find_placement(page: str, overview: Overview) -> Placement | None:
    """Return the placement of a page in the navigation, or None.

    A large docs.json is not searched for translations: the lens is requested while someone types in
    the page.
    """
    listings = overview.navigator.find_page_listings(page)
    if not listings:
        # It may be spelt in a way that is not searched for.
        listings = overview.navigation.by_page.get(page, ())
    is_translated = any(listing.placed.element.inner.language for listing in listings)
    is_quick = is_translated and count_bytes(overview.parts) < _QUICK
    return find_placement(
        page, listings, overview.cached(compare_site_languages) if is_quick else ()
    )


def _describe_placement(placement: Placement, *, is_hidden: bool) -> str:
    title = "in navigation, hidden" if is_hidden else "in navigation"
    # A page listed at the top level has no titles around it.
    titles = " \u203a ".join(placement.trails[0])
    title += f": {titles}" if titles else ""
    switches = filter(None, map(", ".join, (placement.languages, placement.versions)))
    scopes = "; ".join(switches)
    title = shorten_text(f"{title} ({scopes})" if scopes else title, _LONGEST)
    more = len(placement.trails) - 1
    return f"{title} and {format_count(more, 'more place')}" if more else title


class _Lens(NamedTuple):
    """The position of a lens, and its subject."""

    about: str
    span: Span
    """The key that the lens is shown above."""
    at: int
    """The absolute byte offset of the object that the lens is about."""


def _build_text_only_command(title: str) -> Json:
    """Return a command that does nothing but show its title."""
    # Without a command name, editors show the title as text that cannot be clicked.
    return {"title": title, "command": ""}


def _iter_lenses(view: View, file: str) -> Iterator[_Lens]:
    """Yield the lenses of docs.json or of a file it includes."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return
    for key, at in islice(_iter_key_candidates(document.text.data), _MOST_KEYS):
        yield from _build_key_lenses(view, file, document, key, at)


def _iter_key_candidates(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield each key and byte offset that may have a lens; quicker than visiting every object."""
    for key in (_NAVIGATION, _LANGUAGE, _OPENAPI):
        quoted = f'"{key}"'.encode()
        at = data.find(quoted)
        while at >= 0:
            yield key, at
            at = data.find(quoted, at + len(quoted))


def _build_key_lenses(
    view: View, file: str, document: Document, key: str, at: int
) -> Iterator[_Lens]:
    """Yield the lenses of the root's `navigation`, a `language` or an `openapi` at an offset.

    Nothing if `at` is not the offset of such a key.
    """
    step = next(iter(find_steps_to(document, at)[-1:]), None)
    node = step.node if step else None
    if step is None or not isinstance(node, Object) or key not in node.by_key:
        return
    span = node.get_key_span(key).shift(step.at)
    if span.start != at:
        return
    if key == _NAVIGATION:
        if file == view.site.name and step.at == document.tree.start:
            yield _Lens(key, span, step.at)
            if view.root is not None:
                yield _Lens(_PREVIEW, span, step.at)
                if view.is_previewed:
                    yield _Lens(_STOP, span, step.at)
        return
    placed = _find_element(view, file, at)
    kind = placed.element.kind if placed else None
    if placed is None or kind is None or not placed.element.has_layer(node):
        return
    if kind.name == key or (key == _OPENAPI and _has_readable_spec(placed, view)):
        title = kind.title if kind.title and kind.title in node.by_key else key
        yield _Lens(key, node.get_key_span(title).shift(step.at), step.at)


def _find_element(view: View, file: str, at: int) -> Placed | None:
    """Return the innermost known object around an offset, or None."""
    around = view.site.navigator.find_objects_around(file, at)
    return around[-1] if around else None


def _has_readable_spec(placed: Placed, view: View) -> bool:
    """Return whether an element names a specification that could be read."""
    facts = view.site.facts
    paths = map(resolve_spec_path, placed.element.list_spec_sources("openapi"))
    known = (facts.specs.get(path) for path in paths if path) if facts else ()
    return any(spec is not None and spec.usable for spec in known)


def _render_lens_text(about: str, file: str, at: int, overview: Overview) -> str | None:
    """Return the text of a lens, or None if it has none."""
    if about == _NAVIGATION:
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
    """Return the numbers of pages by verdict if they are quickly known; otherwise that of all."""
    is_quick = overview.is_cached(count_site_pages) or _is_quickly_counted(overview)
    counts = overview.cached(count_site_pages) if is_quick else None
    if counts is None or not overview.cached(is_navigation_complete):
        return format_count(len(overview.facts.pages), "page")
    return counts.pages.text


def _is_quickly_counted(overview: Overview) -> bool:
    """Return whether there are not too many pages, or too many that were not parsed yet."""
    contents = overview.contents or {}
    if len(overview.facts.pages) > _MOST_COUNTED:
        return False
    return sum(not content.has_known_faults for content in contents.values()) <= _MOST_PARSED


def _describe_language(placed: Placed, overview: Overview) -> str:
    code = shorten_text(placed.element.get_text("language") or "", _LONGEST)
    pages, of = count_language_pages(placed, overview)
    count = format_count(pages, "page") if of is None else f"{pages:,} of {of:,} pages"
    return f"{code}: {count}"


def _describe_spec_operations(placed: Placed, overview: Overview) -> str | None:
    """Return the counts of an element's own operations in words; None if none can be read."""
    counts = count_operations(placed, overview)
    if counts is None:
        return None
    total, hidden, listed = counts
    hidden_count = f", {hidden} hidden" if hidden else ""
    title = f"{format_count(total, 'operation')}{hidden_count}, {listed or 'none'} listed"
    # The service makes pages of all operations as long as none is listed.
    return title if listed else f"{title}: the service adds all"
