"""What single kinds of viewers get of a served site."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, Viewer
from mcp_preview.live.live_site import LiveSite
from mcp_preview.live.server_state import ServerState
from tests.preview.group_sites import write
from tests.preview.small import set_to

CREW = Viewer(frozenset(("crew",)))
NO_GROUP = Viewer(frozenset())


def live_of(
    folder: Path, navigation: object, files: Mapping[str, str], auth: Any = None, **top: object
) -> LiveSite:
    docs = {"name": "Harbour", "navigation": navigation, **top}
    return LiveSite.from_folder(
        write(folder, {"docs.json": json.dumps(docs), **files}), set_to(auth)
    )


def slugs(state: ServerState) -> list[str]:
    return [skill.slug for skill in state.skills]


def said(state: ServerState, command: str) -> str:
    return asyncio.run(state.filesystem.run(command)).text


def test_a_site_without_restrictions_is_the_same_for_everybody(tmp_path: Path) -> None:
    state = live_of(tmp_path, {"pages": ["a", "gone"]}, {"a.mdx": "A", "README.md": ""}).state

    assert (state.access.mode, state.access.notice) == (AccessMode.PUBLIC, "")
    for viewer in (ANONYMOUS, CREDENTIAL, CREW):
        assert state.restrict_to_viewer(viewer).pages is state.pages
        assert state.restrict_to_viewer(viewer).folder == ""


def test_skills_with_groups_are_for_these(tmp_path: Path) -> None:
    """No skill is made in place of those that a viewer may not see."""
    files = {"a.mdx": "", "skill.md": "---\nname: moor\ngroups: [crew]\n---\nHow to moor.\n"}
    state = live_of(tmp_path, {"pages": ["a"]}, files).state

    assert state.access.is_assumed
    assert [slugs(state.restrict_to_viewer(one)) for one in (ANONYMOUS, CREDENTIAL, CREW)] == [
        [],
        [],
        ["moor"],
    ]
    assert slugs(state) == ["moor"]
    assert said(state.restrict_to_viewer(NO_GROUP), "ls /") == "a.mdx\n"
    assert said(state.restrict_to_viewer(CREW), "ls /skills") == "moor\n"


@pytest.mark.parametrize("matter", ["---\ngroups:\n---\n", "---\na: b: c\n---\n"])
def test_a_skill_that_cannot_be_understood_is_for_nobody(tmp_path: Path, matter: str) -> None:
    files = {"a.mdx": "", "skill.md": f"{matter}How to moor.\n"}
    state = live_of(tmp_path, {"pages": ["a"]}, files).state

    assert [slugs(state.restrict_to_viewer(one)) for one in (ANONYMOUS, CREW)] == [[], []]


def test_the_skill_that_is_made_lists_what_the_viewer_may_see(tmp_path: Path) -> None:
    files = {"a.mdx": "", "b.mdx": "---\ngroups: [crew]\n---\n"}
    state = live_of(tmp_path, {"pages": ["a", "b"]}, files).state

    def listed(viewer: Viewer) -> list[str]:
        (skill,) = state.restrict_to_viewer(viewer).skills
        return [line for line in skill.text.splitlines() if line.startswith("- [")]

    assert listed(ANONYMOUS) == ["- [A](/a)"]
    assert listed(CREW) == ["- [A](/a)", "- [B](/b)"]


def test_where_all_needs_a_log_in_nobody_else_sees_anything(tmp_path: Path) -> None:
    spec = {"openapi": "3.1.0", "info": {}, "paths": {"/x": {"get": {"summary": "X"}}}}
    files = {
        **{"a.mdx": "---\npublic: true\n---\n", "llms.txt": "mine", "skill.md": "Moor"},
        **{"events.yaml": "asyncapi: 3.0.0\n", "api.json": json.dumps(spec)},
    }
    groups = [
        {"group": "A", "pages": ["a"]},
        {"group": "B", "openapi": "api.json", "asyncapi": "events.yaml", "pages": []},
    ]
    state = live_of(
        tmp_path, {"groups": groups}, files, "full", markdown={"instructions": "Be"}
    ).state
    nobody, somebody = state.restrict_to_viewer(ANONYMOUS), state.restrict_to_viewer(CREDENTIAL)

    sources = nobody.llms_sources
    assert (dict(nobody.pages.indexed), nobody.pages.excluded, nobody.skills) == ({}, (), ())
    assert (sources.pages, sources.instructions) == ((), "")
    assert not any((sources.openapi, sources.asyncapi, sources.written))
    assert said(nobody, "find /") == "/\n"
    assert nobody.search.search("moor") == []
    assert list(somebody.pages.indexed) == ["a", "api-reference/x"]
    assert list(somebody.llms_sources.openapi) == ["api.json"]
    assert list(somebody.llms_sources.asyncapi) == ["events.yaml"]
    assert list(somebody.llms_sources.written) == ["llms.txt"]


def test_links_and_documents_are_for_who_sees_what_names_them(tmp_path: Path) -> None:
    tabs = [
        {"tab": "Open", "href": "https://open.example"},
        {"tab": "Docs", "groups": [{"group": "A", "pages": ["a"], "public": True}]},
        {
            "tab": "Crew",
            "groups": [{"group": "B", "asyncapi": "events.yaml", "pages": ["b"], "public": False}],
        },
    ]
    files = {"a.mdx": "", "b.mdx": "", "events.yaml": "asyncapi: 3.0.0\n"}
    assumed = live_of(tmp_path, {"tabs": tabs}, files).state
    written = live_of(tmp_path, {"tabs": tabs}, files, "partial").state

    def seen(state: ServerState) -> tuple[list[str], list[str], list[str]]:
        sources = state.llms_sources
        links = [link.title for link in sources.links]
        return [page.path for page in sources.pages], links, list(sources.asyncapi)

    assert seen(assumed.restrict_to_viewer(ANONYMOUS)) == (["a"], ["Open"], [])
    assert seen(written.restrict_to_viewer(ANONYMOUS)) == (["a"], [], [])
    assert seen(written.restrict_to_viewer(NO_GROUP)) == (["a", "b"], ["Open"], ["events.yaml"])


def test_versions_that_lead_nowhere_for_a_viewer_are_not_offered(tmp_path: Path) -> None:
    versions = [{"version": name, "pages": ["all", name]} for name in ("v1", "v2", "v3")]
    files = {
        "all.mdx": "Tide",
        "v1.mdx": "Tide one",
        "v2.mdx": "---\ngroups: [crew]\n---\nTide two",
        "v3.mdx": "---\ngroups: [crew]\n---\nTide three",
    }
    state = live_of(
        tmp_path, {"versions": [*versions[:2], {**versions[2], "pages": ["v3"]}]}, files
    ).state

    def found(viewer: Viewer, version: str) -> set[str]:
        hits = state.restrict_to_viewer(viewer).search.search("tide", version=version)
        return {hit.path for hit in hits}

    assert state.restrict_to_viewer(ANONYMOUS).versions == ("v1", "v2")
    assert state.restrict_to_viewer(CREW).versions == ("v1", "v2", "v3")
    assert [found(ANONYMOUS, name) for name in ("v1", "v2", "v3")] == [
        {"all", "v1"},
        {"all"},
        set(),
    ]
    assert found(CREW, "v2") == {"all", "v2"}


def test_reasons_are_told_of_pages_for_the_viewer_only(tmp_path: Path) -> None:
    files = {
        "open.mdx": "---\nnoindex: true\n---\n",
        "crew.mdx": "---\nnoindex: true\ngroups: [crew]\n---\n",
        "README.md": "",
    }
    state = live_of(tmp_path, {"pages": ["open", "crew", "gone"]}, files).state

    def told(state: ServerState) -> list[str]:
        return [page.path for page in state.pages.excluded]

    assert told(state) == ["open", "crew", "README", "gone"]
    assert told(state.restrict_to_viewer(ANONYMOUS)) == ["open"]
    assert told(state.restrict_to_viewer(CREW)) == ["open", "crew"]


def test_an_edit_parts_viewers_who_saw_the_same(tmp_path: Path) -> None:
    """Also one whose state was taken before the edit."""
    live = live_of(
        tmp_path, {"pages": ["a", "b"]}, {"a.mdx": "", "b.mdx": "---\ngroups: [x]\n---\n"}
    )
    before = live.state.restrict_to_viewer(NO_GROUP), live.state.restrict_to_viewer(CREW)
    assert [said(one, "ls /*.mdx") for one in before] == ["/a.mdx\n", "/a.mdx\n"]

    tmp_path.joinpath("a.mdx").write_text("---\ngroups: [crew]\n---\nmooring", "utf-8")
    after = live._apply_touched({"a.mdx"}, {})

    assert said(before[0], "cat /a.mdx").endswith("No such file or directory\n")
    assert said(after.restrict_to_viewer(CREW), "cat /a.mdx") == "# A\n\nmooring\n"
    assert [[hit.path for hit in one.search.search("mooring")] for one in before] == [[], ["a"]]
    assert said(after.restrict_to_viewer(NO_GROUP), "ls /a.mdx").endswith(
        "No such file or directory\n"
    )


def test_settings_that_change_are_followed(tmp_path: Path) -> None:
    live = live_of(tmp_path, {"pages": ["a"]}, {"a.mdx": "mooring"})
    file = tmp_path / "docs-lsp.toml"

    file.write_text('[preview]\nauth = "partial"\n[[preview.users]]\nname = "anna"\n', "utf-8")
    closed = live._apply_touched({"docs-lsp.toml"}, {})
    file.write_text('[preview]\nauth = "partial"\nenabled = true\n', "utf-8")
    enabled = live._apply_touched({"docs-lsp.toml"}, {})
    file.unlink()
    opened = live._apply_touched({"docs-lsp.toml"}, {})

    assert (closed.access.mode, closed.access.is_enabled) == (AccessMode.PARTIAL, False)
    assert [user.name for user in closed.users] == ["anna"]
    assert (enabled.access.is_enabled, enabled.users) == (True, ())
    assert (opened.access.mode, opened.access.is_enabled) == (AccessMode.PUBLIC, True)
    states = (closed, enabled, opened)
    assert [len(one.restrict_to_viewer(ANONYMOUS).pages.indexed) for one in states] == [0, 0, 1]
    assert said(opened.restrict_to_viewer(ANONYMOUS), "cat /a.mdx") == "# A\n\nmooring\n"


@pytest.mark.parametrize(
    "text", ["[preview", '[preview]\nauth = "parti', '[preview]\nauth = "partail"\n', "[previw]\n"]
)
def test_a_slip_in_the_settings_opens_no_page(tmp_path: Path, text: str) -> None:
    live = live_of(tmp_path, {"pages": ["a"]}, {"a.mdx": "mooring"})
    file = tmp_path / "docs-lsp.toml"
    file.write_text('[preview]\nauth = "partial"\nenabled = true\n', "utf-8")
    live._apply_touched({"docs-lsp.toml"}, {})

    file.write_text(text, "utf-8")
    for touched in ("docs-lsp.toml", "a.mdx"):
        slipped = live._apply_touched({touched}, {})
        assert not slipped.restrict_to_viewer(ANONYMOUS).search.search("mooring")
        assert slipped.trouble.startswith("docs-lsp.toml")
        assert slipped.trouble.endswith("Until it is fixed, the previous settings apply.")

    file.write_text('[preview]\nauth = "public"\n', "utf-8")
    opened = live._apply_touched({"docs-lsp.toml"}, {})
    assert opened.restrict_to_viewer(ANONYMOUS).search.search("mooring")
    assert opened.trouble == ""


def test_a_page_that_is_restricted_makes_a_public_site_partial(tmp_path: Path) -> None:
    live = live_of(tmp_path, {"pages": ["a", "b"]}, {"a.mdx": "", "b.mdx": "mooring"})
    assert live.state.access.mode is AccessMode.PUBLIC

    tmp_path.joinpath("b.mdx").write_text("---\npublic: false\n---\nmooring", "utf-8")
    restricted = live._apply_touched({"b.mdx"}, {})
    tmp_path.joinpath("b.mdx").write_text("mooring", "utf-8")
    opened = live._apply_touched({"b.mdx"}, {})

    assert (restricted.access.mode, restricted.access.is_assumed) == (AccessMode.PARTIAL, True)
    assert list(restricted.restrict_to_viewer(ANONYMOUS).pages.indexed) == ["a"]
    assert opened.access.mode is AccessMode.PUBLIC
    assert list(opened.restrict_to_viewer(ANONYMOUS).pages.indexed) == ["a", "b"]
