"""A window of VS Code in a real browser: what a writer sees in it, and does."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, Route, sync_playwright
from playwright.sync_api import TimeoutError as TimedOut

from tests.editors.vscode.code_server import CodeServer

SLOW = 90_000
"""Milliseconds that anything may take on a machine that has much else to do."""
SIZE = (1200, 760)
PICTURES = Path(os.environ.get("PICTURES") or tempfile.mkdtemp(prefix="docs-lsp-pictures-"))
"""Where pictures go. The READMEs show those that lie in `editors/vscode/images`."""
_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
)
_LOCAL = re.compile(r"(https?|wss?)://(127\.0\.0\.1|localhost|[\w.-]+\.localhost)(:\d+)?/")


class Window:
    """One window. Whatever it shows, it shows within `SLOW`, or the test fails."""

    def __init__(self, page: Page, server: CodeServer) -> None:
        """Look at a page that shows the server's workspace."""
        self.page = page
        self.server = server
        self.refused: list[str] = []

    def evaluate(self, script: str, **given: Any) -> Any:
        """What a piece of JavaScript gives inside the editor."""
        return self.server.evaluate(script, **given)

    def open(self, name: str, line: int = 1, column: int = 1) -> None:
        """Show a file as it is on the disk, with the cursor at a place, counted from 1."""
        self.evaluate(
            """
            const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, given.name);
            const place = new vscode.Position(given.line - 1, given.column - 1);
            const editor = await vscode.window.showTextDocument(uri, { preview: false });
            editor.selection = new vscode.Selection(place, place);
            editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
            """,
            name=name,
            line=line,
            column=column,
        )
        self.page.locator(f'.tab.active[data-resource-name="{Path(name).name}"]').wait_for()
        self.page.locator(".editor-instance .view-line").first.wait_for()

    def text(self) -> str:
        """The text in front of the writer."""
        return str(self.evaluate("return vscode.window.activeTextEditor.document.getText()"))

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

    def undo_all(self) -> None:
        """Forget what has not been saved, and what pops up."""
        self.page.keyboard.press("Escape")
        self.evaluate(
            """
            for (const one of vscode.workspace.textDocuments.filter((each) => each.isDirty)) {
              await vscode.window.showTextDocument(one);
              const command = one.isUntitled ? 'revertAndCloseActiveEditor' : 'files.revert';
              await vscode.commands.executeCommand(`workbench.action.${command}`);
            }
            await vscode.commands.executeCommand('notifications.clearAll');
            """
        )

    def run(self, command: str, *arguments: Any) -> None:
        """Begin a command, which may wait for the writer."""
        self.evaluate(
            "void vscode.commands.executeCommand(given.command, ...given.arguments)",
            command=command,
            arguments=list(arguments),
        )

    def press_button(self, title: str) -> None:
        """Press a button of a notification or of a question."""
        button = self.page.locator(".monaco-button:visible", has_text=title)
        button.first.wait_for()
        button.first.click()

    def bring_up(self, keys: str, widget: Locator) -> None:
        """Press keys until they have brought something up. What is just being loaded or changed
        may take it away again, and then a writer presses once more."""
        for _ in range(SLOW // 10_000):
            self.page.keyboard.press(keys)
            with suppress(TimedOut):
                widget.wait_for(timeout=10_000)
                return
            self.page.keyboard.press("Escape")
        raise AssertionError(f"{keys} brings up nothing")

    def word(self, text: str) -> Locator:
        """A text in the editor in front."""
        return self.page.locator(".editor-instance .view-line span", has_text=text).last

    def told(self, text: str) -> None:
        """Wait for a notification."""
        self.page.locator(".notification-list-item-message", has_text=text).first.wait_for()

    def row(self, text: str) -> Locator:
        """A row of the tree view, by its title."""
        rows = self.page.locator(".pane:has([aria-label^='Docs navigation']) .monaco-list-row")
        return rows.filter(has=self.page.get_by_text(text, exact=True)).first

    def show_tree(self) -> None:
        """Show the tree view, with all groups open."""
        self.run("docsLsp.navigation.focus")
        for title in ("First steps", "Keeping watch"):
            row = self.row(title)
            row.wait_for()
            if row.get_attribute("aria-expanded") == "false":
                row.locator(".monaco-tl-twistie").click()

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds."""
        for _ in range(SLOW // 250):
            if holds():
                return
            self.page.wait_for_timeout(250)
        raise AssertionError("it never came true")

    def picture(self, name: str, clip: FloatRect | None = None) -> None:
        """Take a picture of the window, or of a part of it, into the folder of `PICTURES`."""
        self.page.screenshot(path=PICTURES / f"{name}.png", clip=clip)


@contextmanager
def window(server: CodeServer) -> Iterator[Window]:
    """Open a window onto a server's workspace. It reaches this machine alone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), headless=True, args=_FLAGS
        )
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        context.set_default_timeout(SLOW)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        made = Window(page, server)
        context.route(re.compile("^(http|ws)"), lambda route: _only_here(route, made))
        page.goto(f"{server.url}/?folder={server.workspace}")
        page.locator(".monaco-workbench").wait_for()
        page.locator(".explorer-folders-view .monaco-list-row").first.wait_for()
        while not server.socket.exists():
            page.wait_for_timeout(200)
        yield made
        browser.close()


def _only_here(route: Route, made: Window) -> None:
    if _LOCAL.match(route.request.url):
        route.continue_()
    else:
        made.refused.append(route.request.url)
        route.abort()
