"""`docs-lsp check`: finds the sites, and prints what is wrong in them."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from docs_lsp.cli.earlier_site import EarlierSites
from docs_lsp.cli.findings import CausesOf, FixesOf, ReportedFinding
from docs_lsp.cli.outcome import Outcome, names, outcome, selection, without_causes, without_fixes
from docs_lsp.cli.sites import base_of, repository, say, say_no_site, sites_in
from docs_lsp.cli.terminal import columns_of, style_for
from docs_lsp.evaluation.check import SiteReport, check_site
from docs_lsp.rules import all_rules

CLEAN, FOUND, UNREADABLE_SETTINGS = 0, 1, 2
SHOW_FIXES = frozenset(("json", "sarif"))
"""Forms that show what would fix a finding; making that takes its time."""
FOR_CI = frozenset(("github", "sarif"))
"""Forms whose readers know the repository, and not the folder that was given."""


def run(arguments: Namespace) -> int:
    """Check every site that was asked for; the exit code."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    wanted = selection(arguments.select, arguments.ignore)
    paths = [Path(path) for path in arguments.paths] or [Path()]
    base = repository() if arguments.format in FOR_CI else base_of(paths)
    own = _reports(arguments, paths, wanted)
    if arguments.write_baseline is not None:
        from docs_lsp.cli.baseline import write_baseline

        own = [write_baseline(report, arguments, wanted, base) for report in own]
    makes_fixes = _fixes_of if arguments.format in SHOW_FIXES else without_fixes
    found = outcome(own, base, wanted, makes_fixes, _finder_of_causes(arguments))
    _write(found, arguments)
    if not (arguments.quiet or arguments.no_files):
        _say_unneeded(own, arguments, base)
    if found.faults:
        if arguments.format != "text":
            _say_faults(found.faults)
        return UNREADABLE_SETTINGS
    return CLEAN if found.summary.clean else FOUND


def _reports(
    arguments: Namespace, paths: list[Path], wanted: Callable[[str], bool]
) -> list[SiteReport]:
    """The reports on the sites of the service."""
    sites = sites_in(paths)
    baseline = None
    if arguments.baseline or arguments.no_baseline or arguments.write_baseline is not None:
        from docs_lsp.cli.baseline import baseline_for

        baseline = baseline_for(arguments, sites)
    asked_for = names(arguments.select, all_rules())
    with EarlierSites(arguments.against, exact=arguments.exact) as earlier:
        reports = [
            check_site(
                site,
                files=not arguments.no_files,
                asked_for=asked_for,
                wanted=wanted,
                baseline=baseline,
                saves_page_bodies=not arguments.no_cache,
                earlier=earlier.of(site),
            )
            for site in sites
        ]
    own = [report for report in reports if report.ours]
    if not own and not arguments.quiet:
        say_no_site(paths, others=sites)
    return own


def _finder_of_causes(arguments: Namespace) -> Callable[[SiteReport], CausesOf]:
    """The function that finds the causes of findings, for the forms that show them."""
    folds = arguments.format == "text" and not (arguments.all or arguments.quiet)
    return _causes_of if folds or arguments.format == "json" else without_causes


def _causes_of(report: SiteReport) -> CausesOf:
    from docs_lsp.evaluation.causes import find_causes

    overview = report.site.overview() if report.site else None
    return lambda problems: find_causes(problems, overview)


def _fixes_of(report: SiteReport) -> FixesOf:
    from docs_lsp.fixes.fix import fixes_of

    assert report.site is not None
    return partial(fixes_of, report.site, report.files)


def _write(found: Outcome, arguments: Namespace) -> None:
    match arguments.format:
        case "json":
            from docs_lsp.cli.output.json import write
        case "sarif":
            from docs_lsp.cli.output.sarif import write
        case "github":
            from docs_lsp.cli.output.github import write
        case "junit":
            from docs_lsp.cli.output.junit import write
        case _:
            return _write_text(found, arguments)
    return write(found, sys.stdout)


def _write_text(found: Outcome, arguments: Namespace) -> None:
    from docs_lsp.cli.output import text

    found = found.with_faults()
    style = style_for(arguments.color, sys.stdout)
    screen = text.Screen(sys.stdout, style, columns_of(sys.stdout), sys.stdout.isatty())
    if arguments.quiet:
        text.write_lines(found.findings, screen)
    elif found.sites:
        from docs_lsp.cli.output.folded import folded

        entries = [entry for site in found.sites for entry in folded(site.findings)]
        text.write(entries, found.summary, screen)


def _say_unneeded(reports: Iterable[SiteReport], arguments: Namespace, base: Path) -> None:
    outdated = [report for report in reports if report.unneeded]
    if outdated:
        from docs_lsp.cli.baseline import say_unneeded

        wanted = selection(arguments.select, arguments.ignore)
        for report in outdated:
            say_unneeded(report, arguments, wanted, base)


def _say_faults(faults: Iterable[ReportedFinding]) -> None:
    """Name the faults in the settings, for whoever does not see what the program reads."""
    for fault in faults:
        line, column = fault.range.start
        say(f"{fault.file}:{line}:{column} {fault.message}")
