"""`docs-lsp diff`: what it prints between revisions, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("dulwich")

from docs_lsp.cli import main
from tests.revisions.history import History


def _site(folder: str, *redirects: tuple[str, str]) -> dict[str, str]:
    docs = {
        "theme": "mint",
        "name": "Quay",
        "colors": {"primary": "#0d9373"},
        "navigation": {"groups": [{"group": "All", "pages": [f"{folder}/a", f"{folder}/b"]}]},
        "redirects": [{"source": old, "destination": new} for old, new in redirects],
    }
    pages = {f"{folder}/{name}.mdx": f"# Page {name}\n\nAbout {name} alone.\n" for name in "ab"}
    return {"docs.json": json.dumps(docs), **pages}


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A repository in whose last commit a folder moves, checked out nowhere but docs.json."""
    history = History(tmp_path)
    history.commit(_site("guides"))
    history.commit(_site("howto"))
    (tmp_path / "docs.json").write_text(_site("howto")["docs.json"])
    return tmp_path


def _diff(folder: Path, *arguments: str) -> int:
    return main(["diff", "--site", str(folder), *arguments])


def test_two_revisions(moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _diff(moved, "HEAD~1", "HEAD", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["address"] for one in found["lost"]] == ["/guides/a", "/guides/b"]
    assert found["redirects"] == [{"source": "/guides/:slug*", "destination": "/howto/:slug*"}]


def test_nothing_changed(moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _diff(moved, "HEAD", "HEAD") == 0
    assert capsys.readouterr().out.startswith("Nothing changed for readers from HEAD (")


def test_the_files_as_they_are(moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, content in _site("howto", ("/guides/:slug*", "/howto/:slug*")).items():
        (moved / path).parent.mkdir(exist_ok=True)
        (moved / path).write_text(content)
    assert _diff(moved, "HEAD~1") == 0
    assert "Moved pages (2)\n  /guides/a  now /howto/a\n" in capsys.readouterr().out


def test_the_work_since_a_branch_parted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = History(tmp_path)
    base = history.commit(_site("guides"))
    history.commit({**_site("guides"), "guides/new.mdx": "New"}, [base], "main")
    history.commit(_site("guides"), [base])
    (tmp_path / "docs.json").write_text("{}")
    assert _diff(tmp_path, "main", "HEAD") == 0
    assert _diff(tmp_path, "main", "HEAD", "--exact") == 1
    assert "/guides/new  was guides/new.mdx; no page replaces it" in capsys.readouterr().out


def test_a_comment_on_a_pull_request(moved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _diff(moved, "HEAD~1", "HEAD", "--format", "markdown") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["", "**Addresses that no longer work** (2)"]
    assert '{"source": "/guides/:slug*", "destination": "/howto/:slug*"}' in lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere",), "The revision `nowhere` does not exist."),
        (("HEAD", "HEAD", "HEAD"), "give at most two revisions"),
    ],
)
def test_what_cannot_be_compared(
    moved: Path, arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _diff(moved, *arguments) == 2
    assert sentence in capsys.readouterr().err


def test_a_folder_without_a_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs.json").write_text("{}")
    assert _diff(tmp_path) == 2
    assert "is not in a git repository" in capsys.readouterr().err


def _with(path: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text(content)


def test_before_the_first_commit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    History(tmp_path)
    _with(tmp_path, _site("guides"))
    assert _diff(tmp_path) == 0
    sentence = "The checked-out branch has no commit yet. No URL existed before."
    assert capsys.readouterr().out == f"{sentence}\n"
    assert _diff(tmp_path, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"version": 1, "not_compared": sentence}
    assert _diff(tmp_path, "HEAD") == 2
    assert "has no commit yet" in capsys.readouterr().err


def test_before_there_was_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    History(tmp_path).commit({"README.md": "Quay"})
    _with(tmp_path, _site("guides"))
    assert _diff(tmp_path) == 0
    assert capsys.readouterr().out.startswith("There was no `docs.json` in this folder at ")


@pytest.mark.parametrize("was", [{"README.md": "Quay"}, _site("guides"), {"docs": "a file"}])
def test_before_there_was_a_folder_of_the_site(
    was: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    History(tmp_path).commit(was)
    _with(tmp_path / "docs", _site("guides"))
    assert _diff(tmp_path / "docs") == 0
    assert capsys.readouterr().out.startswith("There was no `docs.json` in this folder at ")


def _changed(files: dict[str, str], **values: object) -> dict[str, str]:
    docs = {**json.loads(files["docs.json"]), **values}
    kept = {key: value for key, value in docs.items() if value is not None}
    return {**files, "docs.json": json.dumps(kept)}


@pytest.mark.parametrize("refused", [(True, False), (False, True), (True, True)])
def test_what_the_service_refuses_elsewhere_is_compared(
    refused: tuple[bool, bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = History(tmp_path)
    for folder, is_refused in zip(("guides", "howto"), refused, strict=True):
        site = _site(folder, ("/old", f"/{folder}/a"))
        history.commit(_changed(site, colors=None) if is_refused else site)
    _with(tmp_path, _site("howto"))
    assert _diff(tmp_path, "HEAD~1", "HEAD", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["address"] for one in found["lost"]] == ["/guides/a", "/guides/b"]


def test_who_mends_docs_json_is_not_held_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = History(tmp_path)
    history.commit(_changed(_site("guides"), navigation={"tabs": 1}))
    history.commit({**_site("guides"), "docs.json": '{"navigation": '})
    _with(tmp_path, _site("howto"))
    for revision in ("HEAD~1", "HEAD"):
        assert _diff(tmp_path, revision) == 0
        assert "it is not known which URLs worked" in capsys.readouterr().out


def test_a_navigation_that_the_service_refuses(
    moved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _with(moved, _changed(_site("howto"), navigation={"tabs": 1}))
    assert _diff(moved) == 2
    assert "rejects the navigation of `docs.json`" in capsys.readouterr().err


QUESTION = '[[question]]\nask = "{0}"\npage = "{1}"\n'
TIDES = "---\ntitle: Tides\n---\nWhen does the water rise? Twice a day, with the moon.\n"
CRANES = "---\ntitle: Cranes\n---\nWhich crane lifts the heaviest container? The red one.\n"


def _asked(pages: dict[str, str], questions: dict[str, str]) -> dict[str, str]:
    docs = {
        "theme": "mint",
        "name": "Quay",
        "colors": {"primary": "#0d9373"},
        "navigation": {"pages": list(pages)},
    }
    return {
        "docs.json": json.dumps(docs),
        "docs-lsp.toml": '[preview]\nauth = "public"\n',
        "questions.toml": "\n".join(QUESTION.format(*one) for one in questions.items()),
        **{f"{page}.mdx": text for page, text in pages.items()},
    }


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """A repository with saved questions, in whose last commit one page moves and one goes; no
    revision is checked out."""
    pytest.importorskip("tantivy")
    history = History(tmp_path)
    history.commit(
        _asked(
            {"tides": TIDES, "cranes": CRANES},
            {"when does the water rise": "tides", "heaviest container": "cranes"},
        )
    )
    history.commit(
        _asked(
            {"guides/tides": TIDES},
            {"when does the water rise": "guides/tides", "heaviest container": "cranes"},
        )
    )
    (tmp_path / "docs.json").write_text("{}")
    return tmp_path


def test_ranks_of_saved_questions(asked: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert _diff(asked, "HEAD~1", "HEAD", "--format", "json") == 1
    found = json.loads(capfd.readouterr().out)["questions"]
    assert found == {
        "compared": 2,
        "lost": 1,
        "changes": [
            {
                "question": "heaviest container",
                "page": ["cranes"],
                "before": 1,
                "now": None,
                "lost": True,
                "why": "The page `cranes` does not exist.",
            }
        ],
    }

    assert _diff(asked, "HEAD~1", "HEAD") == 1
    lines = capfd.readouterr().out.splitlines()
    at = lines.index("Saved questions with another rank (1)")
    assert lines[at + 1] == (
        "  heaviest container  lost: 1 → not found. The page `cranes` does not exist."
    )

    assert _diff(asked, "HEAD~1", "HEAD", "--format", "markdown") == 1
    assert (
        "- `heaviest container`: lost: 1 → not found. The page `cranes` does not exist."
        in capfd.readouterr().out.splitlines()
    )


def test_ranks_in_the_files_as_they_are(asked: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = _asked({"tides": TIDES, "cranes": "---\ntitle: Ropes\n---\nRopes.\n"}, {})
    files["questions.toml"] = QUESTION.format("heaviest container", "cranes")
    for path, content in files.items():
        (asked / path).write_text(content)
    assert _diff(asked, "HEAD~1") == 0
    assert (
        "  heaviest container  lost: 1 → not found. Nothing else is found either."
        in capfd.readouterr().out
    )


def test_saved_questions_are_left_out_where_nobody_wants_them(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert _diff(asked, "HEAD~1", "HEAD", "--format", "json", "--no-questions") == 1
    assert json.loads(capfd.readouterr().out)["questions"] is None


def test_what_keeps_questions_from_being_asked_is_said_and_loses_nothing(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (asked / "questions.toml").write_text('[[question]]\nask = "a"\n')
    (asked / "docs.json").write_text(_asked({"tides": TIDES}, {})["docs.json"])
    (asked / "tides.mdx").write_text(TIDES)

    assert _diff(asked, "HEAD~1", "--format", "json") == 1

    printed = capfd.readouterr()
    assert json.loads(printed.out)["questions"] is None
    assert printed.err.startswith("docs-lsp: the ranks of saved questions are not compared: ")
    assert "questions.toml, line 1: A question needs a `page`" in printed.err
