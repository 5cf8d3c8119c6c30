"""What is served while a site is read for the first time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.settings.settings import Auth, PreviewSettings, Settings
from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.site_files import ScanCancelled
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.live import live_site
from mcp_preview.live.first_states import can_search
from mcp_preview.live.live_site import LiveSite
from mcp_preview.live.server_state import IndexingProgress, ServerState


def written(folder: Path, **more: object) -> Path:
    docs = {"name": "Harbour", "navigation": {"pages": ["tides", "knots"]}, **more}
    folder.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    for page in ("tides", "knots"):
        folder.joinpath(f"{page}.mdx").write_text("High water", "utf-8")
    return folder


def test_before_anything_is_read_the_name_is_known(tmp_path: Path) -> None:
    state = LiveSite(written(tmp_path), Settings()).state

    assert (state.name, state.indexing) == ("Harbour", IndexingProgress(0, 0))
    assert state.tool_names.search == "search_harbour"


@pytest.mark.parametrize("text", ["{", "[]", '{"name": 3}', ""])
def test_a_name_that_is_not_there_is_not_guessed(tmp_path: Path, text: str) -> None:
    tmp_path.joinpath("docs.json").write_text(text, "utf-8")

    assert LiveSite(tmp_path, Settings()).state.name == ""


def test_without_docs_json_there_is_a_state(tmp_path: Path) -> None:
    assert LiveSite(tmp_path, Settings()).state.indexing is not None


@pytest.mark.parametrize("auth", [None, "full"])
def test_who_may_ask_is_known_before_any_page_is(
    tmp_path: Path, auth: Auth | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = LiveSite(written(tmp_path), Settings(preview=PreviewSettings(auth=auth)))
    seen: list[ServerState] = []
    serve = live._serve_unindexed

    def watched(site: PreviewSite) -> None:
        serve(site)
        seen.append(live.state)

    monkeypatch.setattr(live, "_serve_unindexed", watched)
    live.load()

    (state,) = seen
    assert state.indexing == IndexingProgress(0, 2)
    assert state.access.mode is (AccessMode.FULL if auth else AccessMode.PUBLIC)
    assert not state.pages.indexed
    assert live.state.indexing is None
    assert list(live.state.pages.indexed) == ["tides", "knots"]


def test_how_far_the_index_is_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_site, "_REPORT_STEP", 1)
    live = LiveSite(written(tmp_path), Settings())
    seen = []
    count = live._count_page

    def watched() -> None:
        count()
        seen.append(live.state.indexing)
        # The last page is on its way into the index, and is not found before that is written.
        assert not can_search(live.state)

    monkeypatch.setattr(live, "_count_page", watched)
    live.load()

    assert seen == [IndexingProgress(1, 2), IndexingProgress(2, 2)]


def test_what_the_editor_holds_from_the_start_counts(tmp_path: Path) -> None:
    live = LiveSite(written(tmp_path), Settings())
    live.set_buffer("tides.mdx", b"Unsaved ebb")
    live.load()

    assert [hit.path for hit in live.state.search.search("ebb")] == ["tides"]


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    live = LiveSite(written(tmp_path), Settings())
    live.stop()

    with pytest.raises(ScanCancelled):
        live.load()
