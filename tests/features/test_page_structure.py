"""The outline of a page, what of it can be folded, and what a selection grows to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.folding import answer_page_folding_ranges
from docs_lsp.features.page_symbols import answer_page_symbols
from docs_lsp.features.selection import answer_page_selection_ranges
from docs_lsp.features.symbols import flatten_symbols
from docs_lsp.features.to_lsp import Json

PAGE = """\
---
title: Berths
---

import Fees from "/snippets/fees.mdx"
import { Tide } from "/snippets/tide.jsx"

Moor `here`.

## Prices {#fees}

<Tabs>
  <Tab title="Summer 🌞">
    ### By day

    Ask **at** [the desk](/desk)

    ```sh
    book
    ```
  </Tab>
  <Tab title="Winter">Closed.</Tab>
</Tabs>

{/* not
yet */}

### By year
Ten.

## `Rules` of the <Badge>quay</Badge>
<Note>
  No wash.
</Note>
"""
PIECES = (
    "<Tab>",
    "</Tab>",
    '<Step title="a">',
    "</Step>",
    "# a\n",
    "### b\n",
    "\n",
    "- ",
    "> ",
    "x",
)


def outline(text: str) -> list[tuple[int, str, str]]:
    return list(_listed(answer_page_symbols(Text.from_data(text), Encoding.UTF16), 0))


def _listed(symbols: list[dict[str, Any]], depth: int) -> Iterator[tuple[int, str, str]]:
    for one in symbols:
        yield depth, one["name"], one.get("detail", "")
        yield from _listed(one["children"], depth + 1)


def folds(text: str, limit: int | None = None) -> list[tuple[str, ...]]:
    lines = text.splitlines()
    found = answer_page_folding_ranges(Text.from_data(text), limit)
    return [
        (
            lines[one["startLine"]].strip(),
            lines[one["endLine"]].strip(),
            *one.get("kind", "").split(),
        )
        for one in found
    ]


def selections(text: str, marked: str) -> list[str]:
    data = text.encode()
    found = answer_page_selection_ranges(
        Text.from_data(text), [data.index(marked.encode())], Encoding.UTF8
    )[0]
    pieces = []
    index = Text.from_data(text)
    shape: dict[str, Any] | None = found
    while shape is not None:
        start, end = shape["range"]["start"], shape["range"]["end"]
        first = index.to_offset(start["line"], start["character"], Encoding.UTF8)
        last = index.to_offset(end["line"], end["character"], Encoding.UTF8)
        pieces.append(data[first:last].decode())
        shape = shape.get("parent")
    return pieces


def test_headings_nest_and_titled_components_hold_what_is_in_them() -> None:
    assert outline(PAGE) == [
        (0, "Prices", ""),
        (1, "Tabs", ""),
        (2, "Summer 🌞", "Tab"),
        (3, "By day", ""),
        (2, "Winter", "Tab"),
        (1, "By year", ""),
        (0, "Rules of the quay", ""),
    ]


def test_a_heading_in_an_element_ends_no_section_around_it() -> None:
    assert outline("## a\n\n<Note>\n# b\n</Note>\n\n### c\n") == [
        (0, "a", ""),
        (1, "b", ""),
        (1, "c", ""),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("# \n", ["#"]),
        ("# {x}\n", ["#"]),
        ("<Card title='' />\n", []),
        ("<Steps>\n<Step>\nx\n</Step>\n</Steps>\n", []),
        ('<Accordion title="a &amp; b">\nx\n', []),
        ('<div title="a">\nx\n</div>\n', []),
        ('Text with <Tooltip title="a">x</Tooltip>.\n', []),
        ("```\n# a\n```\n", []),
    ],
)
def test_what_is_a_symbol(text: str, names: list[str]) -> None:
    assert [name for _, name, _ in outline(text)] == names


def test_a_client_without_nesting_gets_the_container_of_each() -> None:
    flat = flatten_symbols(
        answer_page_symbols(Text.from_data(PAGE), Encoding.UTF16), "file:///a.mdx"
    )
    assert [(one["name"], one.get("containerName")) for one in flat][2:4] == [
        ("Summer 🌞", "Tabs"),
        ("By day", "Summer 🌞"),
    ]


def test_the_name_lies_in_the_range_of_each_symbol() -> None:
    def within(symbol: dict[str, Any], around: dict[str, Any]) -> None:
        whole, name = symbol["range"], symbol["selectionRange"]
        for inner, outer in ((whole, around), (name, whole)):
            assert _place(outer["start"]) <= _place(inner["start"])
            assert _place(inner["end"]) <= _place(outer["end"])
        for child in symbol["children"]:
            within(child, whole)

    page = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    for symbol in answer_page_symbols(Text.from_data(PAGE), Encoding.UTF16):
        within(symbol, page)


def _place(position: dict[str, int]) -> tuple[int, int]:
    return position["line"], position["character"]


def test_sections_elements_fences_comments_and_imports_fold() -> None:
    assert folds(PAGE) == [
        ("---", "---"),
        (
            'import Fees from "/snippets/fees.mdx"',
            'import { Tide } from "/snippets/tide.jsx"',
            "imports",
        ),
        ("## Prices {#fees}", "Ten."),
        ("<Tabs>", '<Tab title="Winter">Closed.</Tab>'),
        ('<Tab title="Summer 🌞">', "```"),
        ("### By day", "```"),
        ("```sh", "book"),
        ("{/* not", "yet */}", "comment"),
        ("### By year", "Ten."),
        ("## `Rules` of the <Badge>quay</Badge>", "</Note>"),
        ("<Note>", "No wash."),
    ]


def test_a_client_with_a_limit_gets_the_largest_folds_in_order() -> None:
    assert [first for first, *_ in folds(PAGE, 2)] == ["## Prices {#fees}", "<Tabs>"]


def test_a_selection_grows_from_the_target_of_a_link_to_the_page() -> None:
    pieces = selections(PAGE, "/desk")
    assert pieces[:3] == ["/desk", "[the desk](/desk)", "Ask **at** [the desk](/desk)"]
    assert pieces[3].startswith("Ask") and pieces[3].endswith("```")
    assert pieces[4].startswith("### By day") and pieces[4].endswith("```")
    assert pieces[-2].startswith("\nimport") and pieces[-1] == PAGE
    assert all(inner in outer for inner, outer in pairwise(pieces))


def test_a_selection_grows_from_a_value_to_its_attribute_and_tag() -> None:
    assert selections(PAGE, "Winter")[:4] == [
        "Winter",
        '"Winter"',
        'title="Winter"',
        '<Tab title="Winter">',
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("marked", ["b", "x = 1", "Text"])
def test_a_selection_grows_in_the_same_steps_whatever_ends_a_line(
    marked: str, line_end: str
) -> None:
    text = "---\ntitle: b\n---\n\n## A\n\n```js\nx = 1\n```\n\nText\n"
    written = text.replace("\n", line_end)
    pieces = selections(written, marked)
    assert [piece.replace("\r\n", "\n") for piece in pieces] == selections(text, marked)
    assert len(set(pieces)) == len(pieces)
    assert_within_lines(Text.from_data(written), written.index(marked))


def assert_within_lines(text: Text, offset: int) -> None:
    """Each step to the whole page is another, and no end is within that of a line."""
    shape: Json | None = answer_page_selection_ranges(text, [offset], Encoding.UTF8)[0]
    while shape:
        for edge in shape["range"].values():
            start, end = text.get_line_span(edge["line"])
            assert edge["character"] <= end - start
        outer = shape.get("parent")
        assert outer is None or outer["range"] != shape["range"]
        shape = outer


@given(
    st.lists(st.sampled_from((*PIECES, "\n", "---\n", "```\n")), max_size=20).map("".join),
    st.data(),
)
def test_no_end_of_a_selection_is_within_the_end_of_a_line(text: str, data: st.DataObject) -> None:
    index = Text.from_data(text.replace("\r", "").replace("\n", "\r\n"))
    line = data.draw(st.integers(0, index.line_count - 1))
    assert_within_lines(index, index.get_line_span(line).end)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_has_an_answer(text: str) -> None:
    index = Text.from_data(text)
    json.dumps(answer_page_symbols(index, Encoding.UTF16))
    answer_page_folding_ranges(index)
    offsets = range(0, len(text) + 1, 5)
    for found in answer_page_selection_ranges(index, offsets, Encoding.UTF16):
        assert found["range"] is not None


def test_what_lies_too_deep_is_left_out() -> None:
    depth = 3_000
    text = '<Tab title="a">\n' * depth + "x\n" + "</Tab>\n" * depth
    index = Text.from_data(text)
    assert len(json.dumps(answer_page_symbols(index, Encoding.UTF16))) > depth // 100
    assert answer_page_folding_ranges(index)
