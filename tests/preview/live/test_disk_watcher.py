"""Changes on the disk reach whoever follows them, also where the system cannot watch, and where the
folder goes and another one comes."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from mcp_preview.live import disk_watcher
from mcp_preview.live.disk_watcher import WHOLE_FOLDER


class Noting:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.touched: set[str] = set()

    def mark_touched(self, files: Iterable[str]) -> None:
        self.touched |= set(files)

    def write(self, number: int) -> None:
        (self.folder / "a.mdx").write_text(str(number), "utf-8")


async def noticed(live: Noting, path: str, act: Callable[[int], None]) -> None:
    """Do something again and again until a path is touched."""
    live.touched.clear()
    for number in range(100):
        act(number)
        await asyncio.sleep(0.1)
        if path in live.touched:
            return


async def followed(live: Noting, *acts: Callable[[], object]) -> None:
    """Each act has to be told as a change of the whole folder, and then what is written there."""
    task = asyncio.create_task(disk_watcher.report_disk_changes(live.folder, live.mark_touched))
    await noticed(live, "a.mdx", live.write)
    for act in acts:
        act()
        await noticed(live, WHOLE_FOLDER, lambda _: None)
        assert WHOLE_FOLDER in live.touched
    if acts:
        await noticed(live, "a.mdx", live.write)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def limited(*paths: Any, **options: Any) -> AsyncIterator[Any]:
    """Watches as a system does that has no watch left."""
    if not options["force_polling"]:
        raise OSError("inotify watch limit reached")
    return watchfiles.awatch(*paths, **options)


def test_what_is_written_is_noticed(tmp_path: Path) -> None:
    live = Noting(tmp_path)

    asyncio.run(followed(live))

    assert live.touched == {"a.mdx"}


def test_what_is_there_only_while_a_command_writes_is_left_out(tmp_path: Path) -> None:
    live = Noting(tmp_path)
    seen: set[str] = set()

    def write(number: int) -> None:
        (tmp_path / ".docs-lsp.journal").write_text(str(number))
        (tmp_path / ".docs-lsp.0.0.new").write_text(str(number))
        live.write(number)
        seen.update(live.touched)

    async def watch() -> None:
        task = asyncio.create_task(disk_watcher.report_disk_changes(live.folder, live.mark_touched))
        await noticed(live, "a.mdx", write)
        await noticed(live, "a.mdx", write)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(watch())
    assert "a.mdx" in live.touched
    assert not any(".docs-lsp" in path for path in seen | live.touched)


def test_where_the_system_cannot_watch_there_is_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = Noting(tmp_path)

    monkeypatch.setattr("mcp_preview.live.disk_watcher.awatch", limited)
    asyncio.run(followed(live))

    assert live.touched == {"a.mdx"}


@pytest.mark.parametrize("polls", [False, True])
def test_a_folder_that_goes_and_comes_back_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, polls: bool
) -> None:
    live = Noting(tmp_path / "docs")
    live.folder.mkdir()

    if polls:
        monkeypatch.setattr("mcp_preview.live.disk_watcher.awatch", limited)
    asyncio.run(followed(live, lambda: shutil.rmtree(live.folder), live.folder.mkdir))

    assert "a.mdx" in live.touched


def test_a_folder_that_is_moved_away_and_back_is_followed(tmp_path: Path) -> None:
    live, aside = Noting(tmp_path / "docs"), tmp_path / "aside"
    live.folder.mkdir()

    asyncio.run(
        followed(live, lambda: live.folder.rename(aside), lambda: aside.rename(live.folder))
    )

    assert "a.mdx" in live.touched


def test_a_folder_that_takes_the_place_at_once_is_followed(tmp_path: Path) -> None:
    live = Noting(tmp_path / "docs")
    live.folder.mkdir()

    def replace() -> None:
        shutil.rmtree(live.folder)
        live.folder.mkdir()

    asyncio.run(followed(live, replace))

    assert "a.mdx" in live.touched


def test_a_folder_is_followed_where_one_above_is_replaced(tmp_path: Path) -> None:
    live, aside = Noting(tmp_path / "project" / "docs"), tmp_path / "aside"
    live.folder.mkdir(parents=True)

    def replace() -> None:
        live.folder.parent.rename(aside)
        live.folder.mkdir(parents=True)

    asyncio.run(followed(live, replace))

    assert "a.mdx" in live.touched


def test_a_link_is_followed_to_another_folder(tmp_path: Path) -> None:
    live = Noting(tmp_path / "docs")
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    live.folder.symlink_to("old", target_is_directory=True)

    def replace() -> None:
        live.folder.unlink()
        live.folder.symlink_to("new", target_is_directory=True)

    asyncio.run(followed(live, replace))

    assert "a.mdx" in live.touched
