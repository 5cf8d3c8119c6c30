"""`docs-lsp check`: finds the sites, and prints what is wrong in them."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from docs_lsp.check import Report, check_site
from docs_lsp.cli.findings import Finding, findings
from docs_lsp.cli.output.summary import Summary, summarize
from docs_lsp.cli.output.terminal import columns_of, style_for
from docs_lsp.cli.selection import names, selection
from docs_lsp.cli.sites import base_of, say_faults, say_no_site, sites_in
from docs_lsp.rules import all_rules
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.text import Text

CLEAN, FOUND, UNREADABLE_SETTINGS = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Check every site that was asked for; the exit code."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    wanted = selection(arguments.select, arguments.ignore)
    paths = [Path(path) for path in arguments.paths] or [Path()]
    base = base_of(paths)
    asked_for = names(arguments.select, all_rules())
    reports = [
        check_site(site, files=not arguments.no_files, asked_for=asked_for)
        for site in sites_in(paths)
    ]
    own = [report for report in reports if report.ours]
    if not own and not arguments.quiet:
        say_no_site(paths, others=[report.root for report in reports])
    found = [
        finding for report in own for finding in findings(report, base) if wanted(finding.rule)
    ]
    summary = summarize(found, len(own))
    _write(found, summary, arguments)
    faulty = [say_faults(each.root, each.config_faults, _settings(each), base) for each in own]
    if any(faulty):
        return UNREADABLE_SETTINGS
    return CLEAN if summary.clean else FOUND


def _settings(report: Report) -> Text:
    return report.texts.get(SETTINGS_FILE, Text.of(b""))


def _write(found: Sequence[Finding], summary: Summary, arguments: Namespace) -> None:
    if arguments.format == "json":
        from docs_lsp.cli.output import json

        json.write(found, summary, sys.stdout)
        return
    from docs_lsp.cli.output import text

    style = style_for(arguments.color, sys.stdout)
    screen = text.Screen(sys.stdout, style, columns_of(sys.stdout))
    if arguments.quiet:
        text.write_lines(found, screen)
    elif summary.sites:
        text.write(found, summary, screen)
