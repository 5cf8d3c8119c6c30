"""The commits that a revision came from, and what each of them changed."""

from __future__ import annotations

import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
from dulwich.objects import Tree

from docs_lsp.revisions import history as bounds
from docs_lsp.revisions.content_names import hash_as_blob
from docs_lsp.revisions.fault import RevisionFault
from tests.revisions.history import FILE, History, opened

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def test_what_each_commit_changed(history: History, tmp_path: Path) -> None:
    history.commit({"a": "1", "d/b": "2"})
    history.commit({"a": "1", "d/b": "3", "c": "4"})
    history.commit({"d/b": (FILE | 0o111, b"3"), "c": "4"})
    repository = opened(tmp_path)
    found = repository.read_history(repository.require_revision("HEAD"))

    newest, middle, first = (found.find_changes(number) for number in range(len(found)))
    assert newest and middle and first
    assert (newest.added, newest.removed, newest.modified) == ({}, {"a": hash_as_blob(b"1")}, {})
    assert middle.added == {"c": hash_as_blob(b"4")}
    assert middle.modified == {"d/b": hash_as_blob(b"3")}
    assert first.added.keys() == {"a", "d/b"}
    assert [found.get_ancestor_mask(number) for number in range(3)] == [0b111, 0b110, 0b100]
    assert found.find_content(2, "d/b") == hash_as_blob(b"2")
    assert found.find_content(2, "d") is not None
    assert found.find_content(2, "d/b/c") is found.find_content(2, "x") is None
    assert found.why_incomplete == ""


def test_what_was_kept_is_not_read_again(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.commit({"a": "1"})
    history.commit({"a": "2"})
    repository = opened(tmp_path)
    before = repository.read_history(repository.require_revision("HEAD"))
    known = [before.find_changes(number) for number in range(len(before))]
    history.commit({"a": "3"})
    repository = opened(tmp_path)
    after = repository.read_history(repository.require_revision("HEAD"), before.cached_changes)
    newest = after.find_changes(0)
    monkeypatch.setattr(bounds, "tree_changes", None)

    assert [after.find_changes(number) for number in (1, 2)] == known
    assert list(after.cached_changes.values()) == [newest, *known]


def test_only_so_much_is_kept(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "_MOST_CACHED", 2)
    for number in range(3):
        history.commit({"a": str(number)})
    repository = opened(tmp_path)
    found = repository.read_history(repository.require_revision("HEAD"))

    assert all(found.find_changes(number) for number in range(3))
    assert len(found.cached_changes) == 2


def test_commits_by_their_names(history: History, tmp_path: Path) -> None:
    first = history.commit({"a": "1"}).decode()
    history.commit({"a": "2"})
    repository = opened(tmp_path)
    found = repository.read_history(repository.require_revision("HEAD"))

    assert found.find_number(first) == found.find_number(first[:9].upper()) == 1
    assert found.find_number("") is found.find_number("f" * 40) is None
    assert found.get_short_name(1) == first[:10]


def test_a_merge_changes_what_differs_from_each_parent(history: History, tmp_path: Path) -> None:
    base = history.commit({"a": "1", "b": "1", "c": "1"})
    one = history.commit({"a": "2", "b": "1", "c": "1"}, [base])
    other = history.commit({"a": "1", "b": "2", "c": "1"}, [base])
    history.commit({"a": "2", "b": "2", "c": "3"}, [one, other])
    repository = opened(tmp_path)
    found = repository.read_history(repository.require_revision("HEAD"))

    merge = found.find_changes(0)
    assert merge is not None
    assert merge.is_merge
    assert set(merge.modified) == {"c"}
    assert not merge.added
    assert found.get_ancestor_mask(1) & found.get_ancestor_mask(2) == 0b1000


def test_a_history_is_read_within_bounds(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        history.commit({"a": f"{number}"})
    repository = opened(tmp_path)
    monkeypatch.setattr(bounds, "MOST_COMMITS", 3)
    found = repository.read_history(repository.require_revision("HEAD"))
    assert (len(found), found.why_incomplete) == (3, "Only the newest 3 commits are read.")
    assert found.find_changes(1) is not None
    assert found.find_changes(2) is None

    monkeypatch.setattr(bounds, "MOST_ENTRIES", 1)
    found = repository.read_history(repository.require_revision("HEAD"))
    assert found.find_changes(0) is None
    assert "newest 1 file changes" in found.why_incomplete


def test_folders_that_hold_themselves_over_and_over_are_not_walked(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = history.tree({b"f": b""})
    for _ in range(30):
        around: Any = Tree()
        for name in (b"a", b"b"):
            around.add(name, stat.S_IFDIR, tree)
        history.repo.object_store.add_object(around)
        tree = around.id
    commit = history.repo[history.commit({"x": "1"})]
    commit.tree = tree
    history.repo.object_store.add_object(commit)
    history.repo.refs[b"refs/heads/master"] = commit.id
    monkeypatch.setattr(bounds, "MOST_ENTRIES", 1_000)
    repository = opened(tmp_path)
    found = repository.read_history(repository.require_revision("HEAD"))

    assert found.find_changes(0) is None
    assert "1,000" in found.why_incomplete


@NEEDS_GIT
def test_a_shallow_clone_says_what_is_not_known(history: History, tmp_path: Path) -> None:
    for number in range(4):
        history.commit({"a": f"{number}"})
    clone = tmp_path / "clone"
    command = ["git", "clone", "-q", "--depth", "2", f"file://{tmp_path}", str(clone)]
    subprocess.run(command, check=True, capture_output=True)
    repository = opened(clone)
    found = repository.read_history(repository.require_revision("HEAD"))

    assert len(found) == 2
    assert found.find_changes(0) is not None
    assert found.find_changes(1) is None
    assert "git fetch --unshallow" in found.why_incomplete


def test_a_commit_that_is_gone_is_told(history: History, tmp_path: Path) -> None:
    name = history.commit({"a": "1"}).decode()
    history.commit({"a": "2"})
    (tmp_path / ".git/objects" / name[:2] / name[2:]).unlink()
    repository = opened(tmp_path)

    with pytest.raises(RevisionFault, match="is missing from the repository"):
        repository.read_history(repository.require_revision("HEAD"))
