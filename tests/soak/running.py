"""Acts, rests, and compares what is shown with a fresh check of the disk, again and again."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.check import check_site
from tests.benchmarks.suite.processes import memory
from tests.soak.actions import Actor
from tests.soak.session import SERVER, Finding, SoakSession

_PATIENCE = 60.0
"""Seconds in which what is shown becomes right, at rest, on a machine that is busy."""
_SETTINGS_FILE = "docs-lsp.toml"


class Rest(NamedTuple):
    """One comparison."""

    actions: int
    """How many there have been so far."""
    megabytes: float
    findings: int
    missing: frozenset[Finding]
    """What a fresh check finds and the editor does not show."""
    stale: frozenset[Finding]
    """What the editor shows and a fresh check does not find."""


def soaked(
    site: Path,
    actions: int,
    between: int,
    seed: int,
    *,
    editors: int = 1,
    cancels: float = 0.4,
    server: Sequence[str] = SERVER,
) -> Iterator[Rest]:
    """Act on a copy of a site; a comparison after every so many actions. Now and then the folder
    is lost, or another branch is checked out. The editors take back a part of what they ask."""
    with _copies(site) as (root, spare), ExitStack() as stack:
        editing = [
            stack.enter_context(SoakSession(root, cancels=cancels, server=server))
            for _ in range(editors)
        ]
        actor = Actor(editing, spare, seed)
        for session in editing:
            session.show("docs.json")
        for done in range(1, actions + 1):
            actor.act()
            if done % between == 0:
                yield _rest(actor, done)
                after = done // between % 4
                if after == 2:
                    actor.switch()
                elif after == 3:
                    actor.lose_folder(between // 10)
        for session in editing:
            session.end()


def _rest(actor: Actor, done: int) -> Rest:
    actor.rest()
    for session in actor.sessions:
        # Every question before this one has been answered, or given up, by then.
        session.ask("workspace/symbol", {"query": ""})
    end = time.monotonic() + _PATIENCE
    wanted = fresh(actor.session.root)
    while any(_shown(one) != wanted for one in actor.sessions) and time.monotonic() < end:
        time.sleep(0.1)
    shown = [_shown(session) for session in actor.sessions]
    held = max(memory(session.process.pid) for session in actor.sessions)
    missing, stale = (
        frozenset().union(*found)
        for found in ([wanted - one for one in shown], [one - wanted for one in shown])
    )
    return Rest(done, held, len(wanted), missing, stale)


def _shown(session: SoakSession) -> frozenset[Finding]:
    return frozenset(one for one in session.findings() if one[0] != _SETTINGS_FILE)


def fresh(root: Path) -> frozenset[Finding]:
    """What a check of the disk finds."""
    report = check_site(root / "docs.json")
    return frozenset(
        (
            one.file,
            one.rule,
            report.texts[one.file].to_position(one.span.start, Encoding.UTF8)[0],
            one.message,
        )
        for one in report.problems
        if one.file != _SETTINGS_FILE
    )


@contextmanager
def _copies(site: Path) -> Iterator[tuple[Path, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        root, spare = (Path(folder).resolve() / name for name in ("site", "branch"))
        for place in (root, spare):
            shutil.copytree(site, place, ignore=shutil.ignore_patterns(".git"))
        for page in sorted(spare.rglob("*.mdx"))[::3]:
            page.write_bytes(page.read_bytes() + b"\n[gone](/gone)\n")
        for page in sorted(spare.rglob("*.mdx"))[1::7]:
            page.unlink()
        yield root, spare
