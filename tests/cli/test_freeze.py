"""`docs-lsp freeze`: what it writes, what it prints, what it refuses."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from docs_lsp.cli import main

DOCS = {
    "theme": "mint",
    "name": "Quay",
    "colors": {"primary": "#0d9373"},
    "navigation": {"versions": [{"version": "v1", "pages": ["index"]}]},
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "docs.json").write_bytes(json.dumps(DOCS, indent=2).encode())
    (tmp_path / "index.mdx").write_bytes(b"[Home](/)\r\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(root: Path) -> dict[str, bytes]:
    files = (one for one in root.rglob("*") if one.is_file() and ".git" not in one.parts)
    return {one.relative_to(root).as_posix(): one.read_bytes() for one in files}


def test_it_writes_the_copy_and_says_so(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["freeze", "v1", "--next", "v2", "--tag", ""]) == 0

    assert capsys.readouterr().err == (
        "docs-lsp: `v1` is called `v2`; 1 page copied to `v1/`, called `v1`.\n"
    )
    after = contents(root)
    assert after["v1/index.mdx"] == b"[Home](/v1/)\r\n"
    assert json.loads(after["docs.json"])["navigation"]["versions"] == [
        {"version": "v2", "default": True, "pages": ["index"]},
        {"version": "v1", "pages": ["v1/index"]},
    ]
    assert main(["freeze", "v1", "--next", "v3", "--site", str(root)]) == 2
    assert contents(root) == after


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_diff_does_the_same_and_undoes_it(
    root: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = contents(root)
    assert main(["freeze", "v1", "--next", "v2", "--folder", "old/v1", "--diff"]) == 0
    assert contents(root) == before
    patch = capfdbinary.readouterr().out
    assert main(["freeze", "v1", "--next", "v2", "--folder", "old/v1"]) == 0
    after = contents(root)

    subprocess.run(["git", "apply", "-R"], input=patch, check=True, cwd=root)
    assert contents(root) == before
    subprocess.run(["git", "apply"], input=patch, check=True, cwd=root)
    assert contents(root) == after


def test_bad_settings_and_no_site_change_nothing(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "docs-lsp.toml").write_text("rules = 1")
    assert main(["freeze", "v1", "--next", "v2"]) == 2
    assert "docs-lsp.toml:1" in capsys.readouterr().err
    assert "v1/index.mdx" not in contents(root)
    assert main(["freeze", "v1", "--next", "v2", "--site", str(root / "nowhere")]) == 2
