"""A window of VS Code in a real browser: what a writer sees in it, and does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, sync_playwright

from tests.editors.vscode.code_server import CodeServer

SLOW = 90_000
"""Milliseconds that anything may take on a machine that has much else to do."""
SIZE = (1360, 860)
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

    def undo_all(self) -> None:
        """Forget what has not been saved."""
        self.page.keyboard.press("Escape")
        self.evaluate(
            "for (const one of vscode.workspace.textDocuments.filter((each) => each.isDirty)) {"
            "  await vscode.window.showTextDocument(one);"
            "  await vscode.commands.executeCommand('workbench.action.files.revert');"
            "}"
        )

    def run(self, command: str, *arguments: Any) -> None:
        """Begin a command, which may wait for the writer."""
        self.evaluate(
            "void vscode.commands.executeCommand(given.command, ...given.arguments)",
            command=command,
            arguments=list(arguments),
        )

    def click(self, locator: Locator) -> None:
        """Click on something once it is there."""
        locator.first.wait_for()
        locator.first.click()

    def until(self, script: str, **given: Any) -> Any:
        """What a script gives as soon as it gives something."""
        for _ in range(SLOW // 250):
            value = self.evaluate(script, **given)
            if value:
                return value
            self.page.wait_for_timeout(250)
        raise AssertionError(f"nothing came of: {script}")

    def picture(self, to: Path, clip: dict[str, float] | None = None) -> None:
        """Take a picture of the window, or of a part of it."""
        to.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=to, clip=clip)  # type: ignore[arg-type]  # a typed dict


@contextmanager
def window(server: CodeServer) -> Iterator[Window]:
    """Open a window onto a server's workspace. It reaches this machine alone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", headless=True, args=_FLAGS
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
