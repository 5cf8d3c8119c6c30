"""`docs-lsp move`: what it moves, what it prints, what it refuses."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.output.diff import render_diff
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault

DOCS = """{
  "theme": "mint",
  "name": "Quay",
  "colors": { "primary": "#0d9373" },
  "navigation": {
    "languages": [
      { "language": "en", "pages": ["index", "guides/start", "guides/more"] },
      { "language": "fr", "pages": ["fr/index", "fr/guides/start", "fr/guides/more"] }
    ]
  }
}
"""
FILES = {
    "docs.json": DOCS,
    "index.mdx": "[Start](/guides/start) ![L](/pics/l.svg)\n",
    "guides/start.mdx": "[More](./more)\n",
    "guides/more.mdx": "More\n",
    "fr/index.mdx": "Accueil\n",
    "fr/guides/start.mdx": "[Plus](./more)\n",
    "fr/guides/more.mdx": "Plus\n",
    "pics/l.svg": "<svg/>",
    "snippets/s.mdx": "S\n",
}


class Mover:
    """Runs `move` and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        code = main(["move", *map(str, arguments)])
        out, err = self.capsys.readouterr()
        return code, out, err


@pytest.fixture
def move(capsys: pytest.CaptureFixture[str]) -> Mover:
    return Mover(capsys)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "docs"
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())
    monkeypatch.chdir(folder)
    return folder


def tree(root: Path) -> dict[str, str]:
    files = (Path(folder) / name for folder, _, names in os.walk(root) for name in names)
    return {file.relative_to(root).as_posix(): file.read_bytes().decode() for file in files}


def test_a_page_moves_with_its_translations_and_all_that_names_it(root: Path, move: Mover) -> None:
    assert move("guides/start", "begin") == (
        0,
        "moved     guides/start.mdx -> begin.mdx\n"
        "moved     fr/guides/start.mdx -> fr/begin.mdx\n"
        "changed   begin.mdx (1 place)\n"
        "changed   docs.json (3 places)\n"
        "changed   fr/begin.mdx (1 place)\n"
        "changed   index.mdx (1 place)\n"
        "redirect  /fr/guides/start -> /fr/begin\n"
        "redirect  /guides/start -> /begin\n",
        "docs-lsp: 2 files moved, 6 places in 4 files changed.\n",
    )
    after = tree(root)
    assert after.keys() == (
        FILES.keys() - {"guides/start.mdx", "fr/guides/start.mdx"} | {"begin.mdx", "fr/begin.mdx"}
    )
    assert after["begin.mdx"] == "[More](./guides/more)\n"
    assert after["index.mdx"] == "[Start](/begin) ![L](/pics/l.svg)\n"
    docs = json.loads(after["docs.json"])
    assert docs["navigation"]["languages"][0]["pages"] == ["index", "begin", "guides/more"]
    assert docs["redirects"][-1] == {"source": "/guides/start", "destination": "/begin"}
    assert main(["check", "-q", "."]) == 0


def test_translations_can_be_left(root: Path, move: Mover) -> None:
    assert move("guides/start", "begin", "--no-translations")[0] == 0
    assert "fr/guides/start.mdx" in tree(root)


def test_a_folder_moves_as_it_is(root: Path, move: Mover) -> None:
    (root / "guides/.hidden").write_text("x")
    (root / "guides/empty").mkdir()
    (root / "guides/start.mdx").chmod(0o640)
    before = (root / "guides/more.mdx").stat()
    code, out, err = move("guides", "manual/all", "--no-translations")

    assert code == 0
    assert out.splitlines()[0] == "moved     guides -> manual/all (3 files)"
    assert err == "docs-lsp: 3 files moved, 4 places in 2 files changed.\n"
    assert (root / "manual/all/.hidden").read_text() == "x"
    assert (root / "manual/all/empty").is_dir()
    assert (root / "manual/all/more.mdx").stat() == before
    assert (root / "manual/all/start.mdx").stat().st_mode & 0o777 == 0o640
    assert not (root / "guides").exists()


def test_another_file_moves(root: Path, move: Mover) -> None:
    assert move("pics/l.svg", "logo.svg")[1] == (
        "moved     pics/l.svg -> logo.svg\nchanged   index.mdx (1 place)\n"
    )
    assert tree(root)["index.mdx"] == "[Start](/guides/start) ![L](/logo.svg)\n"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("guides/start", "begin", "begin.mdx"),
        ("guides/start.mdx", "begin.mdx", "begin.mdx"),
        ("guides/start.mdx", "begin.md", "begin.md"),
        ("/guides/start", "/begin", "begin.mdx"),
        ("./guides/start", "pics/", "pics/start.mdx"),
        ("guides/start", "new/folder/", "new/folder/start.mdx"),
        ("guides/start", ".", "start.mdx"),
        ("guides/start", "guides/start/index", "guides/start/index.mdx"),
        ("guides/start", "v1.2", "v1.2.mdx"),
        ("pics", "guides/", "guides/pics/l.svg"),
        ("snippets/s", "snippets/t", "snippets/t.mdx"),
    ],
)
def test_ways_to_say_it(root: Path, move: Mover, old: str, new: str, expected: str) -> None:
    assert move(old, new)[0] == 0
    assert expected in tree(root)


def test_a_name_in_another_case(root: Path, move: Mover) -> None:
    assert move("guides/start", "guides/Start")[0] == 0
    assert "guides/Start.mdx" in tree(root)
    assert '"guides/Start"' in tree(root)["docs.json"]


@pytest.mark.parametrize(
    ("folder", "arguments"),
    [
        ("docs/guides", ["start", "../begin"]),
        ("docs/guides", ["guides/start", "begin"]),
        ("docs/pics", ["guides/start", "begin"]),
        (".", ["docs/guides/start", "docs/begin"]),
        (".", ["guides/start", "begin"]),
        (".", ["guides/start", "begin", "--site", "docs"]),
        (".", ["guides/start", "begin", "--site", "docs/docs.json"]),
        (".", ["docs/guides/start.mdx", "docs/begin.mdx", "--site", "docs"]),
    ],
)
def test_from_any_folder(
    root: Path, move: Mover, monkeypatch: pytest.MonkeyPatch, folder: str, arguments: list[str]
) -> None:
    monkeypatch.chdir(root.parent / folder)
    assert move(*arguments)[0] == 0
    assert "begin.mdx" in tree(root)


def test_full_paths(root: Path, move: Mover, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root.parent)
    assert move(root / "guides/start", root / "begin")[0] == 0
    assert "begin.mdx" in tree(root)


def test_a_dry_run_writes_nothing_and_says_the_same(root: Path, move: Mover) -> None:
    before = tree(root)
    code, out, err = move("guides", "manual", "--dry-run")

    assert tree(root) == before
    assert err == "docs-lsp: 4 files would be moved, 6 places in 2 files would be changed.\n"
    assert (code, out) == move("guides", "manual")[:2]


@pytest.mark.needs("git")
@pytest.mark.parametrize("old", ["guides", "pics", "guides/start", "pics/l.svg"])
def test_a_diff_writes_nothing_and_can_be_applied(root: Path, move: Mover, old: str) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    before = tree(root)
    code, out, err = move(old, "manual/x/", "--diff")

    assert tree(root) == before
    assert "would be" in err
    subprocess.run(["git", "apply", "-"], input=out.encode(), check=True)
    applied = tree(root)
    shutil.rmtree(root)
    root.mkdir()
    for name, content in before.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode())
    os.chdir(root)
    assert move(old, "manual/x/")[0] == code == 0
    assert tree(root) == applied


def test_a_diff_without_moves_is_as_it_was(root: Path) -> None:
    draft = Draft(DiskFiles(root), {"new.mdx": b"x\n"}, {"new.mdx": None})
    assert render_diff(draft, str).startswith("--- /dev/null\n+++ b/new.mdx\n")


def test_redirects_only_where_they_are_wanted(root: Path, move: Mover) -> None:
    (root / "docs-lsp.toml").write_text("[rename]\nredirect = false\n")
    assert "redirect" not in move("guides", "manual")[1]
    assert "redirects" not in tree(root)["docs.json"]


def test_what_is_left_to_do_is_told_and_fails(root: Path, move: Mover) -> None:
    code, _, err = move("snippets/s", "guides/s")
    assert code == 1
    assert err.splitlines()[0] == "docs-lsp: `guides/s.mdx` becomes a page."


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("guides/strat", "x", "there is no page, file or folder `guides/strat`"),
        ("guides/strat", "x", "Did you mean `guides/start`?"),
        ("guides/start", "guides/more", "`guides/more.mdx` exists already"),
        ("guides/start.mdx", "guides/more.md", "already has the address `/guides/more`"),
        ("guides/start", "guides/start", "is already its path"),
        ("guides/start", "pics", "`pics` is a folder. Write `pics/` to move `start.mdx` into it"),
        ("guides/start", "pics", "or `pics.mdx` for a page of this name"),
        ("pics", "guides", "`guides` is a folder. Write `guides/` to move `pics` into it."),
        ("guides", "guides/old", "`guides/old` is inside `guides`"),
        ("guides/start", "../start", "is outside the site"),
        ("guides", "snippets/guides", "files under `snippets/`"),
        ("guides/start", "snippets/start", "files under `snippets/`"),
        ("guides/start", "readme.md", "README"),
        ("guides/start", "mcp", "The service itself uses `/mcp`"),
        ("guides/start", "my start", "Write `my-start`"),
        ("guides", "my guides", "Write `my-guides`"),
        ("docs.json", "x.json", "`docs.json` must keep its name and folder"),
        (".", "x", "is the folder of the site. Nothing in the site refers to it"),
        ("empty", "x", "`empty` has no file of the site"),
    ],
)
def test_what_is_refused(root: Path, move: Mover, old: str, new: str, said: str) -> None:
    (root / "empty").mkdir()
    before = tree(root)
    code, out, err = move(old, new)

    assert (code, out) == (2, "")
    assert said in err
    assert tree(root) == before


def test_a_page_and_a_folder_of_one_name_are_told_apart(root: Path, move: Mover) -> None:
    (root / "guides.mdx").write_text("Guides\n")
    code, _, err = move("guides", "manual")
    assert code == 2
    assert "`guides` is both a page and a folder. Write `guides.mdx` to move the page" in err
    assert move("guides/", "manual", "--no-translations")[0] == 0
    assert {"manual/start.mdx", "guides.mdx"} <= tree(root).keys()


def test_a_link_to_a_folder_is_not_moved_through(root: Path, move: Mover) -> None:
    (root / "linked").symlink_to("guides")
    code, _, err = move("linked/start", "x")
    assert code == 2
    assert "is a link. Move the files in the folder it points to." in err


@pytest.mark.parametrize(
    ("docs", "said"),
    [
        ('{ "navigation": { "pages": ["guides/start"\n}', "is not valid JSON in line"),
        (None, "is no site (docs.json)"),
        ('{ "openapi": "3.1.0", "paths": {} }', "belongs to another tool"),
    ],
)
def test_nothing_moves_where_an_entry_might_be_missed(
    root: Path, move: Mover, docs: str | None, said: str
) -> None:
    if docs is None:
        (root / "docs.json").unlink()
    else:
        (root / "docs.json").write_text(docs)
    before = tree(root)
    code, out, err = move("guides/nowhere" if docs is None else "guides/start", "x")

    assert (code, out) == (2, "")
    assert said in err
    assert tree(root) == before


def test_a_file_that_lies_in_no_site(root: Path, move: Mover) -> None:
    (root / "docs.json").unlink()
    assert "is not in a site" in move("guides/start", "x")[2]


def test_several_sites_are_told_apart(root: Path, move: Mover, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "other")
    os.chdir(tmp_path)
    code, _, err = move("guides/start", "x")
    assert code == 2
    assert "there are 2 sites here; name the site's folder with `--site`" in err
    assert move("guides/start", "x", "--site", "other")[0] == 0
    assert "x.mdx" in tree(tmp_path / "other")


def test_settings_with_a_fault_leave_the_site_alone(root: Path, move: Mover) -> None:
    (root / "docs-lsp.toml").write_text("[rename]\nredirects = false\n")
    before = tree(root)
    code, _, err = move("guides", "manual")
    assert code == 2
    assert "docs-lsp.toml:2:1" in err
    assert tree(root) == before


def test_nothing_is_lost_where_the_disk_fails(
    root: Path, move: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(root)
    rename = Path.rename

    def fail(path: Path, target: Path) -> Path:
        if path.name == "start.mdx" and "fr" in path.parts:
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    code, out, err = move("guides/start", "new/begin")

    assert (code, out) == (2, "")
    assert err == ("docs-lsp: `fr/guides/start.mdx` cannot be moved: No space left on device.\n")
    assert tree(root) == before
    assert not (root / "new").exists()


def test_what_changes_meanwhile_is_left(
    root: Path, move: Mover, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*arguments: object) -> None:
        raise FileFault("`docs.json` has changed meanwhile, so nothing was written.")

    monkeypatch.setattr("docs_lsp.files.saving._require_unchanged", changed)
    before = tree(root)
    assert move("guides", "manual")[0] == 2
    assert tree(root) == before
