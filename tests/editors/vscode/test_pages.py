"""What a writer sees and does in a page, in VS Code in a real browser, without any setting."""

from __future__ import annotations

import pytest

from tests.editors.vscode.window import AGAIN, Window

pytestmark = pytest.mark.needs("chromium")

PAGE = "watch/fog.mdx"


def _at_end(editor: Window, *lines: str) -> None:
    """Open the page and type lines below its text; the cursor stays behind the last sign."""
    editor.open(PAGE)
    editor.page.keyboard.press("Control+End")
    for line in ("", "", *lines):
        editor.page.keyboard.press("Enter")
        editor.page.keyboard.press("Home")
        editor.page.keyboard.type(line, delay=30)


def test_pages_are_mdx_without_another_extension(editor: Window) -> None:
    editor.open(PAGE)
    language = "return vscode.window.activeTextEditor.document.languageId"

    assert editor.evaluate(language) == "mdx"


def test_pages_have_colours_and_wrap_their_lines(editor: Window) -> None:
    _at_end(editor, "## Heading with `code`", "<Note>Text with **stress**</Note>", "word " * 60)

    colours = """
        const parts = document.querySelectorAll('.editor-instance .view-line span span');
        return [...new Set([...parts].map((one) => getComputedStyle(one).color))];
    """
    editor.until(lambda: len(editor.page.evaluate(f"() => {{ {colours} }}")) >= 4)
    wrap = "return vscode.workspace.getConfiguration('editor', given).get('wordWrap')"
    assert editor.evaluate(wrap, languageId="mdx") == "on"
    editor.picture("page-colours")


def test_a_tag_is_closed_as_it_is_typed(editor: Window) -> None:
    _at_end(editor, "<Note>")
    editor.until(lambda: editor.wait_for_text().endswith("<Note></Note>"))
    editor.page.keyboard.type("Sound it.")
    editor.until(lambda: editor.wait_for_text().endswith("<Note>Sound it.</Note>"))
    editor.picture("closing")

    editor.page.keyboard.press("End")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type("<Tip>")
    editor.until(lambda: editor.wait_for_text().endswith("<Tip></Tip>"))
    editor.page.keyboard.press("Control+Z")
    editor.until(lambda: editor.wait_for_text().endswith("<Tip>"))
    editor.page.keyboard.type("Text</", delay=60)
    editor.until(lambda: editor.wait_for_text().endswith("<Tip>Text</Tip>"))


def test_both_names_of_a_pair_change_together(editor: Window) -> None:
    _at_end(editor, "<Note>")
    editor.until(lambda: editor.wait_for_text().endswith("<Note></Note>"))
    editor.page.keyboard.press("Home")
    for _ in range(len("<Note")):
        editor.page.keyboard.press("ArrowRight")

    def type_more() -> None:
        if "<Notes>" in editor.wait_for_text():
            editor.page.keyboard.press("Backspace")
        editor.page.wait_for_timeout(1000)  # VS Code asks what is linked once the cursor rests.
        editor.page.keyboard.type("s")

    editor.bring_about(type_more, lambda: editor.wait_for_text().endswith("<Notes></Notes>"))
    editor.picture("linked-editing")


def test_components_are_proposed_and_told_of(editor: Window) -> None:
    _at_end(editor, "<Ste")
    row = editor.page.locator(".suggest-widget .monaco-list-row", has_text="Steps").first
    if not editor.comes(row.is_visible, AGAIN):
        editor.bring_up("Control+Space", row)
    editor.picture("component")
    editor.bring_about(row.click, lambda: "</Steps>" in editor.wait_for_text())
    assert '<Step title="' in editor.wait_for_text()

    shown = editor.hover("Steps", "Numbered")
    editor.picture("component-hover")
    assert "Contains" in shown.inner_text()
