"""Changes on the disk reach whoever follows them, also where the system cannot watch."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from mcp_preview.live import disk_watcher


class Noting:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.touched: set[str] = set()

    def touch(self, files: Iterable[str]) -> None:
        self.touched |= set(files)


async def followed(live: Noting) -> None:
    """Write a file again and again until it is noticed."""
    task = asyncio.create_task(disk_watcher.follow(live))
    for number in range(100):
        (live.folder / "a.mdx").write_text(str(number), "utf-8")
        await asyncio.sleep(0.1)
        if live.touched:
            break
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def test_what_is_written_is_noticed(tmp_path: Path) -> None:
    live = Noting(tmp_path)

    asyncio.run(followed(live))

    assert live.touched == {"a.mdx"}


def test_where_the_system_cannot_watch_there_is_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, real = Noting(tmp_path), disk_watcher.changes

    async def limited(folder: Path, *, polls: bool = False) -> AsyncIterator[set[str]]:
        if not polls:
            raise OSError("inotify watch limit reached")
        async for paths in real(folder, polls=True):
            yield paths

    monkeypatch.setattr(disk_watcher, "changes", limited)
    asyncio.run(followed(live))

    assert live.touched == {"a.mdx"}
