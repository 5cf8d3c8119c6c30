"""Polls the git repository of each site, for its earlier state and for the age of translations.

A site is compared with its state at the revision that the editor names. That state is read in the
background, once the pages have been read, and again when the name refers to another commit. The
translation status is determined whenever the rules about the whole site have run, and after each
commit. Polling takes a few reads of small files every few seconds; editors that ask for neither pay
nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.server import waiting_times
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.threads import IsCancelled
from docs_lsp.site.site import EarlierSite

if TYPE_CHECKING:
    from docs_lsp.translations.stale_translations import TranslationStatus

logger = logging.getLogger(__name__)

EarlierReading: TypeAlias = Callable[[EarlierSite | None, IsCancelled], EarlierSite | None]
"""Reads what a site is compared with, given its previous comparison."""


_Revisions: TypeAlias = Mapping[OpenSite, tuple[str, tuple[str, ...]]]
"""A revision as the editor names it, and what it referred to in the repository then."""
_NO_REVISION: tuple[str, tuple[str, ...]] = ("", ())


logger = logging.getLogger(__name__)
_Traces: TypeAlias = Mapping[Path, tuple[str, ...]]


async def poll_revisions(
    sites: Mapping[Path, OpenSite], start_comparison: Callable[[OpenSite, EarlierReading], None]
) -> None:
    """Keep sites compared with the revision that the editor names, for ever."""
    known: _Revisions = {}
    while True:
        await asyncio.sleep(waiting_times.REVISION_POLL)
        known = await update_comparisons(sites, start_comparison, known)


async def update_comparisons(
    sites: Mapping[Path, OpenSite],
    start_comparison: Callable[[OpenSite, EarlierReading], None],
    known: _Revisions,
) -> _Revisions:
    """Start comparisons for sites whose revision differs from `known`; return the new state."""
    named = {
        site: site.settings.compare_with
        for site in sites.values()
        if site.on_disk and site.disk.contents is not None
    }
    if any(named.values()):
        revisions = await asyncio.to_thread(_resolve_revisions, named)
    else:
        revisions = dict.fromkeys(named, _NO_REVISION)
    for open_site, revision in revisions.items():
        is_new = revision != known.get(open_site, _NO_REVISION)
        if is_new and sites.get(open_site.root) is open_site:
            start_comparison(open_site, partial(_read_earlier_or_none, open_site.root, revision[0]))
    return revisions


def _resolve_revisions(named: Mapping[OpenSite, str]) -> _Revisions:
    """Return the revisions, each with what it refers to now. Any thread."""
    from docs_lsp.revisions.git_folder import read_ref_state  # Few editors compare anything.

    return {
        one: (name, read_ref_state(one.root, name)) if name else _NO_REVISION
        for one, name in named.items()
    }


def _read_earlier_or_none(
    root: Path, revision: str, before: EarlierSite | None, _cancelled: IsCancelled
) -> EarlierSite | None:
    """Return the state of a site at a revision; None, and logged, if it cannot be compared.

    The result is `before` itself if that is the same state. Any thread.
    """
    if not revision:
        return None
    from docs_lsp.evaluation.earlier import NoEarlierSite

    try:
        return _read_earlier(root, revision, before)
    except (RevisionFault, NoEarlierSite) as fault:
        logger.info("`%s` has no earlier state to compare with: %s", root, fault)
        return None


def _read_earlier(root: Path, revision: str, before: EarlierSite | None) -> EarlierSite:
    """Return the site at its merge base with a revision; `before` itself if it is that one."""
    from docs_lsp.evaluation.earlier import read_earlier_site
    from docs_lsp.revisions.repository import ReopenedFiles, Repository

    with Repository(root) as repository:
        start = repository.require_base(revision)
    shown = f"{revision} ({start.short})"
    if before is not None and before.revision == shown:
        return before
    files = ReopenedFiles(root, start)
    with files.hold_open():
        return read_earlier_site(root / SITE_FILE, files, shown)


def update_translation_status(
    site: Snapshot | None, before: TranslationStatus | None, cancelled: IsCancelled
) -> TranslationStatus | None:
    """Return the status of a site's translations, `before` itself if unchanged, or None.

    None without a site, or if the status cannot be determined, which is logged. Any thread.
    """
    overview = site.get_overview() if site else None
    if site is None or overview is None or site.contents is None:
        return None
    from docs_lsp.revisions.repository import Repository
    from docs_lsp.translations.missed_commits import WalkCancelled
    from docs_lsp.translations.stale_translations import find_translation_status

    try:
        with Repository(site.root) as repository:
            return find_translation_status(overview, repository, before, cancelled)
    except RevisionFault as fault:
        logger.info("The age of translations in `%s` is unknown: %s", site.root, fault)
        return None
    except WalkCancelled:
        return before


async def poll_commits(
    sites: Mapping[Path, OpenSite], start_check: Callable[[OpenSite], None]
) -> None:
    """Check the translations again after each commit, in the sites that want it, for ever."""
    known: _Traces = {}
    while True:
        await asyncio.sleep(waiting_times.REVISION_POLL)
        known = await check_new_commits(sites, start_check, known)


async def check_new_commits(
    sites: Mapping[Path, OpenSite], start_check: Callable[[OpenSite], None], known: _Traces
) -> _Traces:
    """Check translations again in sites whose HEAD differs from `known`; return the new state."""
    wanted = {
        root: one
        for root, one in sites.items()
        if one.settings.translations and one.on_disk and one.disk.contents is not None
    }
    traces = await asyncio.to_thread(_read_head_traces, [*wanted]) if wanted else {}
    for root, trace in traces.items():
        if trace != known.get(root) and sites.get(root) is wanted[root]:
            start_check(wanted[root])
    return traces


def _read_head_traces(roots: Iterable[Path]) -> _Traces:
    """Return, for each site, contents of git files that change with each commit. Any thread."""
    # Few editors show translation states.
    from docs_lsp.revisions.git_folder import HEAD, read_ref_state

    return {root: read_ref_state(root, HEAD) for root in roots}
