"""`docs-lsp sync`: updates the elements of the navigation that docs-lsp.toml declares."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from docs_lsp.cli.change_mode import read_change_mode
from docs_lsp.cli.findings import display_path
from docs_lsp.cli.output.diff import render_diff, write
from docs_lsp.cli.readable import readable_overview
from docs_lsp.cli.sites import (
    find_site_here,
    print_faults,
    print_notice,
    recover_site,
    require_site,
)
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import project_settings, read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault, bytes_of
from docs_lsp.files.saving import save
from docs_lsp.formats import toml_reader
from docs_lsp.settings.settings import SETTINGS_FILE, ConfigFault
from docs_lsp.site.sync import Synced, SyncFault, plan_sync

IN_STEP, OUT_OF_STEP, FAILED = 0, 1, 2


def run(arguments: Namespace) -> int:
    """Update all declared elements, or print which are outdated; return the exit code."""
    gc.disable()  # The process ends soon; collecting garbage would take a tenth of its time.
    docs_json = find_site_here() if arguments.site is None else require_site(Path(arguments.site))
    if not recover_site(docs_json.parent):
        return FAILED
    disk = DiskFiles(docs_json.parent)
    settings, faults = project_settings(disk)
    if faults:
        print_faults(disk.root, faults, disk, Path())
        return FAILED
    if not settings.sync:
        print_notice(f"{SETTINGS_FILE} declares no `[[sync]]`, so there is nothing to do.")
        return IN_STEP
    site = read_site(disk.root, disk, settings, docs_json.name)
    plan = plan_sync(readable_overview(site))
    if plan.faults:
        print_faults(disk.root, _locate_faults(plan.faults, disk), disk, Path())
        return FAILED
    draft = Draft(disk).with_changes(plan.edits)
    mode = read_change_mode(arguments)
    if mode.shows_diff:
        write(render_diff(draft, lambda file: display_path(disk.root / file, Path())), sys.stdout)
    else:
        if mode.writes:
            try:
                save(draft, disk)
            except FileFault as fault:
                print_notice(str(fault))
                return FAILED
        _print(() if arguments.quiet else plan.out_of_step)
    if not arguments.quiet:
        count, declared = len(plan.out_of_step), len(settings.sync)
        print_notice(_summary(count, declared, is_only_shown=not mode.writes))
    return OUT_OF_STEP if plan.out_of_step and not mode.writes else IN_STEP


def _locate_faults(faults: Iterable[SyncFault], disk: DiskFiles) -> list[ConfigFault]:
    """Return the faults with the places of their declarations in docs-lsp.toml."""
    places = toml_reader.places(bytes_of(disk, SETTINGS_FILE))
    config_faults = []
    for fault in faults:
        place = places.get(("sync", fault.index, fault.key)) or places.get(("sync", fault.index))
        config_faults.append(ConfigFault(place.value if place else Span(0, 0), str(fault)))
    return config_faults


def _print(out_of_step: Iterable[Synced]) -> None:
    for synced in out_of_step:
        for word, entries in (("added", synced.added), ("removed", synced.removed)):
            for entry in entries:
                print(f"{word:9} {escape_unsafe(entry)}  ({escape_unsafe(synced.element.label)})")
        if not synced.added and not synced.removed:
            print(f"reordered {escape_unsafe(synced.element.label)}")


def _summary(changed: int, declared: int, *, is_only_shown: bool) -> str:
    every = "1 element is" if declared == 1 else f"{declared} elements are"
    if not changed:
        return f"{every} in step."
    some = "1 element" if changed == 1 else f"{changed} elements"
    are = "is" if changed == 1 else "are"
    if is_only_shown:
        return f"{some} {are} out of step; `docs-lsp sync` puts that right."
    return f"{some} {are} in step again."
