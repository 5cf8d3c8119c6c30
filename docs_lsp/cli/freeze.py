"""`docs-lsp freeze`: copies the current version, and gives the current one a new name."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from pathlib import Path

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.output.diff import render_diff, write
from docs_lsp.cli.sites import (
    find_site_here,
    print_faults,
    print_notice,
    recover_site,
    require_site,
)
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.evaluation.check import project_settings, read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save
from docs_lsp.refactor.freeze import FreezePlan, FreezeRefusal, WantedFreeze, plan_freeze

FROZEN, FAILED = 0, 2


def run(arguments: Namespace) -> int:
    """Freeze the current version, or show how; return the exit code."""
    gc.disable()  # The process ends soon; collecting garbage would take a tenth of its time.
    docs_json = find_site_here() if arguments.site is None else require_site(Path(arguments.site))
    if not recover_site(docs_json.parent):
        return FAILED
    disk = DiskFiles(docs_json.parent)
    settings, faults = project_settings(disk)
    if faults:
        print_faults(disk.root, faults, disk, Path())
        return FAILED
    folder = (arguments.folder or arguments.old).strip("/")
    wanted = WantedFreeze(arguments.old, arguments.next, folder, arguments.tag, arguments.under)
    try:
        plan = plan_freeze(read_site(disk.root, disk, settings, docs_json.name), disk, wanted)
        draft = Draft(disk).with_changes(plan.changes)
        if arguments.dry_run:
            write(
                render_diff(draft, lambda file: display_path(disk.root / file, Path())), sys.stdout
            )
        else:
            save(draft, disk)
    except (FreezeRefusal, FileFault) as fault:
        print_notice(str(fault))
        return FAILED
    for notice in plan.notices:
        print_notice(notice)
    print_notice(_summary(plan, wanted, "would be " if arguments.dry_run else ""))
    return FROZEN


def _summary(plan: FreezePlan, wanted: WantedFreeze, would: str) -> str:
    pages = "1 page" if plan.pages == 1 else f"{plan.pages} pages"
    more = len(plan.files)
    others = f" and {'1 other file' if more == 1 else f'{more} other files'}" if more else ""
    was = f"`{plan.current}`" if plan.current else "The navigation"
    return (
        f"{was} {would or 'is '}called `{escape_unsafe(wanted.next)}`; {pages}{others} "
        f"{would}copied "
        f"to `{escape_unsafe(wanted.folder)}/`, called `{escape_unsafe(wanted.old)}`."
    )
