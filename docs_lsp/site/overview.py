"""A whole site, for questions that no single object can answer.

It is created when the whole site is checked, and its values are computed on first use.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from docs_lsp.settings.settings import Settings
from docs_lsp.site.access_mode import choose_page_access_mode, is_public_by_default
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.site import Site
from docs_lsp.site.visibility import SiteMarks

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


@dataclass(frozen=True, eq=False)
class Overview(Site):
    """A site whose files are known."""

    facts: SiteFacts

    @classmethod
    def from_site(cls, site: Site) -> Overview | None:
        """Return the overview of a site, or None if its files are unknown or another tool's."""
        if site.facts is None or not site.is_service_site:
            return None
        values = (site.name, site.parts, site.settings, site.facts, site.contents)
        return cls(*values, site.earlier, site.stale_translations)


def collect_site_marks(overview: Overview) -> SiteMarks:
    """Return the visibility settings of a site, from docs.json and docs-lsp.toml."""
    seo = (placed.element for placed in overview.objects if placed.element.record.name == "seo")
    index_all = any(element.get_text("indexing") == "all" for element in seo)
    whole = overview.objects[0].element if overview.objects else None
    return _make_site_marks(overview.settings, whole, index_all=index_all)


def look_up_site_marks(site: Site) -> SiteMarks:
    """Return the visibility settings of a site without going through all of docs.json."""
    index_all = site.seo is not None and site.seo.element.get_text("indexing") == "all"
    element = site.whole.element if site.whole else None
    return _make_site_marks(site.settings, element, index_all=index_all)


def _make_site_marks(settings: Settings, whole: Element | None, *, index_all: bool) -> SiteMarks:
    is_public = is_public_by_default(settings.preview, whole.get_flag("public") if whole else None)
    return SiteMarks(index_all, choose_page_access_mode(settings.preview), is_public)
