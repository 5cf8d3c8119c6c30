"""After a crash anywhere the next command finds the old state or the new one, and nothing else."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from docs_lsp.core.problem import DeletedFile, FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.journal import ForeignJournal
from docs_lsp.files.recovery import recover_site_files
from docs_lsp.files.saving import save_draft
from docs_lsp.files.site_lock import acquire_lock
from docs_lsp.files.walk import JOURNAL_FILE, LOCK_FILE
from tests.files.crashes import Killed, crash_after, read_tree

MOVES = (("guides", "new/manual"), ("a.mdx", "guides/a.mdx"), ("guides", "last"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site")


def make_site(root: Path) -> Path:
    """A site with a link, a file of its own permissions, and a folder that holds nothing."""
    (root / "guides").mkdir(parents=True)
    (root / "empty").mkdir()
    for name in ("docs.json", "a.mdx", "b.mdx", "guides/c.mdx"):
        (root / name).write_text(f"{name} as it was")
    (root / "guides/c.mdx").chmod(0o640)
    (root / "linked.mdx").symlink_to("b.mdx")
    return root


def change(root: Path) -> None:
    """Change, add, delete and move files of the site."""
    changes = (
        FileEdit("docs.json", Span(0, 4), "DOCS"),
        FileEdit("guides/c.mdx", Span(0, 0), "More of "),
        NewFile("brand/new/page.mdx", "New"),
        DeletedFile("b.mdx"),
        DeletedFile("linked.mdx"),
    )
    disk = DiskFiles(root)
    save_draft(Draft(disk).with_changes(changes), disk, MOVES)


def crash(root: Path, acts: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Change the site and crash after so many acts; whether it came to that."""
    with crash_after(acts, monkeypatch):
        try:
            change(root)
        except Killed:
            return True
    return False


def test_a_crash_at_any_act_leaves_the_old_state_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read_tree(make_site(tmp_path / "before"))
    change(make_site(tmp_path / "after"))
    after = read_tree(tmp_path / "after")
    outcomes: list[bool] = []
    while crash(make_site(tmp_path / "site"), len(outcomes), monkeypatch):
        recover_site_files(tmp_path / "site")
        tree = read_tree(tmp_path / "site")
        assert tree in (before, after), f"after {len(outcomes)} acts"
        outcomes.append(tree == after)
        shutil.rmtree(tmp_path / "site")

    assert read_tree(tmp_path / "site") == after
    assert len(outcomes) > 50
    # Once the new state is reached, no later crash leads back.
    assert outcomes == sorted(outcomes)
    assert outcomes[-1]


@pytest.mark.parametrize("acts", range(20, 62, 6))
def test_a_crash_while_a_crash_is_dealt_with_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, acts: int
) -> None:
    before = read_tree(make_site(tmp_path / "before"))
    change(make_site(tmp_path / "after"))
    states = (before, read_tree(tmp_path / "after"))
    for more in range(100):
        root = make_site(tmp_path / "site")
        assert crash(root, acts, monkeypatch)
        with crash_after(more, monkeypatch), suppress(Killed):
            recover_site_files(root)
            break
        recover_site_files(root)
        assert read_tree(root) in states, f"after {acts} and {more} acts"
        shutil.rmtree(root)
    assert more
    assert read_tree(root) in states


def test_a_disk_without_hard_links_is_served_by_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, target: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    before = read_tree(make_site(tmp_path / "before"))
    acts = 0
    while crash(make_site(tmp_path / "site"), acts, monkeypatch):
        sentence = recover_site_files(tmp_path / "site")
        tree = read_tree(tmp_path / "site")
        assert tree == before or "after its last change" in (sentence or "after its last change")
        assert not any(".docs-lsp" in name for name in tree)
        shutil.rmtree(tmp_path / "site")
        acts += 1


_middle = [0]
"""Numbers of acts that led there, the last one known."""


def crash_in_the_middle(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crash where docs.json has been replaced, after `brand/new/page.mdx`."""
    for acts in range(_middle[-1], 100):
        shutil.rmtree(root)
        make_site(root)
        assert crash(root, acts, monkeypatch)
        if (root / "docs.json").read_text().startswith("DOCS"):
            _middle.append(acts)
            return


def test_what_was_undone_is_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert recover_site_files(root) is None
    crash_in_the_middle(root, monkeypatch)

    assert recover_site_files(root) == (
        "A docs-lsp command was interrupted here. Its changes were undone: 2 files and folders "
        "are as before."
    )
    assert recover_site_files(root) is None


def test_what_has_been_changed_since_is_not_overwritten(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash_in_the_middle(root, monkeypatch)
    (root / "docs.json").write_text("mine")
    before = read_tree(root)

    with pytest.raises(FileFault, match=r"`docs\.json` has changed since"):
        recover_site_files(root)
    with pytest.raises(FileFault, match=r"`docs\.json` has changed since"):
        save_draft(Draft(DiskFiles(root)), DiskFiles(root))
    assert read_tree(root) == before


def test_a_file_that_is_open_elsewhere_is_put_back_later(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where the others still are as before."""
    before = read_tree(root)
    crash_in_the_middle(root, monkeypatch)

    def refuse(path: Path, target: object) -> None:
        raise PermissionError(errno.EACCES, "The file is in use", "docs.json")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        with pytest.raises(FileFault, match=r"`docs\.json`: The file is in use"):
            recover_site_files(root)
    recover_site_files(root)
    assert read_tree(root) == before


def test_what_is_left_over_is_no_file_of_the_site(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash_in_the_middle(root, monkeypatch)

    assert any(path.name.startswith(".docs-lsp") for path in root.rglob("*.new"))
    assert not any(".docs-lsp" in path for path in DiskFiles(root).paths())


# Two at once


def test_while_one_command_writes_another_neither_writes_nor_undoes(root: Path) -> None:
    lock = acquire_lock(root, creates=True)
    assert lock is not None
    before = read_tree(root)
    with pytest.raises(FileFault, match="Another docs-lsp is writing"):
        recover_site_files(root)
    with pytest.raises(FileFault, match="Another docs-lsp is writing"):
        change(root)
    assert read_tree(root) == before
    lock.release(removes_file=True)
    change(root)
    assert not (root / LOCK_FILE).exists()


# A journal of another origin


def write_journal(root: Path, entry: dict[str, object], *lines: dict[str, object]) -> None:
    """A journal as a repository may bring it, with a lock file beside it."""
    (root / LOCK_FILE).touch()
    text = "".join(f"{json.dumps(line)}\n" for line in (entry, *lines))
    (root / JOURNAL_FILE).write_text(text)


def entry_of(root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The first line of a journal that a crash has really left."""
    crash_in_the_middle(root, monkeypatch)
    entry: dict[str, object] = json.loads((root / JOURNAL_FILE).read_text().splitlines()[0])
    return entry


def test_a_journal_that_came_with_a_copy_of_the_site_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a repository with a committed journal."""
    crash_in_the_middle(root, monkeypatch)
    copy = shutil.copytree(root, root.with_name("copy"), symlinks=True)
    before = read_tree(copy)

    with pytest.raises(ForeignJournal, match="was not written here by your docs-lsp"):
        recover_site_files(copy)
    with pytest.raises(ForeignJournal):
        save_draft(Draft(DiskFiles(root)), DiskFiles(copy))
    assert read_tree(copy) == before


@pytest.mark.parametrize("missing", ["lock", "token", "files", "folders", "moves", "format"])
def test_a_journal_that_lacks_something_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    entry = entry_of(root, monkeypatch)
    del entry[missing]
    write_journal(root, entry)
    before = read_tree(root)

    with pytest.raises(ForeignJournal):
        recover_site_files(root)
    assert read_tree(root) == before


@pytest.mark.parametrize("owner", [JOURNAL_FILE, LOCK_FILE])
def test_the_journal_of_another_user_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch, owner: str
) -> None:
    crash_in_the_middle(root, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)

    with pytest.raises(ForeignJournal):
        recover_site_files(root)


@pytest.mark.parametrize(
    "path", ["../outside.mdx", "/etc/x", "a/../../x", ".git/config", "sub/.GIT/x", "out/x", "", "."]
)
@pytest.mark.parametrize("place", ["files", "folders", "moves", "made"])
def test_even_a_journal_of_ours_leads_to_no_place_outside(
    root: Path, monkeypatch: pytest.MonkeyPatch, path: str, place: str
) -> None:
    """However it got its marks: nothing outside of the site is touched, behind a link or in git."""
    outside = root.with_name("outside")
    outside.mkdir()
    (outside / "x").write_text("theirs")
    entry = entry_of(root, monkeypatch)
    (root / "out").symlink_to(outside)
    lines: list[dict[str, object]] = []
    match place:
        case "files":
            entry["files"] = [[path, None, "0" * 64]]
        case "folders":
            entry["folders"] = [path]
        case "moves":
            entry["moves"] = [[path, "a.mdx"]]
            lines = [{"move": 0, "folders": []}]
        case "made":
            lines = [{"move": 0, "folders": [path]}]
    write_journal(root, entry, *lines)
    before = read_tree(root.parent)

    with pytest.raises(ForeignJournal):
        recover_site_files(root)
    assert read_tree(root.parent) == before


@pytest.mark.parametrize("name", [JOURNAL_FILE, LOCK_FILE])
@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("docs.json"), os.mkfifo])
def test_what_is_no_ordinary_file_is_refused(
    root: Path, make: Callable[[Path], object], name: str
) -> None:
    for other in {JOURNAL_FILE, LOCK_FILE} - {name}:
        (root / other).touch()
    make(root / name)
    before = sorted(root.rglob("*"))
    with pytest.raises(FileFault):
        recover_site_files(root)
    assert sorted(root.rglob("*")) == before
