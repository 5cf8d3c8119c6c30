"""Starting and showing the preview in VS Code in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import FrameLocator

from tests.editors.vscode.reset import reset_window
from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

MCP = """{
  // ours
  "servers": { "other": { "url": "http://127.0.0.1:1/mcp" } }
}
"""
STATUS = "return vscode.commands.executeCommand('docsLsp.preview.status')"
INSTALL_TIMEOUT = 300.0
"""Maximum time to install the packages, in seconds."""


@pytest.fixture(scope="module")
def started_preview(shared_window: Window, print_notice: Callable[[str], None]) -> Window:
    """The window with a preview started by the lens, after its packages were installed."""
    reset_window(shared_window, print_notice)
    lens = shared_window.page.locator(".codelens-decoration a", has_text="Preview MCP server").first
    shared_window.retry_until(
        lens.click, shared_window.page.locator(".monaco-dialog-box").is_visible
    )
    shared_window.press_button("Download")
    shared_window.wait_until(lambda: shared_window.evaluate(STATUS), INSTALL_TIMEOUT)
    return shared_window


@pytest.fixture
def preview_window(started_preview: Window, editor: Window) -> Window:
    if not editor.evaluate(STATUS):
        editor.run_command("docsLsp.preview.start")
        editor.wait_until(lambda: editor.evaluate(STATUS))
    return editor


def test_the_lens_starts_the_preview_and_its_page_opens(preview_window: Window) -> None:
    def pages() -> object:
        (status,) = preview_window.evaluate(STATUS)
        return status["pages"]

    preview_window.wait_until(lambda: pages() == {"indexed": 7, "leftOut": 3})
    lenses = preview_window.page.locator(".codelens-decoration")
    lenses.filter(has_text="7 indexed, 3 excluded, 1 entry without a page").first.wait_for()
    (status,) = preview_window.evaluate(STATUS)
    with urlopen(f"{status['url']}/", timeout=10) as answer:
        assert answer.status == 200

    with preview_window.page.context.expect_page() as page_info:
        preview_window.run_command("docsLsp.preview.open")
    page = page_info.value
    page.locator('#views a[href="#pages"]').click()
    page.get_by_text("first/lamp", exact=False).first.wait_for()
    page.close()


def test_the_status_bar_shows_findings_and_pages(preview_window: Window) -> None:
    item = preview_window.page.locator("#docs-lsp\\.docs-lsp\\.docsLsp\\.status")
    preview_window.wait_until(
        lambda: re.fullmatch(r"\s*docs-lsp\s+1\s+0\s+7\s*", item.inner_text())
    )

    menu = preview_window.page.locator(".quick-input-list .monaco-list-row")
    preview_window.retry_until(
        item.click, menu.filter(has_text="Stop MCP Preview").first.is_visible
    )
    assert menu.filter(has_text=re.compile(r"^\s*Start MCP Preview")).count() == 0
    (status,) = preview_window.evaluate(STATUS)
    field = preview_window.page.locator(".quick-input-box input")
    assert (
        field.get_attribute("placeholder") == f"docs-lsp: MCP preview is running at {status['mcp']}"
    )
    preview_window.take_screenshot("menu")
    preview_window.page.keyboard.press("Escape")


def _open_section(window: Window, part: str) -> FrameLocator:
    """Open a section of the preview's page, which is in nested frames."""
    outer = window.page.frame_locator("iframe.webview").frame_locator("#active-frame")
    page = outer.frame_locator("iframe")
    page.locator(f'#views a[href="#{part}"]').click()
    return page


def test_the_lens_knows_that_the_preview_runs_and_shows_it_beside_the_text(
    preview_window: Window,
) -> None:
    lenses = preview_window.page.locator(".codelens-decoration a")
    lenses.filter(has_text="stop").first.wait_for()
    assert lenses.filter(has_text="Preview MCP server").count() == 0
    page = preview_window.page.locator(".tab", has_text="MCP preview: lighthouse").first
    preview_window.retry_until(
        lenses.filter(has_text="MCP preview is running: open").first.click, page.is_visible
    )
    _open_section(preview_window, "pages").locator("#pages").get_by_text(
        "Light the lamp"
    ).first.wait_for()
    preview_window.take_screenshot("preview")


def test_the_page_names_an_address_that_answers(preview_window: Window) -> None:
    """It is shown as a folder of another host, whose root is not the preview."""
    preview_window.run_command("docsLsp.preview.show")
    page = _open_section(preview_window, "connect")
    field = page.locator("#url")
    preview_window.wait_until(lambda: field.input_value())
    request = Request(
        field.input_value(),
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"},
    )
    with urlopen(request, timeout=10) as answer:
        assert "search_lighthouse" in answer.read().decode()

    settings = page.locator("#clients pre")
    title = page.get_by_text("Settings for clients")
    preview_window.retry_until(title.click, settings.first.is_visible)
    assert all(field.input_value() in text for text in settings.all_inner_texts())


def test_a_link_of_the_page_opens_the_file_beside_it(preview_window: Window) -> None:
    preview_window.run_command("docsLsp.preview.show")
    page = _open_section(preview_window, "pages")
    page.get_by_label("Find", exact=True).fill("old-lamp")
    link = page.locator("#rows tr", has_text="old-lamp").locator("td:last-child a").first
    tab = preview_window.page.locator('.tab.active[data-resource-name="old-lamp.mdx"]')
    preview_window.retry_until(link.click, tab.is_visible)
    front = "return vscode.window.activeTextEditor?.viewColumn"
    preview_window.wait_until(lambda: preview_window.evaluate(front) == 1)
    preview_window.take_screenshot("preview-file")

    preview_window.run_command("docsLsp.preview.show")
    preview_window.wait_until(lambda: page.get_by_label("Find", exact=True).input_value() == "")
    _open_section(preview_window, "pages").locator("#pages").get_by_text(
        "Light the lamp"
    ).first.wait_for()


def test_unsaved_text_reaches_the_preview(preview_window: Window) -> None:
    preview_window.open_file("welcome.mdx", 6, 1)
    preview_window.page.keyboard.type("Zanzibar ")
    preview_window.wait_until(lambda: "Zanzibar" in preview_window.get_text())
    (status,) = preview_window.evaluate(STATUS)

    def page() -> str:
        with urlopen(f"{status['url']}/welcome.md", timeout=10) as answer:
            return str(answer.read().decode())

    preview_window.wait_until(lambda: "Zanzibar" in page())


def test_the_address_goes_to_the_clipboard(preview_window: Window) -> None:
    (status,) = preview_window.evaluate(STATUS)
    preview_window.run_command("docsLsp.preview.copyUrl")

    read = "return vscode.env.clipboard.readText()"
    preview_window.wait_until(lambda: preview_window.evaluate(read) == status["mcp"])


def test_the_button_of_the_message_copies_the_address_too(preview_window: Window) -> None:
    (status,) = preview_window.evaluate(STATUS)
    preview_window.evaluate("await vscode.env.clipboard.writeText('before')")
    preview_window.start_command("docsLsp.preview.start")
    preview_window.press_button("Copy URL")

    read = "return vscode.env.clipboard.readText()"
    preview_window.wait_until(lambda: preview_window.evaluate(read) == status["mcp"])


def test_the_editor_is_connected_and_other_servers_are_preserved(preview_window: Window) -> None:
    file = preview_window.server.workspace / ".vscode/mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        '{\n  // ours\n  "servers": { "other": { "url": "http://127.0.0.1:1/mcp" } }\n}\n'
    )
    (status,) = preview_window.evaluate(STATUS)

    preview_window.start_command("docsLsp.preview.connect")
    preview_window.wait_until(lambda: status["mcp"] in file.read_text("utf-8"))

    text = file.read_text("utf-8")
    assert "// ours" in text
    servers = json.loads(text.replace("// ours", ""))["servers"]
    assert servers["lighthouse-preview"] == {"type": "http", "url": status["mcp"]}
    assert servers["other"] == {"url": "http://127.0.0.1:1/mcp"}
    preview_window.wait_for_notification("Always use port")


def test_an_invalid_list_of_servers_is_reported_and_not_changed(preview_window: Window) -> None:
    file = preview_window.server.workspace / ".vscode/mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text('{ "servers": [] }\n')

    preview_window.run_command("docsLsp.preview.connect")
    preview_window.wait_for_notification("is not valid JSON, or its `servers` is not an object")

    assert file.read_text("utf-8") == '{ "servers": [] }\n'


def test_the_page_follows_when_the_preview_stops_and_restarts(preview_window: Window) -> None:
    preview_window.run_command("docsLsp.preview.show")
    frame = preview_window.page.frame_locator("iframe.webview").frame_locator("#active-frame")
    _open_section(preview_window, "pages").locator("#pages").get_by_text(
        "Light the lamp"
    ).first.wait_for()

    preview_window.run_command("docsLsp.preview.stop")
    frame.get_by_text("The preview has stopped.").wait_for()
    frame.get_by_text("Restart it").click()

    _open_section(preview_window, "pages").locator("#pages").get_by_text(
        "Light the lamp"
    ).first.wait_for()


def test_indexed_pages_are_listed(preview_window: Window) -> None:
    preview_window.run_command("docsLsp.preview.report")

    preview_window.page.locator(".tab.active", has_text="Pages of lighthouse").wait_for()
    preview_window.wait_until(lambda: "watch/old-lamp" in preview_window.get_text())


def test_it_is_stopped(preview_window: Window) -> None:
    preview_window.run_command("docsLsp.preview.stop")

    preview_window.wait_until(lambda: preview_window.evaluate(STATUS) == [])
