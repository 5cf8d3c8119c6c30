"""Nobody sees what is for others, and everybody sees all that is meant for them.

Each viewer of a random site must get the very same, from every tool, command and text, as from a
site on which nothing but that viewer's content exists.
"""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.settings.settings import Settings
from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.documents.page_lists import (
    render_llms_full_txt,
    render_llms_txt,
    render_page_markdown,
)
from mcp_preview.filesystem import docs_filesystem, output_limits
from mcp_preview.live.live_site import LiveSite
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.tools import build_tool_definitions
from tests.preview.group_sites import (
    CONCEALED,
    SHOWN,
    UNSET,
    VIEWERS,
    MadeOperation,
    MadePage,
    MadeSite,
    made_sites,
    write,
)

Seen = dict[str, Any]


@pytest.fixture(autouse=True, scope="module")
def unhurried_commands() -> Iterator[None]:
    """A busy machine must not stop the commands on one site earlier than on the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs_filesystem, "TIMEOUT", 120.0)
        patch.setattr(output_limits, "SECONDS", 100.0)
        yield


def live_of(files: dict[str, str], folder: Path, with_settings: Settings | None = None) -> LiveSite:
    return LiveSite.from_folder(write(folder, files), with_settings or Settings())


def seen_in(state: ServerState, site: MadeSite) -> Seen:
    """All that a viewer gets to see, asked for with the words and paths of the whole site."""
    sources = state.llms_sources
    return {
        "tools": build_tool_definitions(state),
        "pages": [(one.path, one.title, one.markdown) for one in state.pages.indexed.values()],
        "readable": [render_page_markdown(one, sources.instructions, "") for one in sources.pages],
        "skills": [
            (one.uri, one.name, one.description, below_frontmatter(one.text))
            for one in state.skills
        ],
        "llms.txt": render_llms_txt(state.name, state.description, sources, ""),
        "llms-full.txt": render_llms_full_txt(state.name, state.description, sources, ""),
        "openapi": {path: operations_in(data) for path, data in sources.openapi.items()},
        "searches": {query: found(state, query) for query in queries(site)},
        "commands": asyncio.run(state.filesystem.run(commands(site))).text,
    }


def below_frontmatter(text: str) -> str:
    """A skill without what names its groups."""
    return text.split("---\n", 2)[2]


def operations_in(data: bytes) -> object:
    """A specification without the groups that it names."""
    values = yaml.safe_load(data)
    for item in values["paths"].values():
        item.pop("x-mint", None)
        item.get("get", {}).get("x-mint", {}).pop("groups", None)
    return values


def found(state: ServerState, query: str) -> list[tuple[str, str, str]]:
    # In any order: how rare a word is, is counted over the whole index.
    return sorted((hit.title, hit.url, hit.content) for hit in state.search.search(query))


def queries(site: MadeSite) -> Iterable[str]:
    marks = [one.mark for one in (*site.pages, *site.skills)]
    for mark in (*marks, *(one.mark for one in site.operations)):
        yield from (f"body{mark}", f"title{mark}", f"body{mark[:-1]}", f"heading{mark} ", mark)
        yield from (f"seen{mark}", f"inner{mark} ")
        yield f"bod{mark} "  # A slip.
    yield from ("harbour", "mooring ebb", "operation", "nothing at all")


def commands(site: MadeSite) -> str:
    """Commands about everything on the whole site, each after a line with its number."""
    wanted = [
        "ls -R /",
        "tree /",
        "find / -name '*a*'",
        "find / -type d",
        "rg -c body /",
        "rg -il harbour /",
        "grep -rl mooring /",
        "rg . /guides /private | wc -l",
        "for f in /*; do echo $f; done",
        "jq -c '.paths | keys' /openapi/*.json",
        "jq -c '.paths[].get.description' /openapi/*.json",
        "jq -c '.paths[].get[\"x-mint\"].content' /openapi/*.json",
        "grep -oh 'seen[a-z]*' /openapi/*",
        "grep -h '^body\\|seen\\|Inner' /skills/*/SKILL.md",
        "cat /*.mdx /guides/*",
        "wc -c /guides/*.mdx",
    ]
    marks = [one.mark for one in site.pages] + [one.mark for one in site.operations]
    for mark in marks:
        wanted += [f"rg -l {mark} /", f"grep -c {mark} -r /", f"rg -c 'seen{mark}|Inner{mark}' /"]
    for page in site.pages:
        path = shlex.quote(f"/{page.path}.mdx")
        wanted += [
            f"cat {path}",
            f"head -3 {path}",
            f"stat -c %s {path}",
            f"test -e {path}; echo $?",
        ]
        wanted.append(f"ls {shlex.quote('/' + page.folder)}")
    return "\n".join(f"echo '== {number}'; {one}" for number, one in enumerate(wanted))


@settings(max_examples=40)
@given(site=made_sites(), viewer=st.sampled_from(VIEWERS))
def test_a_viewer_sees_what_is_for_that_viewer_and_nothing_else(
    site: MadeSite, viewer: Viewer
) -> None:
    with TemporaryDirectory() as whole, TemporaryDirectory() as pruned:
        state = live_of(site.files(), Path(whole), site.settings).state.restrict_to_viewer(viewer)
        seen = seen_in(state, site)
        if site.auth == "full" and viewer == ANONYMOUS:
            assert (seen["pages"], seen["readable"], seen["skills"]) == ([], [], [])
            assert seen["openapi"] == {} and not any(seen["searches"].values())
            return
        alone = live_of(site.files(viewer), Path(pruned)).state.restrict_to_viewer(ANONYMOUS)
        expected = seen_in(alone, site)

    assert seen == expected
    may_know = {one.path for one in site.pages if site.sees_page(one, viewer)} | {
        f"api-reference/tag{one.mark}/operation{one.mark}"
        for one in site.operations
        if site.may_know_operation(one, viewer)
    }
    assert {one.path for one in state.pages.left_out} <= may_know or site.auth == "public"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_viewer_gets_through_an_agent_what_is_concealed_from_agents(
    tmp_path: Path, viewer: Viewer
) -> None:
    """The law above compares with pages that are written without it; here nothing is compared."""
    pages = [MadePage("qqqqq", visible=SHOWN[0])]
    pages += [MadePage(f"w{'z' * at}", visible=one) for at, one in enumerate(CONCEALED, 4)]
    skills = tuple(
        MadePage(f"s{page.mark}", visible=page.visible) for page in pages if page.visible
    )
    operations = tuple(
        MadeOperation(f"o{page.mark}", visible=page.visible) for page in pages if page.visible
    )
    site = MadeSite("partial", True, ((UNSET, tuple(pages)),), (), skills, operations, False, False)
    state = live_of(site.files(), tmp_path, site.settings).state.restrict_to_viewer(viewer)
    seen = repr(seen_in(state, site) | {"searches": None, "commands": None})
    wanted = "cat /*.mdx /skills/*/*; cat /openapi/*; cat /api-reference/*/*"
    printed = asyncio.run(state.filesystem.run(wanted)).text

    for word in ("seenqqqqq word", "seensqqqqq word", "seenoqqqqq told", "seenoqqqqq above"):
        assert word in seen and word in printed
    assert [hit.path for hit in state.search.search("seenqqqqq")] == ["pageqqqqq"]
    for word in ("seenw", "Innerw", "seensw", "Innersw", "seenow", "Innerow"):
        assert word not in seen and word not in printed
        assert not state.search.search(f"{word}zzzz")


@settings(max_examples=20)
@given(before=made_sites(), after=made_sites(), viewer=st.sampled_from(VIEWERS))
def test_after_an_edit_a_viewer_sees_what_a_fresh_start_would_show(
    before: MadeSite, after: MadeSite, viewer: Viewer
) -> None:
    """With the tree and the index of that viewer, and of others, in use before the edit."""
    with TemporaryDirectory() as edited, TemporaryDirectory() as fresh:
        live = live_of(before.files(), Path(edited), before.settings)
        for one in (viewer, *VIEWERS[:3]):
            asyncio.run(live.state.restrict_to_viewer(one).filesystem.run("ls /"))
        touched = {*before.files(), *after.files()}
        for name in before.files().keys() - after.files().keys():
            Path(edited, name).unlink()
        write(Path(edited), after.files())
        seen = seen_in(live._apply_touched(touched, {}).restrict_to_viewer(viewer), after)
        expected = live_of(after.files(), Path(fresh), before.settings).state.restrict_to_viewer(
            viewer
        )

        assert seen == seen_in(expected, after)


def test_the_viewers_of_a_site_differ(tmp_path: Path) -> None:
    """What the laws above compare is not all the same, or empty."""
    files = {
        "docs.json": json.dumps({"navigation": {"pages": ["open", "crew"]}}),
        "open.mdx": "everybody",
        "crew.mdx": "---\ngroups: [crew]\n---\nmembers",
    }
    live = live_of(files, tmp_path)

    def listed(viewer: Viewer) -> str:
        return asyncio.run(live.state.restrict_to_viewer(viewer).filesystem.run("ls /")).text

    assert listed(ANONYMOUS) == "open.mdx\nskills\n"
    assert listed(Viewer(frozenset(("crew",)))) == "crew.mdx\nopen.mdx\nskills\n"


@pytest.mark.parametrize("query", ["salamander", "salamande", "salamnder"])
def test_a_word_of_a_page_for_others_is_as_unknown_as_any(tmp_path: Path, query: str) -> None:
    """No slip is left uncorrected because a page for others has it as a word."""
    files = {
        "docs.json": json.dumps({"navigation": {"pages": ["open", "crew"]}}),
        "open.mdx": "The salamanders swim.\n\nSalamandr too.",
        "crew.mdx": "---\ngroups: [crew]\n---\nsalamande salamnder " + "salamandering " * 9,
    }
    folders = tmp_path / "alone", tmp_path / "whole"
    for folder in folders:
        folder.mkdir()
    alone = live_of({name: files[name] for name in ("docs.json", "open.mdx")}, folders[0])
    whole = live_of(files, folders[1])

    seen = whole.state.restrict_to_viewer(ANONYMOUS).search.search(f"{query} ")
    expected = alone.state.restrict_to_viewer(ANONYMOUS).search.search(f"{query} ")

    assert [hit.url for hit in seen] == [hit.url for hit in expected] == ["/open"]
