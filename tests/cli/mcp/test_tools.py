"""The tools for agents: what each answers, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp_types import CallToolResult, TextContent, Tool

from docs_lsp.cli import main
from docs_lsp.cli.mcp.agent_server import TOOLS, build_server
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.files.saving import save_draft
from tests.files.crashes import Killed, crash_after
from tests.revisions.history import History


def asked(folder: Path, tool: str, **arguments: Any) -> CallToolResult:
    """The answer of one call, in this very process."""

    async def ask() -> CallToolResult:
        async with Client(build_server(AgentWorkspace(folder, _no_preview))) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(ask())


def said(folder: Path, tool: str, **arguments: Any) -> str:
    answer = asked(folder, tool, **arguments)
    assert not answer.is_error, answer
    return _text(answer)


def refused(folder: Path, tool: str, **arguments: Any) -> str:
    before = _files(folder)
    answer = asked(folder, tool, **arguments)
    assert answer.is_error, answer
    assert _files(folder) == before
    return _text(answer)


def _text(answer: CallToolResult) -> str:
    content = answer.content[0]
    assert isinstance(content, TextContent)
    return content.text


def _files(folder: Path) -> Mapping[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _no_preview(_asked: Mapping[str, str]) -> str:
    raise AssertionError("nobody searches here")


@pytest.fixture
def ferry(sites: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))


def test_what_writes_is_said_to_the_client(sites: Path) -> None:
    async def listed() -> list[Tool]:
        async with Client(build_server(AgentWorkspace(sites / "ferry", _no_preview))) as client:
            return (await client.list_tools()).tools

    writing = {
        tool.name
        for tool in asyncio.run(listed())
        if tool.annotations and not tool.annotations.read_only_hint
    }

    assert writing == {"fix", "move", "add_page", "add_language", "redirect", "create_site"}


def test_each_argument_is_described() -> None:
    for tool in TOOLS:
        for name, field in tool.arguments.model_fields.items():
            assert field.description, f"{tool.name}: {name}"


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("add_page", {"path": "../out", "title": "Out"}, "must not contain `..`"),
        ("add_page", {"path": "new"}, "needs a `title`"),
        ("add_page", {"path": "lines/index", "title": "New"}, "exists already"),
        ("add_page", {"path": "new", "title": "New", "under": "/navigation/tabs/99"}, "`outline`"),
        (
            "move",
            {"old": "lines/index", "new": "../out", "write": True},
            "is outside the site",
        ),
        ("move", {"old": "nothing", "new": "out", "write": True}, "there is no page"),
        (
            "move",
            {"old": "docs.json", "new": "out.json", "write": True},
            "must keep its name and folder",
        ),
        ("redirect", {"source": "old", "destination": "/index"}, "begin it with `/`"),
        ("redirect", {"source": "/old#here", "destination": "/index"}, "is never sent"),
        ("redirect", {"source": "/old", "destination": "/nothing/at/all"}, "is not a page"),
        ("add_language", {"code": "xx"}, "`xx` is not a supported language"),
        ("outline", {"page": "nothing"}, "there is no page `nothing`"),
        ("outline", {"under": "/navigation/nothing"}, "there is no element"),
        ("explain", {"rule": "dead-lnk"}, "Unknown rule `dead-lnk`"),
        ("check", {"limit": 0}, "`limit`"),
        ("check", {"path": ["a"]}, "There is no argument `path`. The arguments are: `paths`"),
        ("create_site", {"name": "Ferry"}, "exists already"),
        ("create_site", {"name": "Ferry", "theme": "bogus"}, "The themes are: `mint`, `maple`"),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    ferry: Path, tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    answer = refused(ferry, tool, **arguments)

    assert sentence.casefold() in answer.casefold()
    assert answer[0].isupper() or answer[0] == "`"


def test_an_unknown_tool_is_an_error_of_the_protocol(sites: Path) -> None:
    async def ask() -> None:
        async with Client(build_server(AgentWorkspace(sites / "ferry", _no_preview))) as client:
            with pytest.raises(MCPError, match="There is no tool delete"):
                await client.call_tool("delete", {})

    asyncio.run(ask())


def test_a_link_out_of_the_site_is_not_followed(ferry: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (ferry / "linked").symlink_to(outside, target_is_directory=True)

    refused(ferry, "add_page", path="linked/page", title="Page")
    refused(ferry, "move", old="lines/index", new="linked/", write=True)

    assert list(outside.iterdir()) == []


def test_a_move_or_a_fix_is_only_shown_at_first(ferry: Path) -> None:
    before = _files(ferry)

    shown = said(ferry, "move", old="lines/index", new="lines/start")

    assert "Call again with `write: true`" in shown
    assert "rename to lines/start.mdx" in shown
    assert _files(ferry) == before


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A site with two versions, which lists a page that is not there among others."""
    one = {
        "group": "G",
        "root": "start",
        "pages": ["/a", "missing", {"group": "H", "pages": ["b"]}],
    }
    versions = [{"version": "v1", "groups": [one]}, {"version": "v2", "groups": []}]
    docs = {"theme": "mint", "name": "X", "navigation": {"versions": versions}}
    (tmp_path / "docs.json").write_text(json.dumps(docs, indent=1), "utf-8")
    for page in ("a", "b", "start", "new"):
        (tmp_path / f"{page}.mdx").write_text(f"---\ntitle: {page}\n---\n", "utf-8")
    return tmp_path


_GROUP = "/navigation/versions/0/groups/0"


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({"path": "a"}, "docs.json:13:9"),
        ({"path": "/a/"}, "docs.json:13:9"),
        ({"path": "b", "group": "New"}, "docs.json:18:11"),
        ({"path": "start"}, "docs.json:11:16"),
        ({"path": "a", "under": _GROUP}, "docs.json:13:9"),
        ({"path": "a", "under": "a"}, "docs.json:13:9"),
    ],
)
def test_a_page_is_not_listed_where_it_is_already(
    small: Path, arguments: dict[str, str], place: str
) -> None:
    assert f"is listed already: {place}." in refused(small, "add_page", **arguments)


def test_a_new_page_has_the_line_breaks_of_docs_json(small: Path) -> None:
    docs = small / "docs.json"
    docs.write_bytes(docs.read_bytes().replace(b"\n", b"\r\n"))

    said(small, "add_page", path="more", title="More", content="One.\n\nTwo.", under=_GROUP)

    for file in ("more.mdx", "docs.json"):
        data = (small / file).read_bytes()
        assert data.count(b"\n") == data.count(b"\r\n") > 3


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "a", "under": "/navigation/versions/1", "group": "New"},
        {"path": "a", "under": f"{_GROUP}/pages/2"},
        {"path": "b", "under": "a"},
        {"path": "start", "under": "a"},
        {"path": "new", "under": "a"},
    ],
)
def test_a_page_can_be_listed_in_several_places(small: Path, arguments: dict[str, str]) -> None:
    entry, docs = f'"{arguments["path"]}"', small / "docs.json"
    before = docs.read_text("utf-8").count(entry)

    assert said(small, "add_page", **arguments) == "Written: docs.json."
    assert docs.read_text("utf-8").count(entry) == before + 1


def test_a_page_that_an_entry_waits_for_is_only_created(small: Path) -> None:
    answer = said(small, "add_page", path="missing", title="Found")

    assert answer.startswith("Written: missing.mdx.\n`missing` is listed already: docs.json:14:")
    assert "title" in (small / "missing.mdx").read_text("utf-8")


def test_findings_can_be_narrowed(ferry: Path) -> None:
    (ferry / "one").mkdir()
    (ferry / "one/a.mdx").write_text("[x](/nowhere)\n\n[y](/nowhere/else)\n")
    (ferry / "b.mdx").write_text("[x](/nowhere) {\n")

    everything = asked(ferry, "check", paths=["one", "b.mdx"], rules=["dead-link", "mdx-syntax"])
    one = asked(ferry, "check", paths=["one/"], rules=["dead-link"], limit=1)

    lines = _text(everything).splitlines()
    assert lines[1].startswith("b.mdx:") and " mdx-syntax: " in lines[1]
    assert sum(line.startswith("one/a.mdx:") and " dead-link: " in line for line in lines) == 2
    assert _text(one).count("one/a.mdx:") == 1
    assert one.structured_content is not None and one.structured_content["left_out"] == 1
    assert "findings" not in one.structured_content


def _written_paths(folder: Path) -> list[str]:
    """The same page in each way that it may be written."""
    page = "one/a.mdx"
    return [page, f"/{page}", f"./{page}", "one/a", "b/../one/a.mdx", "one", str(folder / page)]


def test_each_way_to_write_a_path_selects_its_findings(ferry: Path) -> None:
    (ferry / "one").mkdir()
    (ferry / "one/a.mdx").write_text("[x](/nowhere)\n")

    for path in [*_written_paths(ferry), ".", "/", str(ferry), f"{ferry}/"]:
        assert "one/a.mdx:1:" in said(ferry, "check", paths=[path], rules=["dead-link"]), path


def test_a_page_is_selected_beside_its_folder(ferry: Path) -> None:
    (ferry / "one").mkdir()
    (ferry / "one.mdx").write_text("[x](/nowhere)\n")
    (ferry / "one/a.mdx").write_text("[x](/nowhere)\n")

    both = said(ferry, "check", paths=["one"], rules=["dead-link"])
    folder = said(ferry, "check", paths=["one/"], rules=["dead-link"])

    assert "one.mdx:1:" in both and "one/a.mdx:1:" in both
    assert "one.mdx:1:" not in folder and "one/a.mdx:1:" in folder


@pytest.mark.parametrize("tool", ["check", "fix"])
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("nope", "no page or file at or below `nope`"),
        ("Docs.json", "Did you mean `docs.json`?"),
        ("lines/indx", "Did you mean `lines/index`?"),
        ("/another/disk/docs.json", "no page or file"),
        ("../outside", "is outside the site"),
        ("lines/../../outside", "is outside the site"),
    ],
)
def test_a_path_that_selects_nothing_is_refused(
    ferry: Path, tool: str, path: str, sentence: str
) -> None:
    assert sentence in refused(ferry, tool, paths=["docs.json", path])


_REDIRECTS = [
    ("/lines/:slug*", "/index", "`shadowed-page`"),
    ("/:slug*", "/index", "`shadowed-page`"),
    ("/:slug*", "https://other.example/:slug*", "`shadowed-page`"),
    ("/*", "/index", "`/*` may also match"),
    ("/lines/:slug", "/index", "`/lines/:slug` may also match"),
    ("/old/:slug*", "/old/:slug*", "`redirect-loop`"),
    ("/there/:slug*", "/back/:slug*", "`redirect-loop`"),
    ("/back/:slug*", "/index", "`duplicate-redirect`"),
    ("/mcp", "/index", "`reserved-path`"),
    ("/old/:slug*", "/nowhere/:slug*", "`dead-redirect`"),
    ("/old/:slug*", "/index/:other*", "`dead-redirect`"),
    ("/old", "/index#no-such-part", "`dead-redirect`"),
    ("/old/:slug*", "/nowhere", "`/nowhere` is not a page"),
]


def _small_site(folder: Path, **more: object) -> Path:
    pages = ["index", "lines/north", "lines/south"]
    for page in pages:
        file = folder / f"{page}.mdx"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"---\ntitle: {page}\n---\n\nText.\n\n## Part\n")
    content = {"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Ferry"}
    navigation = {"colors": {"primary": "#112233"}, "navigation": {"pages": pages}}
    (folder / "docs.json").write_text(json.dumps({**content, **navigation, **more}, indent=2))
    return folder


@pytest.mark.parametrize(("source", "destination", "sentence"), _REDIRECTS)
def test_a_redirect_that_takes_something_or_leads_nowhere_is_refused(
    tmp_path: Path, source: str, destination: str, sentence: str
) -> None:
    known = [{"source": "/back/:slug*", "destination": "/there/:slug*"}]
    site = _small_site(tmp_path, redirects=known)

    for write in (True, False):
        asked_for = {"source": source, "destination": destination, "write": write}
        assert sentence in refused(site, "redirect", **asked_for)


def test_a_rule_that_is_switched_off_keeps_no_bad_redirect_in(tmp_path: Path) -> None:
    site = _small_site(tmp_path)
    (site / "docs-lsp.toml").write_text('[rules]\nshadowed-page = "off"\n')

    said_of = refused(site, "redirect", source="/lines/:slug*", destination="/index")

    assert "`shadowed-page`" in said_of


@pytest.mark.parametrize(
    ("source", "destination"),
    [
        ("/old/:slug*", "/lines/:slug*"),
        ("/old/:slug*", "/lines/north"),
        ("/lines/north/:slug*", "/lines/north"),
        ("/old", "/index#part"),
        ("/old/*/more", "https://other.example/"),
    ],
)
def test_a_redirect_that_takes_nothing_is_written(
    tmp_path: Path, source: str, destination: str
) -> None:
    site = _small_site(tmp_path)

    said(site, "redirect", source=source, destination=destination)

    written = json.loads((site / "docs.json").read_text())["redirects"]
    assert written == [{"source": source, "destination": destination}]


def test_pages_that_no_navigation_lists_are_not_taken_either(tmp_path: Path) -> None:
    site = _small_site(tmp_path, navigation={"pages": ["index"]})

    said_of = refused(site, "redirect", source="/lines/:slug*", destination="/index")

    assert "`shadowed-page`" in said_of
    assert "redirects" not in json.loads((site / "docs.json").read_text())


def test_pages_that_the_service_makes_are_not_taken_either(tmp_path: Path) -> None:
    operation = {"summary": "List boats", "responses": {"200": {"description": "Boats"}}}
    spec = {"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"}}
    reference = {"tab": "API", "openapi": "openapi.json"}
    guides = {"tab": "Guides", "pages": ["index", "lines/north", "lines/south"]}
    site = _small_site(tmp_path, navigation={"tabs": [guides, reference]})
    (site / "openapi.json").write_text(
        json.dumps({**spec, "paths": {"/boats": {"get": operation}}})
    )

    said_of = refused(site, "redirect", source="/api-reference/:slug*", destination="/index")

    assert "may also match `/api-reference/" in said_of


@pytest.mark.parametrize(
    "page", ["lines/north", "/lines/north", "lines/north.mdx", "https://ferry.example/lines/north"]
)
def test_a_heading_that_is_not_there_is_told(tmp_path: Path, page: str) -> None:
    site = _small_site(tmp_path)

    there = said(site, "where", what=f"{page}#part").splitlines()
    missing = said(site, "where", what=f"{page}#nope").splitlines()

    assert there[0].startswith("heading at lines/north.mdx:7:")
    assert "address: /lines/north#part" in there
    assert missing[0].startswith("page at lines/north.mdx:2:")
    assert missing[1] == "missing: the page has no heading `#nope`; the link opens the top."
    assert "address: /lines/north" in missing


@pytest.mark.parametrize("destination", ["https://other.example/", "/index"])
def test_a_page_whose_address_is_redirected_is_found(tmp_path: Path, destination: str) -> None:
    redirects = [{"source": "/lines/north", "destination": destination}]
    site = _small_site(tmp_path, redirects=redirects)

    told = said(site, "where", what="lines/north").splitlines()

    assert told[0] == 'page at lines/north.mdx:2:8 "lines/north"'
    assert f"redirect: /lines/north -> {destination}" in told


@pytest.mark.parametrize("what", ["/guides/authentcation", "guides/authentcation"])
def test_a_broken_address_has_the_suggestion_of_its_finding(tmp_path: Path, what: str) -> None:
    site = _small_site(tmp_path, navigation={"pages": ["guides/authentication"]})
    page = site / "guides/authentication.mdx"
    page.parent.mkdir()
    page.write_text("---\ntitle: Log in\n---\n", "utf-8")

    told = said(site, "where", what=what).splitlines()

    assert told == ["nothing", "near: /guides/authentication at guides/authentication.mdx:2:8"]


def test_an_absolute_path_outside_of_the_site_is_told(ferry: Path) -> None:
    answer = refused(ferry, "check", paths=[str(ferry.parent)])

    assert f"`{ferry.parent}` is outside the site" in answer


def test_settings_that_cannot_be_read_keep_everything_as_it_is(ferry: Path) -> None:
    (ferry / "docs-lsp.toml").write_text("[rules]\nnothing = 1\n")

    assert "`docs-lsp.toml`" in refused(ferry, "move", old="lines/index", new="start", write=True)


def test_a_docs_json_that_is_broken_is_told_and_can_be_fixed(ferry: Path) -> None:
    text = (ferry / "docs.json").read_text("utf-8")
    (ferry / "docs.json").write_text(text.rstrip().removesuffix("}") + ",}\n", "utf-8")

    assert "is not valid JSON in line" in refused(ferry, "outline")
    said(ferry, "fix", rules=["trailing-comma"], write=True)
    assert "page" in said(ferry, "outline")


def test_a_folder_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "--site", str(tmp_path / "nothing")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_only_what_is_new_since_a_revision(ferry: Path) -> None:
    (ferry / "old.mdx").write_text("---\ntitle: Old\n---\n\n[x](/nowhere)\n", "utf-8")
    History(ferry).commit({file: data for file, data in _files(ferry).items()})
    (ferry / "new.mdx").write_text("---\ntitle: New\n---\n\n[x](/nowhere/else)\n", "utf-8")

    _, *lines = said(ferry, "check", rules=["dead-link"], since="master").splitlines()

    assert [line.partition(":")[0] for line in lines if line[0] != " "] == ["new.mdx"]
    assert "does not exist" in refused(ferry, "check", since="no-such-branch")


def test_addresses_that_stopped_answering_are_new(ferry: Path) -> None:
    History(ferry).commit({file: data for file, data in _files(ferry).items()})
    (ferry / "islands/echo.mdx").unlink()
    found = said(ferry, "check", rules=["lost-address"], since="master")
    assert found.count("`/islands/echo` led to") == found.count(" lost-address: ") == 1
    assert "lost-address" not in said(ferry, "check", rules=["lost-address"])


def test_what_an_interrupted_command_left_is_undone_and_told(
    tmp_path: Path, sites: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(sites / "plain", tmp_path / "site")
    before = _files(folder)
    edit = FileEdit("docs.json", Span(0, 0), " ")
    acts = 0
    while (folder / "docs.json").read_bytes() == before["docs.json"]:
        for path in folder.glob(".docs-lsp.*"):
            path.unlink()
        with crash_after(acts, monkeypatch), pytest.raises(Killed):
            save_draft(Draft(DiskFiles(folder)).with_changes([edit]), DiskFiles(folder))
        acts += 1

    assert said(folder, "check").startswith("A docs-lsp command was interrupted here. Its changes")
    assert _files(folder) == before
