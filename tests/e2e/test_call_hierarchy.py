"""Call hierarchy and implementation over a real pipe, for the editors that have them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.e2e.editor import PATIENCE, Editor, docs

pytestmark = pytest.mark.asyncio
PROFILES = ("visual-studio-code", "neovim@v0.11", "emacs")
HIERARCHIES = {"visual-studio-code": True, "neovim@v0.11": True, "emacs": False}


def write_site(root: Path) -> None:
    (root / "docs.json").write_text(
        docs("start", "GET /boats", extra=', "api": {"openapi": "a.json"}')
    )
    (root / "start.mdx").write_text("---\ntitle: Start\n---\n[next](/next)\n")
    (root / "next.mdx").write_text("---\ntitle: Next\n---\n[back](/start)\n")
    (root / "a.json").write_text(
        '{"openapi": "3.1.0", "info": {"title": "A", "version": "1"},\n'
        '"paths": {"/boats": {"get": {"summary": "All"}}}}\n'
    )


@pytest.mark.parametrize("profile", PROFILES)
async def test_who_leads_to_a_page_and_what_a_string_becomes(profile: str, tmp_path: Path) -> None:
    write_site(tmp_path)
    editor = await Editor.start(tmp_path, profile)
    editor.open("docs.json")
    offers = editor.answer.capabilities

    assert bool(offers.call_hierarchy_provider) is HIERARCHIES[profile]
    assert offers.implementation_provider
    if HIERARCHIES[profile]:
        await _assert_calls(editor)
    await _assert_implementation(editor)
    assert await editor.stop() == 0


async def _assert_calls(editor: Editor) -> None:
    place = _place(editor, "start")
    [item] = (
        await editor.client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(*place)
        )
        or ()
    )
    assert (item.name, item.uri) == ("Start", editor.uri("start.mdx"))

    outgoing = await editor.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item)
    )
    [(to, _)] = [(call.to, call.from_ranges) for call in outgoing or ()]
    incoming = await editor.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(to)
    )

    assert to.name == "Next"
    assert [call.from_.name for call in incoming or ()] == ["Start"]
    assert [each.start.line for each in (incoming or ())[0].from_ranges] == [3]


async def _assert_implementation(editor: Editor) -> None:
    answer: Any = None
    async with asyncio.timeout(PATIENCE):
        while not answer:  # The specification may not have been read yet.
            answer = await editor.client.text_document_implementation_async(
                types.ImplementationParams(*_place(editor, "GET /boats"))
            )
    [place] = answer
    uri = getattr(place, "uri", "") or place.target_uri

    assert uri == editor.uri("a.json")


def _place(editor: Editor, needle: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
    at = editor.texts["docs.json"].index(needle) + 1
    return types.TextDocumentIdentifier(editor.uri("docs.json")), editor.position("docs.json", at)
