"""Polls for new commits every few seconds, for editors that show outdated translations.

This takes a few reads of small files; editors that do not show them pay nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from docs_lsp.server import waiting_times
from docs_lsp.server.background import BackgroundWork
from docs_lsp.server.session import Session

_Traces: TypeAlias = Mapping[Path, tuple[str, ...]]


async def poll_commits(session: Session, background: BackgroundWork) -> None:
    """Check the translations again after each commit, in the sites that want it, for ever."""
    known: _Traces = {}
    while True:
        await asyncio.sleep(waiting_times.REVISION_POLL)
        known = await check_new_commits(session, background, known)


async def check_new_commits(
    session: Session, background: BackgroundWork, known: _Traces
) -> _Traces:
    """Check translations again in sites whose HEAD differs from `known`; return the new state."""
    wanted = {
        root: one
        for root, one in session.sites.items()
        if one.settings.translations and one.on_disk and one.disk.contents is not None
    }
    traces = await asyncio.to_thread(_read_head_traces, [*wanted]) if wanted else {}
    for root, trace in traces.items():
        if trace != known.get(root) and session.sites.get(root) is wanted[root]:
            background.start_translation_check(wanted[root])
    return traces


def _read_head_traces(roots: Iterable[Path]) -> _Traces:
    # Few editors show translation states.
    from docs_lsp.revisions.git_folder import HEAD
    from docs_lsp.revisions.ref_traces import compute_ref_trace

    return {root: compute_ref_trace(root, HEAD) for root in roots}
