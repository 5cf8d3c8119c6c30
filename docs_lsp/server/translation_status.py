"""The translation status of a site at the newest commit, for an editor that asks for it.

It is determined whenever the rules about the whole site have run, and after each commit, for which
git's small files are read every few seconds. Most of the time nothing has changed, and nothing is
read; editors that do not show outdated translations pay nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.server import waiting_times
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.threads import IsCancelled

if TYPE_CHECKING:
    from docs_lsp.translations.status_at_head import TranslationStatus

logger = logging.getLogger(__name__)

_Traces: TypeAlias = Mapping[Path, tuple[str, ...]]


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
    from docs_lsp.translations.status_at_head import find_translation_status

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
    # Few editors show translation states.
    from docs_lsp.revisions.git_folder import HEAD, read_ref_state

    return {root: read_ref_state(root, HEAD) for root in roots}
