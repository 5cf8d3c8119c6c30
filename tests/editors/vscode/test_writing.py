"""What a writer sees and does in docs.json, in VS Code in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.editors.vscode.window import AGAIN, Window

pytestmark = pytest.mark.needs("chromium")


def _groups(editor: Window) -> Any:
    return json.loads(editor.wait_for_text())["navigation"]["tabs"][0]["groups"]


def test_a_finding_is_under_its_text_with_its_message(editor: Window) -> None:
    editor.page.locator(".squiggly-error").first.wait_for(state="attached")

    shown = editor.hover("first/lense", "does not exist")
    assert "Did you mean" in shown.inner_text()


def test_problems_lists_the_findings_of_the_whole_site(editor: Window) -> None:
    editor.until(lambda: "unlisted-page" in editor.codes())
    editor.start("docsLsp.checkSite")

    editor.told("1 error, 0 warnings and 1 note in 2 files.")
    rows = editor.page.locator(".markers-panel .monaco-list-row")
    rows.filter(has_text="does not exist").first.wait_for()
    editor.run("notifications.clearAll")
    editor.page.locator(".notification-list-item").first.wait_for(state="hidden")
    editor.picture("problems")


def test_nothing_is_said_twice_and_is_mended_all_the_same(editor: Window) -> None:
    editor.open("docs.json", 17, 26)
    editor.page.keyboard.press("End")
    editor.page.keyboard.type(",")

    editor.until(lambda: any(one[1:] == ("json", "519", 17) for one in editor.findings()))
    editor.until(lambda: "missing-page" in editor.codes())
    assert "trailing-comma" not in editor.codes()

    editor.run("docsLsp.fixAll")
    editor.until(lambda: '"first/lense",' not in editor.wait_for_text())
    assert _groups(editor)[0]["pages"] == ["welcome", "first/lamp", "first/lense"]


def test_the_schema_that_docs_json_names_is_left_to_us(editor: Window) -> None:
    left = "return vscode.workspace.getConfiguration('json').get('schemas')"
    schema = {"fileMatch": [], "url": "https://mintlify.com/docs.json", "schema": {}}
    assert editor.evaluate(left) == [schema]

    editor.until(lambda: {source for _, source, _, _ in editor.findings()} == {"docs-lsp"})


HOVERS = """
    const { document } = vscode.window.activeTextEditor;
    const found = {};
    for (const word of given.words) {
      const place = document.positionAt(document.getText().indexOf(word) + 1);
      const name = 'vscode.executeHoverProvider';
      const hovers = await vscode.commands.executeCommand(name, document.uri, place);
      const texts = hovers.flatMap(({ contents }) => contents.map((one) => one.value));
      found[word] = texts.filter((one) => one.trim() !== '');
    }
    return found;
"""
SCHEMA = "https://mintlify.com/docs.json"


@pytest.fixture
def schemas(editor: Window) -> Iterator[Callable[..., None]]:
    """Sets what VS Code knows of schemas; as it was afterwards."""
    name = "vscode.workspace.getConfiguration('json')"

    def known(*schemas: Any) -> None:
        editor.evaluate(f"await {name}.update('schemas', given.schemas, true)", schemas=schemas)

    yield known
    known({"fileMatch": [], "url": SCHEMA, "schema": {}})


def test_hovers_tell_of_keys_and_values_beside_a_schema_that_vs_code_does_not_fetch(
    editor: Window, schemas: Callable[..., None]
) -> None:
    schemas()
    editor.until(lambda: any(source == "json" for _, source, _, _ in editor.findings()))
    words = ['"theme"', '"aspen"', '"group"', '"icon"']
    found = editor.evaluate(HOVERS, words=words)

    assert [len(found[word]) for word in words] == [1, 1, 1, 1]
    assert "takes one of 9 values" in found['"theme"'][0]
    assert "as `theme`" in found['"aspen"'][0]
    assert "**`group`** takes" in found['"group"'][0]
    assert "**`icon`** takes" in found['"icon"'][0]
    editor.hover('"theme"', "takes one of 9 values")
    editor.picture("hover-key")


def test_what_a_schema_says_is_not_said_again(editor: Window, schemas: Callable[..., None]) -> None:
    described = {"properties": {"theme": {"description": "Zanzibar"}}}
    schemas({"fileMatch": ["docs.json"], "url": SCHEMA, "schema": described})

    # VS Code gives the new schema to its JSON support in its own time.
    editor.until(lambda: editor.evaluate(HOVERS, words=['"theme"']) == {'"theme"': ["Zanzibar"]})


def test_there_is_one_outline(editor: Window) -> None:
    outline = "vscode.executeDocumentSymbolProvider"
    names = f"""
        const {{ uri }} = vscode.window.activeTextEditor.document;
        return (await vscode.commands.executeCommand('{outline}', uri)).map((one) => one.name);
    """

    editor.until(lambda: "navigation" in editor.evaluate(names))
    assert editor.evaluate(names).count("navigation") == 1


def test_the_links_of_a_rule_lead_to_its_explanation(editor: Window) -> None:
    page = editor.page.locator('.tab.active[data-resource-name="missing-page.md"]')
    text = editor.page.frame_locator("iframe.webview").frame_locator("#active-frame")
    why = text.get_by_role("heading", name="Why it matters")
    editor.run("workbench.actions.view.problems")
    link = editor.page.locator(".markers-panel .monaco-list-row a", has_text="missing-page")
    editor.bring_about(link.click, page.is_visible)
    why.wait_for()
    editor.picture("rule")

    editor.run("workbench.action.closePanel")
    editor.run("workbench.action.closeActiveEditor")
    editor.open("docs.json", 17, 1)
    hover = editor.hover("first/lense", "missing-page")
    editor.bring_about(hover.locator("a", has_text="missing-page").first.click, page.is_visible)
    why.wait_for()

    editor.run("workbench.action.closeActiveEditor")
    editor.open("docs.json", 16, 1)
    zone = editor.page.locator(".zone-widget a", has_text="missing-page").first
    editor.bring_about(lambda: editor.run("editor.action.marker.next"), zone.is_visible)
    editor.picture("rule-f8")
    editor.bring_about(zone.click, page.is_visible)
    why.wait_for()


def test_a_hover_tells_of_the_page(editor: Window) -> None:
    shown = editor.hover("watch/fog", "When fog comes")

    assert "The horn, and when to sound it." in shown.inner_text()
    editor.picture("hover")


def test_a_proposed_page_gives_valid_json(editor: Window) -> None:
    editor.open("docs.json", 24, 20)
    editor.page.keyboard.press("End")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type('"')
    row = editor.page.locator(".suggest-widget .monaco-list-row", has_text="first/oil").first
    if not editor.comes(row.is_visible, AGAIN):
        editor.bring_up("Control+Space", row)
    editor.picture("completion")

    editor.bring_about(row.click, lambda: "first/oil" in editor.wait_for_text())
    assert _groups(editor)[1]["pages"] == ["watch/fog", "watch/log", "first/oil", "watch/old-lamp"]


@pytest.mark.parametrize(
    ("key", "line", "proposed"),
    [("description", 4, ""), ("tag", 21, "Beta"), ("root", 21, "first/oil")],
)
def test_after_a_key_a_list_opens_only_where_there_is_something_to_choose(
    editor: Window, key: str, line: int, proposed: str
) -> None:
    editor.open("docs.json", line, 20)
    editor.page.keyboard.press("End")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type(f'"{key[:2]}')
    rows = editor.page.locator(".suggest-widget.visible .monaco-list-row")
    row = rows.filter(has=editor.page.get_by_text(key, exact=True)).first
    editor.bring_about(row.click, lambda: f'"{key}": "' in editor.wait_for_text())

    if proposed:
        rows.filter(has_text=proposed).first.wait_for()
    else:
        editor.page.wait_for_timeout(1000)
        assert rows.count() == 0


def test_a_quick_fix_mends_the_finding(editor: Window) -> None:
    editor.open("docs.json", 17, 20)
    menu = editor.page.locator(".action-widget", has_text="first/lens").first

    def mend() -> None:
        editor.bring_up("Control+.", menu)
        editor.picture("quick-fix")
        menu.press("Enter")

    editor.bring_about(mend, lambda: "lense" not in editor.wait_for_text())
    assert _groups(editor)[0]["pages"] == ["welcome", "first/lamp", "first/lens"]
    editor.until(lambda: "missing-page" not in editor.codes())


def test_a_page_is_renamed_with_all_that_names_it(editor: Window) -> None:
    editor.open("docs.json", 24, 20)
    name = editor.page.locator(".rename-input")

    def rename() -> None:
        editor.bring_up("F2", name)
        assert name.input_value() == "watch/log"
        name.fill("watch/journal")
        editor.picture("rename")
        name.press("Enter")

    editor.bring_about(rename, lambda: "watch/journal" in editor.wait_for_text())
    assert _groups(editor)[1]["pages"][1] == "watch/journal"
    redirects = json.loads(editor.wait_for_text())["redirects"]
    assert ("/watch/log", "/watch/journal") in {
        (one["source"], one["destination"]) for one in redirects
    }
    watch = editor.server.workspace / "watch"
    editor.until(lambda: (watch / "journal.mdx").exists())
    assert not (watch / "log.mdx").exists()
    # VS Code saves what such a change has touched, in its own time.
    docs = editor.server.workspace / "docs.json"
    editor.until(lambda: "watch/journal" in docs.read_text("utf-8"))


def test_a_page_that_is_moved_in_the_explorer_is_followed(editor: Window) -> None:
    editor.evaluate(
        """
        const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'watch');
        const edit = new vscode.WorkspaceEdit();
        const [old, other] = ['fog.mdx', 'mist.mdx'].map((one) => vscode.Uri.joinPath(folder, one));
        edit.renameFile(old, other);
        void vscode.workspace.applyEdit(edit);
        """
    )
    editor.press_button("OK")

    editor.until(lambda: "watch/mist" in editor.wait_for_text())
    assert _groups(editor)[1]["pages"][0] == "watch/mist"
    moved = editor.server.workspace / "watch/mist.mdx"
    editor.until(moved.exists)


def test_a_finding_is_under_its_text_when_a_file_is_reverted(editor: Window) -> None:
    editor.evaluate(
        """
        const { document } = vscode.window.activeTextEditor;
        const text = document.getText();
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), `\n\n${text}`);
        await vscode.workspace.applyEdit(edit);
        """
    )
    editor.until(lambda: ("docs.json", "docs-lsp", "missing-page", 19) in editor.findings())

    editor.run("workbench.action.files.revert")

    def height(place: Any) -> float:
        box = place.bounding_box()
        return float(box["y"]) if box else -1

    squiggle = editor.page.locator(".squiggly-error").first
    editor.until(lambda: abs(height(squiggle) - height(editor.word("first/lense"))) < 10)
    editor.until(lambda: ("docs.json", "docs-lsp", "missing-page", 17) in editor.findings())


def test_a_page_deleted_on_the_disk_loses_its_findings_while_it_is_open(editor: Window) -> None:
    page = editor.server.workspace / "first/oil.mdx"
    editor.open("first/oil.mdx")
    editor.until(lambda: ("oil.mdx", "docs-lsp", "unlisted-page", 1) in editor.findings())

    page.unlink()
    editor.until(lambda: "oil.mdx" not in {name for name, *_ in editor.findings()})


def test_a_rule_is_explained_on_a_page_to_read(editor: Window) -> None:
    editor.run("docsLsp.explainRule", "missing-page")

    editor.page.locator(".tab.active", has_text="Preview missing-page.md").wait_for()


def test_a_lens_shows_where_a_page_is_listed(editor: Window) -> None:
    editor.open("watch/fog.mdx")

    lens = editor.page.locator(".codelens-decoration a").first
    shown = editor.page.locator(
        ".zone-widget .reference-zone-widget, .tab.active[data-resource-name='docs.json']"
    ).first
    editor.bring_about(lens.click, shown.is_visible)
