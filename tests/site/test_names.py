"""The names of the search server's tools."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.tool_names import make_tool_names, make_tool_suffix, to_snake_case


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        # Seen on live servers.
        ("Docs by LangChain", "docs_by_lang_chain"),
        ("CrewAI", "crew_ai"),
        ("FastMCP", "fast_mcp"),
        ("Trigger.dev", "trigger_dev"),
        ("Privy Docs", "privy_docs"),
        ("X", "x"),
        ("TON Docs", "ton_docs"),
        # As lodash has it.
        ("TONDocs", "ton_docs"),
        ("XMLHttpRequest", "xml_http_request"),
        ("Web3Auth", "web_3_auth"),
        ("x402", "x_402"),
        ("n8n", "n_8_n"),
        ("v2API", "v_2_api"),
        ("1st Aid", "1st_aid"),
        ("123rdABC", "123rd_abc"),
        ("21ST", "21st"),
        ("11th hour", "11_th_hour"),
        ("What's New", "whats_new"),
        ("L’Équipe", "l_equipe"),  # noqa: RUF001 - the typographic apostrophe is meant
        ("Café déjà", "cafe_deja"),
        ("Straße", "strasse"),
        ("MyÖffner", "my_offner"),
        ("U.S.A. Docs", "u_s_a_docs"),
        ("docs_lsp", "docs_lsp"),
        ("  100% -- Docs!  ", "100_docs"),
        ("Документация API", "документация_api"),
        ("日本語ドキュメント", "日本語ドキュメント"),
        ("한국어 문서", "한국어_문서"),
        # Where lodash keeps signs that no client takes in a tool's name, they go.
        ("🚀 Docs", "docs"),
        ("Acme™ Docs", "acme_docs"),
        # Nothing is left.
        ("", "docs"),
        ("!!!", "docs"),
        ("🚀", "docs"),
    ],
)
def test_a_site_name_becomes_snake_case(name: str, suffix: str) -> None:
    assert make_tool_suffix(name) == suffix


def test_both_tools_are_named_after_the_site() -> None:
    names = make_tool_names("Acme Docs")

    assert names.search == "search_acme_docs"
    assert names.filesystem == "query_docs_filesystem_acme_docs"


@given(st.text())
def test_a_name_is_words_with_single_lines_between(name: str) -> None:
    words = to_snake_case(name)

    assert "__" not in words
    assert words == words.strip("_")
    assert " " not in words
    assert make_tool_suffix(name)
