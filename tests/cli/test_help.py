"""Help, examples, completion and schemas: what describes the command line."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from docs_lsp.cli import main
from docs_lsp.cli.arguments import build_parser, list_commands
from docs_lsp.cli.arguments.epilogs import EXAMPLES, OTHER_NAMES
from docs_lsp.cli.output.command_schemas import (
    build_diff_schema,
    build_translations_schema,
    build_url_schema,
)
from docs_lsp.core.extras import format_install_command
from tests.cli.test_json import closed

COMMANDS = list_commands(build_parser())


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_help_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "help", "fix") == printed(capsys, "fix", "--help")
    assert printed(capsys, "help") == printed(capsys, "--help")
    assert printed(capsys, "-V") == printed(capsys, "--version")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_examples_that_can_be_run(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    epilog = COMMANDS[name][1].epilog or ""
    assert "examples:\n  " in epilog

    for line, _ in EXAMPLES[name]:
        for part in line.split(" | ")[0].split(" > ")[0].split(" < ")[:1]:
            words = shlex.split(part.partition(" -- ")[2] or part)
            if words[1:2] not in (["help"], ["preview"]):
                assert build_parser().parse_args(words[1:]).command == words[1]
    assert EXAMPLES.keys() == COMMANDS.keys()
    capsys.readouterr()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_parsed_alone_is_the_same(name: str) -> None:
    alone = list_commands(build_parser(only=name))

    assert alone.keys() == {name}
    assert alone[name][1].format_help() == COMMANDS[name][1].format_help()


def test_names_of_others_are_no_commands_here() -> None:
    assert OTHER_NAMES.keys().isdisjoint(COMMANDS)
    assert {name for name in OTHER_NAMES.values() if name[0] != "-"} <= COMMANDS.keys()


def test_the_same_options_change_nothing_everywhere() -> None:
    for name in ("convert", "fix", "freeze", "move", "new", "sync"):
        options = COMMANDS[name][1]._option_string_actions
        assert {"--dry-run", "--diff", "--check", "--quiet", "-q"} <= options.keys()
    for name in ("diff", "freeze", "mcp", "move", "sync", "translations", "url"):
        assert "--site" in COMMANDS[name][1]._option_string_actions


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("che", {"check"}),
        ("check --form", {"--format"}),
        ("check --format s", {"sarif"}),
        ("check docs --fail-on n", {"never"}),
        ("explain dead-l", {"dead-link"}),
        ("completions z", {"zsh"}),
        ("help mo", {"move"}),
        ("check gui", set()),
    ],
)
def test_bash_completes(line: str, expected: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", "bash"]) == 0
    words = " ".join(map(shlex.quote, ["docs-lsp", *line.split(" ")]))
    script = (
        f"{capsys.readouterr().out}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1))\n"
        'COMPREPLY=(); _docs_lsp; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)

    assert set(done.stdout.split()) == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_every_command_and_option(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completions", shell]) == 0
    out = capsys.readouterr().out

    assert all(name in out for name in COMMANDS)
    assert "max-warnings" in out and "markdown" in out
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", out], check=True)


def test_a_new_site_is_a_valid_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "docs", "--dry-run"]) == 0
    assert capsys.readouterr().out == "created   docs/docs.json\ncreated   docs/index.mdx\n"
    assert not (tmp_path / "docs").exists()
    assert main(["new", "docs", "--check"]) == 1

    assert main(["new", "docs", "--name", "Harbour"]) == 0
    assert json.loads((tmp_path / "docs" / "docs.json").read_bytes())["name"] == "Harbour"
    capsys.readouterr()
    assert main(["check", "docs", "--fail-on", "information"]) == 0
    assert main(["new", "docs"]) == 2
    assert "`docs.json` exists already" in capsys.readouterr().err


def test_the_cache_is_measured_and_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a").write_bytes(bytes(2_000_000))
    (tmp_path / "mine").write_text("", "utf-8")
    main(["doctor"])
    assert "1 file, 2.0 MB; `docs-lsp cache clear` removes it" in capsys.readouterr().out

    for arguments, sentence in (
        (["cache"], "1 file, 2.0 MB cached"),
        (["cache", "clear"], "1 file, 2.0 MB removed"),
        (["cache"], "0 files, 0.0 MB cached"),
    ):
        assert main(arguments) == 0
        assert capsys.readouterr().out == f"{sentence} in {tmp_path}\n"
    assert (tmp_path / "mine").exists()


def test_the_schemas_are_those_of_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = {
        "theme": "mint",
        "name": "N",
        "colors": {"primary": "#123"},
        "navigation": {
            "languages": [
                {"language": "en", "pages": ["a", "b"]},
                {"language": "fr", "pages": ["fr/a"]},
            ]
        },
        "redirects": [{"source": "/c", "destination": "/a"}],
    }
    (tmp_path / "fr").mkdir()
    for name in ("a", "b", "fr/a"):
        (tmp_path / f"{name}.mdx").write_text("# Start\n\n[B](/b)\n", "utf-8")
    (tmp_path / "docs.json").write_text(json.dumps(site), "utf-8")
    identity = ["-c", "user.name=A", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "a"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "b.mdx").unlink()

    for given, schema in (
        ("diff", build_diff_schema()),
        ("diff --site .", build_diff_schema()),
        ("url /a /c /b /nothing#x", build_url_schema()),
        ("translations", build_translations_schema()),
    ):
        main([*given.split(), "--format", "json"])
        shape = json.loads(capsys.readouterr().out)
        jsonschema.Draft202012Validator(closed(schema)).validate(shape)
    for option in ("--diff", "--url", "--translations"):
        assert main(["schema", option]) == 0
        jsonschema.Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        ("", "docs-lsp[preview]"),
        ('{"url": "file:///a", "dir_info": {}}', "docs-lsp[preview] @ file:///a"),
        (
            '{"url": "https://h/d.git", "vcs_info": {"vcs": "git", "requested_revision": "v1"}}',
            "docs-lsp[preview] @ git+https://h/d.git@v1",
        ),
        ("{", "docs-lsp[preview]"),
    ],
)
def test_the_command_for_a_part_fits_the_installation(
    origin: str, requirement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import metadata

    class Installed:
        def read_text(self, name: str) -> str:
            return origin

    monkeypatch.setattr(metadata, "distribution", lambda name: Installed())

    assert shlex.split(format_install_command("preview")) == [
        *(sys.executable, "-m", "pip", "install", requirement)
    ]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_while_modules_are_loaded_leaves_no_traceback() -> None:
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == WANTED: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from docs_lsp.__main__ import run\n"
        "run()\n"
    )
    for module in ("docs_lsp.cli", "docs_lsp.cli.check", "docs_lsp.cli.arguments.checking"):
        command = [sys.executable, "-c", f"WANTED = {module!r}\n{code}", "check"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode in (-2, 130), done.stderr) == (True, "")
