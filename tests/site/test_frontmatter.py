"""The fields at the top of a page."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.mdx import frontmatter
from docs_lsp.site.mdx.frontmatter import (
    Frontmatter,
    locate_frontmatter,
    read_frontmatter,
)
from docs_lsp.site.summaries.page_titles import choose_page_title


def body(text: str) -> str:
    data = text.encode()
    return data[read_frontmatter(data).body_start :].decode()


@pytest.mark.parametrize(
    ("text", "values", "rest"),
    [
        ("---\ntitle: A\n---\nText\n", {"title": "A"}, "Text\n"),
        ("---\ntitle: A\n---", {"title": "A"}, ""),
        ("---\ntitle: A\n---\n\n# Text", {"title": "A"}, "\n# Text"),
        ("---\r\ntitle: A\r\nb: 2\r\n---\r\nText\r\n", {"title": "A", "b": 2}, "Text\r\n"),
        ("\ufeff---\ntitle: Ä\n---\nÜ", {"title": "Ä"}, "Ü"),
        ("---\ntitle: A\n---  \nText", {"title": "A"}, "Text"),
        ("---\rtitle: A\r---\rText", {"title": "A"}, "Text"),
        ("---\ntitle: A\n...\nText", {"title": "A"}, "Text"),
        ("---\n---\n...\nText", {}, "...\nText"),
        ("---yaml\ntitle: A\n---\nText", {"title": "A"}, "Text"),
        ("---\n---\nText", {}, "Text"),
        ("---\n\n# nothing\n---\nText", {}, "Text"),
        ("---\ntitle: A\n---\nText\n---\nmore", {"title": "A"}, "Text\n---\nmore"),
        ("---\na: |\n  x\n  ---\n  y\n---\nText", {"a": "x\n---\ny\n"}, "Text"),
        ("---\nhidden: yes\nnoindex: true\n---\n", {"hidden": "yes", "noindex": True}, ""),
        ("---\ndate: 2024-01-02\n---\n", {"date": "2024-01-02"}, ""),
        ("---\nkeywords: [a, 'b']\nboost: 1.5\n---\n", {"keywords": ["a", "b"], "boost": 1.5}, ""),
    ],
)
def test_fields_and_text_are_told_apart(text: str, values: dict[str, object], rest: str) -> None:
    read = read_frontmatter(text.encode())

    assert read.problem is None
    assert read.values == values
    assert body(text) == rest


@pytest.mark.parametrize(
    "text", ["", "Text", "# Title\n---\na: 1\n---\n", "\n---\na: 1\n---\n", "----\na: 1\n----\n"]
)
def test_a_page_without_fields_is_all_text(text: str) -> None:
    assert read_frontmatter(text.encode()) == Frontmatter()
    assert body(text) == text


def test_a_mark_at_the_start_is_no_text() -> None:
    assert body("\ufeffText") == "Text"


def test_each_field_has_its_place() -> None:
    data = (
        "\ufeff---\r\ntitle: 'Ä B'\r\nkeywords:\r\n  - ü\r\n\"hidden\": true\r\n---\r\nText"
    ).encode()
    entries = read_frontmatter(data).entries

    assert {
        name: (
            data[entry.key.start : entry.key.end].decode(),
            data[entry.value.start : entry.value.end].decode(),
        )
        for name, entry in entries.items()
    } == {
        "title": ("title", "'Ä B'"),
        "keywords": ("keywords", "- ü"),
        "hidden": ('"hidden"', "true"),
    }


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("---\ntitle: A\nText", "---", "never closed"),
        ("---", "---", "never closed"),
        ("---\nä: 1\ntitle: A: B\n---\n", ":", "a value contains a colon and a space"),
        ("---\r\nä: 1\r\ntitle: @b\r\n---\r\n", "@", "reserved in YAML"),
        ("---\njust text\n---\nText", "just text", "has no `key: value` pairs"),
        ("---\n- a\n- b\n---\nText", "- a\n- b", "has no `key: value` pairs"),
        ("---\na: *b\n---\n", "*b", "names no anchor"),
        ("--- \t\ntitle: A\n---\n", "", "A space follows the first"),
        ("--- \r\ntitle: A\r\n---\r\n", "", "A space follows the first"),
        ("\ufeff\n---\ntitle: A\n---\n", "---", "A blank line comes before"),
        (" ---\ntitle: A\n---\n", "---", "A space comes before"),
        ("Text\n\n---\ntitle: A\n---\n", "---", "text comes before"),
        ("----\ntitle: A\n----\n", "----", "three dashes"),
        ("\u2013\u2013\ntitle: A\n---\n", "\u2013\u2013", "three dashes"),
        ("+++\ntitle = 'A'\n+++\n", "+++", "TOML"),
        ("---\ntitle: A\n\nText\n\n---\nMore", "---", "not closed before the text"),
        ("---\rtitle: A\r\rText\r", "---", "never closed"),
        ("---\ntitle:A\nicon: b\n---\n", ":", "A space is missing"),
    ],
)
def test_a_problem_says_where_and_what_to_do(text: str, place: str, message: str) -> None:
    data = text.encode()
    read = read_frontmatter(data)

    assert read.values == {}
    assert read.problem is not None
    assert data[read.problem.span.start : read.problem.span.end].decode().strip() == place
    assert message in read.problem.message


def test_text_behind_a_broken_block_is_still_known() -> None:
    assert body("---\na: b: c\n---\nText") == "Text"


def test_a_page_that_is_not_utf8_says_so() -> None:
    read = read_frontmatter(b"---\ntitle: \xff\n---\n")

    assert read.problem is not None
    assert (read.problem.span.start, read.problem.span.end) == (11, 12)
    assert "UTF-8" in read.problem.message


def test_a_huge_block_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontmatter, "MAX_SIZE", 10)
    read = read_frontmatter(b"---\ntitle: A long title\n---\nText")

    assert read.problem is not None
    assert "larger than" in read.problem.message
    assert read.values == {}


def test_a_bomb_is_refused() -> None:
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 12)]
    read = read_frontmatter("\n".join(["---", *lines, "---"]).encode())

    assert read.problem is not None
    assert "too large" in read.problem.message


@pytest.mark.parametrize(
    ("page", "values", "summary", "title"),
    [
        ("guides/start", {"title": "Begin"}, "Summary", "Begin"),
        ("guides/start", {"title": 2024}, None, "2024"),
        ("guides/start", {}, "List users", "List users"),
        ("guides/start", {"title": ""}, "List users", "List users"),
        ("guides/getting-started_now", {}, None, "Getting started now"),
        ("guides/start", {"title": ["no"]}, None, "Start"),
        ("guides/start", {"title": True}, None, "Start"),
        ("index", {}, None, "Index"),
        ("guides/index", {}, None, "Index"),
        ("übersicht", {}, None, "Übersicht"),
        ("api/OAuth-flow", {}, None, "OAuth flow"),
        ("", {}, None, ""),
    ],
)
def test_a_page_has_a_title(
    page: str, values: dict[str, object], summary: str | None, title: str
) -> None:
    assert choose_page_title(page, Frontmatter(values), summary) == title


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    for block in (text, f"---\n{text}", f"---\n{text}\n---\nText"):
        data = block.encode("utf-8", "replace")
        read = read_frontmatter(data)
        assert 0 <= read.body_start <= len(data)
        json.dumps(read.values, allow_nan=False)
        if read.problem:
            assert 0 <= read.problem.span.start <= read.problem.span.end <= len(data)
        for entry in read.entries.values():
            assert 3 <= entry.key.start <= entry.key.end <= entry.value.start
            assert entry.value.start <= entry.value.end <= read.body_start


@given(st.binary())
def test_no_bytes_are_too_odd(data: bytes) -> None:
    read_frontmatter(b"---\n" + data)
    read_frontmatter(data)


@given(
    st.lists(st.sampled_from(["---", "\n", "\r\n", "-", " ", "a: b", "\ufeff", "é"])).map("".join)
)
def test_the_block_lies_between_the_first_two_lines_of_dashes(text: str) -> None:
    data = text.encode()
    block = locate_frontmatter(data)
    lines = [match.span() for match in re.finditer(rb"^---[^\n]*$", data, re.MULTILINE)]
    bom = 3 if text.startswith("\ufeff") else 0
    first = re.match(rb"---(?!-)[^\n]*", data[bom:])

    if first is None:
        assert block == (0, 0, bom)
        return
    behind = [span for span in lines if span[0] > bom]
    if not behind:
        assert block == (bom, -1, 0)
        return
    start, end = behind[0]
    assert block == (bom + first.end(), start, min(end + 1, len(data)))
