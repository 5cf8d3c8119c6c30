"""What is served of a site that changes, without a server around it."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest

from docs_lsp.settings import Settings
from mcp_preview.content.file_listing import FileListing
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.live_site import LiveSite


def live_of(folder: Path, pages: list[str]) -> LiveSite:
    folder.joinpath("docs.json").write_text(
        json.dumps({"name": "Harbour", "navigation": {"pages": pages}}), "utf-8"
    )
    for page in pages:
        folder.joinpath(f"{page}.mdx").write_text("High water", "utf-8")
    return LiveSite.loaded(folder, Settings())


def test_a_site_without_faults_has_no_trouble(tmp_path: Path) -> None:
    assert live_of(tmp_path, ["tides"]).state.trouble == ""


def test_files_that_no_command_can_read_are_told(tmp_path: Path) -> None:
    state = live_of(tmp_path, ["tides", "moor\u200bing"]).state

    assert state.trouble == (
        "The filesystem tool cannot hold 1 of the files, `/moor\\u200bing.mdx` the first of them: "
        "their folder holds too many, or their names have unusual signs."
    )
    assert [hit.path for hit in state.search.search("high water")] == ["tides", "moor\u200bing"]


def test_a_change_for_which_the_disk_has_no_room_is_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = live_of(tmp_path, ["tides", "knots"])
    tmp_path.joinpath("tides.mdx").write_text("Zanzibar", "utf-8")

    def lost(*_: object) -> None:
        raise ValueError("An index writer was killed")

    monkeypatch.setattr(SearchIndex, "update", lost)
    search = live._apply({"tides.mdx"}, {}).search

    assert [hit.path for hit in search.search("zanzibar")] == ["tides"]
    assert [hit.path for hit in search.search("high water")] == ["knots"]


def test_a_skill_that_is_linked_is_followed(tmp_path: Path) -> None:
    skill = tmp_path / "skills" / "moor" / "SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: moor\ndescription: Old\n---\n", "utf-8")
    tmp_path.joinpath(".mintlify").mkdir()
    tmp_path.joinpath(".mintlify", "skills").symlink_to("../skills", target_is_directory=True)
    live = live_of(tmp_path, ["tides"])

    skill.write_text("---\nname: moor\ndescription: New\n---\n", "utf-8")

    assert [one.description for one in live.state.skills] == ["Old"]
    assert [one.description for one in live._apply({"skills/moor/SKILL.md"}, {}).skills] == ["New"]


def test_a_skill_without_a_name_has_that_of_its_site(tmp_path: Path) -> None:
    tmp_path.joinpath("skill.md").write_text("How to moor", "utf-8")
    live = live_of(tmp_path, ["tides"])
    docs = {"name": "Quay", "navigation": {"pages": ["tides"]}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")

    assert [one.slug for one in live.state.skills] == ["harbour"]
    assert [one.slug for one in live._apply({"docs.json"}, {}).skills] == ["quay"]


def test_specifications_that_docs_json_begins_to_name_are_followed(tmp_path: Path) -> None:
    live = live_of(tmp_path, ["tides"])
    tmp_path.joinpath("events.yaml").write_text("asyncapi: 3.0.0\n", "utf-8")
    tmp_path.joinpath("tides.json").write_text(
        json.dumps({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}),
        "utf-8",
    )
    live._apply({"events.yaml", "tides.json"}, {})
    group = {"group": "API", "openapi": "tides.json", "asyncapi": "events.yaml", "pages": ["tides"]}

    docs = {"name": "Harbour", "navigation": {"groups": [group]}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    llms_sources = live._apply({"docs.json"}, {}).llms_sources

    assert (list(llms_sources.openapi), list(llms_sources.asyncapi)) == (
        ["tides.json"],
        ["events.yaml"],
    )


def test_no_change_leaves_a_list_of_all_files_behind(tmp_path: Path) -> None:
    pages = [f"pier{number}" for number in range(4)]
    live = live_of(tmp_path, pages)
    before = listings()
    for page in pages:
        tmp_path.joinpath(f"{page}.mdx").write_text("Low water", "utf-8")
        live.state = live._apply({f"{page}.mdx"}, {})

    assert listings() == before
    assert len(live.state.search.search("low water")) == len(pages)


def listings() -> int:
    """How many lists of files there are, with those of other tests."""
    gc.collect()
    return sum(isinstance(one, FileListing) for one in gc.get_objects())
