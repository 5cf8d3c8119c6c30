"""Page paths for `pages` and `root`, and addresses of pages for links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs_lsp.features.completion.item import Item, Kind
from docs_lsp.features.completion.place import Place
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.jsontree.slot import STAND_IN, Role
from docs_lsp.site.facts import SiteFacts
from docs_lsp.site.listed import listed_in
from docs_lsp.site.nearby import wanted_pages
from docs_lsp.site.page_titles import title_of_page
from docs_lsp.site.pages import PageFile, normalise, url_of
from docs_lsp.site.reserved import is_reserved
from docs_lsp.site.walk import Placed

MOST = 100
"""How many pages are proposed at once."""
_SHORTEST = 3
"""From so many letters on, what is typed is looked for in titles too."""
_SCHEME = ":"


def page_items(place: Place) -> Iterator[Item]:
    """The pages that may be listed, those first that nothing lists yet and that lie near; at most
    `MOST`."""
    facts = place.view.site.facts
    query = place.slot.query
    if facts is None or _SCHEME in query:
        return
    needle = normalise(query) if query else ""
    listed = listed_in(place.parts, facts.pages)
    far = tuple(_other_languages(place))
    found = wanted_pages(facts.pages, _home(place), needle, listed, far, MOST)
    if len(found) < MOST and len(needle) >= _SHORTEST:
        found += _by_title(place, needle, frozenset(found))
    taken = {normalise(entry) for entry in place.siblings}
    for page in found[:MOST]:
        if page not in taken and not is_reserved(url_of(page)):
            yield _item(page, page, not page.startswith(query), place, facts)


def link_items(place: Place) -> Iterator[Item]:
    """The addresses of the site's pages."""
    facts = place.view.site.facts
    query = place.slot.query
    if facts is None or _SCHEME in query or query.startswith("#"):
        return
    far = tuple(_other_languages(place))
    found = wanted_pages(facts.pages, "", query.strip("/"), (), far, MOST)
    for page in found:
        url = url_of(page)
        yield _item(page, url, not url.startswith(query), place, facts)


def _item(page: str, written: str, is_found: bool, place: Place, facts: SiteFacts) -> Item:
    file = facts.pages.find(page) or PageFile(page, page)
    title = title_of_page(file, facts, place.view.site.contents)
    return Item(written, Kind.FILE, written, detail=title or "", page=page, is_found=is_found)


# Where it is


def _home(place: Place) -> str:
    """The folder in which the pages lie that belong here, going by what stands near."""
    near = next(_entries_near(place), None)
    if near is not None:
        return normalise(near).rpartition("/")[0]
    facts, language = place.view.site.facts, _language(place)
    if facts and language and any(page.startswith(f"{language}/") for page, _ in facts.pages):
        return language
    return ""


def _entries_near(place: Place) -> Iterator[str]:
    """The entries of `pages` near the slot, the nearest first."""
    for step in reversed(place.slot.steps):
        if isinstance(step.node, Array):
            items = step.node.items
            for item in (*reversed(items[: step.index]), *items[step.index + 1 :]):
                yield from _first_entry(item)
        elif isinstance(step.node, Object) and place.slot.role is Role.VALUE:
            yield from _strings(step.node.get("pages"))


def _first_entry(item: object) -> Iterator[str]:
    """The entry that an item of a list is, or the first in an element."""
    if isinstance(item, String) and item.value != STAND_IN and " " not in item.value:
        yield item.value
    elif isinstance(item, Object):
        yield from _strings(item.get("pages"))


def _strings(value: object) -> Iterator[str]:
    items: Iterable[object] = value.items if isinstance(value, Array) else ()
    found = (item.value for item in items if isinstance(item, String))
    yield from (entry for entry in found if entry != STAND_IN and " " not in entry)


def _language_element(place: Place) -> Placed | None:
    return next(
        (one for one in reversed(place.around) if one.element.record.name == "language"), None
    )


def _language(place: Place) -> str:
    placed = _language_element(place)
    return (placed.element.text("language") if placed else None) or ""


def _other_languages(place: Place) -> Iterator[str]:
    """The codes of the site's other languages: their pages lie in folders of these names."""
    placed = _language_element(place)
    if placed is None or placed.around is None:
        return
    own = placed.element.text("language")
    for other in placed.around.element.children("languages"):
        code = other.text("language")
        if code and code != own and code != STAND_IN:
            yield code


# Titles


def _by_title(place: Place, needle: str, found: frozenset[str]) -> list[str]:
    """The pages of which the title holds what is typed."""
    site = place.view.site
    if site.facts is None or site.contents is None:
        return []
    folded = needle.casefold()
    raw = folded.encode()
    pages = []
    for page, file in site.facts.pages:
        content = site.contents.get(file)
        if content is None or page in found or raw not in content.head.lower():
            continue
        if folded in str(content.fields.get("title", "")).casefold():
            pages.append(page)
            if len(pages) >= MOST:
                break
    return pages
