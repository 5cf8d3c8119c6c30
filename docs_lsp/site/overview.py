"""A whole site, for questions that no single object can answer.

It is created when the whole site is checked, and its values are computed on first use.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.access_mode import choose_page_access_mode, is_public_by_default
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.refs import Parts, iter_refs, list_reachable_files, resolve_ref_path
from docs_lsp.site.site import Site
from docs_lsp.site.visibility import SiteMarks

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


HARMLESS_FAULTS = frozenset(("trailing-comma", "comment", "duplicate-key"))
"""Syntax errors that the parser recovers from without losing content."""
_LIKE_REF = compile_lazily(rb'"\$(?:R[eE][fF]|r(?:E[fF]|eF)|ref[sS])s?"')
"""Keys that resemble `$ref` but are not read as one."""


@dataclass(frozen=True, eq=False)
class Overview(Site):
    """A site whose files are known."""

    facts: SiteFacts

    @classmethod
    def from_site(cls, site: Site) -> Overview | None:
        """Return the overview of a site, or None.

        The result is None if the disk was not read, or docs.json belongs to another tool.
        """
        if site.facts is None or not site.is_service_site:
            return None
        values = (site.name, site.parts, site.settings, site.facts, site.contents)
        return cls(*values, site.earlier, site.stale_translations)


def is_navigation_complete(overview: Overview) -> bool:
    """Return whether the entries of the navigation are all known.

    They are not if a file has syntax errors, a `$ref` cannot be read, or an element is from another
    repository.
    """
    names = list_reachable_files(overview.name, overview.parts)
    if not all(_is_fully_read(name, overview.parts) for name in names):
        return False
    elements = (placed.element for placed in overview.objects)
    return all(element.is_known for element in elements)


def _is_fully_read(name: str, parts: Parts) -> bool:
    """Return whether docs.json and all files it includes could be read without real faults."""
    part = parts.get(name)
    if not isinstance(part, Document):
        return False
    if any(fault.code not in HARMLESS_FAULTS for _, fault in part.iter_faults()):
        return False
    if _LIKE_REF.search(part.text.data):
        return False
    targets = (resolve_ref_path(name, ref.value) for _, ref in iter_refs(part))
    return _are_all_parsed(targets, parts)


def _are_all_parsed(names: Iterable[str | None], parts: Parts) -> bool:
    return all(isinstance(parts.get(name or ""), Document) for name in names)


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
