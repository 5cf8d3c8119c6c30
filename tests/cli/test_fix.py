"""`docs-lsp fix`: what it mends, what it prints, and its exit codes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.diff import print_diff
from docs_lsp.files.files import DiskFiles, FileFault
from tests.cli.made import Terminal
from tests.cli.test_check import MISSING
from tests.files.crashes import refuse_temporary_files

SAFE = ["a.mdx", "./b"]


class Fixer:
    """Runs `fix` and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        code = main(["fix", *map(str, arguments)])
        out, err = self.capsys.readouterr()
        return code, out, err


@pytest.fixture
def fix(capsys: pytest.CaptureFixture[str]) -> Fixer:
    return Fixer(capsys)


def write_site(root: Path, pages: list[str], **more: object) -> Path:
    """A site with the pages `a` and `b`, and a docs.json."""
    root.mkdir(parents=True, exist_ok=True)
    for page in "ab":
        (root / f"{page}.mdx").write_text(f"Page {page}\n", "utf-8")
    content = {**MISSING, **more, "navigation": {"pages": pages}}
    docs = root / "docs.json"
    docs.write_bytes((json.dumps(content, indent=2) + "\n").encode())
    return docs


def pages_of(docs: Path) -> list[str]:
    return list(json.loads(docs.read_bytes())["navigation"]["pages"])


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(file.relative_to(root)): file.read_bytes() for file in root.rglob("*.*")}


def test_safe_fixes_are_made_and_told(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, SAFE)

    assert fix(tmp_path) == (
        0,
        "docs.json:9 page-extension  Write `a`\ndocs.json:10 page-slash  Write `b`\n",
        "docs-lsp: 2 problems fixed. Left: no problems in 1 site.\n",
    )
    assert pages_of(docs) == ["a", "b"]
    assert fix(tmp_path) == (0, "", "docs-lsp: 0 problems fixed. Left: no problems in 1 site.\n")


def test_what_is_left_is_counted_and_fails(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, ["a.mdx", "b", "missing"])
    code, out, err = fix(tmp_path)

    assert (code, out) == (1, "docs.json:9 page-extension  Write `a`\n")
    assert err == "docs-lsp: 1 problem fixed. Left: 1 problem (1 error) in 1 site.\n"
    assert pages_of(docs) == ["a", "b", "missing"]


def test_what_is_only_worth_knowing_fails_no_fix(tmp_path: Path, fix: Fixer) -> None:
    write_site(tmp_path, ["a"])
    code, _, err = fix(tmp_path)

    assert code == 0
    assert err.endswith("Left: 1 problem (1 information) in 1 site.\n")


def test_the_obvious_fixes_are_made_when_asked_for(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, ["a", "b"], favcon="/a.svg")
    (tmp_path / "a.svg").touch()

    assert fix(tmp_path)[:2] == (1, "")
    code, out, _ = fix(tmp_path, "--unsafe")
    assert (code, out) == (0, "docs.json:7 unknown-key  Write `favicon`\n")
    assert json.loads(docs.read_bytes())["favicon"] == "/a.svg"


def test_a_diff_writes_nothing_and_fails_where_there_is_something_to_do(
    tmp_path: Path, fix: Fixer
) -> None:
    write_site(tmp_path, SAFE)
    before = snapshot(tmp_path)
    code, out, err = fix(tmp_path, "--diff")

    assert code == 1
    assert err == "docs-lsp: 2 problems would be fixed. Left: no problems in 1 site.\n"
    assert out.startswith("--- a/docs.json\n+++ b/docs.json\n@@ ")
    assert [line for line in out.splitlines() if line[0] in "+-"][2:] == [
        '-      "a.mdx",',
        '-      "./b"',
        '+      "a",',
        '+      "b"',
    ]
    assert snapshot(tmp_path) == before


def test_a_diff_of_nothing_is_empty(tmp_path: Path, fix: Fixer) -> None:
    write_site(tmp_path, ["a", "b"])

    assert fix(tmp_path, "--diff")[:2] == (0, "")


@pytest.mark.needs("git")
def test_a_diff_can_be_applied(tmp_path: Path, fix: Fixer, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Windows line ends, no line end at the end, and a file that is new."""
    docs = write_site(tmp_path, ["a", "b"], favcon="/a.svg")
    docs.write_bytes(docs.read_bytes().rstrip().replace(b"\n", b"\r\n"))
    (tmp_path / "a.svg").touch()
    monkeypatch.chdir(tmp_path)
    _, out, _ = fix("--unsafe", "--diff")
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "apply", "-"], input=out.encode(), check=True)
    applied = docs.read_bytes()

    assert b'"favicon": "/a.svg",\r\n' in applied
    assert fix("--unsafe")[:2] == (0, "")


def test_rules_can_be_selected_and_ignored(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, [*SAFE, "missing"])

    # Only what was asked for counts.
    assert fix(tmp_path, "--select", "page-slash")[0] == 0
    assert pages_of(docs) == ["a.mdx", "b", "missing"]
    assert fix(tmp_path, "--ignore", "page-extension")[:2] == (1, "")
    assert fix(tmp_path, "--ignore", "page-extension,missing-page")[0] == 0
    assert pages_of(docs) == ["a.mdx", "b", "missing"]


def test_a_rule_that_does_not_exist_is_misuse(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, SAFE)
    code, out, err = fix(tmp_path, "--select", "page-slahs")

    assert (code, out) == (2, "")
    assert "page-slash" in err
    assert pages_of(docs) == SAFE


def test_several_sites_are_mended_and_the_worst_code_counts(tmp_path: Path, fix: Fixer) -> None:
    first = write_site(tmp_path / "first", SAFE)
    second = write_site(tmp_path / "second", ["a", "b", "missing"])
    code, out, err = fix(tmp_path)

    assert code == 1
    assert [line.split(" ")[0] for line in out.splitlines()] == [
        f"{Path('first/docs.json')}:9",
        f"{Path('first/docs.json')}:10",
    ]
    assert err == (
        "docs-lsp: first/docs.json: 2 problems fixed. Left: no problems in 1 site.\n"
        "docs-lsp: second/docs.json: 0 problems fixed. Left: 1 problem (1 error) in 1 site.\n"
    )
    assert pages_of(first) == ["a", "b"]
    assert pages_of(second) == ["a", "b", "missing"]


def test_settings_with_a_fault_leave_the_site_alone(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path / "one", SAFE)
    other = write_site(tmp_path / "other", SAFE)
    (tmp_path / "one/docs-lsp.toml").write_text('[rules]\npage-slahs = "off"\n')
    code, _, err = fix(tmp_path)

    assert code == 2
    assert f"{Path('one/docs-lsp.toml')}:2:1" in err
    assert pages_of(docs) == SAFE
    assert pages_of(other) == ["a", "b"]


def test_settings_that_cannot_be_read_leave_the_site_alone(
    tmp_path: Path, fix: Fixer, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = write_site(tmp_path, SAFE)
    (tmp_path / "docs-lsp.toml").touch()

    def refuse(files: DiskFiles, path: str) -> bytes:
        raise FileFault(f"`{path}` may not be read.")

    monkeypatch.setattr(DiskFiles, "read", refuse)
    told = "docs-lsp: docs-lsp.toml:1:1 `docs-lsp.toml` may not be read.\n"
    assert fix(tmp_path) == (2, "", told)
    assert pages_of(docs) == SAFE


def test_what_the_project_does_not_want_to_hear_of_is_left(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, SAFE)
    (tmp_path / "docs-lsp.toml").write_text('[rules]\npage-extension = "off"\n')

    assert fix(tmp_path)[0] == 0
    assert pages_of(docs) == ["a.mdx", "b"]


def test_the_docs_json_of_another_tool_is_left(sites: Path, tmp_path: Path, fix: Fixer) -> None:
    shutil.copytree(sites / "other-tool", tmp_path / "other-tool")
    before = snapshot(tmp_path)
    code, out, err = fix(tmp_path)

    assert (code, out) == (0, "")
    assert "belongs to another tool" in err
    assert snapshot(tmp_path) == before


def test_a_folder_without_a_site_is_told(tmp_path: Path, fix: Fixer) -> None:
    code, out, err = fix(tmp_path)

    assert (code, out) == (0, "")
    assert "no documentation site (docs.json) found" in err


def test_a_path_that_does_not_exist_is_misuse(tmp_path: Path, fix: Fixer) -> None:
    assert fix(tmp_path / "nowhere")[0] == 2


def test_a_file_by_another_name_is_mended(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, SAFE).rename(tmp_path / "mine.json")

    assert fix(docs)[0] == 0
    assert pages_of(docs) == ["a", "b"]


def test_what_cannot_be_saved_is_told_and_nothing_else(
    tmp_path: Path, fix: Fixer, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = write_site(tmp_path, SAFE)

    refuse_temporary_files(monkeypatch)
    code, out, err = fix(tmp_path)

    assert (code, out) == (2, "")
    assert err == "docs-lsp: `docs.json` cannot be written: Permission denied.\n"
    assert pages_of(docs) == SAFE


def test_a_broken_file_is_mended_as_far_as_it_is_certain(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, ["a", "b"])
    docs.write_bytes(docs.read_bytes().replace(b'"b"', b'"b",').replace(b'"N",', b'"N" // us'))
    code, out, _ = fix(tmp_path)

    assert code == 0
    assert pages_of(docs) == ["a", "b"]
    assert {line.split(" ")[1] for line in out.splitlines()} == {
        "comment",
        "syntax-error",
        "trailing-comma",
    }


def test_the_sites_of_the_demo_are_mended(sites: Path, tmp_path: Path, fix: Fixer) -> None:
    shutil.copytree(sites / "broken", tmp_path / "broken")
    code, out, _ = fix(tmp_path, "--unsafe")

    assert code == 1
    assert "page-extension" in out and "syntax-error" not in out
    assert json.loads((tmp_path / "broken/docs.json").read_bytes())["theme"] == "maple"
    assert fix(tmp_path, "--unsafe")[1] == ""


def test_a_site_in_another_encoding_is_left_as_it_is(tmp_path: Path, fix: Fixer) -> None:
    docs = write_site(tmp_path, SAFE)
    docs.write_bytes(docs.read_text("utf-8").encode("utf-16"))
    before = snapshot(tmp_path)

    assert fix(tmp_path, "--unsafe")[:2] == (1, "")
    assert snapshot(tmp_path) == before


@pytest.mark.needs("git")
def test_a_diff_has_each_byte_as_it_is(tmp_path: Path) -> None:
    """Whatever the encoding of the output: a page in Latin-1, letters that Latin-1 does not have,
    and Windows line ends."""
    docs = write_site(tmp_path, ["a", "b"], name="日")
    docs.write_bytes(docs.read_bytes().replace(b"\n", b"\r\n"))
    page = tmp_path / "a.mdx"
    page.write_bytes(b"\xe9 [b](/b#safe-harbour) \xe6\x97\xa5\r\n")
    (tmp_path / "b.mdx").write_text("# Safe harbours\n")
    done = subprocess.run(
        [sys.executable, "-m", "docs_lsp", "fix", "--diff", "--unsafe"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
    )
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=done.stdout, check=True)

    assert page.read_bytes() == b"\xe9 [b](/b#safe-harbours) \xe6\x97\xa5\r\n"


def test_a_terminal_is_sent_no_control_characters() -> None:
    screen = Terminal()
    print_diff("-\ta\x1b[2J\r\n+b\r\n", screen)

    assert screen.getvalue() == "-       a\\u001b[2J\n+b\n"


def test_without_files_docs_json_is_judged_alone(tmp_path: Path, fix: Fixer) -> None:
    """Nothing is said, or done, about pages that are not beside the file."""
    docs = write_site(tmp_path, ["./c", "a.mdx"], theme="Mint")
    code, out, err = fix(docs, "--no-files", "--unsafe")

    assert "fixed" in err
    assert json.loads(docs.read_bytes())["theme"] == "mint"
    assert "missing-page" not in out
    assert code == 0
    assert fix(docs, "--unsafe")[0] == 1


def _write_moved_site(folder: Path, redirects: list[dict[str, str]]) -> tuple[Path, str]:
    """A site with links into `quay`, whose pages are in `port`; the docs.json, and the links."""
    docs = write_site(folder, ["a", "b"])
    content = {**json.loads(docs.read_bytes()), "redirects": redirects}
    docs.write_text(json.dumps(content, indent=2), "utf-8")
    (folder / "port").mkdir()
    names = ("fees", "tides", "charts")
    for name in names:
        (folder / f"port/{name}.mdx").write_text("Text\n", "utf-8")
    links = "".join(f"[Here](/quay/{name})\n" for name in names)
    (folder / "a.mdx").write_text(links, "utf-8")
    return docs, links


def test_links_into_a_folder_that_has_moved_are_fixed_by_one_redirect(
    tmp_path: Path, fix: Fixer
) -> None:
    """Another redirect shows that it did."""
    earlier = {"source": "/quay/lights", "destination": "/port/tides"}
    docs, links = _write_moved_site(tmp_path, [earlier])
    code, out, _ = fix(tmp_path, "--unsafe", "--select", "dead-link")

    assert code == 0
    assert out.count("\n") == 1
    assert "Redirect `/quay/:slug*` to `/port/:slug*`, for all 3 old addresses" in out
    assert json.loads(docs.read_bytes())["redirects"] == [
        earlier,
        {"source": "/quay/:slug*", "destination": "/port/:slug*"},
    ]
    assert (tmp_path / "a.mdx").read_text("utf-8") == links


def test_links_into_a_folder_that_never_was_are_corrected(tmp_path: Path, fix: Fixer) -> None:
    docs, links = _write_moved_site(tmp_path, [])
    code, _, _ = fix(tmp_path, "--unsafe", "--select", "dead-link")

    assert code == 0
    assert json.loads(docs.read_bytes())["redirects"] == []
    assert (tmp_path / "a.mdx").read_text("utf-8") == links.replace("quay", "port")
