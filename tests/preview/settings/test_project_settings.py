"""Mistakes in docs-lsp.toml that would open pages, and others."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.files.files import MemoryFiles
from mcp_preview.cli import main
from mcp_preview.settings.project_settings import read_project_settings

OPENING = [
    "[preview\n",
    "preview = 5\n",
    '[preview]\nauth = "partail"\n',
    '[preview]\naut = "partial"\n',
    '[previw]\nauth = "partial"\n',
    '[preview]\nauthenticated = "yes"\n',
]
HARMLESS = [
    "[preview]\nport = 99999999\n",
    '[preview]\nenabled = "yes"\n',
    '[[preview.users]]\nnam = "anna"\n',
    "[preview]\nsearches = -1\n",
]
ELSEWHERE = ['[rules]\nmissing-page = "loud"\n', "[check]\nignored = 3\n"]


@pytest.mark.parametrize("text", OPENING)
def test_what_might_open_pages_is_told_apart(text: str) -> None:
    found = read_project_settings(MemoryFiles({"docs-lsp.toml": text}))

    assert found.visibility_mistake == found.mistakes[0]
    assert found.visibility_mistake.startswith("docs-lsp.toml")
    assert found.visibility_mistake.count("docs-lsp.toml") == 1


@pytest.mark.parametrize("text", HARMLESS)
def test_what_shows_no_more_is_only_told(text: str) -> None:
    found = read_project_settings(
        MemoryFiles({"docs-lsp.toml": f'{text}\n[site]\nelsewhere = ["/a"]\n'})
    )

    assert found.mistakes and not found.visibility_mistake
    assert found.settings.elsewhere == ("/a",)


@pytest.mark.parametrize("text", ["", *ELSEWHERE])
def test_what_is_not_about_the_preview_is_for_the_checks_to_tell(text: str) -> None:
    found = read_project_settings(MemoryFiles({"docs-lsp.toml": text}))

    assert (found.mistakes, found.visibility_mistake) == ((), "")


def test_nothing_starts_while_nobody_can_say_who_may_see_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs.json").write_text('{"navigation": {"pages": ["a"]}}', "utf-8")
    (tmp_path / "a.mdx").write_text("Mooring", "utf-8")
    (tmp_path / "docs-lsp.toml").write_text('[preview]\nauth = "partail"\n', "utf-8")

    assert main(["report", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        'mcp-preview: docs-lsp.toml: `preview.auth` cannot be `"partail"`; did you mean '
        "`partial`? Until it is fixed, it is unknown who may see which page.\n"
    )
