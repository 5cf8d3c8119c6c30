"""Editing pages in VS Code in a real browser, with default settings."""

from __future__ import annotations

import pytest

from tests.editors.vscode.window import RETRY_AFTER, Window

pytestmark = pytest.mark.needs("chromium")

PAGE = "watch/fog.mdx"


def _type_at_end(editor: Window, *lines: str) -> None:
    """Open the page and type lines after its text; the cursor stays at the end."""
    editor.open_file(PAGE)
    editor.page.keyboard.press("Control+End")
    for line in ("", "", *lines):
        editor.page.keyboard.press("Enter")
        editor.page.keyboard.press("Home")
        editor.page.keyboard.type(line, delay=30)


def test_pages_are_mdx_without_another_extension(editor: Window) -> None:
    editor.open_file(PAGE)
    language = "return vscode.window.activeTextEditor.document.languageId"

    assert editor.evaluate(language) == "mdx"


def test_pages_have_colours_and_wrap_their_lines(editor: Window) -> None:
    _type_at_end(
        editor, "## Heading with `code`", "<Note>Text with **stress**</Note>", "word " * 60
    )

    colours = """
        const parts = document.querySelectorAll('.editor-instance .view-line span span');
        return [...new Set([...parts].map((part) => getComputedStyle(part).color))];
    """
    editor.wait_until(lambda: len(editor.page.evaluate(f"() => {{ {colours} }}")) >= 4)
    wrap = "return vscode.workspace.getConfiguration('editor', given).get('wordWrap')"
    assert editor.evaluate(wrap, languageId="mdx") == "on"
    editor.take_screenshot("page-colours")


def test_a_tag_is_closed_as_it_is_typed(editor: Window) -> None:
    _type_at_end(editor, "<Note>")
    editor.wait_until(lambda: editor.get_text().endswith("<Note></Note>"))
    editor.page.keyboard.type("Sound it.")
    editor.wait_until(lambda: editor.get_text().endswith("<Note>Sound it.</Note>"))
    editor.take_screenshot("closing")

    editor.page.keyboard.press("End")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type("<Tip>")
    editor.wait_until(lambda: editor.get_text().endswith("<Tip></Tip>"))
    editor.page.keyboard.press("Control+Z")
    editor.wait_until(lambda: editor.get_text().endswith("<Tip>"))
    editor.page.keyboard.type("Text</", delay=60)
    editor.wait_until(lambda: editor.get_text().endswith("<Tip>Text</Tip>"))


def test_both_names_of_a_pair_change_together(editor: Window) -> None:
    _type_at_end(editor, "<Note>")
    editor.wait_until(lambda: editor.get_text().endswith("<Note></Note>"))
    editor.page.keyboard.press("Home")
    for _ in range(len("<Note")):
        editor.page.keyboard.press("ArrowRight")

    def type_more() -> None:
        if "<Notes>" in editor.get_text():
            editor.page.keyboard.press("Backspace")
        editor.page.wait_for_timeout(1000)  # VS Code requests linked ranges once the cursor rests.
        editor.page.keyboard.type("s")

    editor.retry_until(type_more, lambda: editor.get_text().endswith("<Notes></Notes>"))
    editor.take_screenshot("linked-editing")


def test_components_are_completed_and_have_hovers(editor: Window) -> None:
    _type_at_end(editor, "<Ste")
    row = editor.page.locator(".suggest-widget .monaco-list-row", has_text="Steps").first
    if not editor.becomes_true(row.is_visible, RETRY_AFTER):
        editor.press_until_visible("Control+Space", row)
    editor.take_screenshot("component")
    editor.retry_until(row.click, lambda: "</Steps>" in editor.get_text())
    assert '<Step title="' in editor.get_text()

    shown = editor.hover("Steps", "Numbered")
    editor.take_screenshot("component-hover")
    assert "Contains" in shown.inner_text()
