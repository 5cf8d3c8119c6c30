"""`mcp-preview report`: prints every page of a site with its verdict."""

from __future__ import annotations

import sys
from pathlib import Path

from docs_lsp.files import DiskFiles
from docs_lsp.settings import Settings
from docs_lsp.site.visibility import ANONYMOUS
from mcp_preview.commands.console import print_json
from mcp_preview.content.preview_site import load
from mcp_preview.content.verdict_report import pages_as, report_lines, report_of


def run(folder: Path, settings: Settings, form: str) -> int:
    """Print the report of a site, as `text` or `json`; the exit code."""
    site = load(DiskFiles(folder), settings)
    pages = pages_as(site.pages, ANONYMOUS)
    if form == "json":
        print_json(report_of(site.name, str(folder), pages, site.trouble), indented=True)
        return 0
    if site.trouble:
        print(f"mcp-preview: {site.trouble}", file=sys.stderr)
    print("\n".join(report_lines(pages)))
    return 0
