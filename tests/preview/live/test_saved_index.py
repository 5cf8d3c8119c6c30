"""What is served with the help of an earlier start equals what is served from scratch."""

from __future__ import annotations

import asyncio
import errno
import json
import time
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from docs_lsp.settings.settings import Settings
from docs_lsp.site.site_files import ScanCancelled
from mcp_preview.content.page_texts import PageTextBuilder
from mcp_preview.content.stored_text import TextFile
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live import saved_folder, saved_index, site_loading
from mcp_preview.live.first_states import can_search
from mcp_preview.live.live_site import LiveSite
from mcp_preview.live.server_state import ServerState

PAGES = ("tides", "knots", "harbours/quay", "de/tides", "api")
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "paths": {"/berths": {"get": {"summary": "Find a berth", "description": "Where it is deep."}}},
}
ALL = 5
"""So many texts there are to be made."""
REVERSED = json.dumps({"name": "H", "navigation": {"pages": PAGES[::-1]}})
QUERIES = ("high water", "rope", "berth", "deep", "quay", "Flut", "lantern", "snippet")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path / "cache"))
    # Files that were written a moment ago count as settled.
    monkeypatch.setattr(saved_index, "_RACY", 0)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    docs = {"name": "Harbour", "navigation": {"pages": list(PAGES)}, "variables": {"sea": "North"}}
    for name, text in {
        "docs.json": json.dumps(docs),
        "tides.mdx": "---\ntitle: Tides\ngroups: []\n---\n## High\n\nHigh water of {{sea}}\n",
        "knots.mdx": "---\ntitle: Knots\nkeywords: [rope]\n---\nOf rope\n",
        "harbours/quay.mdx": 'import S from "/snippets/s.mdx"\n\n<S />\n\nThe quay\n',
        "de/tides.md": "---\ntitle: Flut\n---\nHohe Flut\n",
        "api.mdx": "---\nopenapi: GET /berths\n---\n",
        "hidden.mdx": "---\nnoindex: true\n---\nNot on any list\n",
        "snippets/s.mdx": "A snippet of rope\n",
        "spec.json": json.dumps(SPEC),
    }.items():
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name).write_text(text, "utf-8")
    return folder


@dataclass(frozen=True)
class Start:
    """A start of the preview, and what it had to do."""

    state: ServerState
    made: int
    """So many texts were made."""
    early: ServerState | None
    """The state in which searches could be answered before the site had been read."""


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], Start]]:
    """Starts that keep what they make."""
    living: list[LiveSite] = []
    made: list[str] = []
    of = PageTextBuilder.build_text

    def counted(
        self: PageTextBuilder, file: str, fields: Mapping[str, object]
    ) -> tuple[str, frozenset[str]]:
        made.append(file)
        return of(self, file, fields)

    monkeypatch.setattr(PageTextBuilder, "build_text", counted)

    def started(site: Path) -> Start:
        made.clear()
        live = LiveSite(site, Settings(), saves_index=True)
        living.append(live)
        states: list[ServerState] = []
        serve = live._serve_unindexed

        def watched(read: object) -> None:
            states.append(live.state)
            serve(read)  # type: ignore[arg-type]  # it is what `load` gives

        monkeypatch.setattr(live, "_serve_unindexed", watched)
        live.load()
        return Start(live.state, len(made), states[0] if can_search(states[0]) else None)

    yield started
    for live in living:
        live.stop()


def served(state: ServerState) -> object:
    """All that tells two states apart, the order of hits of one score left aside."""
    hits = {
        query: sorted((hit.path, hit.url, hit.content) for hit in state.search.search(query))
        for query in QUERIES
    }
    pages = state.pages
    return (
        (state.name, state.versions, state.languages, state.access, state.trouble),
        (list(pages.indexed.items()), pages.left_out, pages.others),
        [(page, page.markdown) for page in state.llms_sources.pages],
        hits,
    )


def fresh(site: Path) -> ServerState:
    return LiveSite.from_folder(site, Settings()).state


def test_a_second_start_makes_nothing_again(site: Path, start: Callable[[Path], Start]) -> None:
    first, second = start(site), start(site)

    assert (first.made, second.made) == (ALL, 0)
    assert served(first.state) == served(second.state) == served(fresh(site))


def test_who_stops_while_a_site_is_kept_has_it_at_the_next_start(
    site: Path, start: Callable[[Path], Start], monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun = Event()
    write = saved_index.write_saved_index

    def slow(place: Path, key: str, kept: Any) -> None:
        has_begun.set()
        time.sleep(0.2)
        write(place, key, kept)

    monkeypatch.setattr(site_loading, "write_saved_index", slow)
    live = LiveSite(site, Settings(), saves_index=True)
    loading = Thread(target=live.load)
    loading.start()
    assert has_begun.wait(10)
    live.stop()
    loading.join()

    assert start(site).made == 0


def test_scores_are_those_of_a_start_from_scratch(
    site: Path, start: Callable[[Path], Start]
) -> None:
    start(site)
    kept, scratch = start(site).state, fresh(site)

    for query in QUERIES:
        found, expected = kept.search.search(query), scratch.search.search(query)
        assert [hit.score for hit in found] == [hit.score for hit in expected]


EDITS: dict[str, tuple[dict[str, str | None], int]] = {
    "a page": ({"knots.mdx": "A lantern\n"}, 1),
    "one that is new": ({"lantern.mdx": "A lantern\n"}, 1),
    "one that is gone": ({"knots.mdx": None}, 0),
    "a snippet": ({"snippets/s.mdx": "A lantern\n"}, 1),
    "a snippet that is gone": ({"snippets/s.mdx": None}, 1),
    "a specification": ({"spec.json": json.dumps(SPEC).replace("deep", "lantern")}, 1),
    "a specification that comes first": (
        {"a.json": json.dumps(SPEC).replace("deep", "lantern")},
        1,
    ),
    "the order": (
        {"docs.json": json.dumps({"name": "H", "navigation": {"pages": PAGES[::-1]}})},
        6,
    ),
    "a variable": (
        {
            "docs.json": json.dumps(
                {
                    "name": "Harbour",
                    "navigation": {"pages": list(PAGES)},
                    "variables": {"sea": "lantern"},
                }
            )
        },
        ALL,
    ),
    "a title": ({"knots.mdx": "---\ntitle: A lantern\n---\nOf rope\n"}, 1),
    "a file that counts more": ({"de/tides.mdx": "A lantern\n"}, 1),
    "a page of nobody": ({"knots.mdx": "---\ngroups: []\n---\nOf rope\n"}, 1),
}


@pytest.mark.parametrize("edit", EDITS)
def test_edits_between_two_starts_count(
    site: Path, start: Callable[[Path], Start], edit: str
) -> None:
    start(site)
    files, made = EDITS[edit]
    for name, text in files.items():
        if text is None:
            site.joinpath(name).unlink()
        else:
            site.joinpath(name).write_text(text, "utf-8")

    again = start(site)

    assert again.early is None
    assert again.made <= made
    assert served(again.state) == served(fresh(site))
    third = start(site)
    # Where a file would be that is missing, is not looked up.
    assert third.made == (edit == "a snippet that is gone")
    assert served(third.state) == served(fresh(site))


def test_searches_are_answered_before_the_site_is_read(
    site: Path, start: Callable[[Path], Start]
) -> None:
    site.joinpath("tides.mdx").write_text("High water\n", "utf-8")
    first, second = start(site), start(site)

    assert first.early is None
    assert second.early is not None
    assert second.early.indexing is not None
    assert [hit.path for hit in second.early.search.search("high water")] == ["tides"]
    assert second.early.tool_names == second.state.tool_names


def test_a_site_that_is_not_open_is_read_before_anybody_is_answered(
    site: Path, start: Callable[[Path], Start]
) -> None:
    start(site)

    assert start(site).early is None


@pytest.mark.parametrize("name", ["site.json", "texts", "parts.json"])
def test_what_is_damaged_is_made_again(
    site: Path, start: Callable[[Path], Start], tmp_path: Path, name: str
) -> None:
    start(site)
    (file,) = tmp_path.glob(f"cache/indexes/*/kept-*/{name}")
    file.write_bytes(b"[" * 40)

    again = start(site)

    assert again.made == ALL
    assert served(again.state) == served(fresh(site))


def test_a_text_that_the_disk_has_damaged_is_made_again_and_kept(
    site: Path, start: Callable[[Path], Start], tmp_path: Path
) -> None:
    start(site)
    (file,) = tmp_path.glob("cache/indexes/*/kept-*/texts")
    file.write_bytes(file.read_bytes().replace(b"The quay", b"The \xff\xff\xff\xff"))

    again, third = start(site), start(site)

    assert (again.made, third.made) == (1, 0)
    assert served(again.state) == served(third.state) == served(fresh(site))


def test_damage_that_looks_whole_is_made_again(
    site: Path,
    start: Callable[[Path], Start],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start(site)
    for file in tmp_path.glob("cache/indexes/*/kept-*/sections/meta.json"):
        file.write_bytes(b"{}")
    monkeypatch.setattr(saved_folder.SavedFolder, "_restore_from", _copied)

    assert served(start(site).state) == served(fresh(site))


def _copied(folder: saved_folder.SavedFolder, kept: Path) -> bool:
    return saved_folder._copy_by_links(kept, folder.path)


def test_what_another_version_has_kept_is_not_used(
    site: Path, start: Callable[[Path], Start], monkeypatch: pytest.MonkeyPatch
) -> None:
    start(site)
    monkeypatch.setattr(saved_index, "__version__", "9")

    assert start(site).made == ALL


def test_two_previews_at_once_do_not_meet(site: Path, start: Callable[[Path], Start]) -> None:
    start(site)
    one, other = (
        LiveSite(site, Settings(), saves_index=True),
        LiveSite(site, Settings(), saves_index=True),
    )
    one.load()
    other.load()
    site.joinpath("knots.mdx").write_text("A lantern\n", "utf-8")

    one.state = one._apply_touched({"knots.mdx"}, {})

    assert [hit.path for hit in one.state.search.search("lantern")] == ["knots"]
    assert not other.state.search.search("lantern")
    other.state = other._apply_touched({"knots.mdx"}, {})
    assert served(one.state) == served(other.state) == served(fresh(site))
    one.stop()
    other.stop()
    assert served(start(site).state) == served(fresh(site))


def test_without_a_folder_for_it_nothing_is_kept(
    site: Path, tmp_path: Path, start: Callable[[Path], Start]
) -> None:
    (tmp_path / "cache").write_text("a file")

    assert served(start(site).state) == served(fresh(site))
    assert start(site).made == ALL


def _no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "No space left"), ValueError("killed")])
def test_a_disk_that_is_full_leaves_the_index_in_memory(
    site: Path,
    start: Callable[[Path], Start],
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
) -> None:
    commit = SearchIndex.commit_pages

    def committed(self: SearchIndex, paths: Container[str]) -> bool:
        if self._folder is not None:
            raise fault
        return commit(self, paths)

    monkeypatch.setattr(SearchIndex, "commit_pages", committed)
    assert served(start(site).state) == served(fresh(site))
    assert start(site).early is None


def test_stopping_removes_the_index_and_warns_of_nothing(
    site: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = LiveSite(site, Settings(), saves_index=True)

    def committed(_: SearchIndex, __: Container[str]) -> bool:
        live.stop()
        raise OSError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(SearchIndex, "commit_pages", committed)
    with pytest.raises(ScanCancelled):
        live.load()

    assert caplog.records == []


def test_stopping_while_the_index_is_opened_removes_it(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = LiveSite(site, Settings(), saves_index=True)
    opened: list[Path] = []

    def stop_while_opening(
        self: SearchIndex, *_: object, folder: Path | None, **__: object
    ) -> None:
        assert folder is not None and folder.is_dir()
        opened.append(folder)
        live.stop()

    monkeypatch.setattr(SearchIndex, "__init__", stop_while_opening)
    with pytest.raises(ScanCancelled):
        live.load()

    assert [folder.exists() for folder in opened] == [False]


def test_stopping_while_a_change_is_indexed_warns_of_nothing(
    site: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = LiveSite(site, Settings(), saves_index=True)
    live.load()

    def stop_while_updating(_: SearchIndex, *__: object) -> None:
        live.stop()
        raise ValueError("No such file or directory")

    async def change_a_page() -> None:
        (site / "index.mdx").write_text("# Changed\n", "utf-8")
        live.mark_touched(["index.mdx"])
        await live.apply_changes()

    monkeypatch.setattr(SearchIndex, "update_pages", stop_while_updating)
    with pytest.raises(ScanCancelled):
        asyncio.run(asyncio.wait_for(change_a_page(), 20))

    assert caplog.records == []


def test_texts_for_which_there_is_no_room_stay_in_memory(
    site: Path, start: Callable[[Path], Start], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TextFile, "append_text", _no_room)

    assert served(start(site).state) == served(fresh(site))
    assert start(site).early is None


def test_nothing_is_written_to_the_site(site: Path, start: Callable[[Path], Start]) -> None:
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    start(site)

    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before
