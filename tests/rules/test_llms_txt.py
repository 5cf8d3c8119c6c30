"""How long the list of pages for AI tools may get, and what of it is left out."""

from __future__ import annotations

import json

import pytest

from tests.rules.harness import findings


def said(count: int, description: str, **more: str) -> list[str]:
    pages = [f"guides/p{number}" for number in range(count)]
    hidden = {"group": "B", "hidden": True, "pages": ["guides/p0"]}
    docs = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": "Harbour",
        "colors": {"primary": "#000000"},
        "navigation": {"groups": [{"group": "A", "pages": pages[1:]}, hidden]},
    }
    files = {f"{page}.mdx": f"---\ndescription: {description}\n---\nText" for page in pages}
    found = findings({"docs.json": json.dumps(docs), **files, **more})
    return [one.message for one in found if one.rule == "llms-txt-cut"]


@pytest.mark.parametrize(
    ("count", "length", "loss"),
    [
        (200, 400, None),
        (400, 400, ": descriptions are cut short."),
        (4_000, 20, ": at least the last 1"),
    ],
)
def test_what_does_not_fit_is_named(count: int, length: int, loss: str | None) -> None:
    found = said(count, "x" * length)

    assert len(found) == (loss is not None)
    assert not found or (loss or "") in found[0]


def test_the_first_page_that_is_left_out_is_named() -> None:
    (found,) = said(4_000, "Short")

    # Each line is `- [P1234](https://a.io/guides/p1234.md)`, of some 39 characters.
    assert " pages of 3,999, from `guides/p2" in found


def test_a_list_of_ones_own_has_no_limit() -> None:
    assert said(4_000, "Short", **{"llms.txt": "# Harbour\n"}) == []
