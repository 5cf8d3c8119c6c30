"""Which operation a page of the service's own making shows, going by its address.

How the service makes these addresses is not documented to the letter, so this is a guess: good
enough to take a writer somewhere, and not to find fault with anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.generated_pages.page_addresses import PageSource, last_names, sources_in
from docs_lsp.site.pages import letters

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec


class Shown(NamedTuple):
    """An operation, and the document it stands in."""

    spec: Spec
    operation: Operation


def operations_at(page: str, objects: Iterable[Placed], facts: SiteFacts) -> tuple[Shown, ...]:
    """The operations that a page path may show, those that fit it best; mostly one, or none.

    `objects` are all objects of docs.json that the format knows.
    """
    best, found = 0, dict[tuple[str, str, str], Shown]()
    for source in _sources(objects):
        spec = source.spec(facts)
        for operation in (*spec.operations.values(), *spec.webhooks.values()) if spec else ():
            likeness = _likeness(page, source, operation)
            if spec and likeness and likeness >= best:
                if likeness > best:
                    best, found = likeness, {}
                found[spec.file, operation.method, operation.path] = Shown(spec, operation)
    return tuple(found.values())


def _sources(objects: Iterable[Placed]) -> Iterator[PageSource]:
    return iter(dict.fromkeys(one for placed in objects for one in sources_in(placed.element)))


def _likeness(page: str, source: PageSource, operation: Operation) -> int:
    """How well an address fits an operation; 0 where it does not."""
    href = operation.extension.get("href")
    if isinstance(href, str) and href.strip("/") == page:
        return 4
    names = {
        letters(operation.summary or ""),
        letters(operation.operation_id or ""),
        letters(operation.method + operation.path),
    }
    if (names - {""}).isdisjoint(last_names(page)):
        return 0
    is_below = page.startswith(f"{source.folder}/")
    folders = {letters(folder) for folder in page.split("/")[:-1]}
    is_tagged = any(letters(tag) in folders for tag in operation.tags)
    return 1 + is_below + is_tagged
