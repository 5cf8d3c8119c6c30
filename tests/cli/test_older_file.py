"""A folder whose site has the older format alone: it is said how to convert it."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.cli import main
from mcp_preview.cli import main as preview

SENTENCE = (
    "`docs/mint.json` has the older format, which is not checked. "
    "`docs-lsp convert docs/mint.json` makes a docs.json of it."
)


@pytest.fixture(autouse=True)
def _site(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "mint.json").write_text('{ "name": "N", "navigation": [] }', "utf-8")


@pytest.mark.parametrize(
    ("command", "code"), [("check", 0), ("fix", 0), ("doctor", 1), ("sync --site", 2)]
)
def test_commands_name_the_conversion(
    command: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "docs"]) == code
    out, err = capsys.readouterr()
    assert SENTENCE in " ".join((out + err).split())


def test_so_does_the_preview(capsys: pytest.CaptureFixture[str]) -> None:
    assert preview(["serve", "docs"]) == 2
    assert SENTENCE in capsys.readouterr().err


def test_a_converted_site_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs" / "docs.json").write_text("{}", "utf-8")
    main(["check", "docs"])

    assert "mint.json" not in capsys.readouterr().err
