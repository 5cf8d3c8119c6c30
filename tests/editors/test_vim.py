"""A real Vim with ALE, set up as the README says."""

from __future__ import annotations

import re
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

README = EDITORS / "vim/README.md"
ALE = Path("/usr/share/vim-ale")
FIRST_CHOICE = "1\n"

pytestmark = pytest.mark.needs("vim")


def vim(folder: Path) -> Any:
    """Run the script. Return its results."""
    if not ALE.is_dir():
        skip_missing("ALE, which the Debian package `vim-ale` brings")
    lines = read_code_blocks(README, "vim")[0].replace(
        "~/docs-lsp/editors/vim", str(EDITORS / "vim")
    )
    (folder / "vimrc").write_text(f"{lines}packadd! ale\nset noswapfile\n", encoding="utf-8")
    environment = make_environment("vim-ale", folder / "home", SEEN=str(folder / "seen.json"))
    command = ["vim", "-u", str(folder / "vimrc"), "-es", "-N", "--not-a-term"]
    script = str(HERE / "vim/drive.vim")
    # ALE counts columns in bytes, unlike the protocol.
    folder = copy_site(folder, last="\x7f")
    return run_editor([*command, "docs.json", "-S", script], folder, environment, FIRST_CHOICE)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return vim(tmp_path_factory.mktemp("vim"))


def test_findings_are_at_their_text(seen: Any) -> None:
    assert seen["findings"] == [
        ["unknown-key", '"nmae"'],
        ["missing-page", "gone"],
        ["page-extension", "guides/knots.mdx"],
    ]


def test_a_hover_describes_the_page(seen: Any) -> None:
    assert seen["hover"].startswith("Ärger vermeiden · page start\n")


def test_a_definition_opens_the_page(seen: Any) -> None:
    assert seen["page"] == "mdx"


def test_a_completion_is_inserted_completely(seen: Any) -> None:
    assert '"pages": ["start", "guides/spare", "guides/knots.mdx"]' in seen["completed"]


def test_a_quick_fix_is_applied(seen: Any) -> None:
    assert re.fullmatch('  "name": "Gr..e .",', seen["fixed"])


def test_commands_start_report_and_stop_the_preview(seen: Any) -> None:
    started, status, yanked, stopped = seen["told"].splitlines()[-4:]

    assert re.fullmatch(r"docs-lsp: the preview is running at http://127\.0\.0\.1:\d+/mcp", started)
    assert re.fullmatch(r"docs-lsp: http://127\.0\.0\.1:\d+/mcp", status)
    assert yanked == "docs-lsp: no browser could be opened; the URL of the page was yanked"
    assert stopped == "docs-lsp: the preview has stopped."


def test_a_command_opens_the_page_with_its_secret_and_no_message_shows_it(seen: Any) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#secret=[\w-]{43}", seen["opened"])
    assert seen["yanked"] == seen["opened"]
    assert "secret" not in seen["told"]


def test_a_missing_program_is_reported(seen: Any) -> None:
    assert "docs-lsp: `docs-lsp` is not on the PATH. Install it" in seen["without"]
