"""A real Emacs with eglot and with lsp-mode, set up as the README says."""

from __future__ import annotations

import json
import re
import subprocess
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

README = EDITORS / "emacs/README.md"
LAST = {"eglot": "\U0010ffff", "lsp-mode": "\uffff"}
"""The last letter that each client counts correctly."""

pytestmark = pytest.mark.needs("emacs")


def has_package(client: str) -> bool:
    look = f'(kill-emacs (if (locate-library "{client}") 0 1))'
    command = ["emacs", "-q", "--batch", "-f", "package-initialize", "--eval", look]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def emacs(folder: Path, client: str) -> Any:
    """Run a script in an Emacs that is set up for a client. Return its results."""
    if not has_package(client):
        skip_missing(f"{client}, which the Debian package `elpa-{client}` brings")
    [lines] = [
        each
        for each in read_code_blocks(README, "elisp")
        if f"(require 'docs-lsp-{client})" in each
    ]
    lines = lines.replace("~/docs-lsp/editors/emacs", str(EDITORS / "emacs"))
    # Emacs does this before it loads the user's init file.
    (folder / "init.el").write_text(f"(package-initialize)\n{lines}", encoding="utf-8")
    environment = make_environment(
        f"emacs-{client}", folder / "home", SEEN=str(folder / "seen.json")
    )
    script = HERE / "emacs" / f"{client}.el"
    # `-Q` would leave out where Debian puts packages.
    command = ["emacs", "-q", "--batch", "-l", str(folder / "init.el"), "-l", str(script)]
    return run_editor(command, copy_site(folder, LAST[client]), environment)


@pytest.fixture(scope="module")
def with_eglot(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return emacs(tmp_path_factory.mktemp("eglot"), "eglot")


@pytest.fixture(scope="module")
def with_lsp_mode(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return emacs(tmp_path_factory.mktemp("lsp-mode"), "lsp-mode")


@pytest.fixture(params=["with_eglot", "with_lsp_mode"])
def seen(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


def test_findings_are_at_their_text(seen: Any) -> None:
    assert [text for _, text in seen["findings"]] == ['"nmae"', "gone", "guides/knots.mdx"]


def test_a_hover_describes_the_page(seen: Any) -> None:
    assert "Ärger vermeiden" in seen["hover"]


def test_a_completion_is_inserted_completely(seen: Any) -> None:
    assert '"pages": ["start", "guides/spare", "guides/knots.mdx"]' in seen["completed"]


def test_a_quick_fix_is_applied(seen: Any) -> None:
    assert re.fullmatch('  "name": "Größe .",', seen["fixed"])


def test_everything_is_fixed_at_once(seen: Any) -> None:
    [group] = json.loads(seen["all_fixed"])["navigation"]["groups"]
    assert group["pages"] == ["start", "guides/spare", "guides/knots"]


def test_commands_start_open_and_stop_the_preview(seen: Any) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#secret=[\w-]{43}", seen["opened"])


def test_a_missing_program_is_reported(seen: Any) -> None:
    assert re.match("docs-lsp: .docs-lsp-missing. is not on the PATH", seen["without"])


def test_messages_appear_while_the_command_runs(seen: Any) -> None:
    status, stopped = seen["told_at_once"]

    assert re.fullmatch(r"docs-lsp: http://127\.0\.0\.1:\d+/mcp", status)
    assert stopped == "docs-lsp: the preview has stopped"


def test_the_rule_of_the_finding_at_point_is_the_default(seen: Any) -> None:
    assert seen["rule_here"] == "missing-page"


def test_the_key_for_definitions_asks_the_server(seen: Any) -> None:
    assert seen["definitions"] == "xref-find-definitions"


def test_a_new_line_is_indented_as_the_file_is(seen: Any) -> None:
    assert seen["indented"] == "  "


def test_a_rule_is_explained(seen: Any) -> None:
    assert "A listed page does not exist." in seen["explained"]


def test_eglot_has_one_server_for_docs_json_and_pages(with_eglot: Any) -> None:
    assert with_eglot["mode"] == "docs-lsp-json-mode"
    assert with_eglot["definition"] == "start.mdx"
    assert with_eglot["servers"] == 1


def test_lsp_mode_shows_lenses(with_lsp_mode: Any) -> None:
    assert "Preview MCP server" in with_lsp_mode["lenses"]


def test_the_files_compile_without_a_warning(tmp_path: Path) -> None:
    for client in LAST:
        if not has_package(client):
            skip_missing(client)
    strict = f"""(setq byte-compile-error-on-warn t byte-compile-dest-file-function
        (lambda (file) (concat "{tmp_path}/" (file-name-nondirectory file) "c")))"""
    command = ["emacs", "-q", "--batch", "-f", "package-initialize", "-L", ".", "--eval", strict]
    files = sorted(path.name for path in (EDITORS / "emacs").glob("*.el"))
    compiled = subprocess.run(
        [*command, "-f", "batch-byte-compile", *files],
        cwd=EDITORS / "emacs",
        capture_output=True,
        text=True,
        check=False,
    )

    assert compiled.returncode == 0, compiled.stderr
