"""Requests and their answers: when something takes long, goes wrong, or is overtaken."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from lsprotocol.converters import get_converter

from docs_lsp.features import _workspace_edit, hover, rename, symbols
from docs_lsp.features.to_lsp import Json
from docs_lsp.server import disk_state, waiting_times
from docs_lsp.server.offered_methods import REQUESTS
from docs_lsp.server.responder import RequestMethod, RequestSubject
from tests.e2e.editor import docs
from tests.server.wire import Wire

pytestmark = pytest.mark.asyncio

PAGE = "---\ntitle: First steps\n---\n\nSee [it](/other).\n"
MISTAKEN = docs("start", extra=', "nmae": 1')


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs.json").write_text(docs("start"))
    (tmp_path / "start.mdx").write_text(PAGE)
    (tmp_path / "other.mdx").write_text(PAGE)
    return tmp_path


@pytest_asyncio.fixture
async def wire(root: Path) -> AsyncIterator[Wire]:
    """A client with docs.json open."""
    wire = Wire()
    wire.initialize({"textDocument": {"callHierarchy": {}, "implementation": {}}})
    wire.open(root / "docs.json")
    yield wire
    wire.handlers.stop_work()


class Gate:
    """Stands in for an answer: it is made when the gate opens."""

    def __init__(self, answer: object = None) -> None:
        self.opened, self.entered = threading.Event(), threading.Event()
        self.answer = answer

    def __call__(self, *_arguments: Any, **_more: Any) -> object:
        self.entered.set()
        assert self.opened.wait(10)
        return self.answer


def about(path: Path, text: str = "", **more: Any) -> Json:
    """The parameters of a request about the first place where a text stands."""
    before = path.read_text().partition(text)[0].split("\n")
    position = {"line": len(before) - 1, "character": len(before[-1]) + 1}
    return {"textDocument": {"uri": path.as_uri()}, "position": position, **more}


def changed(path: Path, text: str) -> Json:
    """The message that a document has a new text."""
    document = {"uri": path.as_uri(), "version": 2}
    params = {"textDocument": document, "contentChanges": [{"text": text}]}
    return {"method": "textDocument/didChange", "params": params}


async def test_a_fault_of_ours_is_logged_and_the_answer_is_empty(
    wire: Wire, root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_arguments: Any, **_more: Any) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(hover, "answer_hover", fails)
    answer = await wire.ask("textDocument/hover", about(root / "docs.json", '"theme"'))

    assert answer["result"] is None
    assert "on purpose" in caplog.text
    assert "`textDocument/hover` cannot be answered." in caplog.text


async def test_what_a_schema_says_is_left_out_where_the_client_says_that_it_is_shown(
    root: Path,
) -> None:
    file = root / "docs.json"
    file.write_text('{"$schema": "https://example.com/docs.json", "theme": "mint"}')
    wire = Wire()
    wire.initialize({}, clientInfo={"name": "Visual Studio Code"})
    wire.open(file)

    ours = await wire.ask("textDocument/hover", about(file, '"theme"'))
    beside = await wire.ask("textDocument/hover", about(file, '"theme"', docsLspSchemaShown=True))

    assert "theme" in ours["result"]["contents"]["value"] and beside["result"] is None
    wire.handlers.stop_work()


@pytest.mark.parametrize("row", [row for row in REQUESTS if row.about is RequestSubject.DOCUMENT])
async def test_nothing_is_said_as_the_protocol_has_it(
    wire: Wire, root: Path, row: RequestMethod
) -> None:
    """Some methods know no null, and clients take no other answer for granted."""
    outside = root.with_name(f"{root.name}-outside.mdx")
    wire.open(outside, PAGE)
    place = {"line": 0, "character": 0}
    whole: Json = {
        **{"textDocument": {"uri": outside.as_uri()}, "position": place, "newName": "x"},
        **{"range": {"start": place, "end": place}, "positions": [place], "context": {}},
        "color": {"red": 1, "green": 1, "blue": 1, "alpha": 1},
    }
    answer = await wire.ask(row.method, whole)

    shape = types.METHOD_TO_TYPES.get(row.method, (None, None))[1]
    if shape is not None:
        get_converter().structure(answer, shape)
    assert not answer["result"]


async def test_proposals_come_before_the_findings_of_the_letter_they_are_for(
    wire: Wire, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wire.quiet()  # What is found on the disk brings the findings along.
    monkeypatch.setattr(waiting_times, "MESSAGE_GRACE", 60.0)
    asked = about(root / "docs.json", '"start"')
    wire.said.clear()
    wire.send_together(
        changed(root / "docs.json", MISTAKEN),
        {"id": "ask", "method": "textDocument/completion", "params": asked},
    )
    await wire.published("docs.json")

    assert [message.get("id") or message["method"] for message in wire.said] == [
        "ask",
        "textDocument/publishDiagnostics",
    ]
    assert [one["code"] for one in wire.said[1]["params"]["diagnostics"]] == ["unknown-key"]


@pytest.mark.parametrize("goodbye", [["shutdown"], ["shutdown", "exit"]])
async def test_who_leaves_right_behind_a_letter_is_told_its_findings(
    wire: Wire, root: Path, goodbye: list[str]
) -> None:
    wire.said.clear()
    words: list[Json] = [{"id": 1, "method": "shutdown"}, {"method": "exit"}]
    wire.send_together(changed(root / "docs.json", MISTAKEN), *words[: len(goodbye)])

    assert [message.get("id") or message["method"] for message in wire.said] == [
        "textDocument/publishDiagnostics",
        1,
    ]


async def test_who_hangs_up_right_behind_a_letter_is_told_its_findings(
    wire: Wire, root: Path
) -> None:
    """The end of what a client sends looks as if it had sent more."""
    wire.server.more_arrived = lambda: True
    wire.said.clear()
    wire.send_together(changed(root / "docs.json", MISTAKEN))
    assert wire.said == []

    wire.handlers.stop_work()
    assert [message["method"] for message in wire.said] == ["textDocument/publishDiagnostics"]


async def test_a_request_can_be_taken_back(
    wire: Wire, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate({"contents": ""})
    monkeypatch.setattr(hover, "answer_hover", gate)
    params = about(root / "docs.json", '"theme"')
    for id_ in (7, "seven"):
        wire.request(id_, "textDocument/hover", params)
        wire.notify("$/cancelRequest", {"id": id_})
        assert (await wire.answer(id_))["error"]["code"] == -32800
    gate.opened.set()

    assert (await wire.ask("textDocument/hover", params))["result"] == {"contents": ""}


async def test_what_is_quick_does_not_wait_for_what_takes_long(
    wire: Wire, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate([])
    monkeypatch.setattr(symbols, "answer_document_symbols", gate)
    monkeypatch.setattr(symbols, "flatten_symbols", lambda *_: [])
    params = about(root / "docs.json", '"theme"')
    wire.send(
        {"jsonrpc": "2.0", "id": 1, "method": "textDocument/documentSymbol", "params": params}
    )

    assert (await wire.ask("textDocument/hover", params))["result"]
    assert gate.entered.is_set()
    gate.opened.set()
    assert (await wire.answer(1))["result"] == []


@pytest.mark.parametrize(
    ("method", "module", "name", "kept"),
    [("rename", rename, "answer_rename", False), ("hover", hover, "answer_hover", True)],
)
async def test_only_what_changes_the_document_is_worth_nothing_once_it_has_changed(
    wire: Wire,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    module: Any,
    name: str,
    kept: bool,
) -> None:
    gate = Gate({"changes": {}})
    monkeypatch.setattr(module, name, gate)
    params = about(root / "docs.json", '"start', newName="begin")
    wire.request(1, f"textDocument/{method}", params)
    while not gate.entered.is_set():
        await asyncio.sleep(0.005)
    wire.replace(root / "docs.json", docs("start", "other"))
    gate.opened.set()

    assert (await wire.answer(1))["result"] == ({"changes": {}} if kept else None)


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("textDocument/references", {"context": {"includeDeclaration": True}}),
        ("textDocument/rename", {"newName": "rest"}),
        ("workspace/willRenameFiles", {}),
    ],
)
async def test_what_needs_all_pages_waits_until_they_have_been_read(
    root: Path, method: str, more: Json
) -> None:
    edits = {"documentChanges": True, "resourceOperations": ["rename"]}
    wire = Wire()
    wire.initialize({"workspace": {"workspaceEdit": edits, "fileOperations": {"willRename": True}}})
    file = root / "docs.json"
    file.write_text(docs("start", "other"))
    wire.open(file)
    moves = [{"oldUri": (root / "other.mdx").as_uri(), "newUri": (root / "rest.mdx").as_uri()}]

    answer = await wire.ask(method, {**about(file, '"other', **more), "files": moves})

    assert (root / "start.mdx").as_uri() in str(answer["result"])  # A page that links to it.
    wire.handlers.stop_work()


async def test_nobody_waits_for_pages_for_ever(
    wire: Wire, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    monkeypatch.setattr(disk_state, "read_pages", gate)
    monkeypatch.setattr(waiting_times, "LONGEST_READING", 0.05)
    answer = await wire.ask("textDocument/rename", about(root / "docs.json", '"start', newName="x"))
    gate.opened.set()

    assert "have not been read yet" in answer["error"]["message"]


async def test_the_innermost_site_answers(root: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("docs.json", "start.mdx", "other.mdx"):
        (inner / name).write_text((root / name).read_text())
    wire = Wire()
    wire.initialize({})
    for path in (root / "docs.json", inner / "docs.json", inner / "start.mdx"):
        wire.open(path)
    await wire.published("docs.json")

    answer = await wire.ask("textDocument/definition", about(inner / "start.mdx", "/other"))

    assert [place["uri"] for place in answer["result"]] == [(inner / "other.mdx").as_uri()]
    wire.handlers.stop_work()


async def test_files_of_several_sites_are_renamed_with_their_links(
    root: Path, tmp_path: Path
) -> None:
    beside = tmp_path / "beside"
    beside.mkdir()
    for name in ("docs.json", "start.mdx", "other.mdx"):
        (beside / name).write_text((root / name).read_text())
    wire = Wire()
    edits = {"documentChanges": True, "resourceOperations": ["rename"]}
    wire.initialize({"workspace": {"workspaceEdit": edits, "fileOperations": {"willRename": True}}})
    for site in (root, beside):
        wire.open(site / "docs.json")
    moves = [
        {"oldUri": (site / "other.mdx").as_uri(), "newUri": (site / "rest.mdx").as_uri()}
        for site in (root, beside)
    ]

    answer = await wire.ask("workspace/willRenameFiles", {"files": moves})

    changed = {step["textDocument"]["uri"] for step in answer["result"]["documentChanges"]}
    assert {(site / "start.mdx").as_uri() for site in (root, beside)} <= changed
    wire.handlers.stop_work()


async def test_before_the_disk_is_known_proposals_are_incomplete() -> None:
    wire = Wire()
    wire.initialize({})
    text = docs("")
    item = {"uri": "untitled:docs.json", "languageId": "json", "version": 1, "text": text}
    wire.notify("textDocument/didOpen", {"textDocument": item})
    at = {"line": 0, "character": text.index('[""') + 2}
    params = {"textDocument": {"uri": item["uri"]}, "position": at}

    answer = await wire.ask("textDocument/completion", params)

    assert answer["result"]["isIncomplete"] is True
    wire.handlers.stop_work()


@pytest.mark.parametrize(
    ("file", "typed", "answered"),
    [
        ("docs.json", '"', True),
        ("docs.json", "#", False),
        ("start.mdx", "/", True),
        ("start.mdx", ":", False),
    ],
)
async def test_a_letter_asks_for_proposals_only_where_it_means_something(
    wire: Wire, root: Path, file: str, typed: str, answered: bool
) -> None:
    wire.open(root / "start.mdx")
    context = {"triggerKind": 2, "triggerCharacter": typed}
    params = about(root / file, '"start' if file == "docs.json" else "/other", context=context)

    answer = await wire.ask("textDocument/completion", params)

    assert (answer["result"] is not None) is answered


async def test_the_quote_that_ends_a_text_asks_for_nothing(wire: Wire, root: Path) -> None:
    """With a list there, the line break that comes next would choose from it."""
    context = {"triggerKind": 2, "triggerCharacter": '"'}
    params = about(root / "docs.json", '"start"', context=context)
    params["position"]["character"] += len('start"')
    closing = await wire.ask("textDocument/completion", params)
    params["context"] = {"triggerKind": 1}
    asked = await wire.ask("textDocument/completion", params)

    assert closing["result"] is None
    assert [item["label"] for item in asked["result"]["items"]] == ["start"]


def outdated_lens(root: Path) -> Json:
    data = {"file": "docs.json", "about": "language", "at": 0, "version": 0}
    return {"range": {}, "data": {**data, "uri": (root / "docs.json").as_uri()}}


async def test_a_lens_that_is_outdated_says_nothing(wire: Wire, root: Path) -> None:
    lens = outdated_lens(root)

    answer = await wire.ask("codeLens/resolve", lens)

    assert answer["result"] == {**lens, "command": {"title": "", "command": ""}}


async def test_a_client_that_understands_it_is_told_that_a_lens_is_outdated(root: Path) -> None:
    """VS Code takes an answer for that of the lens that stands there now."""
    wire = Wire()
    stale = {"cancel": True, "retryOnContentModified": []}
    wire.initialize({"general": {"staleRequestSupport": stale}})
    wire.open(root / "docs.json")

    answer = await wire.ask("codeLens/resolve", outdated_lens(root))

    assert answer["error"]["code"] == -32801
    wire.handlers.stop_work()


@pytest.mark.parametrize("data", [None, 5, {"uri": "file:///gone"}, {"uri": 5, "file": "x"}])
async def test_an_item_of_an_unknown_document_stays_as_it_is(wire: Wire, data: object) -> None:
    item = {"label": "x", "data": data}

    assert (await wire.ask("codeLens/resolve", item))["result"] == item


@pytest.mark.parametrize(
    "method",
    [
        *("documentSymbol", "foldingRange", "documentColor", "documentLink", "codeLens"),
        *("hover", "definition", "references", "documentHighlight", "prepareRename"),
    ],
)
async def test_the_docs_json_of_another_tool_is_left_alone(
    wire: Wire, root: Path, method: str
) -> None:
    other = root / "other" / "docs.json"
    other.parent.mkdir()
    other.write_text('{\n"sidebar": {\n"start": "#ffffff"\n}\n}')
    wire.open(other)

    answer = await wire.ask(f"textDocument/{method}", about(other, '"start'))

    assert answer["result"] in (None, [])


async def test_a_request_about_no_document_is_refused(wire: Wire) -> None:
    answer = await wire.ask("textDocument/hover", {"position": {"line": 0, "character": 0}})

    assert answer["error"]["code"] == -32602


async def test_no_feature_is_loaded_before_somebody_asks_for_it() -> None:
    code = "import sys, docs_lsp.server.main; print(*sys.modules)"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    loaded = [name.split(".") for name in out.decode().split()]
    features = {name[2] for name in loaded if name[:2] == ["docs_lsp", "features"] and name[2:]}

    # Findings are sent without being asked for.
    assert {each for each in features if not each.startswith("_")} == {"to_lsp", "diagnostics"}
    assert ["docs_lsp", "refactor"] not in loaded
    assert ["docs_lsp", "fix"] not in loaded


# The tree of the navigation


async def _changed(wire: Wire, root: Path, method: str, **params: Any) -> Json:
    document = {"uri": (root / "docs.json").as_uri()}
    return await wire.ask(f"docsLsp/navigation{method}", {"textDocument": document, **params})


async def test_the_tree_is_changed_and_what_cannot_be_done_is_told(wire: Wire, root: Path) -> None:
    tree = await _changed(wire, root, "")
    listed, outside = tree["result"][0], tree["result"][-1]
    assert (listed["path"], outside["kind"]) == ("start", "outside")

    place = listed["place"]
    removed = await _changed(wire, root, "/change", action="remove", target=place)
    (edits,) = removed["result"]["changes"].values()
    assert [one["newText"] for one in edits] == [""]

    refused = await _changed(wire, root, "/change", action="newPage", name="a b", target=place)
    assert "The space in `a b`" in refused["error"]["message"]
    wrong = await _changed(wire, root, "/change", action="fly", target=place)
    assert wrong["error"]["code"] == -32602

    put = await _changed(wire, root, "/drop", source={"page": "other"}, target=place)
    (edits,) = put["result"]["changes"].values()
    assert ['"other"' in one["newText"] for one in edits] == [True]


@pytest.mark.parametrize(
    ("method", "change"),
    [("/change", {"action": "remove"}), ("/drop", {"source": {"page": "other"}})],
)
async def test_a_change_of_the_tree_that_cannot_be_written_is_refused(
    wire: Wire, root: Path, monkeypatch: pytest.MonkeyPatch, method: str, change: Json
) -> None:
    tree = await _changed(wire, root, "")
    monkeypatch.setattr(_workspace_edit, "can_apply_changes", lambda *_: False)

    refused = await _changed(wire, root, method, target=tree["result"][0]["place"], **change)

    assert "cannot be changed from here" in refused["error"]["message"]


@pytest.mark.parametrize(
    "item_about",
    [
        None,
        [],
        {"kind": "page"},
        {"kind": "page", "file": 3},
        {"kind": "operation", "file": "a.json", "method": None, "path": ["x"]},
        {"kind": "object", "file": "docs.json", "at": "0"},
    ],
)
@pytest.mark.parametrize("method", ["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"])
async def test_an_item_that_the_client_changed_is_its_fault(
    wire: Wire, root: Path, caplog: pytest.LogCaptureFixture, method: str, item_about: object
) -> None:
    data = {"uri": (root / "docs.json").as_uri(), "file": "docs.json", "about": item_about}
    answer = await wire.ask(method, {"item": {"name": "A", "data": data}})

    assert answer["error"]["code"] == -32602
    assert not any(record.exc_info for record in caplog.records)
