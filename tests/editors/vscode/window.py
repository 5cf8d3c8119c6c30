"""A window of VS Code in a real browser: what a writer sees in it, and does."""

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
from playwright.sync_api import Error as BrowserFault
from playwright.sync_api import TimeoutError as TimedOut

from tests.editors.vscode.code_server import CodeServer

SLOW = 90.0
"""Seconds that anything may take on a machine that has much else to do."""
AGAIN = 10.0
"""Seconds after which somebody does once more what has led to nothing."""
SIZE = (1200, 760)
PICTURES = Path(os.environ.get("PICTURES") or tempfile.mkdtemp(prefix="docs-lsp-pictures-"))
"""Where pictures go. The READMEs show those that lie in `editors/vscode/images`."""
_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
)
_LOCAL = re.compile(r"(https?|wss?)://(127\.0\.0\.1|localhost|[\w.-]+\.localhost)(:\d+)?/")
_SHOW = """
    const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, given.name);
    const place = new vscode.Position(given.line - 1, given.column - 1);
    const selection = new vscode.Selection(place, place);
    await vscode.window.showTextDocument(uri, { preview: false, selection });
"""


class NeverCame(AssertionError):
    """What was waited for."""


class Window:
    """One window. Whatever it shows, it shows within `SLOW`, or the test fails."""

    page: Page
    """What is to be seen; another one each time the window is entered."""

    def __init__(self, playwright: Playwright, server: CodeServer) -> None:
        """Look at a server's workspace, once the window is entered."""
        self.server = server
        self.refused: list[str] = []
        self._playwright = playwright
        self._browser: Browser | None = None
        self._patience = SLOW

    # The window itself

    def enter(self) -> None:
        """Open it in a browser of its own, which reaches this machine alone."""
        self.leave()
        self.server.forget_windows()
        browser = self._playwright.chromium.launch(
            executable_path=shutil.which("chromium"), headless=True, args=_FLAGS
        )
        self._browser = browser
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        context.set_default_timeout(SLOW * 1000)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.route(re.compile("^(http|ws)"), self._only_here)
        self.page = context.new_page()
        self.page.goto(f"{self.server.url}/?folder={self.server.workspace}")
        self.page.locator(".monaco-workbench").wait_for()
        self.page.locator(".explorer-folders-view .monaco-list-row").first.wait_for()
        self.until(self.server.asked)

    def leave(self) -> None:
        """Close it, whatever state it is in."""
        browser, self._browser = self._browser, None
        for context in browser.contexts if browser else ():
            for page in context.pages:
                with suppress(BrowserFault):
                    page.close()  # It says so, and what runs for it on the server ends at once.
        if browser:
            with suppress(BrowserFault):
                browser.close()

    def _only_here(self, route: Route) -> None:
        if _LOCAL.match(route.request.url):
            route.continue_()
        else:
            self.refused.append(route.request.url)
            route.abort()

    # Time

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """In the block, whatever is waited for comes within so many seconds, or it fails."""
        before, self._patience = self._patience, min(seconds, self._patience)
        self.page.set_default_timeout(self._patience * 1000)
        try:
            yield
        finally:
            self._patience = before
            self.page.set_default_timeout(before * 1000)

    def comes(self, holds: Callable[[], object], seconds: float) -> bool:
        """Whether something comes to hold within so many seconds."""
        end = time.monotonic() + seconds
        while True:
            with suppress(TimedOut):  # What is looked at may go away just then.
                if holds():
                    return True
            if time.monotonic() > end:
                return False
            self.page.wait_for_timeout(100)

    def until(self, holds: Callable[[], object], seconds: float = 0) -> None:
        """Wait until something holds, which may take longer than usual."""
        if not self.comes(holds, max(seconds, self._patience)):
            raise NeverCame("it never came true")

    def bring_about(self, act: Callable[[], object], holds: Callable[[], object]) -> None:
        """Do something until it has led to what is wanted. What is just being drawn anew does not
        hear a click, and may be taken away as soon as it has come: then a writer tries again."""
        end = time.monotonic() + self._patience
        while True:
            with suppress(BrowserFault, OSError, NeverCame), self.within(AGAIN):
                act()
            if self.comes(holds, min(AGAIN, self._patience)):
                return
            if time.monotonic() > end:
                raise NeverCame("it never came about")

    # What VS Code says

    def evaluate(self, script: str, **given: Any) -> Any:
        """What a piece of JavaScript gives inside the editor."""
        return self.server.evaluate(script, self._patience, **given)

    def wait_for_text(self) -> str:
        """The text in front of the writer; empty where there is none."""
        return str(self.evaluate("return vscode.window.activeTextEditor?.document.getText() ?? ''"))

    def findings(self) -> list[tuple[str, str, str, int]]:
        """What is told of each file: its name, who tells it, the code, the line counted from 1."""
        found = self.evaluate(
            """
            return vscode.languages.getDiagnostics().flatMap(([uri, all]) => all.map((one) => [
              uri.path.split('/').at(-1), one.source, String(one.code?.value ?? one.code),
              one.range.start.line + 1,
            ]));
            """
        )
        return [(name, source, code, line) for name, source, code, line in found]

    def codes(self) -> set[str]:
        """The rules of all our findings."""
        return {code for _, source, code, _ in self.findings() if source == "docs-lsp"}

    # What a writer does

    def open(self, name: str, line: int = 1, column: int = 1) -> None:
        """Show a file with the cursor at a place, counted from 1, and be ready to type there."""
        place = {"name": name, "line": line, "column": column}
        page = self.page
        tab = page.locator(f'.tab.active[data-resource-name="{Path(name).name}"]').first
        text = page.locator(".editor-instance .monaco-editor.focused .view-line").first
        cursor = page.locator("#status\\.editor\\.selection", has_text=f"Ln {line}, Col {column}")
        self.bring_about(
            lambda: self.evaluate(_SHOW, **place),
            lambda: all(one.is_visible() for one in (tab, text, cursor)),
        )

    def run(self, command: str, *arguments: Any) -> None:
        """Run a command to its end."""
        self._run("await", command, *arguments)

    def start(self, command: str, *arguments: Any) -> None:
        """Begin a command that waits for the writer."""
        self._run("void", command, *arguments)

    def _run(self, how: str, command: str, *arguments: Any) -> None:
        self.evaluate(
            f"{how} vscode.commands.executeCommand(given.command, ...given.arguments)",
            command=command,
            arguments=list(arguments),
        )

    def undo_all(self) -> None:
        """Forget what has not been saved."""
        self.evaluate(
            """
            for (const one of vscode.workspace.textDocuments.filter((each) => each.isDirty)) {
              await vscode.window.showTextDocument(one);
              const command = one.isUntitled ? 'revertAndCloseActiveEditor' : 'files.revert';
              await vscode.commands.executeCommand(`workbench.action.${command}`);
            }
            """
        )

    def press_button(self, title: str) -> None:
        """Press a button of a notification or of a question."""
        button = self.page.locator(".monaco-button:visible", has_text=title).first
        self._find_among_notifications(button)
        button.click()

    def told(self, text: str) -> None:
        """Wait for a notification."""
        self._find_among_notifications(self.notification(text))

    def notification(self, text: str) -> Locator:
        """A notification, as long as it is shown."""
        return self.page.locator(".notification-list-item-message", has_text=text).first

    def _find_among_notifications(self, wanted: Locator) -> None:
        """Wait for what a notification holds. It goes away after some seconds, and then a writer
        looks for it behind the bell."""
        if not self.comes(wanted.is_visible, min(AGAIN, self._patience)):
            self.bring_about(lambda: self.run("notifications.showList"), wanted.is_visible)

    def bring_up(self, keys: str, widget: Locator) -> None:
        """Press keys until they have brought something up."""

        def press() -> None:
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(keys)

        self.bring_about(press, widget.first.is_visible)

    def hover(self, text: str, words: str) -> Locator:
        """Rest the pointer on a text in front until a hover with some words comes up."""
        hover = self.page.locator(".monaco-hover:not(.hidden)", has_text=words).first

        def point() -> None:
            self.page.mouse.move(SIZE[0] - 5, SIZE[1] / 2)
            self.word(text).hover()

        self.bring_about(point, hover.is_visible)
        return hover

    def word(self, text: str) -> Locator:
        """A text in the editor in front."""
        return self.page.locator(".editor-instance .view-line span", has_text=text).last

    def row(self, text: str) -> Locator:
        """A row of the tree view, by its title."""
        rows = self.page.locator(".pane:has([aria-label^='Docs navigation']) .monaco-list-row")
        return rows.filter(has=self.page.get_by_text(text, exact=True)).first

    def show_tree(self) -> None:
        """Show the tree view, with all groups open."""
        self.run("docsLsp.navigation.focus")
        for title in ("First steps", "Keeping watch"):
            self.unfold(title)

    def unfold(self, title: str) -> None:
        """Open a group of the tree view, unless it is open."""
        row = self.row(title)
        row.wait_for()

        def is_open() -> bool:
            return row.get_attribute("aria-expanded") == "true"

        if not is_open():
            self.bring_about(row.locator(".monaco-tl-twistie").click, is_open)

    def drag(self, row: Locator, onto: Locator) -> None:
        """Drag a row of the tree view. It is selected first: if it is one of several that are
        selected, VS Code drags all of them."""
        row.click()
        try:
            row.drag_to(onto)
        finally:  # A button that stays pressed would spoil the next try.
            self.page.mouse.up()

    def picture(self, name: str, clip: FloatRect | None = None) -> None:
        """Take a picture of the window, or of a part of it, into the folder of `PICTURES`."""
        self.page.screenshot(path=PICTURES / f"{name.replace('/', '-')}.png", clip=clip)


@contextmanager
def window(server: CodeServer, playwright: Playwright) -> Iterator[Window]:
    """A window onto a server's workspace, which is to be entered; it is closed in the end."""
    made = Window(playwright, server)
    try:
        yield made
    finally:
        made.leave()
