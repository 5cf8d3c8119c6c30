"""`docs-lsp check`: finds the sites, and prints what is wrong in them."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from docs_lsp.check import Report, check_site
from docs_lsp.cli.findings import Finding, findings, shown_path
from docs_lsp.cli.output.summary import Summary, summarize
from docs_lsp.cli.output.terminal import columns_of, safe, style_for
from docs_lsp.cli.usage import UsageFault
from docs_lsp.config_words import no_such_rule
from docs_lsp.discover import SITE_FILE, find_sites, nearest_site
from docs_lsp.rules import all_rules
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.text import Encoding, Text

CLEAN, FOUND, UNREADABLE_SETTINGS = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Check every site that was asked for; the exit code."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    wanted = _selection(arguments.select, arguments.ignore)
    paths = [Path(path) for path in arguments.paths] or [Path()]
    base = _base(paths)
    asked_for = _names(arguments.select, all_rules())
    reports = [
        check_site(site, files=not arguments.no_files, asked_for=asked_for)
        for site in _sites(paths)
    ]
    own = [report for report in reports if report.ours]
    if not own and not arguments.quiet:
        _say_no_site(paths, others=[report.root for report in reports])
    found = [
        finding for report in own for finding in findings(report, base) if wanted(finding.rule)
    ]
    summary = summarize(found, len(own))
    _write(found, summary, arguments)
    if _say_faults(own, base):
        return UNREADABLE_SETTINGS
    return CLEAN if summary.clean else FOUND


def _selection(select: Sequence[str], ignore: Sequence[str]) -> Callable[[str], bool]:
    """Whether a rule's findings are wanted."""
    rules = all_rules()
    selected, ignored = _names(select, rules), _names(ignore, rules)
    return lambda rule: (not selected or rule in selected) and rule not in ignored


def _names(options: Iterable[str], rules: Collection[str]) -> frozenset[str]:
    names = frozenset(name.strip() for option in options for name in option.split(","))
    for name in sorted(names):
        if name not in rules:
            raise UsageFault(no_such_rule(name, rules))
    return names


def _base(paths: Sequence[Path]) -> Path:
    """The folder that reported files are relative to."""
    if len(paths) > 1:
        return Path()
    return paths[0].parent if paths[0].is_file() else paths[0]


def _sites(paths: Iterable[Path]) -> list[Path]:
    """The sites in all paths, each once."""
    for path in paths:
        if not path.exists():
            raise UsageFault(f"`{path}` does not exist; give a folder or a docs.json.")
        if path.is_file() and path.suffix != ".json":
            raise UsageFault(f"`{path}` is no JSON file; give a folder or a docs.json.")
    sites = (site for path in paths for site in _sites_in(path))
    return list({os.path.realpath(site): site for site in sites}.values())


def _sites_in(path: Path) -> list[Path]:
    """The docs.json files in and below a folder, or the file itself, whatever its name."""
    return [path] if path.is_file() else find_sites(path, _say_unlisted)


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


def _say(sentence: str) -> None:
    print(f"docs-lsp: {safe(sentence)}", file=sys.stderr)


def _say_unlisted(error: OSError) -> None:
    _say(f"`{error.filename}` cannot be searched for sites: {error.strerror}.")


def _say_no_site(paths: Sequence[Path], others: Sequence[Path]) -> None:
    places = ", ".join(f"`{path}`" for path in others or paths)
    if others:
        _say(f"the docs.json in {places} belongs to another tool, so nothing was checked.")
        return
    hints = "".join(_hint(path) for path in paths)
    _say(f"no documentation site (docs.json) found in {places}, so nothing was checked.{hints}")


def _hint(path: Path) -> str:
    """What may have been meant, where a folder holds no site."""
    for folder in (path, path / SITE_FILE):
        if folder.name == SITE_FILE and folder.is_dir():
            return f" `{folder}` is a folder, not a file."
    around = _site_around(path)
    return f" `{path}` lies inside the site of `{around}`; check that." if around else ""


def _say_faults(reports: Iterable[Report], base: Path) -> bool:
    """Whether a site's settings have faults, which are printed apart from the findings."""
    faulty = False
    for report in reports:
        text = report.texts.get(SETTINGS_FILE, Text.of(b""))
        file = shown_path(report.root / SETTINGS_FILE, base)
        for fault in report.config_faults:
            line, column = text.position(fault.span.start, Encoding.UTF32)
            _say(f"{file}:{line + 1}:{column + 1} {fault.message}")
            faulty = True
    return faulty


def _site_around(path: Path) -> Path | None:
    """The docs.json of the site that a folder inside it belongs to."""
    root = nearest_site(path.resolve())
    return None if root is None else root / SITE_FILE
