"""`docs-lsp fix`: fixes problems, and prints what it fixed."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

from docs_lsp.cli.change_mode import read_change_mode, write_or_print_diff
from docs_lsp.cli.earlier_site import open_earlier_sites
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.findings import display_path
from docs_lsp.cli.fix_plan import plan_fixes
from docs_lsp.cli.outcome import build_rule_filter, count_severities
from docs_lsp.cli.sites import (
    HERE,
    Target,
    find_targets,
    print_no_site,
    print_notice,
    read_faultless_settings,
    recover_site,
)
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.phrases import format_count
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.fixes.fixing_rounds import AppliedFix, FixedSite
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix, list_fixable_rules


def run(arguments: Namespace) -> int:
    """Fix every requested site, or show how, and return the exit code."""
    is_selected = build_rule_filter(arguments.select, arguments.ignore)
    targets = find_targets(arguments.paths)
    codes = [
        # Several sites are distinguished by their names.
        _fix_site(
            target,
            is_selected,
            arguments,
            f"{display_path(target.docs_json, HERE)}: " if len(targets) > 1 else "",
        )
        for target in targets
    ]
    if all(code is None for code in codes):
        paths = [Path(path) for path in arguments.paths] or [HERE]
        print_no_site(paths, others=[target.docs_json for target in targets])
    return max((code for code in codes if code is not None), default=SUCCESS)


def _fix_site(
    target: Target, is_selected: Callable[[str], bool], arguments: Namespace, name: str
) -> int | None:
    """Fix one site, or show how; return the exit code, or None for another tool's docs.json.

    `name` is put before each notice.
    """
    docs_json = target.docs_json
    root = docs_json.parent
    if not recover_site(root):
        return FAILED
    disk = DiskFiles(root)
    settings = read_faultless_settings(disk)
    if settings is None:
        return FAILED
    rules = frozenset(filter(is_selected, list_fixable_rules(safe=not arguments.unsafe)))
    is_wanted = is_preferred_fix if arguments.unsafe else is_safe_fix
    with open_earlier_sites(arguments.against, exact=arguments.exact) as build_reader:
        fixed = plan_fixes(
            docs_json,
            disk,
            settings,
            lambda problem, fix: target.covers(problem.file) and is_wanted(problem, fix),
            rules,
            reads_files=not arguments.no_files,
            saves_page_bodies=not arguments.no_cache,
            earlier=build_reader(docs_json),
        )
    if not fixed.site.is_service_site:
        return None
    mode = read_change_mode(arguments)
    try:
        write_or_print_diff(fixed.draft, disk, mode)
    except FileFault as fault:
        print_notice(f"{name}{fault}")
        return FAILED
    if not (mode.shows_diff or arguments.quiet):
        _print_made_fixes(fixed.done, root)
    site = fixed.site.with_settings(settings)
    problems = [
        problem
        for file_problems in site.get_problems().values()
        for problem in file_problems
        if is_selected(problem.rule) and target.covers(problem.file)
    ]
    unfolds = target.unfolds(is_selected)
    shown = [problem.severity for problem in problems if unfolds or not problem.is_folded]
    left = count_severities(shown, 1)
    if not arguments.quiet:
        folded = len(problems) - len(shown)
        others = f", and {folded:,} in unlisted pages" if folded else ""
        sentence = left.render_sentence() + others
        print_notice(name + _format_outcome(fixed, sentence, is_shown=not mode.writes))
    is_clean = left.is_clean and (mode.writes or not fixed.done)
    return SUCCESS if is_clean else FOUND


def _format_outcome(fixed: FixedSite, left: str, *, is_shown: bool) -> str:
    """Return the sentence with the number of fixed problems and those that are left."""
    verb = "would be fixed" if is_shown else "fixed"
    problems = format_count(len(fixed.done), "problem")
    return f"{problems} {verb}. Left: {left[:1].lower()}{left[1:]}."


def _print_made_fixes(done: Iterable[AppliedFix], root: Path) -> None:
    for each in done:
        file = escape_unsafe(display_path(root / each.problem.file, HERE))
        print(f"{file}:{each.line + 1} {each.problem.rule}  {escape_unsafe(each.fix.title)}")
