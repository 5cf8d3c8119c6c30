"""What is served of a site that changes, without a server around it."""

from __future__ import annotations

import gc
import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.files.files import DiskFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.access_mode import AccessMode
from mcp_preview.content.site_reading import FileListing
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.disk_watcher import WHOLE_FOLDER
from mcp_preview.live.live_site import LiveSite
from mcp_preview.live.touched_files import SiteLinks
from mcp_preview.settings.project_settings import read_project_settings


def live_of(folder: Path, pages: list[str]) -> LiveSite:
    folder.joinpath("docs.json").write_text(
        json.dumps({"name": "Harbour", "navigation": {"pages": pages}}), "utf-8"
    )
    for page in pages:
        folder.joinpath(f"{page}.mdx").write_text("High water", "utf-8")
    return LiveSite.from_folder(folder, Settings())


def test_a_site_without_faults_has_no_trouble(tmp_path: Path) -> None:
    assert live_of(tmp_path, ["tides"]).state.trouble == ""


def test_files_that_no_command_can_read_are_told(tmp_path: Path) -> None:
    state = live_of(tmp_path, ["tides", "moor\u200bing"]).state

    assert state.trouble == (
        "The filesystem tool cannot hold 1 of the files, `/moor\\u200bing.mdx` the first of "
        "them: their folder has too many files, or their names have unusual characters."
    )
    assert [hit.path for hit in state.search.search("high water")] == ["tides", "moor\u200bing"]


def test_a_change_for_which_the_disk_has_no_room_is_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = live_of(tmp_path, ["tides", "knots"])
    tmp_path.joinpath("tides.mdx").write_text("Zanzibar", "utf-8")

    def lost(*_: object) -> None:
        raise ValueError("An index writer was killed")

    monkeypatch.setattr(SearchIndex, "update_pages", lost)
    search = live._apply_touched({"tides.mdx"}, {}).search

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
    assert [
        one.description for one in live._apply_touched({"skills/moor/SKILL.md"}, {}).skills
    ] == ["New"]


LINKS = {
    "a page": "q.mdx -> p.mdx",
    "a page through another link": "q.mdx -> r.mdx, r.mdx -> p.mdx",
    "a folder": "e -> d",
    "a link in a folder that is linked": "e -> d, d/l.mdx -> ../p.mdx",
    "a snippet": "snippets/a.mdx -> ../p.mdx",
    "a skill": ".mintlify/skills/moor/SKILL.md -> ../../../p.mdx",
    "a page that has still to come": "q.mdx -> n.mdx",
    "a folder that has still to come": "e -> f",
    "what leads out of the site, or in a circle": "o -> .., d/up -> .., s.mdx -> s.mdx",
}
PUBLIC, SECRET = "---\nname: moor\n---\nHigh water", "---\ngroups: [crew]\n---\nLow water"
STEPS: tuple[dict[str, str | None], ...] = (
    {"p.mdx": SECRET},
    {"d/p.mdx": SECRET, "d/n.mdx": PUBLIC},
    {"n.mdx": PUBLIC, "f/p.mdx": PUBLIC},
    {"n.mdx": SECRET, "f/p.mdx": SECRET},
    {"d/p.mdx": None, "p.mdx": None},
    {"d": None, "p.mdx": PUBLIC},
    {"d/p.mdx": PUBLIC, "f": None},
    {"q.mdx": "-> n.mdx", "r.mdx": "-> d/p.mdx", "e": "-> g", "g/p.mdx": SECRET},
    {"n.mdx": PUBLIC, "d/p.mdx": SECRET, "g/p.mdx": PUBLIC},
    {"q.mdx": None, "e": None},
    {"q.mdx": PUBLIC, "e/p.mdx": PUBLIC},
)


@pytest.mark.parametrize("case", LINKS)
def test_what_is_linked_follows_that_to_which_it_leads(tmp_path: Path, case: str) -> None:
    pages = ["p", "q", "r", "d/p", "d/l", "d/n", "e/p", "e/l", "e/n", "i", "s"]
    docs = {"name": "Harbour", "navigation": {"pages": pages}}
    write(tmp_path, {"docs.json": json.dumps(docs), "p.mdx": PUBLIC, "d/p.mdx": PUBLIC})
    write(tmp_path, {"i.mdx": 'import A from "/snippets/a.mdx"\n\n<A />\n'})
    write(tmp_path, dict(link.split(" ", 1) for link in LINKS[case].split(", ")))
    live = LiveSite.from_folder(tmp_path, Settings())

    for step in STEPS:
        write(tmp_path, step)
        live.state = live._apply_touched({*step}, {})
        assert shown(live) == shown(LiveSite.from_folder(tmp_path, Settings())), step


def test_a_file_has_a_path_for_each_way_to_it(tmp_path: Path) -> None:
    write(tmp_path, {"d/x/p.mdx": "", "e": "-> d", "f": "-> e/x", "d/q.mdx": "-> x/p.mdx"})
    links = SiteLinks.from_folder(tmp_path)
    ways = {"d/x/p.mdx", "e/x/p.mdx", "f/p.mdx", "d/q.mdx", "e/q.mdx"}

    assert all({*links.iter_equivalent_paths(way)} == ways for way in ways)
    assert (
        {*links.iter_equivalent_paths("d/n.mdx")}
        == {*links.iter_equivalent_paths("e/n.mdx")}
        == {"d/n.mdx", "e/n.mdx"}
    )
    assert {*links.iter_equivalent_paths("n.mdx")} == {"n.mdx"}


def test_files_are_listed_only_where_links_may_have_changed(tmp_path: Path) -> None:
    write(tmp_path, {"p.mdx": "", "d/p.mdx": "", "q.mdx": "-> p.mdx"})
    links = SiteLinks.from_folder(tmp_path)

    assert links.refresh({"p.mdx", "d/p.mdx", "q.mdx", "n.mdx"}, tmp_path) is links
    assert links.refresh({"d"}, tmp_path) is not links
    write(tmp_path, {"q.mdx": "-> d/p.mdx"})
    after = links.refresh({"q.mdx"}, tmp_path)
    assert after.targets == {"q.mdx": "d/p.mdx"}
    assert after.find_changed_links(links) == {"q.mdx"}


def shown(live: LiveSite) -> object:
    state = live.state
    return [*state.pages.indexed.items()], state.pages.left_out, state.skills


def write(folder: Path, files: Mapping[str, str | None]) -> None:
    """Write files: `-> a` makes a link to `a`, and None takes away what there is."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.is_symlink() or text is None:
            path.unlink(missing_ok=True)
        if text is not None and text.startswith("-> "):
            path.symlink_to(text[3:])
        elif text is not None:
            path.write_text(text, "utf-8")


def test_a_skill_without_a_name_has_that_of_its_site(tmp_path: Path) -> None:
    tmp_path.joinpath("skill.md").write_text("How to moor", "utf-8")
    live = live_of(tmp_path, ["tides"])
    docs = {"name": "Quay", "navigation": {"pages": ["tides"]}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")

    assert [one.slug for one in live.state.skills] == ["harbour"]
    assert [one.slug for one in live._apply_touched({"docs.json"}, {}).skills] == ["quay"]


def test_specifications_that_docs_json_begins_to_name_are_followed(tmp_path: Path) -> None:
    live = live_of(tmp_path, ["tides"])
    tmp_path.joinpath("events.yaml").write_text("asyncapi: 3.0.0\n", "utf-8")
    tmp_path.joinpath("tides.json").write_text(
        json.dumps({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}),
        "utf-8",
    )
    live._apply_touched({"events.yaml", "tides.json"}, {})
    group = {"group": "API", "openapi": "tides.json", "asyncapi": "events.yaml", "pages": ["tides"]}

    docs = {"name": "Harbour", "navigation": {"groups": [group]}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    llms_sources = live._apply_touched({"docs.json"}, {}).llms_sources

    assert (list(llms_sources.openapi), list(llms_sources.asyncapi)) == (
        ["tides.json"],
        ["events.yaml"],
    )


def test_a_folder_that_is_another_one_is_as_at_a_start(tmp_path: Path) -> None:
    live = live_of(tmp_path, ["tides", "knots"])
    shutil.rmtree(tmp_path)
    live.state = live._apply_touched({WHOLE_FOLDER}, {})

    assert live.state.trouble.startswith("`docs.json` does not exist.")
    assert not live.state.pages.indexed

    (tmp_path / "skills" / "moor").mkdir(parents=True)
    written = {
        "docs-lsp.toml": '[preview]\nauth = "full"\n',
        "skills/moor/SKILL.md": "---\nname: moor\ndescription: Moors\n---\n",
        "tides.mdx": "Low water",
        "piers.mdx": "---\ntitle: Piers\n---\nLanding",
    }
    for path, text in written.items():
        tmp_path.joinpath(path).write_text(text, "utf-8")
    live.state = live._apply_touched({WHOLE_FOLDER}, {})
    docs = {"name": "Harbour", "navigation": {"pages": ["tides", "piers"]}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    live.state = live._apply_touched({"docs.json"}, {})
    fresh = LiveSite.from_folder(tmp_path, read_project_settings(DiskFiles(tmp_path)).settings)

    assert live.state.access == fresh.state.access
    assert live.state.access.mode is AccessMode.FULL
    assert live.state.skills == fresh.state.skills != ()
    assert live.state.pages == fresh.state.pages
    assert live.state.trouble == fresh.state.trouble == ""
    for query in ("low water", "landing", "high water", "knots"):
        told, expected = live.state.search.search(query), fresh.state.search.search(query)
        assert [hit.path for hit in told] == [hit.path for hit in expected]


def test_no_change_leaves_a_list_of_all_files_behind(tmp_path: Path) -> None:
    pages = [f"pier{number}" for number in range(4)]
    live = live_of(tmp_path, pages)
    before = listings()
    for page in pages:
        tmp_path.joinpath(f"{page}.mdx").write_text("Low water", "utf-8")
        live.state = live._apply_touched({f"{page}.mdx"}, {})

    assert listings() == before
    assert len(live.state.search.search("low water")) == len(pages)


def listings() -> int:
    """How many lists of files there are, with those of other tests."""
    gc.collect()
    return sum(isinstance(one, FileListing) for one in gc.get_objects())
