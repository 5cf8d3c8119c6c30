"""How the extension finds what it runs, and what it says when it cannot."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

RUNS = "return (await vscode.commands.getCommands()).includes('docsLsp.explainRule')"
ISSUE = "return vscode.window.activeTextEditor.document.getText()"


def _set(editor: Window, **settings: str) -> None:
    """Set what belongs to this machine, which is a remote one for the browser."""
    file = editor.server.folder / "user/Machine/settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({f"docsLsp.{name}": value for name, value in settings.items()}))


def test_an_interpreter_that_is_none_is_told_with_a_way_to_the_setting(editor: Window) -> None:
    _set(editor, interpreter="/nowhere/python3")

    editor.told("The interpreter `/nowhere/python3`, which the setting docsLsp.interpreter names")
    editor.press_button("Open Settings")
    editor.page.locator(".settings-editor").wait_for()
    editor.run("workbench.action.closeActiveEditor")

    _set(editor)
    editor.until(lambda: editor.evaluate(RUNS))


def test_an_interpreter_can_be_set(editor: Window) -> None:
    _set(editor, interpreter=sys.executable)

    editor.until(lambda: editor.evaluate(RUNS))
    editor.run("docsLsp.restartServer")
    editor.until(lambda: "missing-page" in editor.codes())
    _set(editor)


def test_an_installed_server_is_used_when_asked(editor: Window) -> None:
    program = Path(sys.executable).with_name("docs-lsp")
    _set(editor, path=str(program))
    editor.until(lambda: editor.evaluate(RUNS))
    editor.page.wait_for_timeout(500)

    editor.run("docsLsp.reportIssue")
    editor.until(lambda: f"- Server: 0.1.0, {program}" in str(editor.evaluate(ISSUE)))
    editor.run("workbench.action.revertAndCloseActiveEditor")
    _set(editor)
    editor.until(lambda: editor.evaluate(RUNS))


def test_one_that_is_not_there_is_told(editor: Window) -> None:
    _set(editor, path="/nowhere/docs-lsp")

    editor.told("There is no `/nowhere/docs-lsp`, which the setting docsLsp.path names.")
    _set(editor)
    editor.until(lambda: editor.evaluate(RUNS))
