"""Computes all wanted fixes of a site in a draft, without writing anything."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from docs_lsp.evaluation.check import (
    ReadEarlier,
    evaluate_changed_parts,
    evaluate_whole_site,
    open_body_cache,
)
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.fixes.fixing_rounds import FixedSite, apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import Wanted
from docs_lsp.settings.settings import Settings


def plan_fixes(
    docs_json: Path,
    disk: DiskFiles,
    settings: Settings,
    is_wanted: Wanted,
    rules: Collection[str],
    *,
    reads_files: bool = True,
    saves_page_bodies: bool = False,
    earlier: ReadEarlier | None = None,
) -> FixedSite:
    """Return the site after the wanted fixes of some rules, with the draft of the changes.

    Without `reads_files` docs.json is checked alone. Findings in a baseline are fixed as well. With
    `saves_page_bodies` the content of pages is cached on disk. The site is compared with the
    `earlier` state, if given.
    """
    every = replace(settings, baseline=None)
    last: tuple[Snapshot, Draft] | None = None

    def load(draft: Draft) -> Snapshot:
        nonlocal last
        if not reads_files:
            return Snapshot.load_docs_json(disk.root, draft, every, docs_json.name)
        site = known = None
        if last is not None:
            before, known = last[0], last[0].contents
            if _differs_in_parts_only(before, last[1], draft):
                site = evaluate_changed_parts(before, draft)
        if site is None:
            # Once the draft differs from the disk, few pages are read, and they must not be cached.
            bodies = open_body_cache(disk) if saves_page_bodies and last is None else None
            site = evaluate_whole_site(
                disk.root, draft, every, docs_json.name, known, bodies=bodies, earlier=earlier
            )
        last = site, draft
        return site

    return apply_fixes_repeatedly(load, disk, is_wanted, rules)


def _differs_in_parts_only(before: Snapshot, one: Draft, other: Draft) -> bool:
    """Return whether all files that differ between two drafts are parts of a site's docs.json."""
    return all(file in before.parts for file, _ in one.changed.items() ^ other.changed.items())
