"""What is said of a command line that cannot be understood, and of a machine that refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs_lsp.cli import main

COMMANDS = ("check", "fix", "move", "rules", "explain", "schema", "doctor", "server")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said of a misuse."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.startswith("docs-lsp: ") and err.endswith("` lists what is allowed.\n")
    return err.removeprefix("docs-lsp: ").rpartition(" lists what")[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chekc", "there is no command `chekc`; did you mean `check`? `docs-lsp --help`"),
        ("lint", "there is no command `lint`; did you mean `check`? `docs-lsp --help`"),
        ("init docs", "there is no command `init`; did you mean `new`? "),
        ("check --max-warnings -1", "`--max-warnings`: "),
        ("fix --diff --check", "`--check`: not allowed with argument --diff. "),
        ("--verison", "there is no option `--verison`; did you mean `--version`? "),
        ("check --fromat json", "there is no option `--fromat`; did you mean `--format`? "),
        ("check --fromat=json", "there is no option `--fromat`; did you mean `--format`? "),
        ("check --sel missing-page", "there is no option `--sel`; did you mean `--select`? "),
        ("fix --write", "there is no option `--write`. `docs-lsp fix --help`"),
        ("check --format jsn", "`--format` cannot be `jsn`; did you mean `json`? "),
        ("rules --format xml", "`--format` cannot be `xml`; there are `text` and `json`. "),
        ("explain missing-page more", "`more` is an unexpected argument. `docs-lsp explain "),
        ("completions tcsh", "shell cannot be `tcsh`; there are `bash`, `zsh` and `fish`. "),
        ("cache clean", "action cannot be `clean`; did you mean `clear`? "),
        ("move a", "the following arguments are required: NEW. `docs-lsp move --help`"),
        ("schema --report --baseline", "`--baseline`: not allowed with argument --report. "),
    ],
)
def test_a_misuse_is_told_in_a_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, *arguments.split()).startswith(sentence)


def test_all_commands_are_told_where_none_comes_near(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = told(capsys, "zzz")

    assert all(f"`{command}`" in sentence for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_what_it_does_in_lines_that_fit(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    _, about, _ = capsys.readouterr().out.split("\n\n", 2)

    assert about[0].isupper() and about.endswith(".")
    assert max(map(len, about.splitlines())) <= 80


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(28, "No space left on device"), "the output cannot be written: No space left"),
        (PermissionError(13, "Permission denied", "a\x1bb"), r"`a\u001bb` cannot be used: Perm"),
    ],
)
def test_what_the_machine_refuses_is_no_mistake_of_ours(
    error: OSError,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(arguments: object) -> int:
        raise error

    monkeypatch.setattr("docs_lsp.cli.rules.run", refuse)

    assert main(["rules"]) == 2
    assert capsys.readouterr().err.startswith(f"docs-lsp: {sentence}")


def test_a_server_that_fails_tells_all_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> int:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr("docs_lsp.cli.server.run", fail)

    assert main(["server"]) == 2
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["rules", "schema"])
def test_a_full_disk_is_told_once(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "docs_lsp", command], stdout=full, stderr=subprocess.PIPE
        )

    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        b"docs-lsp: the output cannot be written: No space left on device."
    ]


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that can close an output")
@pytest.mark.parametrize(("closed", "says"), [(">&-", False), ("2>&-", True)])
def test_an_output_may_be_closed(closed: str, says: bool, sites: Path) -> None:
    command = f'"{sys.executable}" -m docs_lsp check "{sites}/broken" {closed}'
    done = subprocess.run(command, shell=True, capture_output=True)

    assert (done.returncode, done.stderr) == (1, b"")
    assert (b"17 problems" in done.stdout) is says


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_is_neither_folder_nor_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "docs.json")

    assert main(["check", str(tmp_path / "docs.json")]) == 2
    assert "is not an ordinary file; give a folder or a docs.json." in capsys.readouterr().err
