"""A draft on the disk: everything as it was but for what has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from docs_lsp.core.problem import DeletedFile, FileChange, FileEdit, MovedFile, NewFile
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.saving import save_draft
from tests.files.crashes import refuse_temporary_files

DOCS = '{\r\n  "name": "Häfen"\r\n}'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "docs.json").write_bytes(DOCS.encode())
    (folder / "a.mdx").write_bytes(b"Moorings")
    return folder


def drafted(root: Path, *changes: FileChange) -> Draft:
    return Draft(DiskFiles(root)).with_changes(changes)


def tree(root: Path) -> dict[str, bytes]:
    files = (Path(folder) / name for folder, _, names in os.walk(root) for name in names)
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files}


def rename(file: str = "docs.json") -> FileEdit:
    return FileEdit(file, Span(5, 11), '"title"')


def test_each_change_reaches_the_disk(root: Path) -> None:
    changes = (
        rename(),
        NewFile("guides/more/new.mdx", "Ä\n"),
        MovedFile("a.mdx", "guides/a.mdx"),
    )
    save_draft(drafted(root, *changes), DiskFiles(root))

    assert tree(root) == {
        "docs.json": DOCS.replace("name", "title").encode(),
        "guides/more/new.mdx": "Ä\n".encode(),
        "guides/a.mdx": b"Moorings",
    }


def test_a_file_keeps_its_permissions_and_a_new_one_gets_the_usual_ones(root: Path) -> None:
    (root / "docs.json").chmod(0o640)
    usual = root / "usual"
    usual.touch()
    save_draft(drafted(root, rename(), NewFile("new.mdx", "")), DiskFiles(root))

    assert stat.S_IMODE((root / "docs.json").stat().st_mode) == 0o640
    assert (root / "new.mdx").stat().st_mode == usual.stat().st_mode


def test_a_link_stays_a_link_and_its_target_is_written(root: Path) -> None:
    (root / "docs.json").rename(root / "real.json")
    (root / "docs.json").symlink_to("real.json")
    save_draft(drafted(root, rename()), DiskFiles(root))

    assert (root / "docs.json").is_symlink()
    assert (root / "real.json").read_bytes() == DOCS.replace("name", "title").encode()


def test_of_a_link_that_is_to_go_only_the_link_goes(root: Path) -> None:
    (root / "b.mdx").symlink_to("a.mdx")
    save_draft(drafted(root, DeletedFile("b.mdx")), DiskFiles(root))

    assert sorted(tree(root)) == ["a.mdx", "docs.json"]
    assert not (root / "b.mdx").is_symlink()


def test_nothing_is_written_where_a_file_has_changed_meanwhile(root: Path) -> None:
    draft = drafted(root, rename(), NewFile("new.mdx", ""))
    (root / "docs.json").write_text("{}")

    with pytest.raises(FileFault, match=r"`docs\.json` has changed meanwhile"):
        save_draft(draft, DiskFiles(root))
    assert tree(root) == {"docs.json": b"{}", "a.mdx": b"Moorings"}


@pytest.mark.parametrize("changes", [(NewFile("b.mdx", ""),), (MovedFile("a.mdx", "b.mdx"),)])
def test_nothing_is_written_over_a_file_that_has_come_meanwhile(
    root: Path, changes: Iterable[FileChange]
) -> None:
    draft = drafted(root, *changes)
    (root / "b.mdx").write_text("mine")

    with pytest.raises(FileFault, match=r"`b\.mdx` has changed meanwhile"):
        save_draft(draft, DiskFiles(root))
    assert (root / "b.mdx").read_text() == "mine"
    assert (root / "a.mdx").exists()


def test_nothing_is_written_where_a_file_has_gone_meanwhile(root: Path) -> None:
    draft = drafted(root, rename())
    (root / "docs.json").unlink()

    with pytest.raises(FileFault, match="meanwhile"):
        save_draft(draft, DiskFiles(root))
    assert sorted(tree(root)) == ["a.mdx"]


@pytest.mark.parametrize("path", ["../outside.mdx", "/outside.mdx", "guides/../../outside.mdx"])
def test_nothing_is_written_outside_of_the_site(root: Path, path: str) -> None:
    draft = Draft(DiskFiles(root), {path: b"x"})

    with pytest.raises(FileFault, match="outside the site"):
        save_draft(draft, DiskFiles(root))
    assert sorted(tree(root.parent)) == ["site/a.mdx", "site/docs.json"]


def test_nothing_is_written_or_removed_through_a_link_out_of_the_site(root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "theirs.mdx").write_text("theirs")
    (root / "linked").symlink_to(outside)

    for draft in (
        Draft(DiskFiles(root), {"linked/new.mdx": b"x"}),
        Draft(DiskFiles(root), {"linked/theirs.mdx": None}),
    ):
        with pytest.raises(FileFault, match="outside the site"):
            save_draft(draft, DiskFiles(root))
    assert tree(outside) == {"theirs.mdx": b"theirs"}


def test_a_file_that_cannot_be_written_is_a_fault_and_leaves_nothing_behind(root: Path) -> None:
    draft = drafted(root, NewFile("a.mdx/new.mdx", ""))

    with pytest.raises(FileFault, match=r"`a\.mdx/new\.mdx` cannot be written"):
        save_draft(draft, DiskFiles(root))
    assert tree(root) == {"docs.json": DOCS.encode(), "a.mdx": b"Moorings"}


def test_no_half_written_file_is_left_behind(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileFault, match=r"`docs\.json` cannot be written: No space left"):
        save_draft(drafted(root, rename()), DiskFiles(root))
    assert tree(root) == {"docs.json": DOCS.encode(), "a.mdx": b"Moorings"}


def test_a_folder_that_may_not_be_written_to_is_a_fault(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_temporary_files(monkeypatch)
    with pytest.raises(FileFault, match=r"`docs\.json` cannot be written: Permission denied"):
        save_draft(drafted(root, rename()), DiskFiles(root))
    assert tree(root) == {"docs.json": DOCS.encode(), "a.mdx": b"Moorings"}


def test_a_file_that_cannot_be_removed_is_a_fault(root: Path) -> None:
    (root / "folder").mkdir()

    with pytest.raises(FileFault, match="`folder` cannot be removed"):
        save_draft(Draft(DiskFiles(root), {"folder": None}), DiskFiles(root))


def test_what_ends_as_it_was_is_not_written(root: Path) -> None:
    before = (root / "docs.json").stat()
    draft = drafted(root, rename()).with_changes([FileEdit("docs.json", Span(5, 12), '"name"')])
    save_draft(draft, DiskFiles(root))

    after = (root / "docs.json").stat()
    # That it was read may show in the time of access.
    assert (after.st_ino, after.st_ctime_ns) == (before.st_ino, before.st_ctime_ns)


def test_a_long_name_leaves_room_for_the_file_that_is_written_first(root: Path) -> None:
    name = "n" * 250 + ".mdx"
    save_draft(drafted(root, NewFile(name, "x")), DiskFiles(root))

    assert (root / name).read_text() == "x"


def test_files_and_folders_are_moved_with_what_has_changed_in_them(root: Path) -> None:
    (root / "guides").mkdir()
    (root / "guides/b.mdx").write_text("B")
    draft = drafted(root, FileEdit("guides/b.mdx", Span(0, 1), "C"))
    save_draft(draft, DiskFiles(root), [("guides", "new/manual"), ("a.mdx", "guides/a.mdx")])

    assert tree(root) == {
        "docs.json": DOCS.encode(),
        "guides/a.mdx": b"Moorings",
        "new/manual/b.mdx": b"C",
    }


def test_nothing_is_moved_over_what_is_there(root: Path) -> None:
    (root / "b.mdx").write_text("mine")
    before = tree(root)
    with pytest.raises(FileFault, match=r"`b\.mdx` exists already"):
        save_draft(drafted(root, rename()), DiskFiles(root), [("a.mdx", "b.mdx")])
    assert tree(root) == before


@pytest.mark.parametrize("move", [("a.mdx", "../a.mdx"), ("../other.mdx", "b.mdx")])
def test_nothing_is_moved_out_of_the_site_or_into_it(root: Path, move: tuple[str, str]) -> None:
    (root.parent / "other.mdx").write_text("theirs")
    with pytest.raises(FileFault, match="outside the site"):
        save_draft(drafted(root), DiskFiles(root), [move])
    assert sorted(tree(root)) == ["a.mdx", "docs.json"]


@pytest.mark.parametrize("failing", range(8))
def test_whatever_fails_all_is_as_it_was(
    root: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """Each step on the disk fails in turn: writing, replacing, taking away, moving."""
    (root / "b.mdx").write_text("B")
    (root / "c.mdx").symlink_to("b.mdx")
    before = tree(root)
    changes = (rename(), NewFile("new/x.mdx", "X"), DeletedFile("b.mdx"), DeletedFile("c.mdx"))
    draft = drafted(root, *changes)
    left = failing

    def failing_in_turn(act: Callable[..., object]) -> Callable[..., object]:
        def tried(*arguments: object, **more: object) -> object:
            nonlocal left
            left -= 1
            if left == -1:
                raise OSError(5, "Input/output error")
            return act(*arguments, **more)

        return tried

    for name in ("replace", "rename", "mkdir"):
        monkeypatch.setattr(Path, name, failing_in_turn(getattr(Path, name)))
    try:
        save_draft(draft, DiskFiles(root), [("a.mdx", "deep/er/a.mdx"), ("new", "newer")])
    except FileFault as fault:
        assert "Input/output error" in str(fault)
    monkeypatch.undo()
    assert left < 0
    assert tree(root) == before
    assert (root / "c.mdx").is_symlink()
    assert sorted(path.name for path in root.iterdir()) == ["a.mdx", "b.mdx", "c.mdx", "docs.json"]


def test_a_read_only_file_is_neither_written_nor_removed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(root)
    may_access = os.access  # Root may write to all files.
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path).name != "a.mdx" and may_access(path, mode)
    )
    for change, what in (
        (FileEdit("a.mdx", Span(0, 0), "x"), "written"),
        (DeletedFile("a.mdx"), "removed"),
    ):
        with pytest.raises(FileFault, match=rf"`a\.mdx` cannot be {what}: The file is read-only"):
            save_draft(drafted(root, rename(), change), DiskFiles(root))
    assert tree(root) == before
    save_draft(drafted(root), DiskFiles(root), [("a.mdx", "b.mdx")])
    assert (root / "b.mdx").exists()


def test_two_names_of_one_file_are_changed_alike_or_not_at_all(root: Path) -> None:
    (root / "b.mdx").symlink_to("a.mdx")
    before = tree(root)
    edits = [FileEdit(name, Span(0, 0), "The ") for name in ("a.mdx", "b.mdx")]
    with pytest.raises(FileFault, match=r"`b\.mdx` and `a\.mdx` are the same file"):
        save_draft(
            drafted(root, edits[0], FileEdit("b.mdx", Span(0, 0), "Other ")), DiskFiles(root)
        )
    assert tree(root) == before

    save_draft(drafted(root, *edits), DiskFiles(root))
    assert (root / "a.mdx").read_bytes() == b"The Moorings"
    assert (root / "b.mdx").is_symlink()


def test_nothing_of_git_is_written_through_a_link(root: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git/config").write_text("theirs")
    (root / "page.mdx").symlink_to(".git/config")
    with pytest.raises(FileFault, match=r"`page\.mdx` is in a folder of git"):
        save_draft(drafted(root, FileEdit("page.mdx", Span(0, 0), "x")), DiskFiles(root))
    assert (root / ".git/config").read_text() == "theirs"
    save_draft(drafted(root, DeletedFile("page.mdx")), DiskFiles(root))
    assert not (root / "page.mdx").is_symlink()


def test_a_file_that_changes_while_others_are_written_is_left_and_all_is_undone(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def meanwhile(path: Path, target: Path) -> Path:
        if target.name == "a.mdx":
            (root / "docs.json").write_text("mine")
        return replace(path, target)

    draft = drafted(root, rename(), FileEdit("a.mdx", Span(0, 0), "x"))
    monkeypatch.setattr(Path, "replace", meanwhile)
    with pytest.raises(FileFault, match=r"`docs\.json` has changed meanwhile"):
        save_draft(draft, DiskFiles(root))
    assert tree(root) == {"docs.json": b"mine", "a.mdx": b"Moorings"}
