"""`docs-lsp translations`: what it prints, and its exit codes."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("dulwich")

from docs_lsp.cli import main
from tests.revisions.history import History

LINES = "".join(
    f"Paragraph {number} tells what the harbour master wants of every boat that comes in.\n\n"
    for number in ("one", "two", "three", "four", "five", "six")
)
PAGES = {
    "index.mdx": "# Start\n\nSee [the tides](/tides).\n",
    "tides.mdx": f"# Tides\n\n{LINES}",
    "ropes.mdx": "# Ropes\n\nOf hemp.\n",
    "fr/index.mdx": "# Accueil\n\n## Encore\n\nVoir [marées](/tides#tides) et [tout](/ropes).\n",
    "fr/tides.mdx": f"# Marées\n\n{LINES}",
}
DOCS = {
    "theme": "mint",
    "name": "Quay",
    "colors": {"primary": "#0d9373"},
    "navigation": {
        "languages": [
            {"language": "en", "pages": ["index", "tides", "ropes"]},
            {"language": "fr", "pages": ["fr/index", "fr/tides"]},
        ]
    },
}
FILES = {"docs.json": json.dumps(DOCS), **PAGES}


def written(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def told(folder: Path, *arguments: str) -> int:
    return main(["translations", "--site", str(folder), *arguments])


def pages(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    told(folder, "--format", "json")
    return {one["page"]: one for one in json.loads(capsys.readouterr().out)["pages"]}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site below the root of its repository, whose start page has changed since."""
    history = History(tmp_path)
    changed = {**FILES, "index.mdx": "# Start\n\nSee [the tides](/tides) first.\n"}
    for files in (FILES, changed):
        history.commit({f"docs/{path}": text for path, text in files.items()})
    history.repo.close()
    written(tmp_path / "docs", changed)
    return tmp_path / "docs"


def test_text(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(site) == 0
    summary, *lines = capsys.readouterr().out.splitlines()
    assert summary == (
        "fr: 3 pages, 1 missing, 1 not translated, 1 older than the original, "
        "1 with a different structure, "
        "1 with links into another language"
    )
    assert lines[0].startswith("  fr/index  older than index.mdx: 1 commit (git diff ")
    assert lines[1:] == [
        "            different structure: headings 1 → 2",
        "            links into another language: /tides#tides → /fr/tides",
        "  fr/tides  not translated: 100% of the text is identical to tides",
        "  fr/ropes  missing; the original is ropes",
    ]


def test_json(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = pages(site, capsys)
    assert found["fr/ropes"]["missing"] is True
    assert found["fr/tides"]["untranslated"] is True
    assert found["fr/tides"]["stale"] is False
    start = found["fr/index"]
    assert start["behind"]["commits"] == 1
    assert start["differences"] == [{"what": "headings", "original": 1, "translation": 2}]
    assert start["links"] == [{"target": "/tides#tides", "own": "/fr/tides"}]


def test_markdown(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(site, "fr", "--format", "markdown")
    out = capsys.readouterr().out
    assert out.startswith("### Translations\n\n**fr**: 3 pages, 1 missing")
    assert "| fr/ropes | missing; the original is ropes |\n" in out


def test_check(site: Path) -> None:
    assert told(site, "--check") == 1
    written(site, {"fr/index.mdx": "# Accueil\n\nVoir [les marées](/fr/tides) d'abord.\n"})
    assert told(site, "--check") == 0


def test_a_change_that_is_not_committed(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(site, {"tides.mdx": PAGES["tides.mdx"].replace("six", "seven")})
    assert pages(site, capsys)["fr/tides"]["behind"] == {
        "commits": 0,
        "atLeast": False,
        "since": pages(site, capsys)["fr/tides"]["behind"]["since"],
        "was": None,
        "uncommitted": True,
        "stamp": False,
    }


@pytest.mark.parametrize(
    ("here", "shown"),
    [("", "docs/index.mdx"), ("docs", "index.mdx"), ("docs/fr", "../index.mdx")],
)
def test_the_command_is_right_where_it_is_printed(
    here: str,
    shown: str,
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(site.parent / here)
    since = pages(site, capsys)["fr/index"]["behind"]["since"]
    told(site)
    assert f"(git diff {since} -- {shown})\n" in capsys.readouterr().out


def test_the_command_names_a_renamed_original_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PAGES["tides.mdx"]
    docs = FILES["docs.json"].replace('"tides"', '"high tides"')
    docs = docs.replace('"fr/tides"', '"fr/high tides"')
    before = {"tides.mdx": text, "docs/fr/high tides.mdx": f"# Marées\n\n{LINES.upper()}"}
    after = {**before, "docs/docs.json": docs, "docs/high tides.mdx": f"{text}More.\n"}
    del after["tides.mdx"]
    history = History(tmp_path)
    history.commit(before)
    history.commit(after)
    history.repo.close()
    written(tmp_path, after)
    monkeypatch.chdir(tmp_path)
    behind = pages(tmp_path / "docs", capsys)["fr/high tides"]["behind"]
    told(tmp_path / "docs")
    assert behind["was"] == "../tides.mdx"
    assert (
        f"(git diff -M {behind['since']} -- tides.mdx 'docs/high tides.mdx')\n"
        in capsys.readouterr().out
    )


def test_ends_of_lines_are_no_change(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "tides.mdx").write_bytes(PAGES["tides.mdx"].replace("\n", "\r\n").encode())
    assert pages(site, capsys)["fr/tides"]["stale"] is False


def test_a_stamp_needs_no_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = sha256(PAGES["tides.mdx"].encode()).hexdigest()
    stamp = f"---\nx-i18n:\n  source_path: tides.mdx\n  source_hash: {name}\n---\n"
    written(tmp_path, {**FILES, "fr/tides.mdx": stamp + PAGES["fr/tides.mdx"]})
    assert pages(tmp_path, capsys)["fr/tides"]["stale"] is False
    assert pages(tmp_path, capsys)["fr/index"]["stale"] is None
    written(tmp_path, {"tides.mdx": "# Tides\n\nOther text.\n"})
    assert pages(tmp_path, capsys)["fr/tides"]["behind"]["stamp"] is True


def stamped(original: str, translation: str) -> str:
    name = sha256(original.encode()).hexdigest()
    return f"---\nx-i18n:\n  source_hash: {name}\n---\n{translation}"


def test_a_stamp_counts_instead_of_commits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = PAGES["tides.mdx"], f"{PAGES['tides.mdx']}More.\n"
    text = PAGES["fr/index.mdx"]
    early = {**FILES, "fr/tides.mdx": stamped(after, text), "fr/index.mdx": stamped("", text)}
    history = History(tmp_path)
    history.commit(early)
    history.commit({**early, "tides.mdx": after, "index.mdx": "# New\n"})
    history.repo.close()
    written(tmp_path, {**early, "tides.mdx": after, "index.mdx": "# New\n"})
    found = pages(tmp_path, capsys)

    assert (found["fr/tides"]["stale"], found["fr/tides"]["behind"]) == (False, None)
    behind = found["fr/index"]["behind"]
    assert (behind["commits"], behind["stamp"]) == (1, True)
    written(tmp_path, {"tides.mdx": before})
    assert pages(tmp_path, capsys)["fr/tides"]["behind"]["stamp"] is True


def test_the_age_of_a_new_translation_that_names_a_commit_is_unknown(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stamp = "---\ntranslation:\n  source_commit: abcdef1\n---\n"
    written(site, {"fr/ropes.mdx": f"{stamp}# Cordes\n"})
    docs = FILES["docs.json"].replace('"fr/tides"', '"fr/tides", "fr/ropes"')
    written(site, {"docs.json": docs})
    assert pages(site, capsys)["fr/ropes"]["stale"] is None
    written(site, {"fr/ropes.mdx": "# Cordes\n"})
    assert pages(site, capsys)["fr/ropes"]["stale"] is False, "it is being worked on"


def test_a_page_that_is_half_translated_is_no_copy(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = LINES.replace("harbour master wants", "capitaine du port veut", 3)
    written(site, {"fr/tides.mdx": f"# Marées\n\n{done}"})
    found = pages(site, capsys)["fr/tides"]

    assert 0.4 < found["same"] < 0.6
    assert found["untranslated"] is False


def test_without_a_history_the_rest_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, FILES)
    assert told(tmp_path) == 0
    out = capsys.readouterr().out
    assert "  fr/ropes  missing; the original is ropes\n" in out
    assert "2 of unknown age" in out
    assert out.endswith("is not in a git repository, so it has no revisions.\n")
    assert told(tmp_path, "--check") == 2
    assert "is not known" in capsys.readouterr().err


def test_a_repository_without_a_commit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    History(tmp_path).repo.close()
    written(tmp_path, FILES)
    assert told(tmp_path) == 0
    assert "2 of unknown age" in capsys.readouterr().out


def test_a_site_without_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    docs = {**DOCS, "navigation": {"pages": ["index"]}}
    written(tmp_path, {"docs.json": json.dumps(docs), "index.mdx": "# A\n"})
    assert told(tmp_path) == 2
    assert "fewer than two languages" in capsys.readouterr().err
    written(tmp_path, FILES)
    assert told(tmp_path, "xx") == 2
    assert "into `xx`" in capsys.readouterr().err
