"""Reports sites in which a docs-lsp command was interrupted while it wrote.

Until its changes are undone, no edit of the site is offered, because it would be applied to half of
a change. A command that is still writing is not reported, but no edits are offered then either.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from docs_lsp.files.files import escape_path
from docs_lsp.files.walk import JOURNAL_FILE
from docs_lsp.server import waiting_times
from docs_lsp.server.session import Session


async def poll_interrupted_saves(session: Session, warn: Callable[[str], None]) -> None:
    """Check the open sites at intervals, and report each half-written one once."""
    known: frozenset[Path] = frozenset()
    reported: set[Path] = set()
    while True:
        known = await check_interrupted_saves(session, warn, known, reported)
        await asyncio.sleep(waiting_times.JOURNAL_POLL)


async def check_interrupted_saves(
    session: Session, warn: Callable[[str], None], known: frozenset[Path], reported: set[Path]
) -> frozenset[Path]:
    """Check once, and return the roots of the half-written sites.

    A site that was among them at the previous check (`known`) is reported with `warn`, unless it is
    in `reported`, which is updated.
    """
    roots = [root for root, open_site in session.sites.items() if open_site.on_disk]
    interrupted = await asyncio.to_thread(_find_interrupted, roots) if roots else frozenset()
    for root in roots:
        if (open_site := session.sites.get(root)) is not None:
            open_site.is_interrupted = root in interrupted
    for root in sorted((interrupted & known) - reported):
        warn(_describe(root))
    reported.intersection_update(interrupted)
    reported.update(interrupted & known)
    return interrupted


def _find_interrupted(roots: Iterable[Path]) -> frozenset[Path]:
    return frozenset(root for root in roots if os.path.lexists(root / JOURNAL_FILE))


def _describe(root: Path) -> str:
    where = escape_path(str(root))
    return (
        f"A docs-lsp command was interrupted while it wrote in `{where}`. Run "
        f'`docs-lsp check "{where}"`, which undoes its changes or says why not. Until then, no '
        "edits are offered here."
    )
