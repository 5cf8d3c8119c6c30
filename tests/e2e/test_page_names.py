"""What pages share by name, in VS Code, Neovim and Emacs, over a real pipe."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.e2e.editor import Editor
from tests.features.markers import marked
from tests.features.sharing import SHARING

pytestmark = pytest.mark.asyncio

PROFILES = ("visual-studio-code", "neovim@v0.11", "emacs")


@pytest_asyncio.fixture(params=PROFILES)
async def editor(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Editor]:
    for name, text in marked(SHARING).files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    started = await Editor.start(tmp_path, profile=str(request.param))
    started.open("docs.json")
    started.open("index.mdx", language="mdx")
    yield started
    assert await started.stop() == 0


def _at(editor: Editor, needle: str) -> dict[str, Any]:
    """The place behind the first letter of a text in the page."""
    index = editor.texts["index.mdx"].index(needle) + 1
    return {
        "text_document": types.TextDocumentIdentifier(editor.uri("index.mdx")),
        "position": editor.position("index.mdx", index),
    }


async def _settled(editor: Editor) -> None:
    """Wait until the pages of the site have been read."""
    place = types.HoverParams(**_at(editor, "Fees />"))
    context = types.ReferenceContext(include_declaration=True)
    uses = types.ReferenceParams(context=context, **_at(editor, "channel}}"))

    async def knows() -> bool:
        found = await editor.client.text_document_hover_async(place)
        used = await editor.client.text_document_references_async(uses)
        is_shown = found is not None and "Ten crowns" in str(found.contents)
        return is_shown and any(one.uri.endswith("fees.mdx") for one in used or ())

    for _ in range(100):
        if await knows():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the snippet is not known")


async def test_names_are_known_beyond_their_page(editor: Editor) -> None:
    await _settled(editor)
    defined = await editor.client.text_document_definition_async(
        types.DefinitionParams(**_at(editor, "Buoy.Red size"))
    )
    assert isinstance(defined, list)
    (place,) = defined
    uri = place.target_uri if isinstance(place, types.LocationLink) else place.uri
    assert uri == editor.uri("parts/chart.jsx")

    context = types.ReferenceContext(include_declaration=True)
    used = await editor.client.text_document_references_async(
        types.ReferenceParams(context=context, **_at(editor, "channel}}"))
    )
    names = [one.uri.rpartition("/")[2] for one in used or ()]
    assert names == ["docs.json", "index.mdx", "moorings.mdx", "fees.mdx"]

    marks = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**_at(editor, "depth} é"))
    )
    assert len(marks or ()) == 4


async def test_a_proposal_brings_its_import(editor: Editor) -> None:
    await _settled(editor)
    editor.replace("index.mdx", "<Fees />\n", "<Fees />\n\n<Ma")
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(**_at(editor, "a\n<Buoy"))
    )
    assert isinstance(found, types.CompletionList)
    (item,) = [one for one in found.items if one.label == "Mast"]
    (edit,) = item.additional_text_edits or ()
    assert edit.new_text == ", Mast"
    assert edit.range.start == edit.range.end
    assert editor.position("index.mdx", editor.texts["index.mdx"].index(" } from")) == (
        edit.range.start
    )


async def test_a_new_name_reaches_every_page_or_says_why_not(editor: Editor) -> None:
    await _settled(editor)
    place = _at(editor, "Buoy.Red size")
    what = await editor.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**place)
    )
    assert isinstance(what, types.PrepareRenamePlaceholder)
    assert what.placeholder == "Buoy"

    edit = await editor.client.text_document_rename_async(
        types.RenameParams(new_name="Marker", **place)
    )
    assert edit is not None
    uris = {editor.uri(name) for name in ("index.mdx", "moorings.mdx", "parts/chart.jsx")}
    changed = edit.document_changes or ()
    documents = {
        one.text_document.uri for one in changed if isinstance(one, types.TextDocumentEdit)
    }
    assert (documents or set(edit.changes or ())) == uris

    with pytest.raises(JsonRpcException, match="begins with a lower-case letter"):
        await editor.client.text_document_rename_async(
            types.RenameParams(new_name="marker", **place)
        )


@pytest.mark.parametrize(
    ("before", "after", "sign", "new"),
    [("# Wel", "<Note>\n\n# Wel", ">", "</Note>"), ("</Buoy.Red>", "</", "/", "Buoy.Red>")],
)
async def test_a_tag_is_closed_as_it_is_typed(
    editor: Editor, before: str, after: str, sign: str, new: str
) -> None:
    editor.replace("index.mdx", before, after)
    index = editor.texts["index.mdx"].rindex("<Note>" if sign == ">" else "</") + len(
        "<Note>" if sign == ">" else "</"
    )
    place = editor.position("index.mdx", index)
    edits = await editor.client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(
            types.TextDocumentIdentifier(editor.uri("index.mdx")),
            place,
            sign,
            types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    assert [(one.new_text, one.range) for one in edits or ()] == [(new, types.Range(place, place))]


async def test_what_is_selected_goes_into_a_component(editor: Editor) -> None:
    await _settled(editor)
    index = editor.texts["index.mdx"].index("# Welcome")
    start, end = (editor.position("index.mdx", index + size) for size in (0, len("# Welcome")))
    document = types.TextDocumentIdentifier(editor.uri("index.mdx"))
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            document, types.Range(start, end), types.CodeActionContext(diagnostics=[])
        )
    )
    (action,) = [
        one
        for one in found or ()
        if isinstance(one, types.CodeAction) and one.title == "Wrap in `<Note>`"
    ]
    if action.edit is None:
        action = await editor.client.code_action_resolve_async(action)
    assert action.edit is not None
    written = str(action.edit)
    assert "<Note>\\n# Welcome to {depth} é\\n</Note>" in written
