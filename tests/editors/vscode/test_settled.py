"""The window that all tests share comes to where they begin, whatever was done to it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error as BrowserFault

from tests.editors.vscode.settled import settle
from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

LITTER = """
    const text = await vscode.workspace.openTextDocument({ content: 'not saved' });
    await vscode.window.showTextDocument(text, { viewColumn: vscode.ViewColumn.Two });
    void vscode.commands.executeCommand('workbench.action.openSettings');
    void vscode.window.showWarningMessage('Is anybody there?', 'Yes');
    void vscode.window.showInformationMessage('Is it so?', { modal: true }, 'It is');
"""


def test_what_is_left_behind_is_taken_away(editor: Window) -> None:
    (editor.server.workspace / "left.mdx").write_text("Left behind.\n")
    (editor.server.workspace / "docs.json").write_text("{}\n")
    editor.evaluate(LITTER)
    editor.page.locator(".monaco-dialog-box").wait_for()
    said: list[str] = []

    settle(editor, said.append)

    assert said == []
    assert editor.page.locator(".monaco-dialog-box, .notification-toast").count() == 0
    assert not (editor.server.workspace / "left.mdx").exists()


def test_a_window_that_is_lost_is_opened_anew_and_that_is_told(editor: Window) -> None:
    with suppress(BrowserFault):
        editor.page.goto("chrome://crash")
    said: list[str] = []

    settle(editor, said.append)

    [told] = said
    assert "so it is opened anew" in told
    assert "missing-page" in editor.codes()
