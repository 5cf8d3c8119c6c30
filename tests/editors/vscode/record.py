"""Records what VS Code says to the server: `RECORD=1 python -m tests.editors.vscode.record`.

The other editors are recorded by their own tests. Here all tests share one window, in which too
much is said for a short recording.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.editors.real import environment, site
from tests.editors.vscode.code_server import CodeServer, driver, our_extension
from tests.editors.vscode.window import Window, window

_SCRIPT = """
    const { document } = vscode.window.activeTextEditor;
    const at = (text) => document.positionAt(document.getText().indexOf(text) + 1);
    const run = (name, ...rest) => vscode.commands.executeCommand(name, document.uri, ...rest);
    await run('vscode.executeHoverProvider', at('start'));
    await run('vscode.executeDefinitionProvider', at('start'));
    await run('vscode.executeReferenceProvider', at('start'));
    // VS Code's own JSON support answers once it has given up on a schema from the network.
    void run('vscode.executeCompletionItemProvider', at('gone'));
    await run('vscode.executeCodeActionProvider', new vscode.Range(at('nmae'), at('nmae')));
    await run('vscode.executeCodeLensProvider', 10);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, at('gone'), 'be');
    await vscode.workspace.applyEdit(edit);
    await run('vscode.executeHoverProvider', at('start'));
"""


def main() -> None:
    """Open the site, ask for what an editor asks for, type, and leave."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = environment("vscode", folder / "home")["PATH"]
        server = CodeServer(folder, site(folder), path)
        server.install(our_extension(folder), driver(folder))
        server.machine_settings.parent.mkdir(parents=True, exist_ok=True)
        program = Path(path.split(":")[0]) / "docs-lsp"
        server.machine_settings.write_text(json.dumps({"docsLsp.path": str(program)}), "utf-8")
        with server.serving(), sync_playwright() as started, window(server, started) as opened:
            opened.enter()
            _speak(opened)


def _speak(opened: Window) -> None:
    opened.open("docs.json")
    opened.until(lambda: "missing-page" in opened.codes())
    opened.evaluate(_SCRIPT)
    opened.page.wait_for_timeout(1000)
    opened.undo_all()


if __name__ == "__main__":
    main()
