"""`docs-lsp sync`: updates the elements of the navigation that docs-lsp.toml declares."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

from docs_lsp.cli.change_mode import read_change_mode, write_or_print_diff
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.sites import (
    print_notice,
    print_settings_faults,
    read_faultless_settings,
    recover_site,
    require_complete_overview,
    require_site,
)
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.phrases import format_count
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault, read_bytes_or_empty
from docs_lsp.formats import toml_reader
from docs_lsp.settings.settings import SETTINGS_FILE, SettingsFault
from docs_lsp.site.sync import SyncFault, SyncResult, plan_sync


def run(arguments: Namespace) -> int:
    """Update all declared elements, or print which are outdated; return the exit code."""
    docs_json = require_site(arguments.site)
    if not recover_site(docs_json.parent):
        return FAILED
    disk = DiskFiles(docs_json.parent)
    settings = read_faultless_settings(disk)
    if settings is None:
        return FAILED
    if not settings.sync:
        print_notice(f"{SETTINGS_FILE} declares no `[[sync]]`, so there is nothing to do.")
        return SUCCESS
    site = read_site(disk.root, disk, settings, docs_json.name)
    plan = plan_sync(require_complete_overview(site))
    if plan.faults:
        print_settings_faults(_locate_faults(plan.faults, disk), disk)
        return FAILED
    draft = Draft(disk).with_changes(plan.edits)
    mode = read_change_mode(arguments)
    try:
        write_or_print_diff(draft, disk, mode)
    except FileFault as fault:
        print_notice(str(fault))
        return FAILED
    if not (mode.shows_diff or arguments.quiet):
        _print_changes(plan.out_of_step)
    if not arguments.quiet:
        count, declared = len(plan.out_of_step), len(settings.sync)
        print_notice(_describe_result(count, declared, is_only_shown=not mode.writes))
    return FOUND if plan.out_of_step and not mode.writes else SUCCESS


def _locate_faults(faults: Iterable[SyncFault], disk: DiskFiles) -> list[SettingsFault]:
    """Return the faults with the places of their declarations in docs-lsp.toml."""
    places = toml_reader.find_toml_places(read_bytes_or_empty(disk, SETTINGS_FILE))
    config_faults = []
    for fault in faults:
        place = places.get(("sync", fault.index, fault.key)) or places.get(("sync", fault.index))
        config_faults.append(SettingsFault(place.value if place else Span(0, 0), str(fault)))
    return config_faults


def _print_changes(out_of_step: Iterable[SyncResult]) -> None:
    for synced in out_of_step:
        for word, entries in (("added", synced.added), ("removed", synced.removed)):
            for entry in entries:
                print(f"{word:9} {escape_unsafe(entry)}  ({escape_unsafe(synced.element.label)})")
        if not synced.added and not synced.removed:
            print(f"reordered {escape_unsafe(synced.element.label)}")


def _describe_result(changed: int, declared: int, *, is_only_shown: bool) -> str:
    every = "1 element is" if declared == 1 else f"{declared} elements are"
    if not changed:
        return f"{every} up to date."
    some = format_count(changed, "element")
    if is_only_shown:
        are, them = ("is", "it") if changed == 1 else ("are", "them")
        return f"{some} {are} out of date; `docs-lsp sync` updates {them}."
    return f"{some} {'was' if changed == 1 else 'were'} updated."
