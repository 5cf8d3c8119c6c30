"""The two names of a tag change together."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.tag_pairs import answer_linked_editing
from tests.features.markers import CURSOR


def linked(page: str, encoding: Encoding = Encoding.UTF16) -> list[tuple[int, int, int]]:
    """Line and columns of each range that changes with the one at the cursor."""
    offset = len(page[: page.index(CURSOR)].encode())
    found = answer_linked_editing(Text.from_data(page.replace(CURSOR, "")), offset, encoding)
    ranges = found["ranges"] if found else []
    return [
        (one["start"]["line"], one["start"]["character"], one["end"]["character"]) for one in ranges
    ]


def test_from_either_tag() -> None:
    ranges = [(0, 1, 5), (2, 2, 6)]

    assert linked('<▮Note title="a">\n  Text\n</Note>\n') == ranges
    assert linked("<No▮te title='a'>\n  Text\n</Note>\n") == ranges
    assert linked("<Note>\n  Text\n</Note▮>\n") == ranges


def test_the_innermost_of_several_and_columns_of_the_client() -> None:
    page = "<b>é😀<b>x</▮b></b>\n"

    assert linked(page) == [(0, 7, 8), (0, 12, 13)]
    assert linked(page, Encoding.UTF8) == [(0, 10, 11), (0, 15, 16)]
    assert linked("<Tree.Fo▮lder name='a'></Tree.Folder>\n") == [(0, 1, 12), (0, 24, 35)]


@pytest.mark.parametrize(
    "page",
    [
        "<No▮te />\n",
        "<No▮te>\n",
        "Te▮xt <b>a</b>\n",
        "`<b▮></b>`\n",
        "<b cla▮ss='a'></b>\n",
        "<▮></>",
    ],
)
def test_nothing_changes_with_anything_else(page: str) -> None:
    assert linked(page) == []
