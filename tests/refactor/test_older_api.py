"""What becomes of the `api` settings of a mint.json."""

from __future__ import annotations

from typing import Any

import pytest

from docs_lsp.refactor.convert import convert_docs

NO_KEY = "docs.json has no such key."
PARTLY = "was replaced by `closed`: docs.json only has `all` and `closed`."


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ({"playground": {"mode": "show"}}, {"playground": {"display": "interactive"}}, ""),
        ({"playground": {"mode": "simple"}}, {"playground": {"display": "simple"}}, ""),
        ({"playground": {"mode": "hide"}}, {"playground": {"display": "none"}}, ""),
        (
            {"playground": {"mode": "odd"}},
            None,
            "`api.playground.mode` was dropped: its value is not valid for "
            "`api.playground.display`.",
        ),
        ({"playground": {"disableProxy": True}}, {"playground": {"proxy": False}}, ""),
        ({"playground": {"disableProxy": False}}, {"playground": {"proxy": True}}, ""),
        (
            {"playground": {"disableProxy": "yes"}},
            None,
            f"`api.playground.disableProxy` was dropped: {NO_KEY}",
        ),
        ({"playground": {"proxy": True}}, {"playground": {"proxy": True}}, ""),
        ({"playground": {"more": 1}}, None, f"`api.playground.more` was dropped: {NO_KEY}"),
        ({"hidePlayground": True}, {"playground": {"display": "none"}}, ""),
        ({"hidePlayground": False}, None, ""),
        ({"hidePlayground": "yes"}, None, f"`api.hidePlayground` was dropped: {NO_KEY}"),
        ({"paramFields": {"expanded": "all"}}, {"params": {"expanded": "all"}}, ""),
        ({"paramFields": {"expanded": "none"}}, {"params": {"expanded": "closed"}}, ""),
        ({"paramFields": {"expanded": "closed"}}, {"params": {"expanded": "closed"}}, ""),
        (
            {"paramFields": {"expanded": "topLevel"}},
            {"params": {"expanded": "closed"}},
            f"`topLevel` of `api.paramFields.expanded` {PARTLY}",
        ),
        (
            {"paramFields": {"expanded": "topLevelOneOfs"}},
            {"params": {"expanded": "closed"}},
            f"`topLevelOneOfs` of `api.paramFields.expanded` {PARTLY}",
        ),
        ({"paramFields": {"more": 1}}, None, f"`api.paramFields.more` was dropped: {NO_KEY}"),
        (
            {"request": {"example": {"languages": ["curl"], "more": 1}}},
            {"examples": {"languages": ["curl"]}},
            f"`api.request.example.more` was dropped: {NO_KEY}",
        ),
        ({"request": {"example": 3}}, None, f"`api.request.example` was dropped: {NO_KEY}"),
        ({"request": {"more": {}}}, None, f"`api.request.more` was dropped: {NO_KEY}"),
        (
            {"auth": {"method": "basic", "name": "K"}},
            {"mdx": {"auth": {"method": "basic", "name": "K"}}},
            "",
        ),
        ({"auth": "key"}, None, f"`api.auth` was dropped: {NO_KEY}"),
        ({"baseUrl": ["https://a.example"]}, {"mdx": {"server": ["https://a.example"]}}, ""),
        (
            {"examples": {"defaults": "all", "more": 1}},
            {"examples": {"defaults": "all"}},
            f"`api.examples.more` was dropped: {NO_KEY}",
        ),
        ("all", None, "`api` was dropped: its value is not valid for `api`."),
    ],
)
def test_an_older_api_setting_becomes_what_followed(old: Any, new: Any, note: str) -> None:
    navigation = [{"group": "G", "pages": ["index"]}]
    made = convert_docs(
        {"name": "Quay", "colors": {"primary": "#0D9373"}, "navigation": navigation, "api": old}
    )

    assert made.docs.get("api") == new
    assert made.notes == ((note,) if note else ())
