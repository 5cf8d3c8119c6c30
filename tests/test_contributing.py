"""The page for those who work on docs-lsp: what it names is there."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from tests import new_rule

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / ".github/CONTRIBUTING.md").read_text("utf-8")
NO_FILES = {"dist/", "textDocument/documentLink"}
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
]


def named() -> set[str]:
    """Every path between backticks; of those with a placeholder the folder alone."""
    texts = set(re.findall(r"`([\w./-]+)`", PAGE)) - NO_FILES
    paths = {text for text in texts if "/" in text and not text.startswith("/")}
    return {path.split("NAME")[0].rpartition("/")[0] if "NAME" in path else path for path in paths}


@pytest.mark.parametrize("path", sorted(named()))
def test_every_path_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("make ")])
def test_every_target_of_make_is_there(command: str) -> None:
    target = command.split()[1]

    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m (tests[\w.]+)", PAGE))))
def test_every_module_is_there(module: str) -> None:
    assert importlib.util.find_spec(module)


def test_a_rule_is_laid_out_as_it_says(tmp_path: Path) -> None:
    commands = [line for line in COMMANDS if line.startswith("python -m tests.new_rule ")]
    for folder in ("docs_lsp/rules", "tests/rules", "tests/mutations"):
        (tmp_path / folder).mkdir(parents=True)

    assert len(commands) == 2
    for command in commands:
        options = new_rule.options(shlex.split(command)[3:])
        for file in new_rule.lay_out(options.name, options.site, options.fix, tmp_path):
            assert file.exists()
    assert (tmp_path / "docs_lsp/rules/odd_label.py").exists()
