"""Brings the window that all tests share to where each of them begins, whatever the one before has
left behind: editors, questions, notifications, files.

Where that cannot be done in a while, the window is opened anew, and where that fails, VS Code is
started anew. This mends what tests run in; it never asks again what a test asks.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error as BrowserFault

from tests.editors.vscode.code_server import OURS
from tests.editors.vscode.window import Window

SOON = 30.0
"""Seconds after which a window that is not as it was at first is given up."""
SITE = OURS / "site"
FOUND = ("docs.json", "docs-lsp", "missing-page", 17)
"""What is wrong with the site."""
_LOST = (BrowserFault, AssertionError, OSError)
_IS_LEFT_TO_US = "return vscode.workspace.getConfiguration('json').get('schemas').length > 0"
_LEAVE_TO_US = """
    await vscode.workspace.getConfiguration('json').update('schemas', [given.schema], true)
"""
SCHEMA = {"fileMatch": [], "url": "https://mintlify.com/docs.json", "schema": {}}
"""Leaves docs.json to us, as the extension offers it."""
_TIDY = """
    const run = (name) => vscode.commands.executeCommand(name);
    for (const name of ['action.closeQuickOpen', 'action.closePanel', 'view.explorer']) {
      await run(`workbench.${name}`);
    }
    await run('notifications.hideList');
    await run('notifications.clearAll');
    const docs = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'docs.json');
    const isDocs = (uri) => uri?.toString() === docs.toString();
    const dirty = vscode.workspace.textDocuments.filter((one) => one.isDirty && !isDocs(one.uri));
    for (const one of dirty) {
      await vscode.window.showTextDocument(one);
      await run('workbench.action.revertAndCloseActiveEditor');
    }
    const { document } = await vscode.window.showTextDocument(docs, { viewColumn: 1 });
    if (document.isDirty || document.getText() !== given.text) {
      await run('workbench.action.files.revert');
    }
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const stays = (tab) => tab.group.viewColumn === 1 && isDocs(tab.input?.uri);
    await vscode.window.tabGroups.close(tabs.filter((tab) => !stays(tab)));
"""


def settle(opened: Window, say: Callable[[str], object]) -> None:
    """Have docs.json in front as it was at first, and nothing else; `say` tells of what had to be
    mended for that."""
    try:
        with opened.within(SOON):
            _begin(opened)
    except _LOST as fault:
        say(f"The window cannot be brought to where tests begin, so it is opened anew: {fault}")
        start(opened, say)


def start(opened: Window, say: Callable[[str], object]) -> None:
    """Open the window, and bring it to where tests begin."""
    try:
        _enter(opened)
    except _LOST as fault:
        say(f"The window cannot be opened, so VS Code is started anew: {fault}")
        opened.leave()
        opened.server.stop()
        opened.server.start()
        _enter(opened)


def _enter(opened: Window) -> None:
    opened.leave()
    opened.server.forget_settings()
    opened.enter()
    opened.open("docs.json")
    if opened.server.is_new:  # It is offered once on each machine.
        opened.press_button("Use docs-lsp Only")
        opened.server.is_new = False
    else:
        opened.evaluate(_LEAVE_TO_US, schema=SCHEMA)
    opened.until(lambda: opened.evaluate(_IS_LEFT_TO_US))
    _begin(opened)


def _begin(opened: Window) -> None:
    _restore(opened.server.workspace)
    text = (SITE / "docs.json").read_text("utf-8")
    opened.bring_about(lambda: _tidy(opened, text), lambda: _is_tidy(opened, text))
    opened.open("docs.json")
    opened.until(lambda: FOUND in opened.findings())


def _restore(workspace: Path) -> None:
    """Put the site right on the disk. VS Code is not told, and notices in its own time."""
    for path in sorted(workspace.rglob("*"), reverse=True):
        if not (SITE / path.relative_to(workspace)).exists():
            path.rmdir() if path.is_dir() else path.unlink()
    for path in filter(Path.is_file, SITE.rglob("*")):
        copy = workspace / path.relative_to(SITE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            shutil.copy(path, copy)


def _tidy(opened: Window, text: str) -> None:
    # Whatever asks for an answer gets none.
    opened.page.keyboard.press("Escape")
    with suppress(AssertionError):
        opened.evaluate(_TIDY, text=text)


def _is_tidy(opened: Window, text: str) -> bool:
    asking = opened.page.locator(".monaco-dialog-box:visible, .quick-input-widget:visible")
    tabs = opened.page.locator(".tabs-container .tab")
    return asking.count() == 0 and tabs.count() == 1 and opened.wait_for_text() == text
