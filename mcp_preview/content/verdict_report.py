"""Renders the verdicts of a site as JSON: every page, indexed or excluded."""

from __future__ import annotations

from typing import Any

from docs_lsp.site.access_mode import OPEN, SiteAccess
from docs_lsp.site.audience_words import audience_sentence
from docs_lsp.site.visibility import Viewer
from mcp_preview.content.pages import IndexedPage, LeftOut, SitePages
from mcp_preview.content.reasons import verdict_on_restricted_page

Json = dict[str, Any]


def report_of(
    name: str, folder: str, pages: SitePages, trouble: str = "", access: SiteAccess = OPEN
) -> Json:
    """Return the verdicts as JSON.

    Indexed pages come first in the order of the index, then excluded pages, then files that are no
    pages.
    """
    return {
        "version": 1,
        "site": name,
        "folder": folder,
        "trouble": trouble,
        "access": access_as_json(access),
        "indexed": [_render_indexed_page(page) for page in pages.indexed.values()],
        "leftOut": [_render_excluded_page(page) for page in pages.left_out],
        "others": [_render_excluded_page(page) for page in pages.others],
    }


def access_as_json(access: SiteAccess) -> Json:
    """Return the access of a site as JSON."""
    return {
        "mode": access.mode.value,
        "enabled": access.is_enabled,
        "assumed": access.is_assumed,
        "notice": access.notice,
    }


def pages_for_viewer(pages: SitePages, viewer: Viewer) -> SitePages:
    """Return the verdicts for a viewer, with a reason for each page the viewer may not see.

    To be shown to the owner only.
    """
    shown = {path: page for path, page in pages.indexed.items() if page.audience.admits(viewer)}
    kept_back = (page for path, page in pages.indexed.items() if path not in shown)
    return SitePages(
        shown, (*pages.left_out, *map(verdict_on_restricted_page, kept_back)), pages.others
    )


def _render_indexed_page(page: IndexedPage) -> Json:
    return {
        "path": page.path,
        "url": page.url,
        "file": page.file,
        "title": page.title,
        "language": page.language,
        "version": ", ".join(page.versions) or None,
        "versions": page.versions,
        "boost": page.boost,
        "breadcrumbs": page.breadcrumbs,
        "public": page.audience.public,
        "audience": audience_sentence(page.audience),
        "content": content_kind(page),
        "why": page.why_empty,
        "line": page.refused_at[0] if page.refused_at else 0,
    }


def content_kind(page: IndexedPage) -> str:
    """Return whether a page has any text: `text`, `empty` or `refused`."""
    if page.refused_at:
        return "refused"
    return "empty" if page.why_empty else "text"


def _render_excluded_page(page: LeftOut) -> Json:
    return {
        "path": page.path,
        "url": page.url,
        "file": page.file,
        "reason": page.reason,
        "detail": page.detail,
        "where": page.where,
        "line": page.line,
    }
