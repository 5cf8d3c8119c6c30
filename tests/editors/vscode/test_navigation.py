"""The tree view "Docs navigation", in VS Code in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")


def test_the_tree_shows_what_readers_see(editor: Window) -> None:
    editor.show_tree()

    editor.tree_row("Light the lamp").wait_for()
    assert "not indexed" in editor.tree_row("The old lamp").inner_text()
    assert "hidden" in editor.tree_row("The old lamp").inner_text()
    assert "missing" in editor.tree_row("first/lense").inner_text()
    assert "GET /signals" in editor.tree_row("Read the signals").inner_text()
    editor.tree_row("Not in the navigation").wait_for()
    # VS Code skips a refresh of lenses if the editor loses focus at that moment, for example to
    # the tree. It catches up once the editor has the focus again.
    editor.page.locator(".editor-instance .view-line").first.click()
    editor.page.locator(".codelens-decoration", has_text="7 indexed").first.wait_for()
    editor.take_screenshot("navigation")


_SELECTED = """
    const { document, selection } = vscode.window.activeTextEditor;
    return document.getText(selection);
"""


def test_a_click_goes_to_the_entry_and_a_button_opens_the_page(editor: Window) -> None:
    editor.show_tree()

    row = editor.tree_row("Keep the log")
    editor.retry_until(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")

    def open_page() -> None:
        row.hover()
        row.get_by_role("button", name="Open Page").click()

    page = editor.page.locator('.tab.active[data-resource-name="log.mdx"]')
    editor.retry_until(open_page, page.is_visible)


def test_a_double_click_and_enter_open_the_page(editor: Window) -> None:
    editor.show_tree()
    row = editor.tree_row("Keep the log")
    page = editor.page.locator('.tab.active[data-resource-name="log.mdx"]')
    editor.retry_until(row.dblclick, page.is_visible)

    editor.open_file("docs.json")
    editor.retry_until(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")
    editor.page.keyboard.press("Enter")
    editor.wait_until(page.is_visible)


def test_after_a_click_keys_act_on_the_entry_and_the_change_can_be_undone(editor: Window) -> None:
    editor.show_tree()
    before = editor.get_text()
    row = editor.tree_row("Keep the log")
    editor.retry_until(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")

    editor.page.keyboard.press("Delete")
    editor.wait_until(lambda: _groups(editor)[1]["pages"] == ["watch/fog", "watch/old-lamp"])
    editor.take_screenshot("tree-removed")
    editor.page.keyboard.press("Control+Z")
    editor.wait_until(lambda: editor.get_text() == before)
    editor.page.wait_for_timeout(1000)  # Until the tree has been drawn anew.

    # The arrow keys move only the focus: keys act on the focused entry.
    editor.retry_until(row.click, lambda: editor.evaluate(_SELECTED) == "watch/log")
    editor.page.keyboard.press("ArrowUp")
    editor.page.keyboard.press("Delete")
    editor.wait_until(lambda: _groups(editor)[1]["pages"] == ["watch/log", "watch/old-lamp"])
    editor.page.keyboard.press("Control+Z")
    editor.wait_until(lambda: editor.get_text() == before)

    box = editor.page.locator(".quick-input-widget .quick-input-box input")

    def rename() -> None:
        editor.page.keyboard.press("Escape")  # Close the box of the previous attempt.
        row.click()
        editor.page.keyboard.press("F2")

    # The tree may be rendered again after the undo, and then no row has the focus.
    editor.retry_until(rename, lambda: box.is_visible() and box.input_value() == "watch/log")
    editor.page.keyboard.press("Escape")
    assert editor.get_text() == before


def test_the_lens_counts_again_after_an_undo_in_the_tree(editor: Window) -> None:
    editor.show_tree()
    lenses = editor.page.locator(".codelens-decoration")
    row = editor.tree_row("Light the lamp")
    editor.retry_until(row.click, lambda: editor.evaluate(_SELECTED) == "first/lamp")

    editor.page.keyboard.press("Delete")
    lenses.filter(has_text="6 indexed, 4 excluded").first.wait_for()
    editor.page.keyboard.press("Control+Z")
    lenses.filter(has_text="7 indexed, 3 excluded").first.wait_for()


def test_groups_stay_open_while_the_server_restarts(editor: Window) -> None:
    editor.show_tree()
    editor.tree_row("first/lense").wait_for()

    editor.run_command("docsLsp.restartServer")
    editor.run_command("docsLsp.navigation.refresh")
    editor.page.wait_for_timeout(1000)  # A tree drawn anew would have its groups closed.
    assert editor.tree_row("first/lense").is_visible()


def test_several_entries_are_removed_at_once(editor: Window) -> None:
    editor.show_tree()
    before = editor.get_text()
    log, lamp = editor.tree_row("Keep the log"), editor.tree_row("The old lamp")
    editor.retry_until(log.click, lambda: editor.evaluate(_SELECTED) == "watch/log")
    lamp.click(modifiers=["Control"])

    editor.page.keyboard.press("Delete")
    editor.wait_until(lambda: _groups(editor)[1]["pages"] == ["watch/fog"])
    editor.page.keyboard.press("Control+Z")
    editor.wait_until(lambda: editor.get_text() == before)


def test_an_entry_is_moved_by_dragging_it(editor: Window) -> None:
    editor.show_tree()

    def is_moved() -> bool:
        text = editor.get_text()
        return text.index("watch/log") < text.index("Keeping watch")

    log, steps = editor.tree_row("Keep the log"), editor.tree_row("First steps")
    editor.retry_until(lambda: editor.drag_row(log, steps), is_moved)
    groups = json.loads(editor.get_text())["navigation"]["tabs"][0]["groups"]
    assert groups[0]["pages"] == ["welcome", "first/lamp", "first/lense", "watch/log"]
    assert groups[1]["pages"] == ["watch/fog", "watch/old-lamp"]


def test_the_tree_follows_what_is_typed(editor: Window) -> None:
    editor.show_tree()
    editor.open_file("docs.json", 21, 30)

    editor.evaluate(
        """
        const { document } = vscode.window.activeTextEditor;
        const edit = new vscode.WorkspaceEdit();
        const at = document.positionAt(document.getText().indexOf('Keeping watch'));
        edit.insert(document.uri, at, 'Really ');
        await vscode.workspace.applyEdit(edit);
        """
    )

    editor.tree_row("Really Keeping watch").wait_for()


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
    """Choose a command from the context menu of an entry until `done` is true."""
    menu = editor.page.locator(".context-view .monaco-menu, .shadow-root-host")
    menu_item = menu.get_by_role("menuitem", name=command).first

    def choose() -> None:
        if not menu_item.is_visible():
            editor.tree_row(row).click(button="right")
            menu_item.wait_for()
            # A menu that has just opened ignores the first click.
            editor.page.wait_for_timeout(300)
        menu_item.click()

    editor.retry_until(choose, done)


def _answer(
    editor: Window, row: str, command: str, answer: tuple[str, str], done: Callable[[], object]
) -> None:
    """Choose a command that asks for input. `answer` is the proposed text and its replacement."""
    box = editor.page.locator(".quick-input-widget .quick-input-box input")
    expected, text = answer

    def ask_and_answer() -> None:
        _choose(editor, row, command, lambda: box.is_visible() and box.input_value() == expected)
        # The command may refill the box, and it closes when it loses the focus.
        box.fill(text)
        editor.page.wait_for_timeout(300)
        if box.input_value() == text:
            box.press("Enter")

    editor.retry_until(ask_and_answer, done)


def test_a_page_is_created_in_a_group_hidden_and_removed(tree: Window) -> None:
    tab = tree.page.locator('.tab.active[data-resource-name="night-round.mdx"]')
    answer = ("watch/", "watch/night-round")
    _answer(tree, "Keeping watch", "New Page", answer, tab.is_visible)
    docs = tree.server.workspace / "docs.json"
    tree.wait_until(lambda: "watch/night-round" in docs.read_text("utf-8"))

    file = tree.server.workspace / "watch/night-round.mdx"
    tree.wait_until(file.exists)
    tree.wait_until(lambda: file.read_text("utf-8") == '---\ntitle: "Night round"\n---\n')
    tree.wait_until(lambda: _groups(tree)[1]["pages"][-1] == "watch/night-round")
    row = tree.tree_row("Night round")
    row.wait_for()
    # The tree reveals the open page.
    tree.wait_until(lambda: "selected" in (row.get_attribute("class") or ""))
    tree.take_screenshot("tree-new-page")

    _choose(tree, "Night round", "Hide (hidden: true)", lambda: "hidden: true" in tree.get_text())
    tree.wait_until(lambda: "hidden" in row.inner_text())

    def is_removed() -> bool:
        return "watch/night-round" not in _groups(tree)[1]["pages"]

    _choose(tree, "Night round", "Remove from Navigation", is_removed)
    assert file.exists()


def _press_undo(tree: Window) -> None:
    tree.run_command("docsLsp.navigation.focus")
    tree.page.keyboard.press("Control+Z")


def test_a_new_page_is_undone_with_its_entry_and_keeps_what_was_written(tree: Window) -> None:
    docs, watch = tree.server.workspace / "docs.json", tree.server.workspace / "watch"
    before = docs.read_text("utf-8")

    def create_page(name: str) -> None:
        tab = tree.page.locator(f'.tab.active[data-resource-name="{name}.mdx"]')
        answer = ("watch/", f"watch/{name}")
        _answer(tree, "Keeping watch", "New Page", answer, tab.is_visible)
        tree.wait_until(lambda: f"watch/{name}" in docs.read_text("utf-8"))
        tree.tree_row(name.title()).wait_for()

    create_page("dusk")
    create_page("gale")
    _press_undo(tree)
    tree.wait_until(lambda: not (watch / "gale.mdx").exists())
    assert (watch / "dusk.mdx").exists()
    _press_undo(tree)
    tree.wait_until(lambda: not (watch / "dusk.mdx").exists())
    tree.wait_until(lambda: docs.read_text("utf-8") == before)

    create_page("gale")
    tree.page.keyboard.type("It blows.")
    tree.wait_until(lambda: "It blows." in tree.get_text())
    _press_undo(tree)
    tree.wait_for_notification("“gale.mdx” has been edited since, so the file is kept.")
    tree.wait_until(lambda: docs.read_text("utf-8") == before)
    assert (watch / "gale.mdx").exists()
    assert "It blows." in tree.get_text()


def test_the_palette_asks_where_to_list_a_new_page(tree: Window) -> None:
    box = tree.page.locator(".quick-input-widget .quick-input-box input")
    rows = tree.page.locator(".quick-input-widget .monaco-list-row")
    tree.open_file("watch/log.mdx")

    def choose_command() -> None:
        tree.page.keyboard.press("Escape")
        tree.page.keyboard.press("F1")
        box.fill(">docs-lsp: New Page")
        rows.filter(has_text="docs-lsp: New Page…").first.click()

    places = ["Keeping watch", "First steps", "Reference"]
    labels = rows.locator(".label-name")
    tree.retry_until(choose_command, lambda: labels.all_inner_texts() == places)
    tree.take_screenshot("palette-new-page")
    tree.page.keyboard.press("Enter")
    tree.wait_until(lambda: box.is_visible() and box.input_value() == "watch/")

    # A page that the group lists already is not listed twice.
    box.fill("watch/fog")
    box.press("Enter")
    reason = "`watch/fog` is already listed in the group `Keeping watch`."
    tree.page.locator(".quick-input-message", has_text=reason).wait_for()
    box.fill("watch/tide")
    box.press("Enter")
    tree.wait_until(lambda: _groups(tree)[1]["pages"][-1] == "watch/tide")


def test_a_group_is_created_and_renamed(tree: Window) -> None:
    def is_created() -> bool:
        return bool(_groups(tree)[-1] == {"group": "After dark", "pages": []})

    def is_renamed() -> bool:
        return bool(_groups(tree)[-1]["group"] == "At night")

    _answer(tree, "Guide", "New Group", ("", "After dark"), is_created)
    _answer(tree, "After dark", "Rename", ("After dark", "At night"), is_renamed)
    tree.tree_row("At night").wait_for()


def test_a_page_is_renamed_without_a_question_and_cancelling_cancels(tree: Window) -> None:
    watch = tree.server.workspace / "watch"

    def is_renamed() -> bool:
        return (watch / "journal.mdx").exists()

    _answer(tree, "Keep the log", "Rename", ("watch/log", "watch/journal"), is_renamed)
    tree.wait_until(lambda: "watch/journal" in _groups(tree)[1]["pages"])
    assert tree.page.locator(".monaco-dialog-box").count() == 0
    redirects = json.loads(tree.get_text())["redirects"]
    assert [redirect["destination"] for redirect in redirects].count("/watch/journal") == 1


def test_a_new_page_leaves_a_docs_json_with_unsaved_changes_unsaved(tree: Window) -> None:
    docs = tree.server.workspace / "docs.json"
    before = docs.read_text("utf-8")
    tree.open_file("docs.json")
    tree.page.keyboard.press("Control+End")
    tree.page.keyboard.type(" ")
    tab = tree.page.locator('.tab.active.dirty[data-resource-name="dawn.mdx"]')

    _answer(tree, "Keeping watch", "New Page", ("watch/", "watch/dawn"), tab.is_visible)
    tree.wait_until(lambda: _groups(tree)[1]["pages"][-1] == "watch/dawn")
    assert docs.read_text("utf-8") == before
    tree.open_file("watch/dawn.mdx")
    tree.run_command("workbench.action.files.save")


def test_a_rejected_change_is_reported(tree: Window) -> None:
    reason = tree.page.locator(
        ".quick-input-message",
        has_text="This tab contains `groups`. Choose one of these for a page.",
    )
    _answer(tree, "Guide", "New Page", ("", "watch/moon"), reason.is_visible)


def test_a_rejected_path_stays_in_the_box_until_it_is_corrected(tree: Window) -> None:
    box = tree.page.locator(".quick-input-widget .quick-input-box input")
    reason = tree.page.locator(".quick-input-message", has_text="Write `watch/tide`.")
    _answer(tree, "Keeping watch", "New Page", ("watch/", "watch/tide.mdx"), reason.is_visible)
    tree.take_screenshot("tree-rejected-path")
    assert box.input_value() == "watch/tide.mdx"

    for _ in ".mdx":
        tree.page.keyboard.press("Backspace")
    reason.wait_for(state="hidden")
    tree.page.keyboard.press("Enter")
    tree.wait_until(lambda: _groups(tree)[1]["pages"][-1] == "watch/tide")


def test_a_page_that_no_entry_lists_is_dragged_into_a_group(tree: Window) -> None:
    tree.expand_group("Not in the navigation")
    tree.tree_row("Fill the oil").wait_for()
    tree.take_screenshot("tree-outside")
    oil, watch = tree.tree_row("Fill the oil"), tree.tree_row("Keeping watch")

    tree.retry_until(
        lambda: tree.drag_row(oil, watch), lambda: _groups(tree)[1]["pages"][-1] == "first/oil"
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

    dropped = tree.tree_row("Welcome, keeper")
    tree.wait_until(lambda: "dropped" in dropped.inner_text())
    tree.take_screenshot("tree-dropped")
