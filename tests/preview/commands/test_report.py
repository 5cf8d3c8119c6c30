"""`mcp-preview report` for each viewer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_preview.cli import main

PAGES = {
    "open": "---\npublic: true\n---\n",
    "plain": "",
    "crew": "---\ngroups: [crew]\n---\n",
}
USERS = '[[preview.users]]\nname = "anna"\ngroups = ["crew"]\n'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    docs = {"name": "Harbour", "navigation": {"pages": list(PAGES)}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    for page, text in PAGES.items():
        tmp_path.joinpath(f"{page}.mdx").write_text(text, "utf-8")
    return tmp_path


def indexed(site: Path, capfd: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["report", str(site), "--format", "json", *options]) == 0
    return [page["path"] for page in json.loads(capfd.readouterr().out)["indexed"]]


@pytest.mark.parametrize(
    ("auth", "viewer", "found"),
    [
        ("", (), ["open", "plain"]),
        ("", ("--as", "credential"), ["open", "plain"]),
        ("", ("--as", "user:anna"), ["open", "plain", "crew"]),
        ('auth = "partial"', (), ["open"]),
        ('auth = "partial"', ("--as", "anonymous"), ["open"]),
        ('auth = "partial"', ("--as", "credential"), ["open", "plain"]),
        ('auth = "partial"', ("--as", "groups:guest"), ["open", "plain"]),
        ('auth = "partial"', ("--as", "groups:guest,crew"), ["open", "plain", "crew"]),
        ('auth = "full"', (), []),
        ('auth = "full"', ("--as", "user:anna"), ["open", "plain", "crew"]),
        ('auth = "public"', (), ["open", "plain", "crew"]),
        ("authenticated = true", (), []),
    ],
)
def test_each_viewer_finds_what_is_meant_for_that_one(
    site: Path,
    capfd: pytest.CaptureFixture[str],
    auth: str,
    viewer: tuple[str, ...],
    found: list[str],
) -> None:
    site.joinpath("docs-lsp.toml").write_text(f"[preview]\n{auth}\n{USERS}", "utf-8")

    assert indexed(site, capfd, *viewer) == found


def test_a_mode_that_is_assumed_is_said_and_the_setting_named(
    site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(site)]) == 0
    text = capfd.readouterr().out
    assert main(["report", str(site), "--format", "json", "--as", "groups:crew"]) == 0
    report = json.loads(capfd.readouterr().out)

    assert "`preview.auth` is not set in docs-lsp.toml" in text
    assert "Only readers in `crew` may see it." in text
    assert {**report["access"], "notice": ""} == {
        "mode": "partial",
        "enabled": True,
        "assumed": True,
        "notice": "",
    }
    assert report["access"]["notice"] in text
    assert report["viewer"] == "groups:crew"


@pytest.mark.parametrize("command", ["report", "stdio"])
@pytest.mark.parametrize("viewer", ["user:bert", "bert", "groups"])
def test_a_viewer_that_is_not_configured_ends_with_2(
    site: Path, capfd: pytest.CaptureFixture[str], command: str, viewer: str
) -> None:
    assert main([command, str(site), "--as", viewer]) == 2
    assert f"`{viewer.removeprefix('user:')}`" in capfd.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_docs_json_that_cannot_be_read_is_no_success(
    site: Path, capfd: pytest.CaptureFixture[str], form: str
) -> None:
    (site / "docs.json").write_text('{"name": "Harbour", "navigation": ', "utf-8")

    assert main(["report", str(site), "--format", form]) == 2
    assert "`docs.json`, line 1: " in capfd.readouterr().err
