"""Editing docs.json in VS Code in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.editors.vscode.window import RETRY_AFTER, Window

pytestmark = pytest.mark.needs("chromium")


def _groups(editor: Window) -> Any:
    return json.loads(editor.get_text())["navigation"]["tabs"][0]["groups"]


def test_a_finding_is_under_its_text_with_its_message(editor: Window) -> None:
    editor.page.locator(".squiggly-error").first.wait_for(state="attached")

    shown = editor.hover("first/lense", "does not exist")
    assert "Did you mean" in shown.inner_text()


def test_problems_lists_the_findings_of_the_whole_site(editor: Window) -> None:
    editor.wait_until(lambda: "unlisted-page" in editor.list_rules())
    editor.start_command("docsLsp.checkSite")

    editor.wait_for_notification("1 error, 0 warnings and 1 note in 2 files.")
    rows = editor.page.locator(".markers-panel .monaco-list-row")
    rows.filter(has_text="does not exist").first.wait_for()
    editor.run_command("notifications.clearAll")
    editor.page.locator(".notification-list-item").first.wait_for(state="hidden")
    editor.take_screenshot("problems")


def test_the_whole_site_is_checked_once_the_server_runs(editor: Window) -> None:
    editor.start_command("docsLsp.restartServer")
    editor.start_command("docsLsp.checkSite")

    editor.wait_for_notification("1 error, 0 warnings and 1 note in 2 files.")


def test_a_syntax_error_is_reported_once_and_fixed(editor: Window) -> None:
    editor.open_file("docs.json", 17, 26)
    editor.page.keyboard.press("End")
    editor.page.keyboard.type(",")

    editor.wait_until(lambda: any(row[1:] == ("json", "519", 17) for row in editor.list_findings()))
    editor.wait_until(lambda: "missing-page" in editor.list_rules())
    assert "trailing-comma" not in editor.list_rules()

    editor.run_command("docsLsp.fixAll")
    editor.wait_until(lambda: '"first/lense",' not in editor.get_text())
    assert _groups(editor)[0]["pages"] == ["welcome", "first/lamp", "first/lense"]


def test_the_schema_of_docs_json_is_disabled(editor: Window) -> None:
    left = "return vscode.workspace.getConfiguration('json').get('schemas')"
    schema = {"fileMatch": [], "url": "https://mintlify.com/docs.json", "schema": {}}
    assert editor.evaluate(left) == [schema]

    rows = editor.list_findings
    editor.wait_until(lambda: {source for _, source, _, _ in rows()} == {"docs-lsp"})


HOVERS = """
    const { document } = vscode.window.activeTextEditor;
    const result = {};
    for (const word of given.words) {
      const place = document.positionAt(document.getText().indexOf(word) + 1);
      const name = 'vscode.executeHoverProvider';
      const hovers = await vscode.commands.executeCommand(name, document.uri, place);
      const texts = hovers.flatMap(({ contents }) => contents.map((content) => content.value));
      result[word] = texts.filter((text) => text.trim() !== '');
    }
    return result;
"""
SCHEMA = "https://mintlify.com/docs.json"


@pytest.fixture
def set_schemas(editor: Window) -> Iterator[Callable[..., None]]:
    """Sets the schemas of VS Code's JSON support, and resets them afterwards."""
    name = "vscode.workspace.getConfiguration('json')"

    def update(*schemas: Any) -> None:
        editor.evaluate(f"await {name}.update('schemas', given.schemas, true)", schemas=schemas)

    yield update
    update({"fileMatch": [], "url": SCHEMA, "schema": {}})


def test_hovers_describe_keys_and_values_if_vs_code_does_not_fetch_the_schema(
    editor: Window, set_schemas: Callable[..., None]
) -> None:
    set_schemas()
    editor.wait_until(lambda: any(source == "json" for _, source, _, _ in editor.list_findings()))
    words = ['"theme"', '"aspen"', '"group"', '"icon"']
    hovers = editor.evaluate(HOVERS, words=words)

    assert [len(hovers[word]) for word in words] == [1, 1, 1, 1]
    assert "takes one of 9 values" in hovers['"theme"'][0]
    assert "as `theme`" in hovers['"aspen"'][0]
    assert "**`group`** takes" in hovers['"group"'][0]
    assert "**`icon`** takes" in hovers['"icon"'][0]
    editor.hover('"theme"', "takes one of 9 values")
    editor.take_screenshot("hover-key")


def test_schema_hovers_are_not_repeated(editor: Window, set_schemas: Callable[..., None]) -> None:
    described = {"properties": {"theme": {"description": "Zanzibar"}}}
    set_schemas({"fileMatch": ["docs.json"], "url": SCHEMA, "schema": described})

    # VS Code passes the new schema to its JSON support with a delay.
    expected = {'"theme"': ["Zanzibar"]}
    editor.wait_until(lambda: editor.evaluate(HOVERS, words=['"theme"']) == expected)


def test_there_is_one_outline(editor: Window) -> None:
    outline = "vscode.executeDocumentSymbolProvider"
    names = f"""
        const {{ uri }} = vscode.window.activeTextEditor.document;
        return (await vscode.commands.executeCommand('{outline}', uri)).map(({{ name }}) => name);
    """

    editor.wait_until(lambda: "navigation" in editor.evaluate(names))
    assert editor.evaluate(names).count("navigation") == 1


def test_the_links_of_a_rule_lead_to_its_explanation(editor: Window) -> None:
    page = editor.page.locator('.tab.active[data-resource-name="missing-page.md"]')
    text = editor.page.frame_locator("iframe.webview").frame_locator("#active-frame")
    why = text.get_by_role("heading", name="Why it matters")
    editor.run_command("workbench.actions.view.problems")
    link = editor.page.locator(".markers-panel .monaco-list-row a", has_text="missing-page")
    editor.retry_until(link.click, page.is_visible)
    why.wait_for()
    editor.take_screenshot("rule")

    editor.run_command("workbench.action.closePanel")
    editor.run_command("workbench.action.closeActiveEditor")
    editor.open_file("docs.json", 17, 1)
    hover = editor.hover("first/lense", "missing-page")
    editor.retry_until(hover.locator("a", has_text="missing-page").first.click, page.is_visible)
    why.wait_for()

    editor.run_command("workbench.action.closeActiveEditor")
    editor.open_file("docs.json", 16, 1)
    zone = editor.page.locator(".zone-widget a", has_text="missing-page").first
    editor.retry_until(lambda: editor.run_command("editor.action.marker.next"), zone.is_visible)
    editor.take_screenshot("rule-f8")
    editor.retry_until(zone.click, page.is_visible)
    why.wait_for()


def test_a_hover_describes_the_page(editor: Window) -> None:
    shown = editor.hover("watch/fog", "When fog comes")

    assert "The horn, and when to sound it." in shown.inner_text()
    editor.take_screenshot("hover")


def test_a_proposed_page_gives_valid_json(editor: Window) -> None:
    editor.open_file("docs.json", 24, 20)
    editor.page.keyboard.press("End")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type('"')
    row = editor.page.locator(".suggest-widget .monaco-list-row", has_text="first/oil").first
    if not editor.becomes_true(row.is_visible, RETRY_AFTER):
        editor.press_until_visible("Control+Space", row)
    editor.take_screenshot("completion")

    editor.retry_until(row.click, lambda: "first/oil" in editor.get_text())
    assert _groups(editor)[1]["pages"] == ["watch/fog", "watch/log", "first/oil", "watch/old-lamp"]


@pytest.mark.parametrize(
    ("key", "line", "proposed"),
    [("description", 4, ""), ("tag", 21, "Beta"), ("root", 21, "first/oil")],
)
def test_after_a_key_a_list_opens_only_if_there_are_suggestions(
    editor: Window, key: str, line: int, proposed: str
) -> None:
    editor.open_file("docs.json", line, 20)
    editor.page.keyboard.press("End")
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type(f'"{key[:2]}')
    rows = editor.page.locator(".suggest-widget.visible .monaco-list-row")
    row = rows.filter(has=editor.page.get_by_text(key, exact=True)).first
    editor.retry_until(row.click, lambda: f'"{key}": "' in editor.get_text())

    if proposed:
        rows.filter(has_text=proposed).first.wait_for()
    else:
        editor.page.wait_for_timeout(1000)
        assert rows.count() == 0


def test_a_quick_fix_removes_the_finding(editor: Window) -> None:
    editor.open_file("docs.json", 17, 20)
    menu = editor.page.locator(".action-widget", has_text="first/lens").first

    def apply_fix() -> None:
        editor.press_until_visible("Control+.", menu)
        editor.take_screenshot("quick-fix")
        menu.press("Enter")

    editor.retry_until(apply_fix, lambda: "lense" not in editor.get_text())
    assert _groups(editor)[0]["pages"] == ["welcome", "first/lamp", "first/lens"]
    editor.wait_until(lambda: "missing-page" not in editor.list_rules())


def test_a_page_is_renamed_with_all_references(editor: Window) -> None:
    editor.open_file("docs.json", 24, 20)
    name = editor.page.locator(".rename-input")

    def rename() -> None:
        editor.press_until_visible("F2", name)
        assert name.input_value() == "watch/log"
        name.fill("watch/journal")
        editor.take_screenshot("rename")
        name.press("Enter")

    editor.retry_until(rename, lambda: "watch/journal" in editor.get_text())
    assert _groups(editor)[1]["pages"][1] == "watch/journal"
    redirects = json.loads(editor.get_text())["redirects"]
    assert ("/watch/log", "/watch/journal") in {
        (redirect["source"], redirect["destination"]) for redirect in redirects
    }
    watch = editor.server.workspace / "watch"
    editor.wait_until(lambda: (watch / "journal.mdx").exists())
    assert not (watch / "log.mdx").exists()
    # VS Code saves the changed files, with a delay.
    docs = editor.server.workspace / "docs.json"
    editor.wait_until(lambda: "watch/journal" in docs.read_text("utf-8"))


def test_a_page_that_is_moved_in_the_explorer_is_followed(editor: Window) -> None:
    editor.evaluate(
        """
        const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'watch');
        const edit = new vscode.WorkspaceEdit();
        const uri = (name) => vscode.Uri.joinPath(folder, name);
        edit.renameFile(uri('fog.mdx'), uri('mist.mdx'));
        void vscode.workspace.applyEdit(edit);
        """
    )
    editor.press_button("OK")

    editor.wait_until(lambda: "watch/mist" in editor.get_text())
    assert _groups(editor)[1]["pages"][0] == "watch/mist"
    moved = editor.server.workspace / "watch/mist.mdx"
    editor.wait_until(moved.exists)


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
    finding = ("docs.json", "docs-lsp", "missing-page")
    editor.wait_until(lambda: (*finding, 19) in editor.list_findings())

    editor.run_command("workbench.action.files.revert")

    def height(locator: Any) -> float:
        box = locator.bounding_box()
        return float(box["y"]) if box else -1

    squiggle = editor.page.locator(".squiggly-error").first
    entry = editor.editor_text("first/lense")
    editor.wait_until(lambda: abs(height(squiggle) - height(entry)) < 10)
    editor.wait_until(lambda: (*finding, 17) in editor.list_findings())


def test_a_page_deleted_on_the_disk_loses_its_findings_while_it_is_open(editor: Window) -> None:
    page = editor.server.workspace / "first/oil.mdx"
    editor.open_file("first/oil.mdx")
    editor.wait_until(lambda: ("oil.mdx", "docs-lsp", "unlisted-page", 1) in editor.list_findings())

    page.unlink()
    editor.wait_until(lambda: "oil.mdx" not in {name for name, *_ in editor.list_findings()})

    (editor.server.workspace / "docs.json").unlink()
    editor.wait_until(
        lambda: "docs-lsp" not in {source for _, source, *_ in editor.list_findings()}
    )


def test_a_rule_is_explained_on_a_page_to_read(editor: Window) -> None:
    editor.run_command("docsLsp.explainRule", "missing-page")

    editor.page.locator(".tab.active", has_text="Preview missing-page.md").wait_for()


def test_a_lens_shows_where_a_page_is_listed(editor: Window) -> None:
    editor.open_file("watch/fog.mdx")

    lens = editor.page.locator(".codelens-decoration a").first
    shown = editor.page.locator(
        ".zone-widget .reference-zone-widget, .tab.active[data-resource-name='docs.json']"
    ).first
    editor.retry_until(lens.click, shown.is_visible)
