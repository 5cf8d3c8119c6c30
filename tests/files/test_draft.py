"""Files as they would be after some changes."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import DeletedFile, FileChange, FileEdit, MovedFile, NewFile
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Conflict, Draft, apply_file_edits
from docs_lsp.files.files import FileFault, FileInfo, MemoryFiles

FILES = {"docs.json": '{ "name": "Häfen" }', "a.mdx": "Moorings", "b/c.mdx": "Fees"}


def draft(*changes: FileChange) -> Draft:
    return Draft(MemoryFiles(FILES)).with_changes(changes)


def edit(start: int, end: int, new: str, file: str = "a.mdx") -> FileEdit:
    return FileEdit(file, Span(start, end), new)


def test_a_draft_without_changes_is_the_files_as_they_are() -> None:
    plain = Draft(MemoryFiles(FILES))

    assert plain.read("a.mdx") == b"Moorings"
    assert plain.exists("b/c.mdx") and not plain.exists("b")
    assert sorted(plain.paths()) == sorted(FILES)
    assert sorted(plain.walk()) == sorted(MemoryFiles(FILES).walk())
    assert plain.changed == plain.was == {}


def test_edits_count_in_bytes_of_the_text_before_them_in_any_order() -> None:
    changed = draft(
        edit(14, 14, "!", "docs.json"), edit(2, 8, '"title"', "docs.json"), edit(0, 8, "Quays")
    )

    assert changed.read("docs.json").decode() == '{ "title": "Hä!fen" }'
    assert changed.read("a.mdx") == b"Quays"
    assert changed.was == {
        "docs.json": FILES["docs.json"].encode(),
        "a.mdx": FILES["a.mdx"].encode(),
    }


def test_edits_may_touch_one_another() -> None:
    assert apply_file_edits(b"abcd", [edit(2, 4, "Y"), edit(0, 2, "X"), edit(4, 4, "Z")]) == b"XYZ"
    assert apply_file_edits(b"ab", [edit(1, 1, "1"), edit(1, 1, "2")]) == b"a12b"


@pytest.mark.parametrize(
    "edits",
    [
        (edit(0, 2, ""), edit(1, 3, "")),
        (edit(0, 3, ""), edit(1, 1, "x")),
        (edit(0, 2, "x"), edit(0, 2, "x")),
        (edit(0, 9, ""),),
        (edit(3, 2, ""),),
        (edit(-1, 2, ""),),
    ],
)
def test_edits_that_overlap_or_leave_the_text_are_a_conflict(edits: tuple[FileEdit, ...]) -> None:
    with pytest.raises(Conflict, match=r"`a\.mdx`"):
        apply_file_edits(b"abcd", edits)


def test_what_cannot_be_sent_anywhere_is_no_part_of_a_new_text() -> None:
    assert apply_file_edits(b"ab", [edit(1, 1, "\ud800")]).decode() == "a\ufffdb"


def test_a_new_file_is_there() -> None:
    changed = draft(NewFile("b/d.mdx", "Größe\n"))

    assert changed.read("b/d.mdx").decode() == "Größe\n"
    assert changed.exists("b/d.mdx")
    assert sorted(changed.paths()) == ["a.mdx", "b/c.mdx", "b/d.mdx", "docs.json"]
    assert changed.was == {"b/d.mdx": None}


@pytest.mark.parametrize(
    "changes",
    [
        (NewFile("a.mdx", ""),),
        (MovedFile("b/c.mdx", "a.mdx"),),
        (NewFile("d.mdx", ""), NewFile("d.mdx", "")),
        (MovedFile("a.mdx", "d.mdx"), MovedFile("b/c.mdx", "d.mdx")),
    ],
)
def test_two_files_of_one_name_are_a_conflict(changes: tuple[FileChange, ...]) -> None:
    with pytest.raises(Conflict, match="exists already"):
        draft(*changes)


def test_a_moved_file_takes_its_edits_along() -> None:
    changed = draft(MovedFile("a.mdx", "z.mdx"), edit(0, 1, "m"))

    assert changed.read("z.mdx") == b"moorings"
    assert not changed.exists("a.mdx")
    assert sorted(changed.paths()) == ["b/c.mdx", "docs.json", "z.mdx"]
    assert changed.changed == {"a.mdx": None, "z.mdx": b"moorings"}
    assert changed.was == {"a.mdx": b"Moorings", "z.mdx": None}


def test_a_deleted_file_is_gone_and_its_name_is_free() -> None:
    gone = draft(DeletedFile("a.mdx"))
    with pytest.raises(FileFault, match=r"`a\.mdx` does not exist"):
        gone.read("a.mdx")

    again = gone.with_changes([NewFile("a.mdx", "Quays")])
    assert again.read("a.mdx") == b"Quays"
    assert again.was == {"a.mdx": b"Moorings"}


def test_what_was_there_is_what_the_first_draft_began_with() -> None:
    first = draft(edit(0, 1, "m"))
    second = first.with_changes([edit(1, 2, "O")])

    assert second.read("a.mdx") == b"mOorings"
    assert first.read("a.mdx") == b"moorings"
    assert second.was == {"a.mdx": b"Moorings"}


def test_an_edit_of_a_file_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(FileFault, match=r"`no\.mdx` does not exist"):
        draft(edit(0, 0, "x", "no.mdx"))


def test_what_has_changed_is_walked_with_its_size_and_without_a_time() -> None:
    changed = draft(edit(0, 8, "Quays"), DeletedFile("b/c.mdx"), NewFile("new.mdx", "ä"))

    assert sorted(changed.walk()) == [
        FileInfo("a.mdx", 5, -1),
        FileInfo("docs.json", len(FILES["docs.json"].encode()), 0),
        FileInfo("new.mdx", 2, -1),
    ]
