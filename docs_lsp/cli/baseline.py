"""Baselines of `docs-lsp check`: chooses and writes one, and reports outdated entries."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.sites import HERE, Target, print_notice
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Problem
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save_draft
from docs_lsp.settings.baseline import NEVER_PUT_OFF, Baseline, FindingKey, identify_problem
from docs_lsp.settings.baseline_file import BaselineFault, parse_baseline, render_baseline
from docs_lsp.settings.settings import BASELINE_FILE

Wanted: TypeAlias = Callable[[str], bool]


def load_baseline(arguments: Namespace, targets: Sequence[Target]) -> Baseline | None:
    """Return the requested baseline, perhaps empty; None for the project's. Raises `UsageFault`.

    It is empty with `--no-baseline` and `--write-baseline`.
    """
    if arguments.write_baseline is not None:
        _require_writable_baseline(arguments, targets)
        return Baseline()
    if arguments.no_baseline:
        return Baseline()
    if arguments.baseline is None:
        return None
    _require_single_site("--baseline", targets)
    return _read_baseline(Path(arguments.baseline))


def write_baseline(report: SiteReport, arguments: Namespace, is_wanted: Wanted) -> SiteReport:
    """Write findings to a baseline, unless the settings are invalid; return the other findings.

    Entries of rules that were not selected stay in the baseline. If the settings are invalid, it is
    unknown which findings count, so nothing is written. Raises `UsageFault`.
    """
    if report.config_faults:
        return report
    ours = report.root / report.baseline_file
    path = Path(arguments.write_baseline) if arguments.write_baseline else ours
    _require_baseline_file(path)
    # All findings: those that a report omits for lack of space would come up as new.
    everything = report.site.find_all_problems().values() if report.site else (report.problems,)
    waiting = [
        problem
        for problems in everything
        for problem in problems
        if _goes_into_baseline(problem, is_wanted)
    ]
    unselected_entries = (
        _read_unselected_entries(path, is_wanted) if arguments.select or arguments.ignore else []
    )
    if not waiting and not unselected_entries and not path.exists():
        print_notice("There is nothing to put off, so no baseline was written.")
        return report
    parts = report.site.parts if report.site else {}
    entries = Counter(identify_problem(problem, parts.get(problem.file)) for problem in waiting)
    _save_baseline(
        path, render_baseline(Baseline.from_entries([*unselected_entries, *entries.items()]))
    )
    _report_written_baseline(len(waiting), path, report)
    left = tuple(
        problem for problem in report.problems if not _goes_into_baseline(problem, is_wanted)
    )
    return report._replace(problems=left, put_off=tuple(waiting))


def report_unneeded_entries(report: SiteReport, arguments: Namespace, is_wanted: Wanted) -> None:
    """Print how many findings of a baseline have been fixed since, if any."""
    count = sum(number for rule, number in report.unneeded.items() if is_wanted(rule))
    if not count:
        return
    file = arguments.baseline or display_path(report.root / report.baseline_file, HERE)
    option = f"--write-baseline={arguments.baseline}" if arguments.baseline else "--write-baseline"
    print_notice(
        f"no longer needed in `{file}`: {format_count(count, 'finding')}. "
        f"`docs-lsp check {option}` removes what is fixed."
    )


def _require_writable_baseline(arguments: Namespace, targets: Sequence[Target]) -> None:
    """Raise `UsageFault` if other options or the paths do not allow writing a baseline."""
    if arguments.no_files:
        raise UsageFault("`--write-baseline` needs all findings; omit `--no-files`.")
    if any(target.within is not None for target in targets):
        raise UsageFault("a baseline covers a whole site; name its folder.")
    if not arguments.write_baseline:
        return
    _require_single_site("--write-baseline", targets)
    if Path(arguments.write_baseline).is_dir():
        raise UsageFault(
            f"`{arguments.write_baseline}` is a folder, so no baseline can be written there; "
            "name the folders to check before `--write-baseline`."
        )


def _require_baseline_file(path: Path) -> None:
    """Raise `UsageFault` for an existing file that is not a baseline, such as docs.json."""
    if path.name == BASELINE_FILE or not path.is_file():
        return
    content = path.read_bytes()
    # A baseline with conflict markers of a merge still counts as one.
    if content.strip() and b'"findings"' not in content:
        raise UsageFault(
            f"`{path}` exists already and is not a baseline, so it is not overwritten; "
            "name another file, or the files to check before `--write-baseline`."
        )


def _require_single_site(option: str, targets: Sequence[Target]) -> None:
    """Raise `UsageFault` if an option about one site is used with several."""
    if len(targets) > 1:
        raise UsageFault(
            f"`{option}` names the baseline of one site, and there are {len(targets)} here; "
            "check one of them, or set `check.baseline` in their docs-lsp.toml."
        )


def _goes_into_baseline(problem: Problem, is_wanted: Wanted) -> bool:
    """Return whether a finding is of a wanted rule whose findings a baseline may contain."""
    return is_wanted(problem.rule) and problem.rule not in NEVER_PUT_OFF


def _read_unselected_entries(path: Path, is_wanted: Wanted) -> list[tuple[FindingKey, int]]:
    """Return a baseline's entries for rules that were not selected; none without a file."""
    if not path.exists():
        return []
    return [entry for entry in _read_baseline(path).list_entries() if not is_wanted(entry[0].rule)]


def _read_baseline(path: Path) -> Baseline:
    """Read a baseline. Raises `UsageFault` if it is unreadable or invalid."""
    try:
        return parse_baseline(DiskFiles(path.parent).read(path.name), str(path))
    except (FileFault, BaselineFault) as fault:
        raise UsageFault(str(fault)) from None


def _save_baseline(path: Path, content: bytes) -> None:
    """Write a baseline. Raises `UsageFault` if that is impossible."""
    disk = DiskFiles(path.parent)
    try:
        save_draft(Draft(disk, {path.name: content}), disk)
    except FileFault as fault:
        raise UsageFault(str(fault)) from None


def _report_written_baseline(count: int, path: Path, report: SiteReport) -> None:
    """Print how many findings were put into a baseline, and how to make use of it."""
    ours = report.root / report.baseline_file
    if path.resolve() == ours.resolve():
        next_step = "Commit the file: from now on only what is new is reported, here and in editors"
    elif path.resolve().is_relative_to(report.root.resolve()):
        name = display_path(path.resolve(), report.root.resolve())
        next_step = f'Write `baseline = "{name}"` below `[check]` in docs-lsp.toml to use it'
    else:
        next_step = f"`docs-lsp check --baseline {path}` leaves them out"
    print_notice(
        f"{format_count(count, 'finding')} put off in `{display_path(path, HERE)}`. {next_step}."
    )
