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
from docs_lsp.cli.outcome import (
    Outcome,
    build_outcome,
    build_rule_filter,
    omit_causes,
    omit_fixes,
    resolve_rule_names,
)
from docs_lsp.cli.sites import (
    base_of,
    list_sites,
    print_no_site,
    print_notice,
    recover_site,
    repository_root,
)
from docs_lsp.cli.terminal import choose_style, terminal_width
from docs_lsp.cli.time_limit import limit_time
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
    with limit_time(arguments.time_limit):
        return _check(arguments)


def _check(arguments: Namespace) -> int:
    wanted = build_rule_filter(arguments.select, arguments.ignore)
    paths = [Path(path) for path in arguments.paths] or [Path()]
    base = repository_root() if arguments.format in FOR_CI else base_of(paths)
    own = _collect_reports(arguments, paths, wanted)
    if arguments.write_baseline is not None:
        from docs_lsp.cli.baseline import write_baseline

        own = [write_baseline(report, arguments, wanted, base) for report in own]
    makes_fixes = _build_fix_finder if arguments.format in SHOW_FIXES else omit_fixes
    results = build_outcome(own, base, wanted, makes_fixes, _choose_cause_finder(arguments))
    _write(results, arguments)
    if not (arguments.quiet or arguments.no_files):
        _report_unneeded(own, arguments, base)
    if results.settings_faults:
        if arguments.format != "text":
            _report_faults(results.settings_faults)
        return UNREADABLE_SETTINGS
    return CLEAN if results.summary.clean else FOUND


def _collect_reports(
    arguments: Namespace, paths: list[Path], is_wanted: Callable[[str], bool]
) -> list[SiteReport]:
    """The reports on the sites of the service."""
    sites = list_sites(paths)
    for site in sites:
        recover_site(site.parent)
    baseline = None
    if arguments.baseline or arguments.no_baseline or arguments.write_baseline is not None:
        from docs_lsp.cli.baseline import load_baseline

        baseline = load_baseline(arguments, sites)
    asked_for = resolve_rule_names(arguments.select, all_rules())
    with EarlierSites(arguments.against, exact=arguments.exact) as earlier:
        reports = [
            check_site(
                site,
                files=not arguments.no_files,
                asked_for=asked_for,
                wanted=is_wanted,
                baseline=baseline,
                saves_page_bodies=not arguments.no_cache,
                earlier=earlier.build_reader(site),
            )
            for site in sites
        ]
    own = [report for report in reports if report.ours]
    if arguments.all:
        own = [report._replace(problems=(*report.problems, *report.folded)) for report in own]
    if not own and not arguments.quiet:
        print_no_site(paths, others=sites)
    return own


def _choose_cause_finder(arguments: Namespace) -> Callable[[SiteReport], CausesOf]:
    """The function that finds the causes of findings, for the forms that show them."""
    folds = arguments.format == "text" and not (arguments.all or arguments.quiet)
    return _build_cause_finder if folds or arguments.format == "json" else omit_causes


def _build_cause_finder(report: SiteReport) -> CausesOf:
    from docs_lsp.evaluation.causes import find_causes

    overview = report.site.overview() if report.site else None
    return lambda problems: find_causes(problems, overview)


def _build_fix_finder(report: SiteReport) -> FixesOf:
    from docs_lsp.fixes.fix import fixes_of
    from docs_lsp.rules.framework.readings import Readings

    assert report.site is not None
    return partial(fixes_of, report.site, report.files, readings=Readings())


def _write(results: Outcome, arguments: Namespace) -> None:
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
            return _write_text(results, arguments)
    return write(results, sys.stdout)


def _write_text(results: Outcome, arguments: Namespace) -> None:
    from docs_lsp.cli.output import text

    results = results.with_faults()
    style = choose_style(arguments.color, sys.stdout)
    screen = text.Screen(sys.stdout, style, terminal_width(sys.stdout), sys.stdout.isatty())
    if arguments.quiet:
        text.write_lines(results.findings, screen)
    elif results.sites:
        from docs_lsp.cli.output.folded import fold_findings

        entries = [entry for site in results.sites for entry in fold_findings(site.findings)]
        text.write(entries, results.summary, screen)


def _report_unneeded(reports: Iterable[SiteReport], arguments: Namespace, base: Path) -> None:
    outdated = [report for report in reports if report.unneeded]
    if outdated:
        from docs_lsp.cli.baseline import report_unneeded

        wanted = build_rule_filter(arguments.select, arguments.ignore)
        for report in outdated:
            report_unneeded(report, arguments, wanted, base)


def _report_faults(faults: Iterable[ReportedFinding]) -> None:
    """Name the faults in the settings, for whoever does not see what the program reads."""
    for fault in faults:
        line, column = fault.range.start
        print_notice(f"{fault.file}:{line}:{column} {fault.message}")
