"""Texts of pages that stay on the disk."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.content.stored_text import StoredText, TextFile

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.lists(TEXTS))
def test_what_is_stored_is_what_was_given(texts: list[str]) -> None:
    file = TextFile()
    stored = [file.append_text(text) for text in texts]

    assert [one.markdown for one in stored] == texts
    assert stored == [StoredText(text) for text in texts]
    assert [one.is_blank for one in stored] == [not text.strip() for text in texts]


@given(TEXTS, TEXTS)
def test_two_are_equal_when_they_say_the_same(one: str, other: str) -> None:
    assert (TextFile().append_text(one) == StoredText(other)) == (one == other)


def test_texts_are_added_behind_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "texts"
    first = TextFile(path).append_text("High water")
    again = TextFile(path)
    second = again.append_text("Låg\n")

    assert first.place is not None and second.place is not None
    assert again.read_text(first.place) == "High water"
    assert again.read_text(second.place) == "Låg\n"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    TextFile(tmp_path / "texts")

    assert stat.S_IMODE((tmp_path / "texts").stat().st_mode) == 0o600
