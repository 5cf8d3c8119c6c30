"""Commands that change a whole site show a diff first."""

from __future__ import annotations

import json

import pytest

from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")


def _answer(editor: Window, expected: str, text: str) -> None:
    box = editor.page.locator(".quick-input-widget .quick-input-box input")
    editor.wait_until(lambda: box.is_visible() and box.input_value() == expected)
    box.fill(text)
    box.press("Enter")


def test_a_version_is_frozen_once_its_preview_is_accepted(editor: Window) -> None:
    docs = editor.server.workspace / "docs.json"
    before = docs.read_text("utf-8")
    editor.start_command("docsLsp.freeze")
    _answer(editor, "v1", "old")
    _answer(editor, "v2", "new")

    editor.wait_until(lambda: '+    "versions": [' in editor.get_text())
    editor.wait_for_notification("Review the changes.")
    editor.take_screenshot("freeze")
    assert docs.read_text("utf-8") == before

    editor.press_button("Apply Changes")
    editor.wait_until((editor.server.workspace / "old/watch/fog.mdx").exists)
    versions = json.loads(docs.read_text("utf-8"))["navigation"]["versions"]
    assert [version["version"] for version in versions] == ["new", "old"]


def test_a_page_is_moved_with_all_references(editor: Window) -> None:
    editor.open_file("watch/log.mdx")
    editor.start_command("docsLsp.move")
    _answer(editor, "watch/log.mdx", "watch/log.mdx")
    _answer(editor, "watch/log.mdx", "watch/journal")

    editor.press_button("Apply Changes")
    editor.wait_until((editor.server.workspace / "watch/journal.mdx").exists)
    assert "watch/journal" in (editor.server.workspace / "docs.json").read_text("utf-8")
    # A text saved in the old tab would create the old file again.
    editor.page.locator('.tab.active[data-resource-name="journal.mdx"]').wait_for()
    editor.page.locator('.tab[data-resource-name="log.mdx"]').wait_for(state="detached")


def test_a_rejected_change_is_reported(editor: Window) -> None:
    editor.start_command("docsLsp.sync")

    editor.wait_for_notification("docs-lsp.toml declares no `[[sync]]`")
