"""A known mistake: what is changed in a site, where it is to be found, and what else it causes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from docs_lsp.core.problem import DeletedFile, FileChange, FileEdit, NewFile
from docs_lsp.core.text import Span, encode_text

# Marks in a new text, around the range that is to be reported. No writer uses them.
OPEN, CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"[{OPEN}{CLOSE}]")


class Range(NamedTuple):
    """A place in a file as it is after the mistake was made."""

    file: str
    span: Span

    def covers(self, file: str, span: Span) -> bool:
        """Whether a range of a file is this one, or lies in it."""
        return file == self.file and self.span.start <= span.start and span.end <= self.span.end


class Fault(NamedTuple):
    """A mistake, ready to be made."""

    what: str
    """What was done, in words, for whoever wants to see it again."""
    changes: tuple[FileChange, ...]
    expected: tuple[Range, ...]
    """Where it is to be found: at one of these places, or at each of them."""
    linked_folders: tuple[str, ...] = ()
    """The folders that become symbolic links."""


def marked(text: str) -> str:
    """A text that is to be reported."""
    return f"{OPEN}{text}{CLOSE}"


def plain(text: str) -> str:
    """A text without its marks."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def planted(what: str, *changes: FileChange, at: Iterable[Range] = ()) -> Fault:
    """A mistake of changes that hold marks; `at` are further places, in the files as they were.

    A place in which something changes takes the change in.
    """
    by_file: dict[str, list[FileEdit]] = defaultdict(list)
    done: list[FileChange] = []
    expected: list[Range] = []
    for change in changes:
        if isinstance(change, FileEdit):
            by_file[change.file].append(change)
            done.append(change._replace(new=plain(change.new)))
        elif isinstance(change, NewFile):
            expected += _marks(change.file, change.content, 0)
            done.append(change._replace(content=plain(change.content)))
        else:
            done.append(change)
    for file, edits in by_file.items():
        grown = 0
        for edit in sorted(edits, key=lambda each: each.span):
            expected += _marks(file, edit.new, edit.span.start + grown)
            grown += len(encode_text(plain(edit.new))) - (edit.span.end - edit.span.start)
    expected += [_moved(place, by_file) for place in at]
    return Fault(what, tuple(done), tuple(expected))


def shift(edits: Iterable[FileEdit], offset: int) -> int:
    """By how much an offset moves that lies before, between or behind some edits."""
    return sum(
        len(encode_text(edit.new)) - (edit.span.end - edit.span.start)
        for edit in edits
        if edit.span.end <= offset
    )


def changed_files(changes: Iterable[FileChange]) -> frozenset[str]:
    """The files that come or go."""
    return frozenset(one.file for one in changes if isinstance(one, NewFile | DeletedFile))


def _marks(file: str, text: str, at: int) -> list[Range]:
    if OPEN not in text:
        return []  # Some are 20 MB of spaces.
    found, open_, size, done = [], 0, at, 0
    for mark in _MARK.finditer(text):
        size += len(encode_text(text[done : mark.start()]))
        done = mark.end()
        if mark.group() == OPEN:
            open_ = size
        else:
            found.append(Range(file, Span(open_, size)))
    return found


def _moved(place: Range, by_file: Mapping[str, list[FileEdit]]) -> Range:
    edits = [edit._replace(new=plain(edit.new)) for edit in by_file.get(place.file, ())]
    start, end = place.span
    # What is put in right at the start of a place comes before it.
    return Range(place.file, Span(start + shift(edits, start), end + shift(edits, end)))
