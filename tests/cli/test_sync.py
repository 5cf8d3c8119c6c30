"""`docs-lsp sync`: what it writes, what it prints, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.cli import main

DOCS = """{
  "theme": "mint", "name": "Quay", "colors": { "primary": "#0d9373" },
  "navigation": {
    "groups": [
      { "group": "Guides", "pages": [
        "guides/b"
      ] }
    ]
  }
}
"""
TOML = '[[sync]]\nelement = "Guides"\nfolder = "guides"\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {"docs.json": DOCS, "docs-lsp.toml": TOML, "guides/a.mdx": "A", "guides/b.mdx": "B"}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_changes_only_the_lines_that_it_has_to(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sync"]) == 0

    out, err = capsys.readouterr()
    assert out == "added     guides/a  (Guides)\n"
    assert err == "docs-lsp: 1 element was updated.\n"
    after = DOCS.replace('        "guides/b"', '        "guides/a",\n        "guides/b"')
    assert (root / "docs.json").read_bytes().decode() == after
    assert main(["sync", "--check"]) == 0
    assert capsys.readouterr().err == "docs-lsp: 1 element is up to date.\n"


def test_checks_and_dry_runs_write_nothing_and_end_with_1(
    root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["sync", "--check"]) == 1
    assert "1 element is out of date" in capfd.readouterr().err
    assert main(["sync", "--dry-run"]) == 1
    assert "added     guides/a  (Guides)" in capfd.readouterr().out
    assert main(["sync", "--diff", "--site", str(root)]) == 1
    assert '+        "guides/a",\n' in capfd.readouterr().out
    assert (root / "docs.json").read_text() == DOCS


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (TOML.replace("Guides", "Guide"), "docs-lsp.toml:2:11 The navigation has no element"),
        (TOML.replace('"guides"', '"none"'), "docs-lsp.toml:3:10 The folder `none` does not exist"),
        (
            TOML.replace('"guides"', '"../x"'),
            "docs-lsp.toml:3:10 `../x` is not a folder below that of",
        ),
        (TOML + 'language = "fr"\n', "docs-lsp.toml:1:3 This entry needs one source"),
        ('[[sync]]\nfolder = "guides"\n', "docs-lsp.toml:1:3 This entry needs an element"),
        (TOML + 'order = "size"\n', "docs-lsp.toml:4:9 "),
        ("[[sync]\n", "docs-lsp.toml:1:"),
    ],
)
def test_a_mistake_in_the_settings_is_told_with_its_place(
    root: Path, capsys: pytest.CaptureFixture[str], toml: str, said: str
) -> None:
    (root / "docs-lsp.toml").write_text(toml)

    assert main(["sync"]) == 2
    assert said in capsys.readouterr().err
    assert (root / "docs.json").read_text() == DOCS


def test_nothing_declared_is_nothing_to_do(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs-lsp.toml").unlink()

    assert main(["sync"]) == 0
    assert "declares no `[[sync]]`" in capsys.readouterr().err
