"""A command that was interrupted while it wrote, and the one that comes after it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.files.saving import save_draft
from docs_lsp.files.walk import JOURNAL_FILE, LOCK_FILE
from tests.files.crashes import Killed, crash_after, read_tree
from tests.revisions.history import History

DOCS = {
    "theme": "mint",
    "name": "Quay",
    "colors": {"primary": "#0d9373"},
    "navigation": {
        "languages": [
            {"language": "en", "pages": ["index", "guides/start"]},
            {"language": "fr", "pages": ["fr/index"]},
        ]
    },
}
UNDONE = "docs-lsp: A docs-lsp command was interrupted here. Its changes were undone: 1 file is"
COMMANDS = (
    ["check"],
    ["fix"],
    ["sync"],
    ["freeze", "v1", "--next", "v2", "--dry-run"],
    ["move", "guides/start", "guides/begin", "--dry-run"],
    ["convert", "docs.json", "--dry-run"],
    ["diff"],
    ["translations"],
    ["url", "/"],
)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site in a repository, with the working folder in it."""
    files = {
        "docs.json": json.dumps(DOCS),
        "index.mdx": "[Start](/guides/start)\n",
        "guides/start.mdx": "Start\n",
        "fr/index.mdx": "Accueil\n",
    }
    History(tmp_path).commit(files)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def crash(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop a save when one of three files has been replaced."""
    names = ("index.mdx", "fr/index.mdx", "guides/start.mdx")
    for acts in range(100):
        draft = Draft(DiskFiles(root)).with_changes(
            FileEdit(name, Span(0, 0), "X") for name in names
        )
        with crash_after(acts, monkeypatch), pytest.raises(Killed):
            save_draft(draft, DiskFiles(root))
        if any((root / name).read_text().startswith("X") for name in names):
            return
        for path in root.rglob(".docs-lsp.*"):
            path.unlink()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_the_next_command_undoes_it_first_and_says_so(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
) -> None:
    before = {name: data for name, data in read_tree(root).items() if ".git" not in name}
    crash(root, monkeypatch)
    main(command)

    assert capsys.readouterr().err.startswith(UNDONE)
    after = {name: data for name, data in read_tree(root).items() if ".git" not in name}
    assert {name: after.get(name) for name in before} == before
    assert not list(root.rglob(".docs-lsp.*"))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_committed_journal_is_told_and_not_followed(
    root: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """Commands that only look go on; those that write do not."""
    (root / LOCK_FILE).touch()
    (root / JOURNAL_FILE).write_text(
        json.dumps(
            {
                "format": 1,
                "lock": [1, 1],
                "token": "0" * 16,
                "files": [["index.mdx", None, "0"]],
                "folders": [],
                "moves": [],
            }
        )
        + "\n"
    )
    before = read_tree(root)
    code = main(command)

    err = capsys.readouterr().err
    assert err.count("`.docs-lsp.journal` was not written here by your docs-lsp") == 1
    is_writer = command[0] in ("fix", "sync", "freeze", "move", "convert")
    assert (code == 2) == is_writer
    changed = {name for name, data in read_tree(root).items() if before.get(name) != data}
    assert not {name for name in changed if ".git" not in name}


def test_the_doctor_reports_what_was_left_and_leaves_it(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    crash(root, monkeypatch)
    before = read_tree(root)
    assert main(["doctor", "."]) == 1
    out = capsys.readouterr().out
    assert "- `.`: a docs-lsp command was interrupted while it wrote, or is writing now." in out
    assert read_tree(root) == before

    (root / JOURNAL_FILE).unlink()
    assert main(["doctor", "."]) == 1
    out = capsys.readouterr().out
    assert "- `.`: 4 files of an interrupted docs-lsp command are left, such as `" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")
def test_a_signal_ends_the_command_as_it_would_any_other(root: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "replace = Path.replace\n"
        "def interrupted(path, target):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    return replace(path, target)\n"
        "Path.replace = interrupted\n"
        "from docs_lsp.cli import main\n"
        "sys.exit(main(['move', 'guides/start', 'guides/begin']))\n"
    )
    before = read_tree(root)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=root)

    assert ended.returncode == -signal.SIGTERM
    assert ended.stdout == b""
    assert ended.stderr == b"docs-lsp: interrupted; all files of the site are as before.\n"
    assert read_tree(root) == before
