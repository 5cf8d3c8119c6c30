"""Every page of a site with its verdict: indexed, or why not."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs_lsp.files import DiskFiles
from docs_lsp.settings import Settings
from mcp_preview.commands.output import print_json
from mcp_preview.content.pages import IndexedPage, LeftOut, Pages
from mcp_preview.content.preview_site import load

Json = dict[str, Any]


def run(folder: Path, settings: Settings, form: str) -> int:
    """Print the report of a site, as `text` or `json`; the exit code."""
    authenticated = bool(settings.preview.authenticated)
    site = load(DiskFiles(folder), settings, authenticated=authenticated, only_public=True)
    if form == "json":
        print_json(report_of(site.name, str(folder), site.pages, site.trouble), indented=True)
        return 0
    if site.trouble:
        print(f"mcp-preview: {site.trouble}", file=sys.stderr)
    print("\n".join(_lines(site.pages)))
    return 0


def report_of(name: str, folder: str, pages: Pages, trouble: str = "") -> Json:
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


def _lines(pages: Pages) -> Iterator[str]:
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
