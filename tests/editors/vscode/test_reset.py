"""The shared window is reset, whatever was done to it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error as BrowserError

from tests.editors.vscode.reset import reset_window
from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

LITTER = """
    const text = await vscode.workspace.openTextDocument({ content: 'not saved' });
    await vscode.window.showTextDocument(text, { viewColumn: vscode.ViewColumn.Two });
    void vscode.commands.executeCommand('workbench.action.openSettings');
    void vscode.window.showWarningMessage('Any warning', 'Yes');
    void vscode.window.showInformationMessage('Any question', { modal: true }, 'OK');
"""


def test_leftovers_are_removed(editor: Window) -> None:
    (editor.server.workspace / "left.mdx").write_text("Left behind.\n")
    (editor.server.workspace / "docs.json").write_text("{}\n")
    editor.evaluate(LITTER)
    editor.page.locator(".monaco-dialog-box").wait_for()
    notices: list[str] = []

    reset_window(editor, notices.append)

    assert notices == []
    assert editor.page.locator(".monaco-dialog-box, .notification-toast").count() == 0
    assert not (editor.server.workspace / "left.mdx").exists()


def test_a_crashed_window_is_reopened_with_a_notice(editor: Window) -> None:
    with suppress(BrowserError):
        editor.page.goto("chrome://crash")
    notices: list[str] = []

    reset_window(editor, notices.append)

    [notice] = notices
    assert "is reopened" in notice
    assert "missing-page" in editor.list_rules()
