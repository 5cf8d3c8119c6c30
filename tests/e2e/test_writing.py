"""What helps a writer while typing, in VS Code, Neovim and Emacs, over a real pipe."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.e2e.editor import HEAD, PATIENCE, Editor, Wire, docs

pytestmark = pytest.mark.asyncio

PROFILES = ("visual-studio-code", "neovim@v0.11", "emacs")
Start = Callable[..., Awaitable[Editor]]
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Ships", "version": "1"},
    "paths": {
        "/ships": {"get": {"summary": "List ships", "responses": {"200": {"description": "Ok"}}}}
    },
}
NAVIGATION = """{"groups": [
  {"group": "Start \U0001f600", "pages": ["guides/start", "guides/next"]},
  {"group": "API", "openapi": "openapi.json", "pages": ["GET /ships"]}
]}"""


@pytest.fixture(params=PROFILES)
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    redirect = '"redirects": [{"source": "/old", "destination": "/guides/start"}]'
    written = f'{{\n{HEAD},\n"navigation": {NAVIGATION},\n{redirect}\n}}\n'
    (tmp_path / "docs.json").write_text(written, encoding="utf-8")
    (tmp_path / "openapi.json").write_text(json.dumps(SPEC, indent=1))
    (tmp_path / "guides").mkdir()
    for name, title in (("start", "First steps"), ("next", "Second steps"), ("spare", "Spare")):
        text = f"---\ntitle: {title}\n---\n\n# Head\n\nSee [the start](/guides/start).\n"
        (tmp_path / f"guides/{name}.mdx").write_text(text)
    return tmp_path


@pytest_asyncio.fixture
async def start() -> AsyncIterator[Start]:
    """Starts an editor on a folder; it is stopped, and what went wrong is found out, at the end."""
    editors: list[Editor] = []

    async def run(root: Path, *arguments: Any, **more: Any) -> Editor:
        editor = await Editor.start(root, *arguments, **more)
        editors.append(editor)
        return editor

    yield run
    for editor in editors:
        assert await editor.stop() == 0


class Pen:
    """An editor with one document in front."""

    def __init__(self, editor: Editor, name: str = "docs.json") -> None:
        self.editor = editor
        self.name = name
        self.document = types.TextDocumentIdentifier(editor.uri(name))

    def at(self, text: str) -> dict[str, Any]:
        """The first place where a text stands, just before its last letter."""
        index = self.editor.texts[self.name].index(text) + len(text) - 1
        position = self.editor.position(self.name, index)
        return {"text_document": self.document, "position": position}

    async def knows(self, text: str, words: str) -> None:
        """Wait until the card for the end of a text has certain words in it."""
        async with asyncio.timeout(PATIENCE):
            while (found := await self.hover(text)) is None or words not in found.contents.value:
                await asyncio.sleep(0.02)

    async def hover(self, text: str) -> Any:
        ask = self.editor.client.text_document_hover_async
        return await ask(types.HoverParams(**self.at(text)))

    async def labels(self, text: str) -> list[str]:
        """What is proposed at the end of a text."""
        ask = self.editor.client.text_document_completion_async
        found = await ask(types.CompletionParams(**self.at(text)))
        assert isinstance(found, types.CompletionList)
        return [item.label for item in found.items]


async def opened(editor: Editor) -> Pen:
    """The editor with docs.json open, and with all that can be known of the site."""
    editor.open("docs.json")
    pen = Pen(editor)
    await pen.knows("guides/start", "First steps")
    return pen


async def test_what_is_named_in_docs_json(start: Start, profile: str, site: Path) -> None:
    pen = await opened(await start(site, profile=profile))
    client, root = pen.editor.client, pen.editor.uri

    assert "guides/spare" in await pen.labels('["gu')
    assert "theme" in (await pen.hover('"theme')).contents.value
    for text, target in (("guides/start", "guides/start.mdx"), ("GET /ships", "openapi.json")):
        found: Any = await client.text_document_definition_async(
            types.DefinitionParams(**pen.at(text))
        )
        [place] = found
        assert getattr(place, "target_uri", None) or place.uri == root(target)
    used = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(False), **pen.at("guides/start"))
    )
    assert used is not None
    # Its entry, and both ends of the redirect.
    assert [place.uri for place in used].count(root("docs.json")) == 3
    assert {place.uri for place in used} >= {root("guides/next.mdx"), root("guides/spare.mdx")}
    alike = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**pen.at("guides/start"))
    )
    assert alike is not None and len(alike) == 2


async def test_what_is_seen_of_docs_json(start: Start, profile: str, site: Path) -> None:
    pen = await opened(await start(site, profile=profile))
    client, document = pen.editor.client, pen.document

    links = await client.text_document_document_link_async(types.DocumentLinkParams(document))
    resolved = [await client.document_link_resolve_async(link) for link in links or ()]
    targets = [str(link.target) for link in resolved]
    assert pen.editor.uri("guides/next.mdx") in targets
    assert any(target.startswith(pen.editor.uri("openapi.json")) for target in targets)
    symbols: Any = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document)
    )
    assert "navigation" in [symbol.name for symbol in symbols]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert folds and folds[0].start_line == 0
    [selected] = (
        await client.text_document_selection_range_async(
            types.SelectionRangeParams(document, [pen.at("guides/start")["position"]])
        )
        or ()
    )
    assert selected.parent is not None
    [colour] = await client.text_document_document_color_async(types.DocumentColorParams(document))
    [written] = await client.text_document_color_presentation_async(
        types.ColorPresentationParams(document, colour.color, colour.range)
    )
    assert written.label == "#0a7d5c"
    end = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, end))
    assert "First steps" in [hint.label for hint in hints or ()]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    said = [await client.code_lens_resolve_async(lens) for lens in lenses or ()]
    assert "1 operation, 1 listed" in [lens.command.title for lens in said if lens.command]
    found: Any = await client.workspace_symbol_async(types.WorkspaceSymbolParams("steps"))
    assert {symbol.name for symbol in found} == {"First steps", "Second steps"}


async def test_a_page_and_the_settings(start: Start, profile: str, site: Path) -> None:
    (site / "docs-lsp.toml").write_text('[rules]\nmissing-page = "error"\n')
    editor = await start(site, profile=profile)
    await opened(editor)
    editor.open("guides/next.mdx", language="mdx")
    editor.open("docs-lsp.toml", language="toml")
    page = Pen(editor, "guides/next.mdx")
    client = editor.client

    assert "/guides/spare" in await page.labels("(/")
    assert "title" in (await page.hover("titl")).contents.value
    found: Any = await client.text_document_definition_async(
        types.DefinitionParams(**page.at("/guides/start"))
    )
    assert len(found) == 1
    used = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(False), **page.at("# Head"))
    )
    assert [place.uri for place in used or ()] == [editor.uri("docs.json")]
    [lens] = await client.text_document_code_lens_async(types.CodeLensParams(page.document)) or ()
    said = await client.code_lens_resolve_async(lens)
    assert said.command is not None
    assert said.command.title == "in navigation: Start \U0001f600"
    card = await Pen(editor, "docs-lsp.toml").hover("missing-page")
    assert "missing-page" in card.contents.value


async def test_what_is_typed_counts_and_not_what_is_saved(
    start: Start, profile: str, site: Path
) -> None:
    editor = await start(site, profile=profile)
    pen = await opened(editor)
    editor.open("guides/next.mdx", language="mdx")
    editor.replace("guides/next.mdx", "Second", "\U0001f600 Other")
    await pen.knows("guides/next", "\U0001f600 Other steps")

    editor.replace("docs.json", '"guides/next"]', '"guides/next", "guides/spa"]')
    assert "guides/spare" in await pen.labels('"guides/spa"')


async def test_a_proposal_is_told_of_in_full_when_it_is_looked_at(start: Start, site: Path) -> None:
    pen = await opened(await start(site))
    ask = pen.editor.client.text_document_completion_async
    found: Any = await ask(types.CompletionParams(**pen.at('["gu')))
    item: Any = next(item for item in found.items if item.label == "guides/spare")
    assert item.documentation is None

    item = await pen.editor.client.completion_item_resolve_async(item)

    assert "guides/spare.mdx" in item.documentation.value


async def test_half_a_file_is_enough(start: Start, profile: str, site: Path) -> None:
    pen = await opened(await start(site, profile=profile))
    client, document = pen.editor.client, pen.document
    pen.editor.set("docs.json", f'{{{HEAD}, "navigation": {{"pages": ["guides/start", "gui')

    assert "guides/next" in await pen.labels("gui")
    assert "First steps" in (await pen.hover("guides/start")).contents.value
    symbols: Any = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document)
    )
    assert symbols
    pen.editor.set("docs.json", "")
    assert any("navigation" in label for label in await pen.labels(""))


async def test_there_are_answers_before_the_disk_was_looked_at(
    start: Start, profile: str, site: Path
) -> None:
    editor = await start(site, profile=profile)
    editor.open("docs.json")
    pen = Pen(editor)
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(**pen.at("guides/next"))
    )
    assert isinstance(found, types.CompletionList)
    assert found.is_incomplete
    await editor.client.text_document_code_lens_async(types.CodeLensParams(pen.document))


async def test_a_page_is_renamed_with_all_that_names_it(
    start: Start, profile: str, site: Path
) -> None:
    editor = await start(site, profile=profile)
    pen = await opened(editor)
    params = types.RenameParams(new_name="guides/begin", **pen.at("guides/start"))
    if profile == "emacs":  # It cannot move files.
        with pytest.raises(JsonRpcException, match="docs-lsp move guides/start guides/begin"):
            await editor.client.text_document_rename_async(params)
        return
    asked: Any = await editor.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**pen.at("guides/start"))
    )
    assert asked.placeholder == "guides/start"

    edit = await editor.client.text_document_rename_async(params)
    assert edit is not None
    apply(editor, edit)

    assert not (site / "guides/start.mdx").exists()
    assert "(/guides/begin)" in (site / "guides/next.mdx").read_text()
    written = json.loads(editor.texts["docs.json"])
    assert written["navigation"]["groups"][0]["pages"] == ["guides/begin", "guides/next"]
    assert {"source": "/guides/start", "destination": "/guides/begin"} in written["redirects"]
    if profile == "visual-studio-code":  # Neovim does not tell: the server looks for itself.
        editor.happened("guides/start.mdx", types.FileChangeType.Deleted)
        editor.happened("guides/begin.mdx", types.FileChangeType.Created)
    await pen.knows("guides/begin", "First steps")


async def test_a_renaming_that_cannot_be_is_refused_with_its_reason(
    start: Start, profile: str, site: Path
) -> None:
    pen = await opened(await start(site, profile=profile))
    client = pen.editor.client
    nowhere = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**pen.at('"theme'))
    )
    assert nowhere is None
    with pytest.raises(JsonRpcException, match="titles of elements") as refusal:
        await client.text_document_rename_async(
            types.RenameParams(new_name="x", **pen.at('"theme'))
        )
    assert refusal.value.code == -32803
    title = await client.text_document_rename_async(
        types.RenameParams(new_name='A "b"', **pen.at("API"))
    )
    assert title is not None
    apply(pen.editor, title)
    assert json.loads(pen.editor.texts["docs.json"])["navigation"]["groups"][1]["group"] == 'A "b"'


async def test_files_that_are_renamed_or_deleted_in_the_editor(start: Start, site: Path) -> None:
    editor = await start(site)
    await opened(editor)
    old, new = editor.uri("guides/start.mdx"), editor.uri("guides/begin.mdx")

    edit = await editor.client.workspace_will_rename_files_async(
        types.RenameFilesParams([types.FileRename(old, new)])
    )
    assert edit is not None
    apply(editor, edit)
    assert '"guides/begin"' in editor.texts["docs.json"]
    edit = await editor.client.workspace_will_delete_files_async(
        types.DeleteFilesParams([types.FileDelete(editor.uri("guides/next.mdx"))])
    )
    assert edit is not None and edit.change_annotations
    apply(editor, edit)
    assert '"guides/next"' not in editor.texts["docs.json"]


async def test_only_editors_that_can_are_told_of_file_operations(start: Start, site: Path) -> None:
    able, unable = await start(site), await start(site, profile="emacs")

    for editor, can in ((able, True), (unable, False)):
        workspace = editor.answer.capabilities.workspace
        assert workspace is not None and workspace.file_operations is not None
        assert (workspace.file_operations.will_rename is not None) is can
        assert (workspace.file_operations.will_delete is not None) is can


async def test_what_a_json_server_shows_too_is_left_to_it(start: Start, site: Path) -> None:
    pen = await opened(await start(site, configuration={"jsonServer": "present"}))
    client, document = pen.editor.client, pen.document

    async with asyncio.timeout(PATIENCE):  # The server asks for the settings when it has started.
        while await client.text_document_folding_range_async(types.FoldingRangeParams(document)):
            await asyncio.sleep(0.05)
    selected = await client.text_document_selection_range_async(
        types.SelectionRangeParams(document, [pen.at("guides/start")["position"]])
    )

    assert selected is None


def apply(editor: Editor, edit: types.WorkspaceEdit) -> None:
    """Do what an edit says: to the text where a file is open, else to the file."""
    whole = edit.document_changes or [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri=uri), list(changes)
        )
        for uri, changes in (edit.changes or {}).items()
    ]
    for step in whole:
        if isinstance(step, types.TextDocumentEdit):
            _apply_to_text(editor, step)
        elif isinstance(step, types.RenameFile):
            _path(step.old_uri).rename(_path(step.new_uri))
        else:
            raise AssertionError(step)


def _apply_to_text(editor: Editor, step: types.TextDocumentEdit) -> None:
    path = _path(step.text_document.uri)
    name = path.relative_to(editor.root).as_posix()
    is_open = name in editor.texts
    if not is_open:
        editor.texts[name] = path.read_text()
    text = editor.texts[name]
    index = {
        (position.line, position.character): at
        for at in range(len(text) + 1)
        for position in [editor.position(name, at)]
    }
    for change in sorted(step.edits, key=lambda each: index[_key(each.range.start)], reverse=True):
        assert isinstance(change, types.TextEdit | types.AnnotatedTextEdit)
        first, last = index[_key(change.range.start)], index[_key(change.range.end)]
        text = text[:first] + change.new_text + text[last:]
    if is_open:
        editor.set(name, text)
    else:
        del editor.texts[name]
        path.write_text(text)


def _key(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


def _path(uri: str) -> Path:
    return Path(uri.removeprefix("file://"))


METHODS = (
    *("completion", "hover", "definition", "references", "documentHighlight", "documentLink"),
    *("documentSymbol", "foldingRange", "selectionRange", "documentColor", "colorPresentation"),
    *("inlayHint", "codeLens", "codeAction", "prepareRename", "rename", "linkedEditingRange"),
    "onTypeFormatting",
)
FAR = {"line": 10**9, "character": 10**12}
HOSTILE: tuple[Any, ...] = (
    {},
    {
        "position": FAR,
        "positions": [FAR],
        "range": {"start": FAR, "end": FAR},
        "newName": "x",
        "ch": ">",
    },
    {"position": {"line": -1, "character": -5}, "newName": "", "positions": [], "ch": "/"},
    {"position": None, "positions": {}, "range": 5, "context": 7, "newName": 3, "color": []},
    {"position": {"line": "1"}, "positions": ["x"], "range": {"start": {}, "end": None}},
)


async def test_odd_questions_do_no_harm(site: Path) -> None:
    wire = await Wire.start()
    await wire.initialize(site)
    text = docs("guides/start")
    item = {"uri": (site / "docs.json").as_uri(), "languageId": "json", "version": 1, "text": text}
    wire.send("textDocument/didOpen", {"textDocument": item})
    known, number = {"uri": item["uri"]}, 0
    page = {"uri": (site / "guides" / "start.mdx").as_uri()}
    for document in (known, page, {"uri": "file:///nowhere/docs.json"}, {"uri": "%%"}, {}, None):
        for params in HOSTILE:
            for method in METHODS:
                number += 1
                whole = {**params, "textDocument": document}
                answer = await wire.ask(f"textDocument/{method}", whole, number)
                code = answer.get("error", {}).get("code")
                assert code in (None, -32602, -32803), (method, whole, answer)
    for method in ("completionItem", "documentLink", "codeLens", "workspaceSymbol", "inlayHint"):
        for data in (None, 5, {}, {"uri": item["uri"]}, {**item, "file": "docs.json"}):
            number += 1
            await wire.ask(f"{method}/resolve", {"label": "x", "data": data}, number)
    for method in ("willRenameFiles", "willDeleteFiles", "symbol"):
        for files in (None, [], [5, {}, {"oldUri": 1, "newUri": 2}], [{"uri": "%"}]):
            number += 1
            answer = await wire.ask(f"workspace/{method}", {"files": files, "query": 5}, number)
            assert "error" not in answer
    await wire.ask("shutdown", None, "end")
    wire.send("exit")
    code, log = await wire.ended()
    assert code == 0
    assert "Traceback" not in log, log
