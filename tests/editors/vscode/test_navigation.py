"""The tree view "Docs navigation", in VS Code in a real browser."""

from __future__ import annotations

import json

import pytest

from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")


def test_the_tree_shows_what_readers_get(editor: Window) -> None:
    editor.show_tree()

    editor.row("Light the lamp").wait_for()
    assert "not in search" in editor.row("The old lamp").inner_text()
    assert "hidden" in editor.row("The old lamp").inner_text()
    assert "missing" in editor.row("first/lense").inner_text()
    assert "GET /signals" in editor.row("Read the signals").inner_text()
    editor.picture("navigation")


def test_a_click_goes_to_the_entry_and_a_button_opens_the_page(editor: Window) -> None:
    editor.show_tree()

    editor.row("Keep the log").click()
    selected = """
        const { document, selection } = vscode.window.activeTextEditor;
        return document.getText(selection);
    """
    editor.until(lambda: editor.evaluate(selected) == "watch/log")

    editor.row("Keep the log").hover()
    editor.row("Keep the log").get_by_role("button", name="Open Page").click()
    editor.page.locator('.tab.active[data-resource-name="log.mdx"]').wait_for()


def test_an_entry_is_moved_by_dragging_it(editor: Window) -> None:
    editor.show_tree()

    editor.row("Keep the log").drag_to(editor.row("First steps"))

    editor.until(lambda: editor.text().index("watch/log") < editor.text().index("Keeping watch"))
    groups = json.loads(editor.text())["navigation"]["tabs"][0]["groups"]
    assert groups[0]["pages"] == ["welcome", "first/lamp", "first/lense", "watch/log"]
    assert groups[1]["pages"] == ["watch/fog", "watch/old-lamp"]


def test_the_tree_follows_what_is_typed(editor: Window) -> None:
    editor.show_tree()
    editor.open("docs.json", 21, 30)

    editor.evaluate(
        """
        const { document } = vscode.window.activeTextEditor;
        const edit = new vscode.WorkspaceEdit();
        const at = document.positionAt(document.getText().indexOf('Keeping watch'));
        edit.insert(document.uri, at, 'Really ');
        await vscode.workspace.applyEdit(edit);
        """
    )

    editor.row("Really Keeping watch").wait_for()
