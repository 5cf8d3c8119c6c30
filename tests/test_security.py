"""SECURITY.md: each test that it names is there, and so is what it says of dependencies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from docs_lsp.cli.mcp.agent_server import TOOLS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs_lsp/SECURITY.md").read_text("utf-8")
CITED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_SHOWN_BY_NONE = "a stranger"
"""What the one row without a test ends with: nothing can be done about it here."""


@pytest.mark.parametrize(("file", "name"), CITED)
def test_each_test_that_is_named_is_there(file: str, name: str) -> None:
    text = (ROOT / file).read_text("utf-8")

    assert re.search(rf"def {name}\b" if name else r"def test_", text)


def test_each_threat_has_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "threat" not in line]
    bare = [row for row in rows if "`tests/" not in row]

    assert len(rows) > 25
    assert [row for row in bare if not row.rstrip(" |").endswith(_SHOWN_BY_NONE)] == []


def test_an_agent_has_no_tool_but_those_of_the_site() -> None:
    writes = {tool.name for tool in TOOLS if tool.writes}

    assert writes == {"fix", "move", "add_page", "add_language", "redirect", "create_site"}
    assert {tool.name for tool in TOOLS} - writes == {
        *("check", "explain", "outline", "where", "search"),
    }


def test_every_dependency_has_an_upper_bound() -> None:
    extras = PROJECT["optional-dependencies"].values()
    requirements = [*PROJECT["dependencies"], *(one for extra in extras for one in extra)]

    assert [one for one in requirements if not re.search(r",<\d", one)] == []
