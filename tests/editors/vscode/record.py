"""Records the messages of VS Code: `RECORD=1 python -m tests.editors.vscode.record`.

The other editors are recorded by their own tests. The tests of VS Code share one window, which
would make the recording too long.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.editors.real import copy_site, make_environment
from tests.editors.vscode.code_server import CodeServer, build_driver, build_extension
from tests.editors.vscode.window import Window, open_window

_SCRIPT = """
    const { document } = vscode.window.activeTextEditor;
    const at = (text) => document.positionAt(document.getText().indexOf(text) + 1);
    const run = (name, ...rest) => vscode.commands.executeCommand(name, document.uri, ...rest);
    await run('vscode.executeHoverProvider', at('start'));
    await run('vscode.executeDefinitionProvider', at('start'));
    await run('vscode.executeReferenceProvider', at('start'));
    // VS Code's own JSON support answers only after failing to fetch a schema.
    void run('vscode.executeCompletionItemProvider', at('gone'));
    await run('vscode.executeCodeActionProvider', new vscode.Range(at('nmae'), at('nmae')));
    await run('vscode.executeCodeLensProvider', 10);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, at('gone'), 'be');
    await vscode.workspace.applyEdit(edit);
    await run('vscode.executeHoverProvider', at('start'));
"""


def main() -> None:
    """Open the site, send typical requests, type, and close the window."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = make_environment("vscode", folder / "home")["PATH"]
        server = CodeServer(folder, copy_site(folder), path)
        server.install(build_extension(folder), build_driver(folder))
        server.machine_settings.parent.mkdir(parents=True, exist_ok=True)
        program = Path(path.split(":")[0]) / "docs-lsp"
        server.machine_settings.write_text(json.dumps({"docsLsp.path": str(program)}), "utf-8")
        with (
            server.serving(),
            sync_playwright() as playwright,
            open_window(server, playwright) as shared_window,
        ):
            shared_window.launch()
            _send_requests(shared_window)


def _send_requests(shared_window: Window) -> None:
    shared_window.open_file("docs.json")
    shared_window.wait_until(lambda: "missing-page" in shared_window.list_rules())
    shared_window.evaluate(_SCRIPT)
    shared_window.page.wait_for_timeout(1000)
    shared_window.revert_all()


if __name__ == "__main__":
    main()
