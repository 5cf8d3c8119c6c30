"""Where a page holds code and comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.mdx.code import InlineCode, LinePattern, find_code_blocks, iter_gaps


def without_code(text: str) -> str:
    """A page with its blocks cut out."""
    data = text.encode()
    pieces = iter_gaps(find_code_blocks(data, 0, len(data)), 0, len(data))
    return "|".join(data[start:stop].decode() for start, stop in pieces)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\nb", "a\nb"),
        ("a\n```js\nx\n```\nb", "a\n|\nb"),
        ("a\n~~~\nx\n~~~\nb", "a\n|\nb"),
        ("a\n```` md\n```\nx\n```\n````\nb", "a\n|\nb"),
        ("a\n```\nx\n`````  \r\nb", "a\n|  \r\nb"),
        ("a\n```\nx\n``` js\ny\n```\nb", "a\n|\nb"),
        ("a\n~~~\n```\n~~~\nb", "a\n|\nb"),
        ("<Step>\n    ```\n    x\n    ```\n</Step>", "<Step>\n    |\n</Step>"),
        ("- ```\n  x\n  ```\nb", "- |\nb"),
        ("10. ```\n    x\n    ```\nb", "10. |\nb"),
        ("> ```\n> x\n> ```\nb", "> |\nb"),
        ("a ``` b\nc ``` d", "a ``` b\nc ``` d"),
        ("``` a ``` b", "``` a ``` b"),
        ("a\n```\nnever closed\n## b", "a\n"),
        ("a {/* b */} c", "a | c"),
        ("a <!-- b --> c", "a | c"),
        ("a {/* b", "a {/* b"),
        ("{/*\n```\n*/} a {/* b */}", " a "),
        ("```\n{/*\n```\na */}", "\na */}"),
        ("{/* a\n<!-- b */} c --> d", " c --> d"),
    ],
)
def test_blocks_are_told_from_text(text: str, left: str) -> None:
    assert without_code(text) == left


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("`X`", True),
        ("X", False),
        ("`a` X `b`", False),
        ("``a ` X``", True),
        ("`a `` X", False),
        ("`a `` X`", True),
        ("\\`X`", False),
        ("\\``X`", True),
        ("`a\\` X `b`", False),
        ("`a\n\nX`", False),
        ("`a\nX`", True),
        ("- `a\n- X`", False),
        ("`a\r\n \r\nX`", False),
        ("| `a | X` |", True),
        ("```X```", True),
        ("`a``b` X", False),
    ],
)
def test_code_in_a_line(text: str, inside: bool) -> None:
    data = text.encode()

    assert InlineCode(data, 0, len(data)).is_in_code(data.index(b"X")) is inside


def test_one_question_after_the_other() -> None:
    text = "X `X` X\n\n`X`\n\nX ``X`` `\n\nX`"
    data = text.encode()
    code = InlineCode(data, 0, len(data))

    places = [at for at, byte in enumerate(data) if byte == ord("X")]
    assert [code.is_in_code(at) for at in places] == [False, True, False, True, False, True, False]


def test_lines_that_start_in_some_way() -> None:
    data = b"ab a\nab\r\n ab\nab"
    pattern = LinePattern(rb"ab")

    assert [match.end() for match in pattern.finditer(data, 0, len(data))] == [2, 7, 15]
    assert [match.end() for match in pattern.finditer(data, 5, len(data))] == [7, 15]
    assert [match.end() for match in pattern.finditer(data, 4, 10)] == [7]
    assert [match.end() for match in pattern.finditer(b"\xef\xbb\xbfab", 3, 5)] == [5]


@given(st.text(st.sampled_from("`~{/*}<!-\n a>\\"), max_size=60))
def test_blocks_lie_in_order_and_inside(text: str) -> None:
    data = text.encode()
    last = 0
    for start, end in find_code_blocks(data, 0, len(data)):
        assert last <= start < end <= len(data)
        last = end
    code = InlineCode(data, 0, len(data))
    for at in range(len(data)):
        code.is_in_code(at)
