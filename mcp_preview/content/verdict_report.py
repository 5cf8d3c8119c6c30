"""The verdicts of a site as JSON, and the numbers of pages by verdict."""

from __future__ import annotations

from typing import Any

from docs_lsp.site.access_mode import OPEN, SiteAccess
from docs_lsp.site.summaries.page_counts import PageCounts
from docs_lsp.site.visibility import Viewer, describe_audience
from mcp_preview.content.pages import ExcludedPage, IndexedPage, SitePages
from mcp_preview.content.reasons import BROKEN_ENTRIES, explain_restricted_page

Json = dict[str, Any]


def render_verdicts(
    name: str, folder: str, pages: SitePages, trouble: str = "", access: SiteAccess = OPEN
) -> Json:
    """Return the verdicts on all pages of a site as JSON.

    Indexed pages come first in the order of the index, then excluded pages, then files that are no
    pages.
    """
    return {
        "version": 1,
        "site": name,
        "folder": folder,
        "trouble": trouble,
        "access": render_access(access),
        "indexed": [_render_indexed_page(page) for page in pages.indexed.values()],
        "leftOut": [_render_excluded_page(page) for page in pages.left_out],
        "others": [_render_excluded_page(page) for page in pages.others],
    }


def render_access(access: SiteAccess) -> Json:
    """Return the access of a site as JSON."""
    return {
        "mode": access.mode.value,
        "enabled": access.is_enabled,
        "assumed": access.is_assumed,
        "notice": access.notice,
    }


def filter_pages_for_viewer(pages: SitePages, viewer: Viewer) -> SitePages:
    """Return the verdicts for a viewer, with a reason for each page the viewer may not see.

    To be shown to the owner only.
    """
    shown = {path: page for path, page in pages.indexed.items() if page.audience.admits(viewer)}
    kept_back = (page for path, page in pages.indexed.items() if path not in shown)
    return SitePages(
        shown, (*pages.left_out, *map(explain_restricted_page, kept_back)), pages.others
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
        "audience": describe_audience(page.audience),
        "content": classify_content(page),
        "why": page.why_empty,
        "line": page.refused_at[0] if page.refused_at else 0,
    }


def classify_content(page: IndexedPage) -> str:
    """Return whether a page has any text: `text`, `empty` or `refused`."""
    if page.refused_at:
        return "refused"
    return "empty" if page.why_empty else "text"


def _render_excluded_page(page: ExcludedPage) -> Json:
    return {
        "path": page.path,
        "url": page.url,
        "file": page.file,
        "reason": page.reason,
        "detail": page.detail,
        "where": page.where,
        "line": page.line,
    }


def count_pages(pages: SitePages) -> PageCounts:
    """Count the pages by verdict; files that are no pages, such as snippets, are not counted.

    Pages that the viewer of `pages` may not see are counted as indexed: the numbers are the site's.
    """
    others = [page.for_others for page in pages.left_out if page.for_others is not None]
    indexed = (*pages.indexed.values(), *others)
    refused = sum(bool(page.refused_at) for page in indexed)
    return PageCounts(
        len(indexed) - refused,
        refused,
        len(pages.left_out) - len(others),
        sum(entry.reason in BROKEN_ENTRIES for entry in pages.others),
    )
