"""Markdown of anyone's formats text, and does nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.features._safe_markdown import render_safe_line, render_safe_markdown

SIGNS = "`[]()!<>&\\|~#*_-=:$ \n\tab"
PIECES = (
    *("[a](command:run)", "![a](https://x.y/z.png)", "[a](https://x.y)", "<img src=x>", "```"),
    *("~~~", "`", "``", "\n\n", "\n", "- ", "> ", "    ", "|", "\\", "<!--", "[a]: command:b"),
    *("[![a](https://b)](command:c)", "&lt;", "javascript:", "<https://x.y>", "[a]", "(command:c)"),
)
FENCE = re.compile(r"^(`{3,})[A-Za-z0-9+-]*\n(?:(?!\1).*\n)*?\1$", re.MULTILINE)
# An escaped sign begins nothing, so what is read first counts.
INERT = re.compile(
    r"\\[!-/:-@\[-`{-~]"
    r"|(?<!`)(?P<ticks>`+)(?!`)[^|\n]*?(?<!`)(?P=ticks)(?!`)"
    r"|\[(?:[^\[\]\n`|\\]|\\.)+?\]\(https?://[^\s()<>\\\"'`|]+\)"
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Lists **all** `boats`.", "Lists **all** `boats`."),
        ("One.\n\n- two\n- three", "One.\n\n- two\n- three"),
        ("See [the guide](https://example.com/a?b=1).",) * 2,
        ("[run](command:evil)", r"\[run\](command:evil)"),
        ("[file](../../secret)", r"\[file\](../../secret)"),
        ("![chart](https://example.com/x.png) here", "chart here"),
        ("![chart](data:image/png;base64,x)", "chart"),
        ("[![a](https://b.c/d.png)](command:e)", r"\[a\](command:e)"),
        ("<b>bold</b> & <script>", r"\<b>bold\</b> \& \<script>"),
        ("`<b>` stays code", "`<b>` stays code"),
        (r"a \[literal\] \<b>", r"a \[literal\] \<b>"),
        ("# Title\nText", "**Title**\nText"),
        ("Title\n=====\nText", "Title\n\nText"),
        ("one\n\n---\n\ntwo", "one\n\ntwo"),
        ("```json\n{ \"a\": \"<b>\" }\n```", "```json\n{ \"a\": \"<b>\" }\n```"),
        ("~~~\n```\n<img>\n~~~", "````\n```\n<img>\n````"),
        ("``` x\ny", "```x\ny\n```"),
        ("a | `b | <i>c</i> ` d", "a | \\`b | \\<i>c\\</i> \\` d"),
        ("`a\n- <img src=x>`", "\\`a\n- \\<img src=x>\\`"),
        ("[a]: command:run\n\n[a]", "\\[a\\]: command:run\n\n\\[a\\]"),
        ("left\u202eright\x07", "leftright"),
        ("| a | b |\n|---|---|\n| 1 | `x` |",) * 2,
        ("", ""),
    ],
)  # fmt: skip
def test_what_formats_stays_and_what_does_something_goes(text: str, shown: str) -> None:
    assert render_safe_markdown(text) == shown


def exposed(text: str) -> str:
    """What stands outside of code and of links that are allowed, without what is escaped."""
    return INERT.sub("", FENCE.sub("", text))


@given(st.text(SIGNS) | st.lists(st.sampled_from(PIECES)).map("".join))
def test_nothing_is_left_that_does_anything(text: str) -> None:
    for written in (render_safe_markdown(text), render_safe_line(text)):
        assert not re.search(r"[<\[\]&$]", exposed(written)), written
        assert "\\" not in exposed(written).replace("\\\n", "")


@given(st.text(SIGNS), st.integers(20, 60))
def test_a_long_text_is_cut_and_its_code_closed(text: str, most: int) -> None:
    written = render_safe_markdown(text, most)

    assert len(written) <= 3 * most + 10
    assert sum(line.startswith("```") for line in written.split("\n")) % 2 == 0


def test_what_is_cut_ends_with_dots() -> None:
    assert render_safe_markdown("word " * 300).endswith(" word…")
    assert render_safe_markdown(f"{'a ' * 150}\n\n{'b ' * 300}").endswith("\n\n…")
    assert render_safe_markdown("first\n\n```\n" + "code\n" * 300 + "```") == "first\n\n…"


def test_a_line_is_one_line() -> None:
    assert render_safe_line("**One**\n\n- [two](https://a.b)") == "**One** - [two](https://a.b)"
