"""`docs-lsp convert`: what it writes, what it prints, and what it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.cli import main

OLD = {
    "name": "Quay",
    "theme": "maple",
    "colors": {"primary": "#0D9373"},
    "navigation": [{"group": "Start", "pages": ["index"]}],
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mint.json").write_text(json.dumps(OLD))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_writes_docs_json_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert"]) == 0
    assert capsys.readouterr().err == (
        "docs-lsp: `docs.json` was made from `mint.json`. "
        "The service reads `docs.json` from now on.\n"
    )
    made = (root / "docs.json").read_text()
    assert json.loads(made)["navigation"] == {"groups": OLD["navigation"]}
    assert (root / "mint.json").read_text() == json.dumps(OLD)

    (root / "docs.json").write_text("{}")
    assert main(["convert", "mint.json"]) == 2
    assert "`docs.json` exists already" in capsys.readouterr().err
    assert (root / "docs.json").read_text() == "{}"
    assert main(["convert", "mint.json", "--force"]) == 0
    assert (root / "docs.json").read_text() == made


def test_what_could_not_be_kept_is_printed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs.json").write_text(json.dumps({**OLD, "layout": "topnav"}))

    assert main(["convert", "docs.json", "--dry-run"]) == 1
    out, err = capsys.readouterr()
    assert out == "changed   docs.json\n"
    assert "`layout` was dropped" in err
    assert "would be made from `docs.json`; 1 of its settings could not be converted" in err
    assert "layout" in (root / "docs.json").read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": ', "not valid JSON in line 1"),
        ("[1]", "does not hold a JSON object"),
        ('{"name": "x"}', "has no `navigation`"),
    ],
)
def test_what_is_no_mint_json_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    (root / "mint.json").write_text(text)

    assert main(["convert"]) == 2
    assert said in capsys.readouterr().err
    assert main(["convert", "nowhere.json"]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert not (root / "docs.json").exists()


def test_the_mint_json_of_a_folder_is_converted(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "mint.json").write_text(json.dumps(OLD))
    for folder in (".", "docs"):
        assert main(["convert", folder]) == 0
        made = json.loads((root / folder / "docs.json").read_text())
        assert made["navigation"] == {"groups": OLD["navigation"]}

    (root / "empty").mkdir()
    capsys.readouterr()
    assert main(["convert", "empty"]) == 2
    assert "`empty` has no `mint.json`" in capsys.readouterr().err
    assert list((root / "empty").iterdir()) == []


def test_a_folder_without_mint_json_is_told_what_to_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["convert"]) == 2
    assert capsys.readouterr().err == (
        "docs-lsp: There is no `mint.json` here. Name it, or its folder.\n"
    )
