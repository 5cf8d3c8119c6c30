"""Places and phrases for the rules that compare the site with an earlier state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.core.problem import Place
from docs_lsp.core.text import Span
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.link_paths import link_path_of
from docs_lsp.site.routes.redirects import normalise_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docs_lsp.site.overview import Overview
    from docs_lsp.site.pages import PageFile

_MOST_LINKS = 3


def earlier_revision(overview: Overview) -> str:
    """Return the name of the earlier revision for messages; empty if there is none."""
    return overview.earlier.revision if overview.earlier else ""


def place_of_redirects(overview: Overview) -> tuple[str, Span]:
    """Return file and span of the `redirects` key of docs.json, or else `navigation`."""
    for placed in overview.objects[:1]:
        for key in ("redirects", "navigation"):
            if key in placed.element.values:
                return placed.file_span(placed.element.key_spot(key))
    return overview.name, Span(0, 0)


def page_at(address: str, overview: Overview) -> PageFile | None:
    """Return the page whose own URL path this is, or None."""
    return next((page for page in overview.facts.pages if url_of(page.page) == address), None)


def find_link_places(address: str, files: Iterable[str], overview: Overview) -> Iterator[Place]:
    """Yield the first link to an address in each of the first few files."""
    for file in list(files)[:_MOST_LINKS]:
        content = (overview.contents or {}).get(file)
        for link in content.links if content else ():
            path = link_path_of(link.target, file)
            if path is not None and path.path and normalise_path(path.path) == address:
                yield Place(file, link.span, "Linked here")
                break
