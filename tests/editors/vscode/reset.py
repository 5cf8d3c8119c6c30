"""Resets the shared window: closes editors, dialogs and notifications, and restores files.

If that fails, the window is reopened, and if that fails too, VS Code is restarted. Only the
environment is repaired; tests are never rerun.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error as BrowserError

from tests.editors.vscode.code_server import FOLDER
from tests.editors.vscode.window import Window

RESET_TIMEOUT = 30.0
"""Seconds after which a window that could not be reset is reopened."""
SITE = FOLDER / "site"
EXPECTED_FINDING = ("docs.json", "docs-lsp", "missing-page", 17)
"""The finding that the original site has."""
_FAILURES = (BrowserError, AssertionError, OSError)
_HAS_SCHEMA_SETTING = "return vscode.workspace.getConfiguration('json').get('schemas').length > 0"
_DISABLE_SCHEMA = """
    await vscode.workspace.getConfiguration('json').update('schemas', [given.schema], true)
"""
SCHEMA = {"fileMatch": [], "url": "https://mintlify.com/docs.json", "schema": {}}
"""Disables the schema of docs.json, as the extension offers to."""
_RESET_SCRIPT = """
    const run = (name) => vscode.commands.executeCommand(name);
    for (const name of ['action.closeQuickOpen', 'action.closePanel', 'view.explorer']) {
      await run(`workbench.${name}`);
    }
    await run('notifications.hideList');
    await run('notifications.clearAll');
    const docs = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'docs.json');
    const isDocs = (uri) => uri?.toString() === docs.toString();
    const isOther = ({ isDirty, uri }) => isDirty && !isDocs(uri);
    const dirty = vscode.workspace.textDocuments.filter(isOther);
    for (const document of dirty) {
      await vscode.window.showTextDocument(document);
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


def reset_window(window: Window, print_notice: Callable[[str], object]) -> None:
    """Reset the window and show only docs.json. `print_notice` reports failures."""
    try:
        with window.time_limit(RESET_TIMEOUT):
            _reset(window)
    except _FAILURES as error:
        print_notice(f"The window could not be reset and is reopened: {error}")
        relaunch(window, print_notice)


def relaunch(window: Window, print_notice: Callable[[str], object]) -> None:
    """Open the window, or restart VS Code if that fails, and reset it."""
    try:
        _launch(window)
    except _FAILURES as error:
        print_notice(f"The window could not be opened, so VS Code is restarted: {error}")
        window.close()
        window.server.stop()
        window.server.start()
        _launch(window)


def _launch(window: Window) -> None:
    window.close()
    window.server.reset_settings()
    window.launch()
    window.open_file("docs.json")
    if window.server.is_first_start:  # The offer is made once per machine.
        window.press_button("Use docs-lsp Only")
        window.server.is_first_start = False
    else:
        window.evaluate(_DISABLE_SCHEMA, schema=SCHEMA)
    window.wait_until(lambda: window.evaluate(_HAS_SCHEMA_SETTING))
    _reset(window)


def _reset(window: Window) -> None:
    text = (SITE / "docs.json").read_text("utf-8")
    window.retry_until(lambda: _reset_once(window, text), lambda: _is_reset(window, text))
    window.open_file("docs.json")
    window.wait_until(lambda: EXPECTED_FINDING in window.list_findings())


def _reset_once(window: Window, text: str) -> None:
    # VS Code may save what a test has changed after the files were restored.
    _restore_site(window.server.workspace)
    _reset_editors(window, text)


def _restore_site(workspace: Path) -> None:
    """Restore the files of the site. VS Code notices the changes by itself."""
    for path in sorted(workspace.rglob("*"), reverse=True):
        if not (SITE / path.relative_to(workspace)).exists():
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
    for path in filter(Path.is_file, SITE.rglob("*")):
        copy = workspace / path.relative_to(SITE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            shutil.copy(path, copy)


def _reset_editors(window: Window, text: str) -> None:
    # Dismiss dialogs.
    window.page.keyboard.press("Escape")
    with suppress(AssertionError):
        window.evaluate(_RESET_SCRIPT, text=text)


def _is_reset(window: Window, text: str) -> bool:
    dialogs = window.page.locator(".monaco-dialog-box:visible, .quick-input-widget:visible")
    tabs = window.page.locator(".tabs-container .tab")
    is_restored = (window.server.workspace / "docs.json").read_text("utf-8") == text
    is_shown = tabs.count() == 1 and window.get_text() == text
    return dialogs.count() == 0 and is_restored and is_shown
