"""Changes outside the editor: what is watched, and what two looks at a folder tell."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from lsprotocol import types

from docs_lsp.files import DiskFiles
from docs_lsp.server import watch
from docs_lsp.server.client import Client
from docs_lsp.server.session import Session
from docs_lsp.site.facts import scan


def test_everything_that_findings_depend_on_is_watched() -> None:
    globs = {watcher.glob_pattern for watcher in watch.watchers().watchers}

    assert globs == {
        "**/*.{md,mdx,json,yaml,yml}",
        "**/{docs-lsp.toml,.mintignore,.siteignore}",
    }


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("a/b.mdx", True),
        ("api.yml", True),
        ("docs-lsp.toml", True),
        (".mintignore", True),
        ("logo.svg", False),
        ("pyproject.toml", False),
    ],
)
def test_other_files_do_not_matter(file: str, matters: bool) -> None:
    assert watch.matters(file) is matters


def test_events_name_files_and_nothing_else() -> None:
    changes = [
        types.FileEvent(uri="file:///s/a%20b.mdx", type=types.FileChangeType.Created),
        types.FileEvent(uri="untitled:x", type=types.FileChangeType.Deleted),
    ]

    paths = list(watch.changed_paths(types.DidChangeWatchedFilesParams(changes=changes)))

    assert paths == [Path("/s/a b.mdx")]


class Watched:
    """A session with one site on the disk that only takes note of what has changed."""

    def __init__(self, root: Path) -> None:
        self.client = Client()
        self.sites: dict[Path, Any] = {
            root: SimpleNamespace(
                on_disk=True,
                base=DiskFiles(root),
                known=SimpleNamespace(facts=scan(DiskFiles(root))),
            ),
            Path("untitled:docs.json"): SimpleNamespace(on_disk=False, base=None),
        }
        self.noted: list[set[str]] = []

    def files_changed(self, paths: list[Path]) -> None:
        if paths:
            self.noted.append({path.name for path in paths})


async def until(watched: Watched, *expected: str) -> None:
    async with asyncio.timeout(5):
        while not watched.noted or watched.noted[-1] != set(expected):
            await asyncio.sleep(0.005)


@pytest.mark.asyncio
async def test_polling_notices_what_comes_changes_and_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL", 0.01)
    for name in ("old.mdx", "image.png"):
        (tmp_path / name).write_text("1")
        os.utime(tmp_path / name, (1, 1))
    watched = Watched(tmp_path)
    polling = asyncio.create_task(watch.poll(cast(Session, watched)))
    try:
        await asyncio.sleep(0.05)
        assert watched.noted == []

        (tmp_path / "new.mdx").write_text("1")
        await until(watched, "new.mdx")
        (tmp_path / "old.mdx").write_text("2")
        await until(watched, "old.mdx")
        (tmp_path / "new.mdx").unlink()
        (tmp_path / "image.png").unlink()
        await until(watched, "new.mdx")
    finally:
        polling.cancel()


@pytest.mark.asyncio
async def test_a_file_written_just_before_the_first_look_counts_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL", 0.5)
    (tmp_path / "young.mdx").write_text("1")
    watched = Watched(tmp_path)
    polling = asyncio.create_task(watch.poll(cast(Session, watched)))
    try:
        await until(watched, "young.mdx")
    finally:
        polling.cancel()


@pytest.mark.asyncio
async def test_a_file_deleted_before_the_first_look_counts_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL", 0.01)
    for name in ("page.mdx", "image.png"):
        (tmp_path / name).write_text("1")
    watched = Watched(tmp_path)
    for name in ("page.mdx", "image.png"):
        (tmp_path / name).unlink()
    polling = asyncio.create_task(watch.poll(cast(Session, watched)))
    try:
        await until(watched, "page.mdx")
    finally:
        polling.cancel()
