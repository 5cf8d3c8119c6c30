"""Places and phrases for the rules that compare the site with an earlier state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import RelatedPlace
from docs_lsp.core.text import Span
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageFile, page_to_url
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import normalise_url_path

if TYPE_CHECKING:
    from docs_lsp.comparison.site_comparison import SiteComparison

_MOST_LINKS = 3


def find_changes(overview: Overview) -> SiteComparison | None:
    """Return what changed since the earlier state of a site, or None if there is no such state."""
    if overview.earlier is None:
        return None
    # Imported late: few sites are compared with an earlier state.
    from docs_lsp.comparison.site_comparison import compare_with_earlier

    return overview.cached(compare_with_earlier)


def name_earlier_revision(overview: Overview) -> str:
    """Return the name of the earlier revision for messages; empty if there is none."""
    return overview.earlier.revision if overview.earlier else ""


def locate_redirects_key(overview: Overview) -> tuple[str, Span]:
    """Return file and span of the key `redirects`, else `navigation`, else of the start."""
    for placed in overview.objects[:1]:
        for key in ("redirects", "navigation"):
            if key in placed.element.values:
                return placed.locate_spot(placed.element.find_key_spot(key))
    return overview.name, Span(0, 0)


def find_page_at(address: str, overview: Overview) -> PageFile | None:
    """Return the page whose own URL path is an address, or None."""
    return next((page for page in overview.facts.pages if page_to_url(page.page) == address), None)


def iter_link_places(
    address: str, files: Iterable[str], overview: Overview
) -> Iterator[RelatedPlace]:
    """Yield the first link to an address in each of the first three of some files."""
    for file in list(files)[:_MOST_LINKS]:
        content = (overview.contents or {}).get(file)
        for link in content.links if content else ():
            path = parse_link_path(link.target, file)
            if path is not None and path.path and normalise_url_path(path.path) == address:
                yield RelatedPlace(file, link.span, "Linked here")
                break
