"""`docs-lsp check`: finds the sites, prints their findings, and decides whether it fails."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TextIO

from docs_lsp.cli.earlier_site import collect_earlier_findings, open_earlier_sites
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.fail_on import has_failing_findings
from docs_lsp.cli.findings import CausesOf, FixesOf, ReportedFinding, iter_settings_faults
from docs_lsp.cli.outcome import Outcome, build_outcome, build_rule_filter, resolve_rule_names
from docs_lsp.cli.sites import (
    HERE,
    Target,
    choose_base_folder,
    find_targets,
    print_no_site,
    print_notice,
    recover_site,
)
from docs_lsp.cli.terminal import choose_style, find_terminal_width
from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.check import SiteReport, check_site

SHOW_FIXES = frozenset(("json", "rdjson", "sarif"))
"""Formats that include the fixes of a finding; making these takes time."""
FOR_PEOPLE = frozenset(("markdown", "text"))
"""Forms that show findings that have something in common once."""
FOR_CI = frozenset(("github", "gitlab", "markdown", "rdjson", "sarif"))
"""Formats whose readers know the repository, and not the folder that was given."""


def run(arguments: Namespace) -> int:
    """Check every requested site, print the findings, and return the exit code."""
    wanted = build_rule_filter(arguments.select, arguments.ignore)
    base = _choose_base(arguments)
    own = _collect_reports(arguments, wanted)
    if arguments.write_baseline is not None:
        from docs_lsp.cli.baseline import write_baseline

        own = [write_baseline(report, arguments, wanted) for report in own]
    fixes_for = _build_fix_finder if arguments.format in SHOW_FIXES else None
    results = build_outcome(own, base, wanted, fixes_for, _choose_cause_finder(arguments))
    if arguments.since:
        results = results.mark_since(arguments.since)
    _write_outcome(results, arguments)
    if not (arguments.quiet or arguments.no_files or arguments.since):
        _report_unneeded_baselines(own, arguments, wanted)
    if results.settings_faults:
        if arguments.format != "text":
            _print_settings_faults(
                fault for report in own for fault in iter_settings_faults(report, HERE)
            )
        return FAILED
    return FOUND if has_failing_findings(results, own, arguments) else SUCCESS


def _choose_base(arguments: Namespace) -> Path:
    """Return the folder that the files in a report are relative to."""
    if arguments.format == "text":
        return HERE
    if arguments.format in FOR_CI:
        return _find_ci_base_folder()
    return choose_base_folder([Path(path) for path in arguments.paths] or [HERE])


def _find_ci_base_folder() -> Path:
    """Return the folder that CI systems count paths from.

    This is the checkout of GitHub or GitLab if the working folder is in it, else that folder.
    """
    for variable in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        checkout = os.environ.get(variable)
        if checkout and Path.cwd().is_relative_to(checkout):
            return Path(checkout)
    return HERE


def _collect_reports(arguments: Namespace, is_wanted: Callable[[str], bool]) -> list[SiteReport]:
    """Check the requested sites, and return their reports without those of other tools' files.

    Prints a notice if nothing else was found. Raises `UsageFault`.
    """
    targets = find_targets(arguments.paths)
    sites = [target.docs_json for target in targets]
    for site in sites:
        recover_site(site.parent)
    baseline = None
    if arguments.baseline or arguments.no_baseline or arguments.write_baseline is not None:
        from docs_lsp.cli.baseline import load_baseline

        baseline = load_baseline(arguments, targets)
    since = arguments.since
    known = {site: collect_earlier_findings(site, since) for site in sites} if since else {}
    asked_for = resolve_rule_names(arguments.select)
    with open_earlier_sites(arguments.against, exact=arguments.exact) as build_reader:
        reports = [
            check_site(
                site,
                reads_files=not arguments.no_files,
                asked_for=asked_for,
                wanted=is_wanted,
                baseline=known.get(site, baseline),
                saves_page_bodies=not arguments.no_cache,
                earlier=build_reader(site),
            )
            for site in sites
        ]
    own = [
        _select_files(
            report.unfold() if arguments.all or target.unfolds(is_wanted) else report, target
        )
        for report, target in zip(reports, targets, strict=True)
        if report.ours
    ]
    if not own and not arguments.quiet:
        print_no_site([Path(path) for path in arguments.paths] or [HERE], others=sites)
    return own


def _select_files(report: SiteReport, target: Target) -> SiteReport:
    """Return the report with only the findings in the files that the command's paths name."""
    if target.within is None:
        return report
    return report._replace(
        problems=tuple(problem for problem in report.problems if target.covers(problem.file)),
        put_off=tuple(problem for problem in report.put_off if target.covers(problem.file)),
        folded=tuple(problem for problem in report.folded if target.covers(problem.file)),
        unneeded={},
    )


def _choose_cause_finder(arguments: Namespace) -> Callable[[SiteReport], CausesOf] | None:
    """Return a function from a report to a finder of causes; None if the output shows no causes.

    In text these are the causes that a person is shown as one block each.
    """
    if arguments.format == "json":
        from docs_lsp.evaluation.shared_causes import find_causes as find
    elif arguments.format in FOR_PEOPLE and not (arguments.all or arguments.quiet):
        from docs_lsp.evaluation.shared_causes import find_blocks as find
    else:
        return None

    def build_finder(report: SiteReport) -> CausesOf:
        overview = report.site.get_overview() if report.site else None
        return lambda problems: find(problems, overview)

    return build_finder


def _build_fix_finder(report: SiteReport) -> FixesOf:
    """Return a function that lists the fixes to offer for a problem of a report."""
    from docs_lsp.fixes.offered_fixes import ReportedFixes

    assert report.site is not None
    return ReportedFixes(report.site, report.files).list_fixes


def _write_outcome(results: Outcome, arguments: Namespace) -> None:
    """Write the findings in the requested format, by the module of `output` of that name."""
    if arguments.severity is not None and arguments.format != "text":
        results = results.select(Severity[arguments.severity.upper()])
    if arguments.format == "text":
        _write_outcome_as_text(results, arguments)
        return
    module = import_module(f"docs_lsp.cli.output.{arguments.format}")
    write_report: Callable[[Outcome, TextIO], None] = module.write_report
    write_report(results, sys.stdout)


def _write_outcome_as_text(results: Outcome, arguments: Namespace) -> None:
    from docs_lsp.cli.output import text

    style = choose_style(arguments.color, sys.stdout)
    screen = text.Screen(sys.stdout, style, find_terminal_width(sys.stdout), sys.stdout.isatty())
    results = results.with_faults()
    least = _choose_least_severity(arguments)
    if arguments.quiet:
        text.write_brief_report(results.select(least).findings, screen)
    elif results.sites:
        text.write_report(results, least, screen, shows_all=arguments.all)


def _choose_least_severity(arguments: Namespace) -> Severity:
    """Return the least severity of the findings that a text report shows."""
    if arguments.severity is not None:
        return Severity[arguments.severity.upper()]
    return Severity.HINT if arguments.all or arguments.quiet else Severity.INFORMATION


def _report_unneeded_baselines(
    reports: Iterable[SiteReport], arguments: Namespace, is_wanted: Callable[[str], bool]
) -> None:
    """Print, for each site, how many findings of its baseline have been fixed since."""
    for report in reports:
        if report.unneeded:
            from docs_lsp.cli.baseline import report_unneeded_entries

            report_unneeded_entries(report, arguments, is_wanted)


def _print_settings_faults(faults: Iterable[ReportedFinding]) -> None:
    """Print the faults in the settings to standard error, for formats that only programs read."""
    for fault in faults:
        line, column = fault.range.start
        print_notice(f"{fault.file}:{line}:{column} {fault.message}")
