"""Finding and starting the server, and messages if that fails."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.vscode.code_server import FOLDER, CodeServer
from tests.editors.vscode.window import Window

pytestmark = pytest.mark.needs("chromium")

_FAILED = "The docs.json language server"
"""Start of the message. An early exit may be a failed start or one of repeated exits."""
_READ_INITIALIZE = (
    "import os, sys, time",
    "size = int(sys.stdin.buffer.readline().split()[1])",
    "sys.stdin.buffer.readline()",
    "sys.stdin.buffer.read(size)",
)
_ANSWER = (
    """answer = '{"jsonrpc":"2.0","id":0,"result":{"capabilities":{}}}'""",
    """print(f"Content-Length: {len(answer)}", "", answer, sep="\\r\\n", end="", flush=True)""",
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
    _set(window, path=_program(tmp_path, *_READ_INITIALIZE, *_ANSWER))

    window.wait_for_notification(_FAILED)
    window.page.wait_for_timeout(3000)
    assert len(_messages(window)) == 1

    _set(window)
    window.press_button("Restart")
    window.wait_until(lambda: "missing-page" in window.list_rules())


def test_a_server_that_cannot_be_restarted_is_reported(window: Window, tmp_path: Path) -> None:
    """Started again, it closes its standard input before it answers, but does not exit."""
    marker = repr(str(tmp_path / "started"))
    stop_reading = (
        f"is_restart = os.path.exists({marker})",
        f"open({marker}, 'w').close()",
        "is_restart and os.close(0)",
    )
    last = "time.sleep(600 if is_restart else 1)"
    _set(window, path=_program(tmp_path, *_READ_INITIALIZE, *stop_reading, *_ANSWER, last))

    window.wait_for_notification(_FAILED)


def test_a_program_that_is_no_server_is_reported(window: Window, tmp_path: Path) -> None:
    _set(window, path=_program(tmp_path, r"print('Hello\r\n\r\n', flush=True)", "input()"))

    window.wait_for_notification(_FAILED)


def test_a_server_that_never_answers_can_be_replaced(window: Window, tmp_path: Path) -> None:
    _set(window, path=_program(tmp_path, *_READ_INITIALIZE, "time.sleep(600)"))
    window.wait_until(lambda: not window.list_rules())

    _set(window)
    window.wait_until(lambda: "missing-page" in window.list_rules())


def test_a_server_that_crashes_is_restarted(window: Window, tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("docs-lsp"))
    started = tmp_path / "started"
    started.touch()
    note = f"print(os.getpid(), file=open({str(started)!r}, 'a'))"
    start = f"os.execv({program!r}, [{program!r}, *sys.argv[1:]])"
    _set(window, path=_program(tmp_path, "import os, sys", note, start))

    def wait_for_start(number: int) -> int:
        """Wait until a server has answered, and return its process id."""
        window.wait_until(lambda: len(started.read_text().split()) == number)
        window.wait_until(lambda: "missing-page" in window.list_rules())
        return int(started.read_text().split()[-1])

    for number in (1, 2):
        os.kill(wait_for_start(number), signal.SIGKILL)
    wait_for_start(3)
    assert _messages(window) == []


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
