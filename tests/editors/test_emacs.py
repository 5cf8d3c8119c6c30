"""A real Emacs with eglot and with lsp-mode, set up as the README says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.editors.real import EDITORS, HERE, blocks, environment, run, site

README = EDITORS / "emacs/README.md"

pytestmark = pytest.mark.needs("emacs")


def emacs(folder: Path, client: str) -> Any:
    """What a script sees in an Emacs that is set up for a client."""
    [lines] = [each for each in blocks(README, "elisp") if f"(require 'docs-lsp-{client})" in each]
    lines = lines.replace("~/docs-lsp/editors/emacs", str(EDITORS / "emacs"))
    (folder / "init.el").write_text(lines, encoding="utf-8")
    given = environment(folder / "home", SEEN=str(folder / "seen.json"))
    script = HERE / "emacs" / f"{client}.el"
    # `-Q` would leave out where Debian puts packages.
    command = ["emacs", "-q", "--batch", "-l", str(folder / "init.el"), "-l", str(script)]
    return run(command, site(folder), given)


@pytest.fixture(scope="module", params=["eglot", "lsp-mode"])
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return emacs(tmp_path_factory.mktemp("emacs"), request.param)


def test_findings_stand_under_their_text(seen: Any) -> None:
    assert [text for _, text in seen["findings"]] == ['"nmae"', "gone", "guides/knots.mdx"]


def test_a_hover_tells_of_the_page(seen: Any) -> None:
    assert "Ärger vermeiden" in seen["hover"]


def test_a_proposal_is_put_in_whole(seen: Any) -> None:
    assert '"pages": ["start", "guides/spare", "guides/knots.mdx"]' in seen["completed"]


def test_a_quick_fix_is_made(seen: Any) -> None:
    assert seen["fixed"] == '  "name": "Größe 🚀",'


def test_everything_is_fixed_at_once(seen: Any) -> None:
    [group] = json.loads(seen["all_fixed"])["navigation"]["groups"]
    assert group["pages"] == ["start", "guides/spare", "guides/knots"]


def test_commands_start_open_and_stop_the_preview(seen: Any) -> None:
    assert seen["opened"].startswith("http://127.0.0.1:")
