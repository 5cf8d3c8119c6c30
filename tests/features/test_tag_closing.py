"""Tags that are closed as they are typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.tag_pairs import answer_tag_closing
from docs_lsp.mdx.reading import find_faults
from tests.features.markers import CURSOR
from tests.features.workspace_edits import edited


def closed(page: str) -> str:
    """The page once the sign before the cursor was typed; the cursor stays where it is."""
    before, _, after = page.partition(CURSOR)
    text = before + after
    edits = answer_tag_closing(
        Text.from_data(text), len(before.encode()), before[-1], Encoding.UTF16
    )
    return edited(text, edits)


@pytest.mark.parametrize(
    ("page", "after"),
    [
        ("<Note>▮", "<Note></Note>"),
        ('---\ntitle: é\n---\n<Card title="a > b">▮\n\nText', None),
        ("Full <Badge>▮ here", "Full <Badge></Badge> here"),
        ("<Note>\n  <Note>▮\n</Note>\n", "<Note>\n  <Note></Note>\n</Note>\n"),
        ("<Tree.Folder>▮", "<Tree.Folder></Tree.Folder>"),
        ("<>▮", "<></>"),
        ("| <b>▮ |\n|---|\n", "| <b></b> |\n|---|\n"),
        ("- a\n- <b>▮\n", "- a\n- <b></b>\n"),
        ("<Note>\n  Text\n</▮", "<Note>\n  Text\n</Note>"),
        ("<Tabs>\n<Tab>\na\n</▮\n</Tabs>\n", "<Tabs>\n<Tab>\na\n</Tab>\n</Tabs>\n"),
        ("<a>b</▮ c", "<a>b</a> c"),
    ],
)
def test_a_tag_is_closed(page: str, after: str | None) -> None:
    expected = page.replace("▮", "</Card>") if after is None else after

    assert closed(page) == expected
    assert not find_faults(expected.encode())


@pytest.mark.parametrize(
    "page",
    [
        "<Note>▮\n  Text\n</Note>\n",
        "<Note>▮</Note>",
        "<br>▮",
        "<wbr>▮",
        "<track>▮",
        "<Card />▮",
        "</Note>▮",
        "a > ▮",
        "a >▮ b",
        "`<Note>▮`",
        "```\n<Note>▮\n```\n",
        "{/* <Note>▮ */}",
        "export const a = () => <b>▮",
        "---\ntitle: <b>▮\n---\n",
        '<Card title="<b>▮" />',
        "<Note>\n  Text\n</▮Note>\n",
        "<Note>\n  Text\n</▮>\n",
        "</▮",
        "`<Note>` and </▮",
        "<Note>\n```\n</▮\n```\n</Note>\n",
        "a / ▮",
        "[a](/▮",
        "<Note>\n  <b/▮\n</Note>\n",
    ],
)
def test_what_needs_no_closing_is_left_alone(page: str) -> None:
    assert closed(page) == page.replace(CURSOR, "")


PIECES = st.sampled_from(
    [
        *("<Note>", "</Note>", "<Tab>", "</Tab>", "<b>", "</b>", "</", "<", ">", "/", "`", "```\n"),
        *("\n", "\n\n", "  ", "- ", "text", "{", "}", '"', "<br>", "é"),
    ]
)


@given(st.lists(PIECES, min_size=1, max_size=14).map("".join), st.data())
def test_it_never_makes_a_page_worse(text: str, data: st.DataObject) -> None:
    places = [index + 1 for index, sign in enumerate(text) if sign in ">/"]
    if places:
        at = data.draw(st.sampled_from(places))
        page = f"{text[:at]}{CURSOR}{text[at:]}"
        after = closed(page)
        assert after.startswith(text[:at]) and after.endswith(text[at:])
        if after != text and text[at - 2 : at] != "</":
            assert len(find_faults(after.encode())) < len(find_faults(text.encode()))
