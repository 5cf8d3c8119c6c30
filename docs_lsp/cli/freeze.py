"""`docs-lsp freeze`: keeps a copy of the current version, and calls the current one anew."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from pathlib import Path

from docs_lsp.cli.findings import shown_path
from docs_lsp.cli.output.diff import diff, write
from docs_lsp.cli.sites import say, say_faults, site_at, site_here
from docs_lsp.cli.terminal import safe
from docs_lsp.evaluation.check import project_settings, read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save
from docs_lsp.refactor.freeze import FreezePlan, FreezeRefusal, WantedFreeze, plan_freeze

FROZEN, FAILED = 0, 2


def run(arguments: Namespace) -> int:
    """Freeze the current version, or show how; the exit code."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    docs_json = site_here() if arguments.site is None else site_at(Path(arguments.site))
    disk = DiskFiles(docs_json.parent)
    settings, faults = project_settings(disk)
    if faults:
        say_faults(disk.root, faults, disk, Path())
        return FAILED
    folder = (arguments.folder or arguments.old).strip("/")
    wanted = WantedFreeze(arguments.old, arguments.next, folder, arguments.tag)
    try:
        plan = plan_freeze(read_site(disk.root, disk, settings, docs_json.name), disk, wanted)
        draft = Draft(disk).after(plan.changes)
        if arguments.dry_run:
            write(diff(draft, lambda file: shown_path(disk.root / file, Path())), sys.stdout)
        else:
            save(draft, disk)
    except (FreezeRefusal, FileFault) as fault:
        say(str(fault))
        return FAILED
    for notice in plan.notices:
        say(notice)
    say(_summary(plan, wanted, "would be " if arguments.dry_run else ""))
    return FROZEN


def _summary(plan: FreezePlan, wanted: WantedFreeze, would: str) -> str:
    pages = "1 page" if plan.pages == 1 else f"{plan.pages} pages"
    more = len(plan.files)
    others = f" and {'1 other file' if more == 1 else f'{more} other files'}" if more else ""
    was = f"`{plan.current}`" if plan.current else "The navigation"
    return (
        f"{was} {would or 'is '}called `{safe(wanted.next)}`; {pages}{others} {would}copied "
        f"to `{safe(wanted.folder)}/`, called `{safe(wanted.old)}`."
    )
