"""Compares each site with its state at a revision that the editor names.

That state is read in the background, once the pages have been read, and again when the name refers
to another commit. This is polled every few seconds, which takes a few reads of small files; if no
revision is named it costs nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.files.discover import SITE_FILE
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.server import waiting_times
from docs_lsp.server.background import BackgroundWork
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.session import Session
from docs_lsp.server.threads import IsCancelled
from docs_lsp.site.site import EarlierSite

logger = logging.getLogger(__name__)


class _RequestedRevision(NamedTuple):
    """A revision as the editor names it, and what it referred to in the repository then."""

    revision: str = ""
    trace: tuple[str, ...] = ()


_Wishes: TypeAlias = Mapping[OpenSite, _RequestedRevision]


async def poll_revisions(session: Session, background: BackgroundWork) -> None:
    """Keep the sites of a session compared with the revision that the editor names, for ever."""
    known: _Wishes = {}
    while True:
        await asyncio.sleep(waiting_times.REVISION_POLL)
        known = await update_comparisons(session, background, known)


async def update_comparisons(
    session: Session, background: BackgroundWork, known: _Wishes
) -> _Wishes:
    """Start comparisons for sites whose revision differs from `known`; return the new state."""
    named = {
        site: site.settings.compare_with
        for site in session.sites.values()
        if site.on_disk and site.disk.contents is not None
    }
    if any(named.values()):
        wishes = await asyncio.to_thread(_read_requested_revisions, named)
    else:
        wishes = dict.fromkeys(named, _RequestedRevision())
    for open_site, wish in wishes.items():
        if (
            wish != known.get(open_site, _RequestedRevision())
            and session.sites.get(open_site.root) is open_site
        ):
            background.start_comparison(
                open_site, partial(read_earlier_or_none, open_site.root, wish.revision)
            )
    return wishes


def _read_requested_revisions(named: Mapping[OpenSite, str]) -> _Wishes:
    from docs_lsp.revisions.git_folder import read_ref_state  # Few editors compare anything.

    return {
        one: _RequestedRevision(name, read_ref_state(one.root, name))
        if name
        else _RequestedRevision()
        for one, name in named.items()
    }


def read_earlier_or_none(
    root: Path, revision: str, before: EarlierSite | None, _cancelled: IsCancelled
) -> EarlierSite | None:
    """Return the state of a site at a revision, or None if there is none, which is logged.

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
    from docs_lsp.revisions.reopened_files import ReopenedFiles
    from docs_lsp.revisions.repository import Repository

    with Repository(root) as repository:
        start = repository.require_base(revision)
    shown = f"{revision} ({start.short})"
    if before is not None and before.revision == shown:
        return before
    files = ReopenedFiles(root, start)
    with files.hold_open():
        return read_earlier_site(root / SITE_FILE, files, shown)
