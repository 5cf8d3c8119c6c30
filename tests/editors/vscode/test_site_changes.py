"""Commands that change a whole site show first what they would change."""

from __future__ import annotations

import json

import pytest

from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")


def _answer(editor: Window, expected: str, text: str) -> None:
    box = editor.page.locator(".quick-input-widget .quick-input-box input")
    editor.until(lambda: box.is_visible() and box.input_value() == expected)
    box.fill(text)
    box.press("Enter")


def test_a_version_is_frozen_once_its_preview_is_accepted(editor: Window) -> None:
    docs = editor.server.workspace / "docs.json"
    before = docs.read_text("utf-8")
    editor.start("docsLsp.freeze")
    _answer(editor, "v1", "old")
    _answer(editor, "v2", "new")

    editor.until(lambda: '+    "versions": [' in editor.wait_for_text())
    editor.told("Review the changes.")
    editor.picture("freeze")
    assert docs.read_text("utf-8") == before

    editor.press_button("Apply Changes")
    editor.until((editor.server.workspace / "old/watch/fog.mdx").exists)
    versions = json.loads(docs.read_text("utf-8"))["navigation"]["versions"]
    assert [one["version"] for one in versions] == ["new", "old"]


def test_a_page_is_moved_with_all_that_names_it(editor: Window) -> None:
    editor.open("watch/log.mdx")
    editor.start("docsLsp.move")
    _answer(editor, "watch/log.mdx", "watch/log.mdx")
    _answer(editor, "watch/log.mdx", "watch/journal")

    editor.press_button("Apply Changes")
    editor.until((editor.server.workspace / "watch/journal.mdx").exists)
    assert "watch/journal" in (editor.server.workspace / "docs.json").read_text("utf-8")


def test_what_cannot_be_done_is_told(editor: Window) -> None:
    editor.start("docsLsp.sync")

    editor.told("docs-lsp.toml declares no `[[sync]]`")
