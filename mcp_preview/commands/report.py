"""`mcp-preview report`: prints every page of a site with its verdict."""

from __future__ import annotations

import sys
from pathlib import Path

from docs_lsp.files import DiskFiles
from docs_lsp.settings import Settings
from mcp_preview.commands.console import print_json
from mcp_preview.content.preview_site import load
from mcp_preview.content.verdict_report import report_lines, report_of


def run(folder: Path, settings: Settings, form: str) -> int:
    """Print the report of a site, as `text` or `json`; the exit code."""
    authenticated = bool(settings.preview.authenticated)
    site = load(DiskFiles(folder), settings, authenticated=authenticated, only_public=True)
    if form == "json":
        print_json(report_of(site.name, str(folder), site.pages, site.trouble), indented=True)
        return 0
    if site.trouble:
        print(f"mcp-preview: {site.trouble}", file=sys.stderr)
    print("\n".join(report_lines(site.pages)))
    return 0
