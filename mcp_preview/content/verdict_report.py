"""The report on a site: every page with its verdict, as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mcp_preview.content.pages import IndexedPage, LeftOut, SitePages

Json = dict[str, Any]


def report_of(name: str, folder: str, pages: SitePages, trouble: str = "") -> Json:
    """The report as JSON: indexed pages in the order of the index, then the pages that are
    left out, then what is not a page."""
    return {
        "version": 1,
        "site": name,
        "folder": folder,
        "trouble": trouble,
        "indexed": [_indexed(page) for page in pages.indexed.values()],
        "leftOut": [_left_out(page) for page in pages.left_out],
        "others": [_left_out(page) for page in pages.others],
    }


def report_lines(pages: SitePages) -> Iterator[str]:
    """The report for people: each reason with its pages, then the totals."""
    reasons = Counter(page.reason for page in pages.reasoned)
    for reason, _ in reasons.most_common():
        yield reason
        for page in pages.reasoned:
            if page.reason == reason:
                yield f"  {page.file or page.path}{_where(page)}"
        yield ""
    yield f"{len(pages.indexed):,} pages are indexed, {len(pages.left_out):,} left out."
    if pages.others:
        yield f"Beside these, {len(pages.others):,} files, entries or operations are not pages."


def _where(page: LeftOut) -> str:
    return f"  ({page.detail})" if page.detail else ""


def _indexed(page: IndexedPage) -> Json:
    return {
        "path": page.path,
        "url": page.url,
        "file": page.file,
        "title": page.title,
        "language": page.language,
        "version": page.version,
        "boost": page.boost,
        "breadcrumbs": page.breadcrumbs,
    }


def _left_out(page: LeftOut) -> Json:
    return {
        "path": page.path,
        "url": page.url,
        "file": page.file,
        "reason": page.reason,
        "detail": page.detail,
        "where": page.where,
        "line": page.line,
    }
