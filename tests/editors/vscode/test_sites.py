"""Activation in a folder without a docs.json, and in one that gets it later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.editors.vscode.code_server import CodeServer, build_driver
from tests.editors.vscode.window import Window, open_window

pytestmark = pytest.mark.needs("chromium")

SITE = """{
  "$schema": "https://mintlify.com/docs.json",
  "theme": "mint",
  "name": "Pond",
  "colors": { "primary": "#16A34A" },
  "navigation": { "pages": ["frog", "toad"] }
}
"""
_LOADED = "return vscode.extensions.getExtension('docs-lsp.docs-lsp').isActive"
_CREATE = """
    const folder = vscode.workspace.workspaceFolders[0].uri;
    const text = new TextEncoder().encode(given.text);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'docs.json'), text);
"""


@pytest.fixture(scope="module")
def pond(
    tmp_path_factory: pytest.TempPathFactory, extension: Path, playwright: Playwright
) -> Iterator[Window]:
    """A window on a folder with pages and no docs.json."""
    folder = tmp_path_factory.mktemp("pond")
    pages = folder / "pages"
    pages.mkdir()
    (pages / "frog.mdx").write_text("---\ntitle: Frog\n---\n\nIt croaks.\n", "utf-8")
    server = CodeServer(folder, pages)
    server.install(extension, build_driver(folder))
    with server.serving(), open_window(server, playwright) as window:
        window.launch()
        yield window


def _has_no_contributions(pond: Window) -> bool:
    items = pond.page.locator("#docs-lsp\\.docs-lsp\\.docsLsp\\.status, #docsLsp\\.status")
    view = pond.page.locator(".activitybar [aria-label='Docs navigation']")
    messages = pond.page.locator(".notification-list-item-message", has_text="docs")
    return items.count() == 0 and view.count() == 0 and messages.count() == 0


def test_pages_without_a_site_are_left_alone(pond: Window) -> None:
    pond.open_file("frog.mdx")
    pond.wait_until(lambda: pond.evaluate(_LOADED))  # By the language of the page.

    pond.page.wait_for_timeout(2000)
    assert _has_no_contributions(pond)
    known = (
        "return (await vscode.commands.getCommands()).filter((name) => name.startsWith('docsLsp'))"
    )
    assert "docsLsp.restartServer" not in pond.evaluate(known)
    pond.take_screenshot("no-site")


def test_an_array_as_docs_json_belongs_to_another_tool(pond: Window) -> None:
    pond.evaluate(_CREATE, text='[{ "name": "frog" }]\n')
    pond.open_file("docs.json")

    pond.page.wait_for_timeout(2000)
    assert _has_no_contributions(pond)


def test_a_mint_json_is_converted_without_a_site(pond: Window) -> None:
    docs, older = (pond.server.workspace / name for name in ("docs.json", "mint.json"))
    pond.run_command("workbench.action.closeAllEditors")
    docs.unlink()
    older.write_text('{"name": "Pond", "navigation": [{"group": "Frogs", "pages": ["frog"]}]}')

    pond.start_command("docsLsp.convert")
    pond.wait_until(lambda: '"groups"' in pond.get_text())
    pond.take_screenshot("convert")
    pond.press_button("Apply Changes")
    pond.wait_until(docs.exists)
    older.unlink()


def test_a_docs_json_that_comes_later_is_checked(pond: Window) -> None:
    pond.evaluate(_CREATE, text=SITE)

    pond.wait_until(lambda: ("docs.json", "docs-lsp", "missing-page", 6) in pond.list_findings())
    pond.take_screenshot("site-later")


def test_a_new_site_lists_the_pages_that_there_are(pond: Window) -> None:
    docs = pond.server.workspace / "docs.json"
    for name in ("newt.md", "README.md"):  # The service publishes no README.
        (docs.parent / name).write_text("Text.\n", "utf-8")
    pond.evaluate("await vscode.commands.executeCommand('workbench.action.closeAllEditors')")
    docs.unlink()
    pond.open_file("frog.mdx", 5, 11)
    pond.page.keyboard.type(" Twice.")

    pond.start_command("docsLsp.newSite")
    box = pond.page.locator(".quick-input-widget .quick-input-box input")
    pond.wait_until(box.is_visible)
    box.fill(" ")
    pond.page.locator(".quick-input-message", has_text="A site needs a name.").wait_for()
    box.fill('Die "Frösche"')
    box.press("Enter")

    pond.wait_until(docs.exists)
    pond.wait_until(lambda: "Frösche" in pond.get_text())
    site = json.loads(docs.read_text("utf-8"))
    assert site["name"] == 'Die "Frösche"'
    assert site["navigation"]["groups"][0]["pages"] == ["frog", "newt"]
    pond.page.wait_for_timeout(2000)
    assert [finding for finding in pond.list_findings() if finding[1] == "docs-lsp"] == []
    # Files that have nothing to do with it stay unsaved.
    dirty = "return vscode.workspace.textDocuments.filter((each) => each.isDirty).length"
    assert pond.evaluate(dirty) == 1
    pond.revert_all()


def test_a_docs_json_without_a_folder_is_checked(
    tmp_path: Path, extension: Path, pond: Window
) -> None:
    (pond.server.workspace / "docs.json").write_text(SITE, "utf-8")
    empty = tmp_path / "empty"
    empty.mkdir()
    pond.server.workspace = empty
    pond.close()
    (empty / "note.txt").write_text("Nothing.\n", "utf-8")
    pond.launch()

    file = str(pond.server.folder / "pages/docs.json")
    pond.evaluate("await vscode.window.showTextDocument(vscode.Uri.file(given.file))", file=file)
    pond.wait_until(lambda: ("docs.json", "docs-lsp", "missing-page", 6) in pond.list_findings())
    pond.run_command("docsLsp.navigation.focus")
    pond.wait_until(pond.tree_row("Frog").is_visible)


def test_a_page_without_a_folder_is_checked_with_its_site(pond: Window) -> None:
    pond.launch()
    known = "return (await vscode.commands.getCommands()).includes('docsLsp.restartServer')"
    assert not pond.evaluate(known)

    file = str(pond.server.folder / "pages/frog.mdx")
    pond.evaluate("await vscode.window.showTextDocument(vscode.Uri.file(given.file))", file=file)
    pond.wait_until(lambda: ("docs.json", "docs-lsp", "missing-page", 6) in pond.list_findings())


def test_of_two_sites_only_that_of_the_active_page_is_checked(pond: Window) -> None:
    (pond.server.workspace / "docs.json").write_text(SITE, "utf-8")

    def count_missing() -> int:
        return [code for _, _, code, _ in pond.list_findings()].count("missing-page")

    pond.wait_until(lambda: count_missing() == 3)
    pond.start_command("docsLsp.checkSite")
    pond.wait_for_notification("1 error, 0 warnings and 1 note in 2 files.")
