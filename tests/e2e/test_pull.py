"""Diagnostics for an editor that asks for them, as VS Code does today."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import client_capabilities

from tests.e2e.editor import HEAD, Editor, docs

pytestmark = pytest.mark.asyncio


def asking() -> types.ClientCapabilities:
    """VS Code as pytest-lsp knows it, with what newer versions say besides."""
    capabilities = client_capabilities("visual-studio-code")
    assert capabilities.text_document and capabilities.workspace
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities(
        dynamic_registration=True, related_document_support=False
    )
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(True)
    return capabilities


@pytest_asyncio.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    (tmp_path / "docs.json").write_text(docs("start", extra=', "nmae": 1'))
    editor = await Editor.start(tmp_path, asking())
    yield editor
    assert await editor.stop() == 0
    assert [found for found in editor.client.diagnostics.values() if found] == []


async def pulled(editor: Editor, *rules: str) -> str:
    """Ask until these rules have found something; the id of the answer."""
    async with asyncio.timeout(15):
        while True:
            report = await editor.pull("docs.json")
            if [found.code for found in report.items] == list(rules):
                return str(report.result_id)
            await asyncio.sleep(0.02)


async def test_the_server_says_that_it_can_be_asked(editor: Editor) -> None:
    offer = editor.answer.capabilities.diagnostic_provider

    assert isinstance(offer, types.DiagnosticOptions)
    assert (offer.identifier, offer.workspace_diagnostics, offer.inter_file_dependencies) == (
        "docs-lsp",
        True,
        True,
    )


async def test_an_answer_is_unchanged_until_something_changes(editor: Editor) -> None:
    editor.open("docs.json")
    known = await pulled(editor, "missing-page", "unknown-key")

    again = await editor.pull("docs.json", known)
    assert again == types.RelatedUnchangedDocumentDiagnosticReport(result_id=known)

    editor.replace("docs.json", "nmae", "naem")
    changed = await editor.pull("docs.json", known)
    assert isinstance(changed, types.RelatedFullDocumentDiagnosticReport)
    assert changed.result_id != known


async def test_the_editor_is_told_to_ask_again_when_the_disk_changes(
    editor: Editor, tmp_path: Path
) -> None:
    editor.open("docs.json")
    await pulled(editor, "missing-page", "unknown-key")
    told = editor.client.diagnostic_refresh_count

    (tmp_path / "start.mdx").write_text("---\ntitle: T\n---\n")
    editor.happened("start.mdx", types.FileChangeType.Created)

    await editor.until(lambda: editor.client.diagnostic_refresh_count > told)
    await pulled(editor, "unknown-key")


async def test_the_workspace_is_reported_once_and_then_only_news(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / "docs-lsp.toml").write_text("[rules]\nno-such-rule = 'off'\n")
    editor.open("docs.json")
    await pulled(editor, "missing-page", "unknown-key")
    editor.happened("docs-lsp.toml", types.FileChangeType.Created)
    first = await editor.pull_all({})
    assert {uri.rpartition("/")[2] for uri in first} == {"docs.json", "docs-lsp.toml"}

    known = {uri: str(item.result_id) for uri, item in first.items()}
    waiting = asyncio.create_task(editor.pull_all(known))
    await asyncio.sleep(0.3)
    assert not waiting.done()

    (tmp_path / "docs-lsp.toml").unlink()
    editor.happened("docs-lsp.toml", types.FileChangeType.Deleted)
    async with asyncio.timeout(15):
        news = await waiting

    emptied = news[editor.uri("docs-lsp.toml")]
    assert isinstance(emptied, types.WorkspaceFullDocumentDiagnosticReport)
    assert list(emptied.items) == []
    assert news[editor.uri("docs.json")].kind == "unchanged"


async def test_waiting_for_news_holds_up_neither_typing_nor_the_end(editor: Editor) -> None:
    editor.open("docs.json")
    await pulled(editor, "missing-page", "unknown-key")
    known = {uri: str(item.result_id) for uri, item in (await editor.pull_all({})).items()}
    waiting = asyncio.create_task(editor.pull_all(known))
    await asyncio.sleep(0.05)
    editor.replace("docs.json", "nmae", "description")

    await pulled(editor, "missing-page", "wrong-type")
    await asyncio.gather(waiting, return_exceptions=True)


async def test_findings_in_closed_parts_are_in_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(f'{{{HEAD}, "navigation": {{"$ref": "./nav.json"}}}}')
    (tmp_path / "nav.json").write_text('{"pages": ["gone"]}')
    editor = await Editor.start(tmp_path, asking())
    editor.open("docs.json")
    await pulled(editor)
    async with asyncio.timeout(15):
        while editor.uri("nav.json") not in (found := await editor.pull_all({})):
            await asyncio.sleep(0.02)

    assert [each.code for each in found[editor.uri("nav.json")].items] == ["missing-page"]
    assert await editor.stop() == 0


async def list_rules_of_whole_sites(editor: Editor) -> list[object]:
    answer = await editor.client.workspace_diagnostic_async(
        types.WorkspaceDiagnosticParams([], identifier="docs-lsp-whole-sites")
    )
    return [
        finding.code
        for file in answer.items
        if isinstance(file, types.WorkspaceFullDocumentDiagnosticReport)
        for finding in file.items
    ]


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_command_gets_the_findings_of_all_pages_at_once(
    tmp_path: Path, is_open: bool
) -> None:
    (tmp_path / "docs.json").write_text(docs(*(f"p{number}" for number in range(60))))
    for number in range(60):
        (tmp_path / f"p{number}.mdx").write_text(f"# P\n\n[Lost](/lost{number})\n")
    editor = await Editor.start(tmp_path, asking())
    if is_open:
        editor.open("docs.json")

    assert await list_rules_of_whole_sites(editor) == ["dead-link"] * 60
    assert await editor.stop() == 0


async def test_a_command_knows_files_that_have_just_been_deleted(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(docs("p"))
    (tmp_path / "p.mdx").write_text("# P\n\n[Lost](/lost)\n")
    (tmp_path / "unlisted.mdx").write_text("# Unlisted\n")
    editor = await Editor.start(tmp_path, asking())
    before = await list_rules_of_whole_sites(editor)
    (tmp_path / "unlisted.mdx").unlink()

    assert sorted(map(str, before)) == ["dead-link", "unlisted-page"]
    assert await list_rules_of_whole_sites(editor) == ["dead-link"]
    assert await editor.stop() == 0
