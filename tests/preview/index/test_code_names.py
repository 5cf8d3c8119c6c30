"""Names, paths and flags in texts and queries."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.index.text_words import iter_code_names, iter_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Pass --dry-run first.", ["--dry-run"]),
        ("DELETE /crawl/{id}", ["/crawl/{id}"]),
        ("scrapeOptions.formats, OPENAI_API_KEY!", ["scrapeoptions.formats", "openai_api_key"]),
        ("`streamText()` of (https://a.b/c)", ["streamtext", "https://a.b/c"]),
        ("-site: and $ref", ["-site", "$ref"]),
        ("An API of 3 words", []),
        ("\u691c\u7d22 caf\u00e9", []),
    ],
)
def test_names_have_several_parts(text: str, names: list[str]) -> None:
    assert list(iter_names(text)) == names


def test_only_inline_code_sets_names_as_code() -> None:
    text = "A `--flag` or ``--other``, not plain a.b.\n\n```sh\nrun --block `x.y`z\n```\n"

    assert list(iter_code_names(text)) == ["--flag", "x.y"]


@given(st.text("a-_/.{}`A:@ ", max_size=400))
def test_any_text_has_names_of_itself(text: str) -> None:
    assert all(name in text.lower() for name in (*iter_names(text), *iter_code_names(text)))


def test_a_long_run_of_signs_takes_little_time() -> None:
    begin = time.perf_counter()

    for signs in ("-/" * 50_000, "a-" * 50_000, "_" * 100_000, "`" * 100_000):
        assert len(list(iter_names(signs))) <= 1
        assert not [*iter_code_names(signs)]

    assert time.perf_counter() - begin < 2
