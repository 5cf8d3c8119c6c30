"""One client's session put together, over a wire without a pipe."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.features.to_lsp import Json
from docs_lsp.server import disk_state, handlers, waiting_times
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.client_requests import ClientRequests
from docs_lsp.server.disk_state import read_pages
from docs_lsp.server.offered_methods import REQUESTS
from docs_lsp.server.protocol import Server
from tests.e2e.editor import docs
from tests.server.wire import Wire

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "FIND_SITES_PAUSE", 0.0)


async def test_a_bare_client_is_asked_nothing(tmp_path: Path) -> None:
    wire = Wire()
    capabilities = wire.initialize({}, rootUri=tmp_path.as_uri())
    await asyncio.sleep(0.02)

    assert wire.asked() == []
    assert "diagnosticProvider" not in capabilities
    wire.handlers.stop_work()


async def test_a_capable_client_is_asked_for_all_it_can_give(tmp_path: Path) -> None:
    wire = Wire()
    dynamic = {"dynamicRegistration": True}
    workspace = {"didChangeWatchedFiles": dynamic, "didChangeConfiguration": dynamic}
    wire.initialize({"workspace": {**workspace, "configuration": True}})
    await asyncio.sleep(0.02)

    assert sorted(wire.asked()) == [
        "client/registerCapability",
        "client/registerCapability",
        "workspace/configuration",
    ]
    registered = {
        registration["method"]
        for message in wire.said
        if message.get("method") == "client/registerCapability"
        for registration in message["params"]["registrations"]
    }
    assert registered == {"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"}
    wire.handlers.stop_work()


@pytest.mark.parametrize("given", ["folders", "uri", "path"])
async def test_the_sites_of_the_workspace_are_checked(tmp_path: Path, given: str) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    ways: dict[str, Json] = {
        "folders": {"workspaceFolders": [{"uri": tmp_path.as_uri(), "name": "w"}]},
        "uri": {"rootUri": tmp_path.as_uri()},
        "path": {"rootPath": str(tmp_path)},
    }
    wire = Wire()
    wire.initialize({}, **ways[given])

    found = await wire.published("docs.json")

    assert [each["code"] for each in found["diagnostics"]] == ["unknown-key"]
    wire.handlers.stop_work()


@pytest.mark.parametrize(
    "answer", [None, [], [5], ["x", "y", "z"], {"code": -32601, "message": "no"}, "text", 7]
)
async def test_odd_answers_about_settings_change_nothing(tmp_path: Path, answer: Any) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    wire = Wire(configuration=answer)
    wire.initialize({"workspace": {"configuration": True}}, rootUri=tmp_path.as_uri())
    await asyncio.sleep(0.02)

    found = await wire.published("docs.json")

    assert [each["severity"] for each in found["diagnostics"]] == [2]
    wire.handlers.stop_work()


async def test_pulling_is_offered_to_those_who_pull() -> None:
    wire = Wire()
    capabilities = wire.initialize(
        {
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": True}},
        }
    )

    assert capabilities["diagnosticProvider"] == {
        "identifier": "docs-lsp",
        "interFileDependencies": True,
        "workspaceDiagnostics": True,
    }
    wire.handlers.stop_work()


async def test_the_client_is_told_to_ask_again_once_for_many_changes() -> None:
    wire = Wire()
    wire.initialize({})
    requests = ClientRequests(wire.server)
    for _ in range(5):
        requests.request_refresh("workspace/diagnostic/refresh")
    await asyncio.sleep(0.02)
    requests.request_refresh("workspace/diagnostic/refresh")
    await asyncio.sleep(0.02)

    assert wire.asked() == ["workspace/diagnostic/refresh"] * 2
    wire.handlers.stop_work()


async def test_progress_needs_the_client_s_consent() -> None:
    willing, unwilling = Wire(), Wire(create={"code": -32601, "message": "no"})
    consents = []
    for wire in (willing, unwilling):
        wire.initialize({})
        consents.append(await ClientRequests(wire.server).create_progress("token"))
        wire.handlers.stop_work()

    assert consents == [True, False]


async def test_waiting_for_the_client_can_be_given_up() -> None:
    server = Server()
    silent: list[bytes] = []

    class Deaf:
        def write(self, data: bytes) -> None:
            silent.append(data)

        def close(self) -> None:
            pass

    server.connect(Deaf())
    requests = ClientRequests(server)
    requests.start_task(requests.create_progress("token"))
    await asyncio.sleep(0.01)
    requests.cancel_tasks()
    await asyncio.sleep(0.01)

    assert len(silent) == 1


async def test_every_method_is_answered_and_announced_once() -> None:
    wire = Wire()
    wire.initialize({})
    methods = [row.method for row in REQUESTS]

    assert len(methods) == len(set(methods))
    assert {row.method for row in REQUESTS if row.is_for(ClientFlags())} <= wire.server.plain.keys()
    wire.handlers.stop_work()


async def test_what_depends_on_the_client_is_announced_to_those_who_can() -> None:
    bare, able = Wire(), Wire()
    little = bare.initialize({})
    resolve = {"resolveSupport": {"properties": ["documentation", "tooltip", "location.range"]}}
    much = able.initialize(
        {
            "textDocument": {
                "completion": {"completionItem": resolve},
                "inlayHint": resolve,
                "rename": {"prepareSupport": True},
            },
            "workspace": {"symbol": resolve, "fileOperations": {"willRename": True}},
        }
    )
    for wire in (bare, able):
        wire.handlers.stop_work()

    for provider in ("completionProvider", "inlayHintProvider", "workspaceSymbolProvider"):
        assert little[provider]["resolveProvider"] is False
        assert much[provider]["resolveProvider"] is True
    assert little["renameProvider"] is True
    assert much["renameProvider"] == {"prepareProvider": True}
    assert little["workspace"]["fileOperations"] == {}
    [files, others, folders] = much["workspace"]["fileOperations"]["willRename"]["filters"]
    assert "mdx" in files["pattern"]["glob"]
    assert others["pattern"]["matches"] == "file"
    assert folders["pattern"] == {"glob": "**", "matches": "folder"}


async def test_the_client_asks_again_when_the_site_is_known_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "FILE_POLL", 600.0)
    (tmp_path / "docs.json").write_text(docs("start"))
    page = tmp_path / "start.mdx"
    page.write_text("---\ntitle: T\n---\n")
    wire = Wire()
    wire.initialize({"workspace": {"codeLens": {"refreshSupport": True}}})
    wire.open(tmp_path / "docs.json")
    await wire.quiet()
    before = wire.asked().count("workspace/codeLens/refresh")
    assert before > 0

    wire.replace(tmp_path / "docs.json", docs("start", extra=', "description": "x"'))
    await wire.quiet()
    assert wire.asked().count("workspace/codeLens/refresh") == before

    page.write_text("---\ntitle: Other\n---\n")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": page.as_uri(), "type": 2}]})
    await wire.quiet()
    assert wire.asked().count("workspace/codeLens/refresh") == before + 1
    assert "workspace/inlayHint/refresh" not in wire.asked()
    wire.handlers.stop_work()


async def test_lenses_that_were_shown_before_the_pages_were_read_are_asked_for_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_be_read = threading.Event()

    def read(*given: Any) -> Any:
        may_be_read.wait(10)
        return read_pages(*given)

    monkeypatch.setattr(disk_state, "read_pages", read)
    (tmp_path / "docs.json").write_text(docs("start", "spare"))
    (tmp_path / "start.mdx").write_text("---\ntitle: T\n---\n")
    (tmp_path / "spare.mdx").write_text("---\ntitle: T\nhidden: true\n---\n")
    wire = Wire()
    wire.initialize({"workspace": {"codeLens": {"refreshSupport": True}}})
    wire.open(tmp_path / "docs.json")

    def told() -> int:
        return wire.asked().count("workspace/codeLens/refresh")

    async with asyncio.timeout(10):
        while "2 pages" not in await _lenses(wire, tmp_path / "docs.json"):
            await asyncio.sleep(0.02)
        before = told()
        may_be_read.set()
        while told() == before:
            await asyncio.sleep(0.02)

    assert "1 indexed, 1 excluded" in await _lenses(wire, tmp_path / "docs.json")
    wire.handlers.stop_work()


async def _lenses(wire: Wire, file: Path) -> list[str]:
    params = {"textDocument": {"uri": file.as_uri()}}
    found = (await wire.ask("textDocument/codeLens", params))["result"]
    resolved = [(await wire.ask("codeLens/resolve", lens))["result"] for lens in found]
    return [lens["command"]["title"] for lens in resolved]


async def test_the_features_are_imported_before_a_file_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs.json").write_text(docs("a"))
    imported = threading.Event()
    monkeypatch.setattr(handlers, "preload_features", lambda _is_cancelled: imported.set())
    wire = Wire()
    wire.initialize({}, rootUri=tmp_path.as_uri())

    assert await asyncio.to_thread(imported.wait, 10)
    wire.handlers.stop_work()


async def test_the_features_are_not_imported_without_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[object] = []
    monkeypatch.setattr(handlers, "preload_features", imported.append)
    wire = Wire()
    wire.initialize({}, rootUri=tmp_path.as_uri())
    await asyncio.sleep(0.1)

    assert imported == []
    wire.handlers.stop_work()


async def test_docs_lsp_toml_is_completed_and_explained(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(docs("a"))
    file = tmp_path / "docs-lsp.toml"
    file.write_text("[check]\nfail-on = \n")
    wire = Wire()
    wire.initialize({}, rootUri=tmp_path.as_uri())
    wire.open(file)
    document = {"textDocument": {"uri": file.as_uri()}}

    value = {**document, "position": {"line": 1, "character": 10}}
    table = {**document, "position": {"line": 0, "character": 2}}
    items = (await wire.ask("textDocument/completion", value))["result"]["items"]
    card = (await wire.ask("textDocument/hover", table))["result"]

    assert [item["label"] for item in items][:1] == ['"error"']
    assert "The files that are checked" in card["contents"]["value"]
    wire.handlers.stop_work()


async def test_a_mint_json_without_a_site_can_be_converted(tmp_path: Path) -> None:
    file = tmp_path / "mint.json"
    file.write_text('{"name": "A", "colors": {"primary": "#0D9373"}, "navigation": [')
    edits = {"documentChanges": True, "resourceOperations": ["create"]}
    kinds: Json = {"codeActionKind": {"valueSet": []}}
    wire = Wire()
    wire.initialize(
        {
            "textDocument": {"codeAction": {"codeActionLiteralSupport": kinds}},
            "workspace": {"workspaceEdit": edits},
        },
        rootUri=tmp_path.as_uri(),
    )
    whole = file.read_text() + '{"group": "G", "pages": ["a"]}]}'
    wire.open(file, whole)
    top = {"line": 0, "character": 0}
    params = {"range": {"start": top, "end": top}, "context": {"diagnostics": []}}
    answer = await wire.ask(
        "textDocument/codeAction", {"textDocument": {"uri": file.as_uri()}, **params}
    )

    assert [action["title"] for action in answer["result"]] == ["Convert to docs.json"]
    wire.handlers.stop_work()


@pytest.mark.parametrize(("has_vendor", "count"), [(True, 0), (False, 1)])
async def test_components_are_left_to_the_vendors_extension(
    tmp_path: Path, has_vendor: bool, count: int
) -> None:
    (tmp_path / "docs.json").write_text(docs("a"))
    page = tmp_path / "a.mdx"
    page.write_text("---\ntitle: A\n---\n<Nothing />\n")
    wire = Wire()
    wire.initialize(
        {},
        rootUri=tmp_path.as_uri(),
        initializationOptions={"docsLsp": {"vendorExtension": has_vendor}},
    )
    wire.open(page)
    await wire.quiet()

    published = [
        message["params"]["diagnostics"]
        for message in wire.said
        if (message.get("params") or {}).get("uri") == page.as_uri()
    ]
    rules = [found["code"] for found in published[-1]] if published else []
    assert rules.count("unknown-component") == count
    wire.handlers.stop_work()


@pytest.mark.parametrize("pulls", [False, True])
async def test_a_large_new_docs_json_is_checked_in_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pulls: bool
) -> None:
    file = tmp_path / "docs.json"
    file.write_text(docs())
    wire = Wire()
    wire.initialize({"textDocument": {"diagnostic": {}}} if pulls else {})
    wire.open(file)
    document = {"textDocument": {"uri": file.as_uri()}}
    await (wire.ask("textDocument/diagnostic", document) if pulls else wire.published(file.name))
    monkeypatch.setattr(waiting_times, "LONGEST_STEP", -1.0)
    groups = json.dumps([{"group": f"Group {number}", "nmae": 1} for number in range(9)])
    wire.replace(file, f'{{"navigation": {{"groups": {groups}}}}}')
    if pulls:
        wire.request("pull", "textDocument/diagnostic", document)

    def list_findings() -> list[Json]:
        bodies: list[Any] = [
            message.get("params") or message.get("result") for message in wire.said
        ]
        last = [body for body in bodies if body and (body.get("version") == 2 or "items" in body)]
        return [each for body in last[-1:] for each in body.get("diagnostics", body.get("items"))]

    assert not list_findings()
    for _ in range(waiting_times.MOST_STEPS):
        await asyncio.sleep(0)
    assert [each["code"] for each in list_findings()].count("unknown-key") == 9
    wire.handlers.stop_work()
