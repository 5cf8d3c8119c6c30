"""The tree view "Docs navigation", in VS Code in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

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
    # VS Code forgets to ask for lenses anew when the text is left just then, for the tree for
    # instance. It makes up for that as soon as somebody goes back to the text.
    editor.page.locator(".editor-instance .view-line").first.click()
    editor.page.locator(".codelens-decoration", has_text="not indexed").first.wait_for()
    editor.picture("navigation")


_SELECTED = """
    const { document, selection } = vscode.window.activeTextEditor;
    return document.getText(selection);
"""


def test_a_click_goes_to_the_entry_and_a_button_opens_the_page(editor: Window) -> None:
    editor.show_tree()

    row = editor.row("Keep the log")
    editor.bring_about(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")

    def open_page() -> None:
        row.hover()
        row.get_by_role("button", name="Open Page").click()

    page = editor.page.locator('.tab.active[data-resource-name="log.mdx"]')
    editor.bring_about(open_page, page.is_visible)


def test_a_double_click_and_enter_open_the_page(editor: Window) -> None:
    editor.show_tree()
    row = editor.row("Keep the log")
    page = editor.page.locator('.tab.active[data-resource-name="log.mdx"]')
    editor.bring_about(row.dblclick, page.is_visible)

    editor.open("docs.json")
    editor.bring_about(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")
    editor.page.keyboard.press("Enter")
    editor.until(page.is_visible)


def test_after_a_click_keys_act_on_the_entry_and_the_change_can_be_undone(editor: Window) -> None:
    editor.show_tree()
    before = editor.wait_for_text()
    row = editor.row("Keep the log")
    editor.bring_about(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")

    editor.page.keyboard.press("Delete")
    editor.until(lambda: _groups(editor)[1]["pages"] == ["watch/fog", "watch/old-lamp"])
    editor.picture("tree-removed")
    editor.page.keyboard.press("Control+Z")
    editor.until(lambda: editor.wait_for_text() == before)

    # The arrow keys move the focus alone: keys act on what has it.
    editor.bring_about(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")
    editor.page.keyboard.press("ArrowUp")
    editor.page.keyboard.press("Delete")
    editor.until(lambda: _groups(editor)[1]["pages"] == ["watch/log", "watch/old-lamp"])
    editor.page.keyboard.press("Control+Z")
    editor.until(lambda: editor.wait_for_text() == before)

    box = editor.page.locator(".quick-input-widget .quick-input-box input")

    def rename() -> None:
        row.click()
        editor.page.keyboard.press("F2")

    # The tree may be drawn once more after the change was undone, and then no row has the focus.
    editor.bring_about(rename, lambda: box.is_visible() and box.input_value() == "watch/log")
    editor.page.keyboard.press("Escape")
    assert editor.wait_for_text() == before


def test_several_entries_are_removed_at_once(editor: Window) -> None:
    editor.show_tree()
    before = editor.wait_for_text()
    log, lamp = editor.row("Keep the log"), editor.row("The old lamp")
    editor.bring_about(log.click, lambda: editor.evaluate(_SELECTED) == "watch/log")
    lamp.click(modifiers=["Control"])

    editor.page.keyboard.press("Delete")
    editor.until(lambda: _groups(editor)[1]["pages"] == ["watch/fog"])
    editor.page.keyboard.press("Control+Z")
    editor.until(lambda: editor.wait_for_text() == before)


def test_an_entry_is_moved_by_dragging_it(editor: Window) -> None:
    editor.show_tree()

    def is_moved() -> bool:
        text = editor.wait_for_text()
        return text.index("watch/log") < text.index("Keeping watch")

    log, steps = editor.row("Keep the log"), editor.row("First steps")
    editor.bring_about(lambda: editor.drag(log, steps), is_moved)
    groups = json.loads(editor.wait_for_text())["navigation"]["tabs"][0]["groups"]
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
def tree(editor: Window) -> Window:
    """The window with the tree."""
    editor.show_tree()
    return editor


def _groups(editor: Window) -> Any:
    docs = editor.server.workspace / "docs.json"
    text = "(await vscode.workspace.openTextDocument(given.name)).getText()"
    return json.loads(editor.evaluate(f"return {text}", name=str(docs)))["navigation"]["tabs"][0][
        "groups"
    ]


def _choose(editor: Window, row: str, command: str, done: Callable[[], object]) -> None:
    """Choose a command from the menu of an entry, until it is done."""
    menu = editor.page.locator(".context-view .monaco-menu, .shadow-root-host")
    found = menu.get_by_role("menuitem", name=command).first

    def choose() -> None:
        if not found.is_visible():
            editor.row(row).click(button="right")
            found.wait_for()
            # A menu that has just come up takes a click for the end of the one that opened it.
            editor.page.wait_for_timeout(300)
        found.click()

    editor.bring_about(choose, done)


def _answer(
    editor: Window, row: str, command: str, answer: tuple[str, str], done: Callable[[], object]
) -> None:
    """Choose a command that asks for something, and answer: `answer` is what is proposed and what
    is typed over it."""
    box = editor.page.locator(".quick-input-widget .quick-input-box input")
    expected, text = answer

    def ask_and_answer() -> None:
        _choose(editor, row, command, lambda: box.is_visible() and box.input_value() == expected)
        # It may be filled anew by what has asked, and goes when something else takes the focus.
        box.fill(text)
        editor.page.wait_for_timeout(300)
        if box.input_value() == text:
            box.press("Enter")

    editor.bring_about(ask_and_answer, done)


def test_a_page_is_made_in_a_group_and_hidden_and_taken_out(tree: Window) -> None:
    tab = tree.page.locator('.tab.active[data-resource-name="night-round.mdx"]')
    answer = ("watch/", "watch/night-round")
    _answer(tree, "Keeping watch", "New Page", answer, tab.is_visible)
    docs = tree.server.workspace / "docs.json"
    tree.until(lambda: "watch/night-round" in docs.read_text("utf-8"))

    file = tree.server.workspace / "watch/night-round.mdx"
    tree.until(file.exists)
    tree.until(lambda: file.read_text("utf-8") == '---\ntitle: "Night round"\n---\n')
    tree.until(lambda: _groups(tree)[1]["pages"][-1] == "watch/night-round")
    row = tree.row("Night round")
    row.wait_for()
    # The tree has followed to the page that is open.
    tree.until(lambda: "selected" in (row.get_attribute("class") or ""))
    tree.picture("tree-new-page")

    _choose(
        tree, "Night round", "Hide (hidden: true)", lambda: "hidden: true" in tree.wait_for_text()
    )
    tree.until(lambda: "hidden" in row.inner_text())

    def is_removed() -> bool:
        return "watch/night-round" not in _groups(tree)[1]["pages"]

    _choose(tree, "Night round", "Remove from Navigation", is_removed)
    assert file.exists()


def test_a_group_is_made_and_renamed(tree: Window) -> None:
    def is_made() -> bool:
        return bool(_groups(tree)[-1] == {"group": "After dark", "pages": []})

    def is_renamed() -> bool:
        return bool(_groups(tree)[-1]["group"] == "At night")

    _answer(tree, "Guide", "New Group", ("", "After dark"), is_made)
    _answer(tree, "After dark", "Rename", ("After dark", "At night"), is_renamed)
    tree.row("At night").wait_for()


def test_a_page_is_renamed_without_a_question_and_cancelling_cancels(tree: Window) -> None:
    watch = tree.server.workspace / "watch"

    def is_renamed() -> bool:
        return (watch / "journal.mdx").exists()

    _answer(tree, "Keep the log", "Rename", ("watch/log", "watch/journal"), is_renamed)
    tree.until(lambda: "watch/journal" in _groups(tree)[1]["pages"])
    assert tree.page.locator(".monaco-dialog-box").count() == 0
    redirects = json.loads(tree.wait_for_text())["redirects"]
    assert [one["destination"] for one in redirects].count("/watch/journal") == 1


def test_a_new_page_leaves_a_docs_json_with_unsaved_changes_unsaved(tree: Window) -> None:
    docs = tree.server.workspace / "docs.json"
    before = docs.read_text("utf-8")
    tree.open("docs.json")
    tree.page.keyboard.press("Control+End")
    tree.page.keyboard.type(" ")
    tab = tree.page.locator('.tab.active.dirty[data-resource-name="dawn.mdx"]')

    _answer(tree, "Keeping watch", "New Page", ("watch/", "watch/dawn"), tab.is_visible)
    tree.until(lambda: _groups(tree)[1]["pages"][-1] == "watch/dawn")
    assert docs.read_text("utf-8") == before
    tree.open("watch/dawn.mdx")
    tree.run("workbench.action.files.save")


def test_what_cannot_be_done_is_told(tree: Window) -> None:
    told = tree.notification("This tab contains `groups`. Choose one of these for a page.")
    _answer(tree, "Guide", "New Page", ("", "watch/moon"), told.is_visible)


def test_a_page_that_no_entry_lists_is_dragged_into_a_group(tree: Window) -> None:
    tree.unfold("Not in the navigation")
    tree.row("Fill the oil").wait_for()
    tree.picture("tree-outside")
    oil, watch = tree.row("Fill the oil"), tree.row("Keeping watch")

    tree.bring_about(
        lambda: tree.drag(oil, watch), lambda: _groups(tree)[1]["pages"][-1] == "first/oil"
    )


def test_the_path_of_a_page_goes_to_the_clipboard(tree: Window) -> None:
    tree.evaluate("await vscode.env.clipboard.writeText('')")
    read = "return vscode.env.clipboard.readText()"

    _choose(tree, "Keep the log", "Copy Path", lambda: tree.evaluate(read) == "watch/log")


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
