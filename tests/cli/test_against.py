"""`--against`: what readers lose since a revision, as findings of `check` and fixes of `fix`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("dulwich")

from docs_lsp.cli import main
from tests.revisions.history import History


def _site(folder: str) -> dict[str, str]:
    docs = {
        "theme": "mint",
        "name": "Quay",
        "colors": {"primary": "#0d9373"},
        "navigation": {"pages": ["index", f"{folder}/a", f"{folder}/b"]},
    }
    pages = {f"{folder}/{name}.mdx": f"# Page {name}\n\nAbout {name} alone.\n" for name in "ab"}
    return {
        "docs.json": json.dumps(docs, indent=2) + "\n",
        "index.mdx": f"# Start\n\n[A](/{folder}/a)\n",
        **pages,
    }


@pytest.fixture
def history(tmp_path: Path) -> History:
    """A repository in which a folder has just moved."""
    history = History(tmp_path)
    history.commit(_site("guides"))
    history.commit(_site("howto"))
    for path, content in _site("howto").items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(content)
    return history


def _found(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, str]]]:
    code = main(["check", "--format", "json", *arguments])
    return code, json.loads(capsys.readouterr().out)["findings"]


def test_without_it_nothing_is_compared(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _found(capsys, str(tmp_path)) == (0, [])


def test_what_readers_lose_is_found(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, findings = _found(capsys, str(tmp_path), "--against", "HEAD~1")
    assert code == 1
    (finding,) = findings
    assert finding["rule"] == "lost-address"
    assert finding["file"] == "docs.json"
    assert "`/guides/a` and another address worked at HEAD~1 (" in finding["message"]


def test_other_links_to_a_lost_address_are_named(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "index.mdx").write_text("# Start\n\n[A](/guides/a)\n")
    _, findings = _found(capsys, str(tmp_path), "--against", "HEAD~1", "--select", "lost-address")
    (finding,) = findings
    assert [one["file"] for one in finding["related"]] == ["index.mdx"]  # type: ignore[index]


def test_a_folder_that_has_gone_is_one_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def site(pages: list[str]) -> dict[str, str]:
        docs = json.loads(_site("guides")["docs.json"])
        docs["navigation"]["pages"] = ["index", *pages]
        docs["redirects"] = [{"source": "/old/:name*", "destination": "/guides/old/:name*"}]
        texts = {f"{page}.mdx": f"# {page}\n\nAll about {page}.\n" for page in ["index", *pages]}
        return {"docs.json": json.dumps(docs), **texts}

    kept, few = ["guides/start"], ["few/a", "few/b", "few/c"]
    many = [f"guides/old/{name}" for name in ("a", "b", "sub/c", "sub/d", "sub/e")]
    History(tmp_path).commit(site([*kept, *few, *many]))
    for path, content in site(kept).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(content)

    _, findings = _found(capsys, str(tmp_path), "--against", "HEAD", "--select", "lost-address")

    messages = [finding["message"] for finding in findings]
    [folder] = [one for one in messages if one.startswith("The folder")]
    assert folder.startswith("The folder `guides/old` is gone since HEAD (")
    assert "breaks 10 addresses, such as `/guides/old/a` (" in folder
    assert sorted(one.split(" ")[0] for one in messages if one != folder) == [
        "`/few/a`",
        "`/few/b`",
        "`/few/c`",
    ]


def test_the_last_common_commit_counts(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # HEAD itself is the last common commit with a branch that it has come from.
    assert _found(capsys, str(tmp_path), "--against", "HEAD") == (0, [])


def test_fix_adds_the_redirect(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["fix", "--unsafe", "--against", "HEAD~1", str(tmp_path)])
    assert "Redirect `/guides/:slug*` to `/howto/:slug*`" in capsys.readouterr().out
    docs = json.loads((tmp_path / "docs.json").read_text())
    assert docs["redirects"] == [{"source": "/guides/:slug*", "destination": "/howto/:slug*"}]
    assert _found(capsys, str(tmp_path), "--against", "HEAD~1") == (0, [])


@pytest.mark.parametrize("folder", ["", "docs"])
def test_a_site_that_was_not_there_has_lost_nothing(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = History(tmp_path)
    history.commit({"other.txt": "nothing"})
    root = tmp_path / folder
    for path, content in _site("howto").items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    assert _found(capsys, str(root), "--against", "HEAD") == (0, [])
    assert main(["fix", str(root), "--against", "HEAD"]) == 0
    assert "There was no `docs.json` in this folder" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "fix"])
def test_what_git_lacks_is_said(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([command, "--against", "no-such-branch", str(tmp_path)]) == 2
    assert "no-such-branch" in capsys.readouterr().err


def test_a_folder_without_a_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs.json").write_text(_site("howto")["docs.json"])
    assert main(["check", "--against", "main", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("docs-lsp: ")


def test_an_earlier_docs_json_that_tells_nothing(
    history: History, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history.commit({**_site("guides"), "docs.json": '{"navigation": '})
    assert main(["check", str(tmp_path), "--against", "HEAD"]) == 0
    assert "so it is not known what readers have lost" in capsys.readouterr().err
