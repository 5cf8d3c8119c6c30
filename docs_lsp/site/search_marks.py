"""What the site as a whole says about its pages, as docs.json has it."""

from __future__ import annotations

from docs_lsp.site.navigation.navigator import Navigator
from docs_lsp.site.overview import Overview
from docs_lsp.site.visibility import SiteMarks


def site_marks(overview: Overview) -> SiteMarks:
    """The marks of a site. Whether readers log in is set elsewhere, so it is taken for open."""
    seo = (placed.element for placed in overview.objects if placed.element.record.name == "seo")
    return SiteMarks(index_all=any(element.text("indexing") == "all" for element in seo))


def marks_in(navigator: Navigator) -> SiteMarks:
    """The same, found in docs.json without looking through all of it."""
    seo = navigator.object_in(navigator.whole, "seo") if navigator.whole else None
    return SiteMarks(index_all=seo is not None and seo.element.text("indexing") == "all")
