"""Finding and starting the server, and messages if that fails."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.vscode.code_server import FOLDER, CodeServer
from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

_FAILED = "The docs.json language server"
"""Start of the message. The client, which restarts the server, may report an early exit as a failed
start or as repeated exits."""
_ENDS_AFTER_INITIALIZE = (
    "import sys",
    "size = int(sys.stdin.buffer.readline().split()[1])",
    "sys.stdin.buffer.readline()",
    "sys.stdin.buffer.read(size)",
    """answer = '{"jsonrpc":"2.0","id":0,"result":{"capabilities":{}}}'""",
    """print(f"Content-Length: {len(answer)}", "", answer, sep="\\r\\n", end="")""",
)


def _set(editor: Window, **settings: str) -> None:
    """Write machine settings (a remote machine, as the browser sees it), and unset all others."""
    file = editor.server.machine_settings
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({f"docsLsp.{name}": value for name, value in settings.items()}))
    are_set = """
        const set = vscode.workspace.getConfiguration('docsLsp');
        return Object.entries(given.expected).every(([name, value]) => set.get(name) === value);
    """
    expected = {"interpreter": "", "path": "", **settings}
    editor.wait_until(lambda: editor.evaluate(are_set, expected=expected))


@pytest.fixture
def window(editor: Window) -> Iterator[Window]:
    """The window. Settings are reset and the server is restarted afterwards."""
    yield editor
    _set(editor)
    editor.run_command("docsLsp.restartServer")


def test_a_missing_interpreter_is_reported_with_a_link_to_the_setting(window: Window) -> None:
    _set(window, interpreter="/nowhere/python3")

    window.wait_for_notification(
        "The interpreter `/nowhere/python3` cannot run the language server"
    )
    window.wait_for_notification("Correct the setting docsLsp.interpreter.")
    window.press_button("Open Settings")
    window.page.locator(".settings-editor").wait_for()


def test_a_missing_installed_server_is_reported(window: Window) -> None:
    _set(window, path="/nowhere/docs-lsp")

    window.wait_for_notification(
        "`/nowhere/docs-lsp` does not exist. Correct the setting docsLsp.path."
    )
    window.press_button("Open Settings")
    search = window.page.locator(".settings-editor .search-container .view-line")
    window.wait_until(lambda: "docsLsp.path" in search.first.inner_text().replace("\xa0", " "))


def _program(folder: Path, *lines: str) -> str:
    """Write a program, and return its path for the setting."""
    program = folder / "docs-lsp"
    program.write_text("\n".join((f"#!{sys.executable}", *lines, "")))
    program.chmod(0o755)
    return str(program)


def _messages(editor: Window) -> list[str]:
    return editor.page.locator(".notification-list-item-message").all_inner_texts()


def test_a_server_that_exits_immediately_is_reported_once(window: Window, tmp_path: Path) -> None:
    _set(window, path=_program(tmp_path, "raise SystemExit(3)"))

    window.wait_for_notification(_FAILED)
    window.page.wait_for_timeout(3000)
    assert len(_messages(window)) == 1


def test_a_server_that_keeps_exiting_is_reported_once_and_can_be_restarted(
    window: Window, tmp_path: Path
) -> None:
    _set(window, path=_program(tmp_path, *_ENDS_AFTER_INITIALIZE))

    window.wait_for_notification(_FAILED)
    window.page.wait_for_timeout(3000)
    assert len(_messages(window)) == 1

    _set(window)
    window.press_button("Restart")
    window.wait_until(lambda: "missing-page" in window.list_rules())


def test_an_interpreter_that_is_set_is_used(window: Window) -> None:
    _set(window, interpreter=sys.executable)
    window.run_command("docsLsp.restartServer")

    window.wait_until(lambda: "missing-page" in window.list_rules())


def test_an_installed_server_is_used_and_named_in_the_report(window: Window) -> None:
    program = Path(sys.executable).with_name("docs-lsp")
    _set(window, path=str(program))
    window.run_command("docsLsp.restartServer")

    window.run_command("docsLsp.reportIssue")
    window.wait_until(lambda: f"- Server: 0.1.0, {program}" in window.get_text())
    assert "docs-lsp 0.1.0" in window.get_text()


def test_a_missing_python_is_reported_with_a_remedy(
    shared_window: Window, extension: Path, tmp_path: Path
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    bare = CodeServer(tmp_path, FOLDER / "site", str(programs))
    bare.install(extension)

    with bare.serving():
        page = shared_window.page.context.new_page()
        page.goto(f"{bare.url}/?folder={bare.workspace}")
        notification = page.locator(
            ".notification-list-item-message", has_text="No Python 3.11 or newer"
        )
        notification.first.wait_for()
        assert "docsLsp.interpreter" in notification.first.inner_text()
        page.close()
