"""Files of a revision that are read long after, and what tells that a name means another commit."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("dulwich")

from docs_lsp.files.files import FileFault, FileInfo
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.git_folder import read_ref_state
from docs_lsp.revisions.repository import ReopenedFiles, Repository
from tests.revisions.history import History


@pytest.fixture
def files(tmp_path: Path) -> ReopenedFiles:
    History(tmp_path).commit({"docs.json": "{}", "a/b.mdx": "B"})
    with Repository(tmp_path) as repository:
        return ReopenedFiles(tmp_path, repository.require_revision("HEAD"))


def test_the_files_of_a_revision(files: ReopenedFiles) -> None:
    assert files.read("a/b.mdx") == b"B"
    assert (files.exists("docs.json"), files.exists("none.mdx")) == (True, False)
    assert set(files.paths()) == {"docs.json", "a/b.mdx"}
    assert FileInfo("a/b.mdx", 1, -1) in set(files.walk())
    with files.hold_open():
        assert files.read("docs.json") == b"{}"
    with pytest.raises(FileFault, match="does not exist"):
        files.read("none.mdx")


def test_a_repository_that_is_gone_is_a_fault_of_the_file(
    files: ReopenedFiles, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / ".git")
    with pytest.raises(FileFault, match="is not in a git repository"):
        files.read("docs.json")
    with pytest.raises(RevisionFault), files.hold_open():
        pass


def test_an_object_that_is_missing_ends_a_reading_of_all(
    files: ReopenedFiles, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / ".git/objects")
    (tmp_path / ".git/objects/pack").mkdir(parents=True)
    with pytest.raises(RevisionFault, match="is missing from the repository"), files.hold_open():
        files.read("docs.json")


def _commit(history: History) -> None:
    history.commit({"docs.json": "{ }"})


def _branch(history: History) -> None:
    history.commit({"docs.json": "{ }"}, branch="work/one")


def _checkout(history: History) -> None:
    history.repo.refs.set_symbolic_ref(b"HEAD", b"refs/heads/other")


def _pack(history: History) -> None:
    history.repo.refs.pack_refs(all=True)


def _tag(history: History) -> None:
    history.repo.refs[b"refs/tags/v1"] = history.repo.refs[b"HEAD"]


@pytest.mark.parametrize(
    ("name", "change", "is_other"),
    [
        ("HEAD", _commit, True),
        ("HEAD~2", _commit, True),
        ("work/one", _branch, True),
        ("HEAD", _branch, False),
        ("v1^", _tag, True),
        ("@", _tag, False),
        ("HEAD", _checkout, True),
        ("v1", _commit, True),
        ("v1", _pack, True),
    ],
)
def test_a_trace_is_another_one_where_a_commit_may_be(
    name: str, change: Callable[[History], None], is_other: bool, tmp_path: Path
) -> None:
    history = History(tmp_path)
    history.commit({"docs.json": "{}"})
    before = read_ref_state(tmp_path, name)
    assert read_ref_state(tmp_path, name) == before
    change(history)
    assert (read_ref_state(tmp_path, name) != before) is is_other


def test_a_ref_that_leads_out_of_the_repository_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret")
    folder = tmp_path / "site"
    folder.mkdir()
    History(folder)
    (folder / ".git/HEAD").write_text("ref: ../../secret")
    assert "a secret" not in read_ref_state(folder, "../../secret")


def test_a_folder_without_a_repository_has_a_trace_too(tmp_path: Path) -> None:
    before = read_ref_state(tmp_path, "HEAD")
    History(tmp_path)
    assert read_ref_state(tmp_path, "HEAD") != before
