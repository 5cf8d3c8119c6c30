"""The preview of the search server, started and shown in VS Code in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import FrameLocator

from tests.editors.vscode.settled import settle
from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

MCP = """{
  // ours
  "servers": { "other": { "url": "http://127.0.0.1:1/mcp" } }
}
"""
STATUS = "return vscode.commands.executeCommand('docsLsp.preview.status')"
BRINGING = 300.0
"""Seconds that it may take to bring the packages."""


@pytest.fixture(scope="module")
def begun(opened: Window, say: Callable[[str], None]) -> Window:
    """The window with a preview, started by the lens, once its packages have been brought."""
    settle(opened, say)
    lens = opened.page.locator(".codelens-decoration a", has_text="Preview MCP server").first
    opened.bring_about(lens.click, opened.page.locator(".monaco-dialog-box").is_visible)
    opened.press_button("Download")
    opened.until(lambda: opened.evaluate(STATUS), BRINGING)
    return opened


@pytest.fixture
def previewing(begun: Window, editor: Window) -> Window:
    if not editor.evaluate(STATUS):
        editor.run("docsLsp.preview.start")
        editor.until(lambda: editor.evaluate(STATUS))
    return editor


def test_the_lens_starts_the_preview_and_its_page_opens(previewing: Window) -> None:
    def pages() -> object:
        (status,) = previewing.evaluate(STATUS)
        return status["pages"]

    previewing.until(lambda: pages() == {"indexed": 7, "leftOut": 3})
    lenses = previewing.page.locator(".codelens-decoration")
    lenses.filter(has_text="8 pages, 3 not indexed").first.wait_for()
    (status,) = previewing.evaluate(STATUS)
    with urlopen(f"{status['url']}/", timeout=10) as answer:
        assert answer.status == 200

    with previewing.page.context.expect_page() as opened:
        previewing.run("docsLsp.preview.open")
    page = opened.value
    page.locator('#views a[href="#pages"]').click()
    page.get_by_text("first/lamp", exact=False).first.wait_for()
    page.close()


def test_the_status_bar_tells_of_findings_and_pages(previewing: Window) -> None:
    item = previewing.page.locator("#docs-lsp\\.docs-lsp\\.docsLsp\\.status")
    previewing.until(lambda: re.fullmatch(r"\s*docs-lsp\s+1\s+0\s+7\s*", item.inner_text()))

    menu = previewing.page.locator(".quick-input-list .monaco-list-row")
    previewing.bring_about(item.click, menu.filter(has_text="Stop MCP Preview").first.is_visible)
    assert menu.filter(has_text=re.compile(r"^\s*Start MCP Preview")).count() == 0
    (status,) = previewing.evaluate(STATUS)
    field = previewing.page.locator(".quick-input-box input")
    assert (
        field.get_attribute("placeholder") == f"docs-lsp: MCP preview is running at {status['mcp']}"
    )
    previewing.picture("menu")
    previewing.page.keyboard.press("Escape")


def _shown(window: Window, part: str) -> FrameLocator:
    """A part of the page of the preview, in its frame in a frame."""
    outer = window.page.frame_locator("iframe.webview").frame_locator("#active-frame")
    page = outer.frame_locator("iframe")
    page.locator(f'#views a[href="#{part}"]').click()
    return page


def test_the_lens_knows_that_the_preview_runs_and_shows_it_beside_the_text(
    previewing: Window,
) -> None:
    lenses = previewing.page.locator(".codelens-decoration a")
    lenses.filter(has_text="stop").first.wait_for()
    assert lenses.filter(has_text="Preview MCP server").count() == 0
    page = previewing.page.locator(".tab", has_text="MCP preview: lighthouse").first
    previewing.bring_about(
        lenses.filter(has_text="MCP preview is running: open").first.click, page.is_visible
    )
    _shown(previewing, "pages").locator("#pages").get_by_text("Light the lamp").first.wait_for()
    previewing.picture("preview")


def test_the_page_names_an_address_that_answers(previewing: Window) -> None:
    """It is shown as a folder of another host, whose root is not the preview."""
    previewing.run("docsLsp.preview.show")
    page = _shown(previewing, "connect")
    field = page.locator("#url")
    previewing.until(lambda: field.input_value())
    asked = Request(
        field.input_value(),
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"},
    )
    with urlopen(asked, timeout=10) as answer:
        assert "search_lighthouse" in answer.read().decode()

    settings = page.locator("#clients pre")
    title = page.get_by_text("Settings for clients")
    previewing.bring_about(title.click, settings.first.is_visible)
    assert all(field.input_value() in one for one in settings.all_inner_texts())


def test_a_link_of_the_page_opens_the_file_beside_it(previewing: Window) -> None:
    previewing.run("docsLsp.preview.show")
    page = _shown(previewing, "pages")
    page.get_by_label("Find", exact=True).fill("old-lamp")
    link = page.locator("#rows tr", has_text="old-lamp").locator("td:last-child a").first
    tab = previewing.page.locator('.tab.active[data-resource-name="old-lamp.mdx"]')
    previewing.bring_about(link.click, tab.is_visible)
    front = "return vscode.window.activeTextEditor?.viewColumn"
    previewing.until(lambda: previewing.evaluate(front) == 1)
    previewing.picture("preview-file")

    previewing.run("docsLsp.preview.show")
    previewing.until(lambda: page.get_by_label("Find", exact=True).input_value() == "")
    _shown(previewing, "pages").locator("#pages").get_by_text("Light the lamp").first.wait_for()


def test_what_is_typed_reaches_the_preview(previewing: Window) -> None:
    previewing.open("welcome.mdx", 6, 1)
    previewing.page.keyboard.type("Zanzibar ")
    previewing.until(lambda: "Zanzibar" in previewing.wait_for_text())
    (status,) = previewing.evaluate(STATUS)

    def page() -> str:
        with urlopen(f"{status['url']}/welcome.md", timeout=10) as answer:
            return str(answer.read().decode())

    previewing.until(lambda: "Zanzibar" in page())


def test_the_address_goes_to_the_clipboard(previewing: Window) -> None:
    (status,) = previewing.evaluate(STATUS)
    previewing.run("docsLsp.preview.copyUrl")

    read = "return vscode.env.clipboard.readText()"
    previewing.until(lambda: previewing.evaluate(read) == status["mcp"])


def test_the_button_of_the_message_copies_the_address_too(previewing: Window) -> None:
    (status,) = previewing.evaluate(STATUS)
    previewing.evaluate("await vscode.env.clipboard.writeText('before')")
    previewing.start("docsLsp.preview.start")
    previewing.press_button("Copy URL")

    read = "return vscode.env.clipboard.readText()"
    previewing.until(lambda: previewing.evaluate(read) == status["mcp"])


def test_the_editor_is_connected_and_what_is_there_stays(previewing: Window) -> None:
    file = previewing.server.workspace / ".vscode/mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        '{\n  // ours\n  "servers": { "other": { "url": "http://127.0.0.1:1/mcp" } }\n}\n'
    )
    (status,) = previewing.evaluate(STATUS)

    previewing.start("docsLsp.preview.connect")
    previewing.until(lambda: status["mcp"] in file.read_text("utf-8"))

    text = file.read_text("utf-8")
    assert "// ours" in text
    servers = json.loads(text.replace("// ours", ""))["servers"]
    assert servers["lighthouse-preview"] == {"type": "http", "url": status["mcp"]}
    assert servers["other"] == {"url": "http://127.0.0.1:1/mcp"}
    previewing.told("Always use port")


def test_a_list_of_servers_that_is_broken_is_told_and_left_alone(previewing: Window) -> None:
    file = previewing.server.workspace / ".vscode/mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text('{ "servers": [] }\n')

    previewing.run("docsLsp.preview.connect")
    previewing.told("is not valid JSON, or its `servers` is not an object")

    assert file.read_text("utf-8") == '{ "servers": [] }\n'


def test_its_page_follows_when_it_ends_and_begins_again(previewing: Window) -> None:
    previewing.run("docsLsp.preview.show")
    frame = previewing.page.frame_locator("iframe.webview").frame_locator("#active-frame")
    _shown(previewing, "pages").locator("#pages").get_by_text("Light the lamp").first.wait_for()

    previewing.run("docsLsp.preview.stop")
    frame.get_by_text("The preview has stopped.").wait_for()
    frame.get_by_text("Restart it").click()

    _shown(previewing, "pages").locator("#pages").get_by_text("Light the lamp").first.wait_for()


def test_it_is_told_which_pages_are_indexed(previewing: Window) -> None:
    previewing.run("docsLsp.preview.report")

    previewing.page.locator(".tab.active", has_text="Pages of lighthouse").wait_for()
    previewing.until(lambda: "watch/old-lamp" in previewing.wait_for_text())


def test_it_is_stopped(previewing: Window) -> None:
    previewing.run("docsLsp.preview.stop")

    previewing.until(lambda: previewing.evaluate(STATUS) == [])
