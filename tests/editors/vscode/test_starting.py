"""How the extension finds what it runs, and what it says when it cannot."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.vscode.code_server import OURS, CodeServer
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
    """Set what belongs to this machine, a remote one for the browser; all else is unset."""
    file = editor.server.machine_settings
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({f"docsLsp.{name}": value for name, value in settings.items()}))
    are_set = """
        const set = vscode.workspace.getConfiguration('docsLsp');
        return Object.entries(given.wanted).every(([name, value]) => set.get(name) === value);
    """
    wanted = {"interpreter": "", "path": "", **settings}
    editor.until(lambda: editor.evaluate(are_set, wanted=wanted))


@pytest.fixture
def setting(editor: Window) -> Iterator[Window]:
    """The window; afterwards nothing is set any more, and the server runs."""
    yield editor
    _set(editor)
    editor.run("docsLsp.restartServer")


def test_an_interpreter_that_is_none_is_told_with_a_way_to_the_setting(setting: Window) -> None:
    _set(setting, interpreter="/nowhere/python3")

    setting.told("The interpreter `/nowhere/python3` cannot run the language server")
    setting.told("Correct the setting docsLsp.interpreter.")
    setting.press_button("Open Settings")
    setting.page.locator(".settings-editor").wait_for()


def test_an_installed_server_that_is_not_there_is_told(setting: Window) -> None:
    _set(setting, path="/nowhere/docs-lsp")

    setting.told("`/nowhere/docs-lsp` does not exist. Correct the setting docsLsp.path.")
    setting.press_button("Open Settings")
    search = setting.page.locator(".settings-editor .search-container .view-line")
    setting.until(lambda: "docsLsp.path" in search.first.inner_text().replace("\xa0", " "))


def _program(folder: Path, *lines: str) -> str:
    """A program of one's own, as the setting names it."""
    program = folder / "docs-lsp"
    program.write_text("\n".join((f"#!{sys.executable}", *lines, "")))
    program.chmod(0o755)
    return str(program)


def _messages(editor: Window) -> list[str]:
    return editor.page.locator(".notification-list-item-message").all_inner_texts()


def test_a_server_that_ends_at_once_is_told_once(setting: Window, tmp_path: Path) -> None:
    _set(setting, path=_program(tmp_path, "raise SystemExit(3)"))

    setting.told(_FAILED)
    setting.page.wait_for_timeout(3000)
    assert len(_messages(setting)) == 1


def test_a_server_that_ends_again_and_again_is_told_once_and_can_be_restarted(
    setting: Window, tmp_path: Path
) -> None:
    _set(setting, path=_program(tmp_path, *_ENDS_AFTER_INITIALIZE))

    setting.told(_FAILED)
    setting.page.wait_for_timeout(3000)
    assert len(_messages(setting)) == 1

    _set(setting)
    setting.press_button("Restart")
    setting.until(lambda: "missing-page" in setting.codes())


def test_an_interpreter_that_is_set_is_used(setting: Window) -> None:
    _set(setting, interpreter=sys.executable)
    setting.run("docsLsp.restartServer")

    setting.until(lambda: "missing-page" in setting.codes())


def test_an_installed_server_is_used_and_the_report_says_so(setting: Window) -> None:
    program = Path(sys.executable).with_name("docs-lsp")
    _set(setting, path=str(program))
    setting.run("docsLsp.restartServer")

    setting.run("docsLsp.reportIssue")
    setting.until(lambda: f"- Server: 0.1.0, {program}" in setting.wait_for_text())
    assert "docs-lsp 0.1.0" in setting.wait_for_text()


def test_without_a_python_it_is_told_what_to_do(
    opened: Window, extension: Path, tmp_path: Path
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    bare = CodeServer(tmp_path, OURS / "site", str(programs))
    bare.install(extension)

    with bare.serving():
        page = opened.page.context.new_page()
        page.goto(f"{bare.url}/?folder={bare.workspace}")
        told = page.locator(".notification-list-item-message", has_text="No Python 3.11 or newer")
        told.first.wait_for()
        assert "docsLsp.interpreter" in told.first.inner_text()
        page.close()
