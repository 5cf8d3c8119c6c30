"""The tree view "Docs navigation", in VS Code in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TimedOut

from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")


def test_the_tree_shows_what_readers_get(editor: Window) -> None:
    editor.show_tree()

    editor.row("Light the lamp").wait_for()
    assert "not indexed" in editor.row("The old lamp").inner_text()
    assert "hidden" in editor.row("The old lamp").inner_text()
    assert "missing" in editor.row("first/lense").inner_text()
    assert "GET /signals" in editor.row("Read the signals").inner_text()
    editor.row("Not in the navigation").wait_for()
    # For the picture alone: what the lens says is held against the preview where that runs.
    with suppress(TimedOut):
        lens = editor.page.locator(".codelens-decoration", has_text="not indexed").first
        lens.wait_for(timeout=5_000)
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


# Changes


@pytest.fixture
def tree(editor: Window) -> Iterator[Window]:
    """The window with the tree; afterwards the Explorer is in front, and no page is open."""
    editor.show_tree()
    yield editor
    editor.run("workbench.view.explorer")


def _groups(editor: Window) -> Any:
    docs = editor.server.workspace / "docs.json"
    text = "(await vscode.workspace.openTextDocument(given.name)).getText()"
    return json.loads(editor.evaluate(f"return {text}", name=str(docs)))["navigation"]["tabs"][0][
        "groups"
    ]


def _choose(editor: Window, row: str, command: str) -> None:
    """Choose a command from the menu of an entry."""
    menu = editor.page.locator(".context-view .monaco-menu, .shadow-root-host")
    found = menu.get_by_role("menuitem", name=command).first
    for _ in range(10):
        if not found.is_visible():
            editor.row(row).click(button="right")
        with suppress(TimedOut):
            found.wait_for(timeout=3000)
            # A menu that has just come up takes a click for the end of the one that opened it.
            editor.page.wait_for_timeout(300)
            found.click(timeout=3000)
            found.wait_for(state="hidden", timeout=3000)
            return
    raise AssertionError(f"no {command} for {row}")


def _answer(editor: Window, expected: str, text: str) -> None:
    """Type into the box that asks for something."""
    box = editor.page.locator(".quick-input-widget .quick-input-box input")
    box.wait_for()
    # It comes up while the menu goes, and may be filled anew by what has asked.
    editor.page.wait_for_timeout(500)
    assert box.input_value() == expected
    box.fill(text)
    editor.page.wait_for_timeout(100)
    editor.page.keyboard.press("Enter")


def test_a_page_is_made_in_a_group_and_hidden_and_taken_out(tree: Window) -> None:
    _choose(tree, "Keeping watch", "New Page")
    _answer(tree, "watch/", "watch/night-round")

    tree.page.locator('.tab.active[data-resource-name="night-round.mdx"]').wait_for()
    file = tree.server.workspace / "watch/night-round.mdx"
    tree.until(file.exists)
    tree.until(lambda: file.read_text("utf-8") == '---\ntitle: "Night round"\n---\n')
    assert _groups(tree)[1]["pages"][-1] == "watch/night-round"
    row = tree.row("Night round")
    row.wait_for()
    # The tree has followed to the page that is open.
    tree.until(lambda: "selected" in (row.get_attribute("class") or ""))
    tree.picture("tree-new-page")

    _choose(tree, "Night round", "Hide (hidden: true)")
    tree.until(lambda: "hidden: true" in tree.text())
    tree.until(lambda: "hidden" in row.inner_text())
    _choose(tree, "Night round", "Remove from Navigation")
    tree.until(lambda: "watch/night-round" not in _groups(tree)[1]["pages"])
    assert file.exists()
    tree.run("workbench.action.revertAndCloseActiveEditor")
    file.unlink()


def test_a_group_is_made_and_renamed(tree: Window) -> None:
    _choose(tree, "Guide", "New Group")
    _answer(tree, "", "After dark")
    tree.until(lambda: _groups(tree)[-1] == {"group": "After dark", "pages": []})

    _choose(tree, "After dark", "Rename")
    _answer(tree, "After dark", "At night")
    tree.until(lambda: _groups(tree)[-1]["group"] == "At night")
    tree.row("At night").wait_for()


def test_what_cannot_be_done_is_told(tree: Window) -> None:
    _choose(tree, "Guide", "New Page")
    _answer(tree, "", "watch/moon")

    tree.told("This tab holds `groups`. Choose one of them for a page.")


def test_a_page_that_no_entry_lists_is_dragged_into_a_group(tree: Window) -> None:
    outside = tree.row("Not in the navigation")
    outside.wait_for()
    if outside.get_attribute("aria-expanded") == "false":
        outside.locator(".monaco-tl-twistie").click()
    tree.picture("tree-outside")
    tree.row("Fill the oil").drag_to(tree.row("Keeping watch"))

    tree.until(lambda: _groups(tree)[1]["pages"][-1] == "first/oil")


def test_the_path_of_a_page_goes_to_the_clipboard(tree: Window) -> None:
    _choose(tree, "Keep the log", "Copy Path")

    read = "return vscode.env.clipboard.readText()"
    tree.until(lambda: tree.evaluate(read) == "watch/log")


def test_what_the_service_drops_is_marked(tree: Window) -> None:
    tree.evaluate(
        """
        const { document } = vscode.window.activeTextEditor;
        const edit = new vscode.WorkspaceEdit();
        const at = document.positionAt(document.getText().indexOf('"groups"'));
        edit.insert(document.uri, at, '"pages": ["welcome"], ');
        await vscode.workspace.applyEdit(edit);
        """
    )

    dropped = tree.row("Welcome, keeper")
    tree.until(lambda: "dropped" in dropped.inner_text())
    tree.picture("tree-dropped")
