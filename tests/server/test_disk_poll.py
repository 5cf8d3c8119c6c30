"""Changes outside the editor: what is watched, and what two looks at a folder tell."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from lsprotocol import types

from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import DiskFiles
from docs_lsp.server import disk_changes, disk_state, waiting_times
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.disk_changes import DiskPoll
from docs_lsp.server.errors import BadParams
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.session import Session
from docs_lsp.site.specifications.facts import scan_site


def test_everything_that_findings_depend_on_is_watched() -> None:
    assert disk_changes.build_watcher_options().watchers == [types.FileSystemWatcher("**/*")]


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("a/b.mdx", True),
        ("api.yml", True),
        ("docs-lsp.toml", True),
        (".mintignore", True),
        ("llms.txt", True),
        ("logo.svg", False),
        ("pyproject.toml", False),
    ],
)
def test_what_other_files_hold_does_not_matter(file: str, matters: bool) -> None:
    assert disk_state.affects_findings(file) is matters


def test_events_name_files_and_nothing_else() -> None:
    created, changed, deleted = 1, 2, 3
    changes = [
        {"uri": "file:///s/a%20b.mdx", "type": changed},
        {"uri": "file:///s/new.png", "type": created},
        {"uri": "file:///s/painted.png", "type": changed},
        {"uri": "file:///s/old.png", "type": deleted},
        {"uri": "untitled:x", "type": deleted},
        {"uri": "file:///s/node_modules/x/a.md", "type": created},
        {"uri": "file:///s/clips/a%20film.mp4", "type": changed},
        {"uri": 5, "type": deleted},
        None,
    ]

    def paths(folder: str, *large: str) -> list[str]:
        known = SimpleNamespace(facts=SimpleNamespace(large_files=dict.fromkeys(large, 1)))
        sites = {Path(folder): cast(OpenSite, SimpleNamespace(disk=known))}
        return [str(path) for path in disk_changes.find_changed_paths({"changes": changes}, sites)]

    assert paths("/s") == ["/s/a b.mdx", "/s/new.png", "/s/old.png"]
    assert paths("/s/node_modules/x") == [*paths("/s"), "/s/node_modules/x/a.md"]
    assert paths("/s", "clips/a film.mp4") == [*paths("/s"), "/s/clips/a film.mp4"]


@pytest.mark.parametrize("params", [{}, {"changes": None}, {"changes": "all"}])
def test_events_that_are_none_are_refused(params: Json) -> None:
    with pytest.raises(BadParams):
        list(disk_changes.find_changed_paths(params, {}))


class Watched:
    """A session with one site on the disk that only takes note of what has changed."""

    def __init__(self, root: Path) -> None:
        self.client = ClientFlags()
        self.sites: dict[Path, Any] = {
            root: SimpleNamespace(
                on_disk=True,
                files=SimpleNamespace(base=DiskFiles(root)),
                disk=SimpleNamespace(facts=scan_site(DiskFiles(root))),
            ),
            Path("untitled:docs.json"): SimpleNamespace(on_disk=False),
        }
        self.noted: list[set[str]] = []

    def handle_file_changes(self, paths: list[Path]) -> None:
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
    monkeypatch.setattr(waiting_times, "FILE_POLL", 0.01)
    for name in ("old.mdx", "image.png"):
        (tmp_path / name).write_text("1")
    await asyncio.sleep(0.05)  # What has just changed may have changed after it was read.
    watched = Watched(tmp_path)
    polling = asyncio.create_task(DiskPoll(cast(Session, watched)).poll_for_ever())
    try:
        await asyncio.sleep(0.05)
        assert watched.noted == []

        (tmp_path / "new.mdx").write_text("1")
        await until(watched, "new.mdx")
        (tmp_path / "old.mdx").write_text("2")
        await until(watched, "old.mdx")
        (tmp_path / "new.mdx").unlink()
        (tmp_path / "image.png").unlink()
        await until(watched, "new.mdx", "image.png")
        (tmp_path / "image.png").write_text("1")
        await until(watched, "image.png")
        noted = len(watched.noted)
        (tmp_path / "image.png").write_text("another picture")
        await asyncio.sleep(0.05)
        assert len(watched.noted) == noted
    finally:
        polling.cancel()


@pytest.mark.asyncio
async def test_a_file_written_just_before_the_first_look_counts_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "FILE_POLL", 0.5)
    (tmp_path / "young.mdx").write_text("1")
    watched = Watched(tmp_path)
    polling = asyncio.create_task(DiskPoll(cast(Session, watched)).poll_for_ever())
    try:
        await until(watched, "young.mdx")
    finally:
        polling.cancel()


@pytest.mark.asyncio
async def test_a_file_deleted_before_the_first_look_counts_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "FILE_POLL", 0.01)
    for name in ("page.mdx", "image.png"):
        (tmp_path / name).write_text("1")
    watched = Watched(tmp_path)
    for name in ("page.mdx", "image.png"):
        (tmp_path / name).unlink()
    polling = asyncio.create_task(DiskPoll(cast(Session, watched)).poll_for_ever())
    try:
        await until(watched, "page.mdx", "image.png")
    finally:
        polling.cancel()
