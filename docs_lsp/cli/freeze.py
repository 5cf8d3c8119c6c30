"""`docs-lsp freeze`: copies the current version, and gives the current one a new name."""

from __future__ import annotations

from argparse import Namespace

from docs_lsp.cli.change_mode import (
    ChangeMode,
    print_changed_files,
    read_change_mode,
    write_or_print_diff,
)
from docs_lsp.cli.exit_codes import FAILED, FOUND, SUCCESS
from docs_lsp.cli.sites import print_notice, read_faultless_settings, recover_site, require_site
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.core.phrases import format_count
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.refactor.freeze import FreezePlan, FreezeRequest, plan_freeze
from docs_lsp.refactor.harmless_changes import ChangeRefused


def run(arguments: Namespace) -> int:
    """Freeze the current version, or show how; return the exit code."""
    docs_json = require_site(arguments.site)
    if not recover_site(docs_json.parent):
        return FAILED
    disk = DiskFiles(docs_json.parent)
    settings = read_faultless_settings(disk)
    if settings is None:
        return FAILED
    mode = read_change_mode(arguments)
    folder = (arguments.folder or arguments.old).strip("/")
    wanted = FreezeRequest(arguments.old, arguments.next, folder, arguments.tag, arguments.under)
    try:
        plan = plan_freeze(read_site(disk.root, disk, settings, docs_json.name), disk, wanted)
        draft = Draft(disk).with_changes(plan.changes)
        write_or_print_diff(draft, disk, mode)
    except (ChangeRefused, FileFault) as fault:
        print_notice(str(fault))
        return FAILED
    if not (mode.writes or mode.shows_diff or arguments.quiet):
        print_changed_files(draft, disk.root)
    for notice in plan.notices:
        print_notice(notice)
    if not arguments.quiet:
        print_notice(_describe_freeze(plan, wanted, "" if mode.writes else "would be "))
    return FOUND if mode is ChangeMode.CHECK else SUCCESS


def _describe_freeze(plan: FreezePlan, wanted: FreezeRequest, would: str) -> str:
    pages = format_count(plan.pages, "page")
    others = f" and {format_count(len(plan.files), 'other file')}" if plan.files else ""
    was = f"`{plan.current}`" if plan.current else "The navigation"
    return (
        f"{was} {would or 'is '}called `{escape_unsafe(wanted.next)}`; {pages}{others} "
        f"{would}copied to `{escape_unsafe(wanted.folder)}/`, called `{escape_unsafe(wanted.old)}`."
    )
