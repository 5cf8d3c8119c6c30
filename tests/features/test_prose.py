"""What becomes of texts that anyone may have written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import encode_text
from docs_lsp.features._prose import Card, Fact, ProseRenderer, shorten_text
from docs_lsp.features._view import View
from tests.features.markers import marked

VIEW = marked("{}").view()
MARKDOWN, PLAIN = ProseRenderer(VIEW), ProseRenderer(VIEW, markdown=False)
UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[`*\[\]<&$]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Berths", "Berths"),
        ("snake_case_name", "snake_case_name"),
        ("_very_ important", r"\_very\_ important"),
        ("[here](command:run)", r"\[here\](command:run)"),
        ("![x](https://example.com/x.png)", r"!\[x\](https\://example.com/x.png)"),
        ("<b>bold</b> & more", r"\<b>bold\</b> \& more"),
        ("see www.example.com", r"see www\.example.com"),
        ("me@example.com", r"me\@example.com"),
        ("# Title", r"\# Title"),
        ("- item", r"\- item"),
        ("> quoted", r"\> quoted"),
        ("1. first", r"1\. first"),
        ("2.4.1", "2.4.1"),
        ("one\n\ntwo\tthree", "one two three"),
        ("left\u202eright\x07", "left right"),
    ],
)
def test_a_text_of_anyone_s_is_only_text(text: str, shown: str) -> None:
    assert MARKDOWN.escape_text(text) == shown


def test_plain_text_is_not_escaped() -> None:
    assert PLAIN.escape_text("<b>[1]</b>") == "<b>[1]</b>"
    assert PLAIN.render_code("a`b") == "a'b"
    assert PLAIN.render_own_markdown("Write `a` or **b**.") == "Write a or b."
    assert (
        PLAIN.render_own_markdown("Ends in `:slug*` or `*`, **not** in `**`.")
        == "Ends in :slug* or *, not in **."
    )


def test_a_name_cannot_leave_its_code() -> None:
    assert MARKDOWN.render_code("a`[b](c)`\nd") == "`a'[b](c)' d`"
    assert MARKDOWN.render_code("") == ""


def test_a_sentence_keeps_what_it_quotes() -> None:
    assert MARKDOWN.render_message("`a*b` is no [method].") == r"`a*b` is no \[method\]."
    assert MARKDOWN.render_message("`a` `[b](c)") == "`a` `[b](c)`"
    assert PLAIN.render_message("`a` is *none*.") == "a is *none*."


@given(st.text())
def test_no_text_has_a_second_line_or_a_mark(text: str) -> None:
    said, code = MARKDOWN.escape_text(text), MARKDOWN.render_code(text)

    assert not UNESCAPED.search(said)
    assert "\n" not in said + code
    assert code.count("`") in (0, 2)
    encode_text(said + code).decode()


@given(st.text(), st.integers(1, 50))
def test_a_text_is_cut(text: str, most: int) -> None:
    assert len(shorten_text(text, most)) <= most


def test_a_file_is_a_link_to_its_line() -> None:
    assert (
        MARKDOWN.render_file_link("a (b)/c.mdx", 3)
        == "[a (b)/c.mdx:3](file:///site/a%20%28b%29/c.mdx#L3)"
    )
    assert PLAIN.render_file_link("a.mdx", 3) == "a.mdx:3"


def test_a_file_that_the_client_cannot_open_is_no_link() -> None:
    nowhere = View(VIEW.site, VIEW.files, None)

    assert ProseRenderer(nowhere).render_file_link("a.mdx") == "a.mdx"


def test_a_card_is_a_heading_paragraphs_and_facts() -> None:
    card = Card("H", ["One.", "Two."], [Fact("A", "1"), Fact("B", ["2", "3"]), Fact("C", ["4"])])

    assert MARKDOWN.render_card(card) == "H\n\nOne.\n\nTwo.\n\n- A: 1\n- B:\n  - 2\n  - 3\n- C: 4"
    assert PLAIN.render_card(card) == "H\n\nOne.\n\nTwo.\n\nA: 1\nB:\n  2\n  3\nC: 4"


def test_facts_without_anything_to_say_are_left_out() -> None:
    assert (
        MARKDOWN.render_card(Card("H", [], [Fact("A", ""), Fact("B", []), Fact("C", [""])])) == "H"
    )
