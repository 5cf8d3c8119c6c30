"""Drives a window of VS Code in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    FloatRect,
    Locator,
    Page,
    Playwright,
    Route,
)
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as BrowserTimeout

from tests.editors.vscode.code_server import CodeServer

TIMEOUT = 90.0
"""Default timeout in seconds, long enough for a busy machine."""
RETRY_AFTER = 10.0
"""Seconds after which an action without effect is repeated."""
SIZE = (1200, 760)
SCREENSHOTS = Path(os.environ.get("PICTURES") or tempfile.mkdtemp(prefix="docs-lsp-pictures-"))
"""Folder of screenshots. The READMEs show those in `editors/vscode/images`."""
_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
)
_LOCAL = re.compile(r"(https?|wss?)://(127\.0\.0\.1|localhost|[\w.-]+\.localhost)(:\d+)?/")
_SHOW = """
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, given.name);
    const position = new vscode.Position(given.line - 1, given.column - 1);
    const selection = new vscode.Selection(position, position);
    await vscode.window.showTextDocument(uri, { preview: false, selection });
"""


class WaitTimeout(AssertionError):
    """A condition did not become true in time."""


class Window:
    """A window of VS Code. Every wait that exceeds the timeout fails the test."""

    page: Page
    """The browser page; a new one for each launch."""

    def __init__(self, playwright: Playwright, server: CodeServer) -> None:
        """Prepare a window for a server's workspace; `launch` opens it."""
        self.server = server
        self.blocked_urls: list[str] = []
        self._playwright = playwright
        self._browser: Browser | None = None
        self._timeout = TIMEOUT

    # The window itself

    def launch(self) -> None:
        """Open the window in a new browser, which can reach only this machine."""
        self.close()
        self.server.forget_sockets()
        browser = self._playwright.chromium.launch(
            executable_path=shutil.which("chromium"), headless=True, args=_FLAGS
        )
        self._browser = browser
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        context.set_default_timeout(TIMEOUT * 1000)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.route(re.compile("^(http|ws)"), self._block_external)
        self.page = context.new_page()
        self.page.goto(f"{self.server.url}/?folder={self.server.workspace}")
        self.page.locator(".monaco-workbench").wait_for()
        self.page.locator(".explorer-folders-view .monaco-list-row").first.wait_for()
        self.wait_until(self.server.find_socket)

    def close(self) -> None:
        """Close the window, whatever state it is in."""
        browser, self._browser = self._browser, None
        for context in browser.contexts if browser else ():
            for page in context.pages:
                with suppress(BrowserError):
                    page.close()  # Lets the server end the window's processes at once.
        if browser:
            with suppress(BrowserError):
                browser.close()

    def _block_external(self, route: Route) -> None:
        if _LOCAL.match(route.request.url):
            route.continue_()
        else:
            self.blocked_urls.append(route.request.url)
            route.abort()

    # Time

    @contextmanager
    def time_limit(self, seconds: float) -> Iterator[None]:
        """Limit the timeout of all waits in the block."""
        before, self._timeout = self._timeout, min(seconds, self._timeout)
        self.page.set_default_timeout(self._timeout * 1000)
        try:
            yield
        finally:
            self._timeout = before
            self.page.set_default_timeout(before * 1000)

    def becomes_true(self, condition: Callable[[], object], seconds: float) -> bool:
        """Poll a condition. Return whether it becomes true in time."""
        end = time.monotonic() + seconds
        while True:
            with suppress(BrowserTimeout):  # The element may disappear meanwhile.
                if condition():
                    return True
            if time.monotonic() > end:
                return False
            self.page.wait_for_timeout(100)

    def wait_until(self, condition: Callable[[], object], seconds: float = 0) -> None:
        """Wait until a condition is true. `seconds` extends the timeout."""
        if not self.becomes_true(condition, max(seconds, self._timeout)):
            raise WaitTimeout("the condition did not become true")

    def retry_until(self, action: Callable[[], object], condition: Callable[[], object]) -> None:
        """Repeat an action until a condition is true. Elements that are being rendered may ignore a
        click or disappear again."""
        end = time.monotonic() + self._timeout
        while True:
            with suppress(BrowserError, OSError, WaitTimeout), self.time_limit(RETRY_AFTER):
                action()
            if self.becomes_true(condition, min(RETRY_AFTER, self._timeout)):
                return
            if time.monotonic() > end:
                raise WaitTimeout("the action did not have the expected effect")

    # State

    def evaluate(self, script: str, **given: Any) -> Any:
        """Evaluate JavaScript in the extension host, with `vscode` and `given`."""
        return self.server.evaluate(script, self._timeout, **given)

    def get_text(self) -> str:
        """Return the text of the active editor; empty if there is none."""
        return str(self.evaluate("return vscode.window.activeTextEditor?.document.getText() ?? ''"))

    def list_findings(self) -> list[tuple[str, str, str, int]]:
        """List the diagnostics as file name, source, code and line, counted from 1."""
        diagnostics = self.evaluate(
            """
            return vscode.languages.getDiagnostics().flatMap(([uri, all]) => all.map((each) => [
              uri.path.split('/').at(-1), each.source, String(each.code?.value ?? each.code),
              each.range.start.line + 1,
            ]));
            """
        )
        return [(name, source, code, line) for name, source, code, line in diagnostics]

    def list_rules(self) -> set[str]:
        """Return the rules of all docs-lsp findings."""
        return {code for _, source, code, _ in self.list_findings() if source == "docs-lsp"}

    # Actions

    def open_file(self, name: str, line: int = 1, column: int = 1) -> None:
        """Open a file with the cursor at a position, counted from 1, and focus the editor."""
        target = {"name": name, "line": line, "column": column}
        page = self.page
        tab = page.locator(f'.tab.active[data-resource-name="{Path(name).name}"]').first
        text = page.locator(".editor-instance .monaco-editor.focused .view-line").first
        cursor = page.locator("#status\\.editor\\.selection", has_text=f"Ln {line}, Col {column}")
        self.retry_until(
            lambda: self.evaluate(_SHOW, **target),
            lambda: all(locator.is_visible() for locator in (tab, text, cursor)),
        )

    def run_command(self, command: str, *arguments: Any) -> None:
        """Run a command to completion."""
        self._execute("await", command, *arguments)

    def start_command(self, command: str, *arguments: Any) -> None:
        """Start a command that waits for user input."""
        self._execute("void", command, *arguments)

    def _execute(self, how: str, command: str, *arguments: Any) -> None:
        self.evaluate(
            f"{how} vscode.commands.executeCommand(given.command, ...given.arguments)",
            command=command,
            arguments=list(arguments),
        )

    def revert_all(self) -> None:
        """Revert all unsaved changes."""
        self.evaluate(
            """
            for (const document of vscode.workspace.textDocuments.filter((each) => each.isDirty)) {
              await vscode.window.showTextDocument(document);
              const command = document.isUntitled ? 'revertAndCloseActiveEditor' : 'files.revert';
              await vscode.commands.executeCommand(`workbench.action.${command}`);
            }
            """
        )

    def press_button(self, title: str) -> None:
        """Press a button of a notification or a dialog."""
        button = self.page.locator(".monaco-button:visible", has_text=title).first
        self._reveal_notification(button)
        button.click()

    def wait_for_notification(self, text: str) -> None:
        """Wait for a notification that contains a text."""
        self._reveal_notification(self.notification(text))

    def notification(self, text: str) -> Locator:
        """Return the locator of a notification."""
        return self.page.locator(".notification-list-item-message", has_text=text).first

    def _reveal_notification(self, element: Locator) -> None:
        """Wait for an element of a notification. If the notification is hidden already, open the
        notification center."""
        if not self.becomes_true(element.is_visible, min(RETRY_AFTER, self._timeout)):
            self.retry_until(lambda: self.run_command("notifications.showList"), element.is_visible)

    def press_until_visible(self, keys: str, widget: Locator) -> None:
        """Press keys until a widget is visible."""

        def press() -> None:
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(keys)

        self.retry_until(press, widget.first.is_visible)

    def hover(self, text: str, words: str) -> Locator:
        """Hover over a text of the active editor until a hover that contains some words appears."""
        hover = self.page.locator(".monaco-hover:not(.hidden)", has_text=words).first

        def point() -> None:
            self.page.mouse.move(SIZE[0] - 5, SIZE[1] / 2)
            self.editor_text(text).hover()

        self.retry_until(point, hover.is_visible)
        return hover

    def editor_text(self, text: str) -> Locator:
        """Return the locator of a text in the active editor."""
        return self.page.locator(".editor-instance .view-line span", has_text=text).last

    def tree_row(self, text: str) -> Locator:
        """Return the locator of a row of the tree view, by its title."""
        rows = self.page.locator(".pane:has([aria-label^='Docs navigation']) .monaco-list-row")
        return rows.filter(has=self.page.get_by_text(text, exact=True)).first

    def show_tree(self) -> None:
        """Show the tree view, with all groups expanded."""
        self.run_command("docsLsp.navigation.focus")
        for title in ("First steps", "Keeping watch"):
            self.expand_group(title)

    def expand_group(self, title: str) -> None:
        """Expand a group of the tree view."""
        row = self.tree_row(title)
        row.wait_for()

        def is_open() -> bool:
            return row.get_attribute("aria-expanded") == "true"

        if not is_open():
            self.retry_until(row.locator(".monaco-tl-twistie").click, is_open)

    def drag_row(self, row: Locator, onto: Locator) -> None:
        """Drag a row of the tree view. It is selected first: if it is one of several that are
        selected, VS Code drags all of them."""
        row.click()
        try:
            row.drag_to(onto)
        finally:  # A button that remains pressed would break the next attempt.
            self.page.mouse.up()

    def take_screenshot(self, name: str, clip: FloatRect | None = None) -> None:
        """Save a screenshot of the window, or of a part of it."""
        self.page.screenshot(path=SCREENSHOTS / f"{name.replace('/', '-')}.png", clip=clip)


@contextmanager
def open_window(server: CodeServer, playwright: Playwright) -> Iterator[Window]:
    """Prepare a window, and close it after the block."""
    window = Window(playwright, server)
    try:
        yield window
    finally:
        window.close()
