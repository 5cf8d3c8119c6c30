"""The man page is that of the command line as it is."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from docs_lsp.cli.arguments import build_parser, list_commands
from tests.manpage import PAGE, manpage


def test_the_man_page_is_current() -> None:
    """If this fails, run `python -m tests.manpage`."""
    assert PAGE.read_text("utf-8") == manpage()


def test_every_command_and_option_is_in_it() -> None:
    text = manpage().replace("\\-", "-")
    for name, (_, command) in list_commands(build_parser()).items():
        assert f".SS docs-lsp {name}\n" in text
        assert all(f"\\fB{option}\\fR" in text for option in command._option_string_actions)


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_it_can_be_formatted() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z"]
    done = subprocess.run(command, input=manpage().encode(), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
