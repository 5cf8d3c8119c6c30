"""A page or a docs.json that is deleted on the disk while the editor still has it open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.e2e.editor import Editor, docs

pytestmark = pytest.mark.asyncio

PAGE = "---\ntitle: Start\n---\n\n<Frog>It croaks.</Frog>\n"


@pytest_asyncio.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    (tmp_path / "docs.json").write_text(docs("start"))
    (tmp_path / "start.mdx").write_text(PAGE)
    editor = await Editor.start(tmp_path)
    editor.open("docs.json")
    editor.open("start.mdx", language="mdx")
    await editor.shows("unknown-component", name="start.mdx")
    yield editor
    assert await editor.stop() == 0


async def _delete(editor: Editor) -> None:
    (editor.root / "start.mdx").unlink()
    editor.happened("start.mdx", types.FileChangeType.Deleted)
    await editor.shows("missing-page")


async def test_its_findings_are_gone_and_its_entry_is_reported(editor: Editor) -> None:
    await _delete(editor)

    await editor.shows(name="start.mdx")
    editor.close("start.mdx")


async def test_it_is_a_page_again_once_it_is_edited_or_back_on_the_disk(editor: Editor) -> None:
    await _delete(editor)
    editor.replace("start.mdx", "croaks", "jumps")
    await editor.shows("unknown-component", name="start.mdx")
    await editor.shows()

    editor.happened("start.mdx", types.FileChangeType.Deleted)
    await editor.shows("missing-page")
    (editor.root / "start.mdx").write_text(PAGE)
    editor.happened("start.mdx", types.FileChangeType.Created)
    await editor.shows("unknown-component", name="start.mdx")
    await editor.shows()


async def test_a_docs_json_has_no_findings_until_it_is_edited_or_back_on_the_disk(
    editor: Editor,
) -> None:
    text = docs("gone")
    editor.replace("docs.json", "start", "gone")
    await editor.shows("missing-page")
    (editor.root / "docs.json").unlink()
    editor.happened("docs.json", types.FileChangeType.Deleted)
    await editor.shows()
    await editor.shows(name="start.mdx")

    editor.replace("docs.json", "gone", "lost")
    await editor.shows("missing-page")
    editor.happened("docs.json", types.FileChangeType.Deleted)
    await editor.shows()
    (editor.root / "docs.json").write_text(text)
    editor.happened("docs.json", types.FileChangeType.Created)
    await editor.shows("missing-page")
    editor.close("docs.json")
    editor.replace("start.mdx", "croaks", "jumps")
    await editor.shows("missing-page")
