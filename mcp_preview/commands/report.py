"""`mcp-preview report`: prints every page of a site with its verdict."""

from __future__ import annotations

import sys
from pathlib import Path

from docs_lsp.files import DiskFiles
from docs_lsp.settings import Settings
from mcp_preview.commands.console import print_json
from mcp_preview.content.preview_site import load
from mcp_preview.content.site_access import access_of
from mcp_preview.content.skills import own_skills
from mcp_preview.content.verdict_report import pages_as, report_lines, report_of
from mcp_preview.viewers import parse_viewer

_UNREADABLE = 2


def run(folder: Path, settings: Settings, form: str, viewer_name: str) -> int:
    """Print the report of a site for a viewer, as `text` or `json`; the exit code.

    It is 2 where docs.json cannot be read as a whole, so that no script takes the report for one of
    the site. Raises `UsageFault` for an unknown viewer.
    """
    viewer = parse_viewer(viewer_name, settings.preview.users)
    files = DiskFiles(folder)
    site = load(files, settings)
    access = access_of(site, own_skills(files, site.overview.facts.files, site.name))
    pages = pages_as(site.pages, viewer)
    if form == "json":
        report = report_of(site.name, str(folder), pages, site.trouble, access)
        print_json({**report, "viewer": viewer_name}, indented=True)
    else:
        print("\n".join(report_lines(pages, access)))
    if not site.trouble:
        return 0
    print(f"mcp-preview: {site.trouble}", file=sys.stderr)
    return _UNREADABLE
