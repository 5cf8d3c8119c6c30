"""Anchors as the service makes them, and links that may mean one."""

from __future__ import annotations

import pytest

from docs_lsp.site.mdx.anchors import anchor_of
from docs_lsp.site.mdx.content import read_page


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Getting started", "getting-started"),
        ("Harbour.json fields", "harbour-json-fields"),
        ("What's new", "what\u2019s-new"),
        ("Fees (per night)", "fees-per-night"),
        ("Load/unload", "load/unload"),
        ("Bed & breakfast", "bed-&-breakfast"),
        ("Bed &amp; breakfast", "bed-&-breakfast"),
        ("OAuth", "oauth"),
        ("Step 1: Moor", "step-1-moor"),
        ("`moor()` a **boat**", "moor-a-boat"),
        ("A [link](/to/b) and ![picture](/c.png)", "a-link-and-picture"),
        ('Tides <Badge color="red">new</Badge>', "tides-new"),
        ("snake_case and _stress_", "snake_case-and-stress"),
        ("Closed ##", "closed"),
        ("Über 潮汐", "über-潮汐"),
        ("Fees {#Fees_2}", "Fees_2"),
        ("Fees { #fees } ", "fees"),
        ("", ""),
    ],
)
def test_the_anchor_of_a_heading(heading: str, anchor: str) -> None:
    assert anchor_of(heading.strip()) == anchor


def anchors(text: str) -> tuple[str, ...]:
    return read_page(text.encode(), "a.mdx").words.anchors()


def test_all_kinds_of_headings() -> None:
    page = (
        "---\ntitle: A\n---\n# One\ntext # no\n#no\n####### no\n   ### Two ##\r\n"
        "```\n# no\n```\n<h2 className='x'>Three</h2>\n\nFour\n====\n\nFive\n---\n\n---\n"
        "| a |\n|---|\n{/*\n# no\n*/}\n"
    )

    assert anchors(page) == ("one", "two", "three", "four", "five")


def test_the_first_line_may_be_a_heading() -> None:
    assert anchors("# One") == ("one",)
    assert anchors("\ufeff# One") == ("one",)


def test_headings_of_one_name_are_counted() -> None:
    assert anchors("# A\n# B\n# a\n# A") == ("a", "b", "a-2", "a-3")


PAGE = """---
title: Harbour
---
## Mooring: when & how?
## What's `new`
## Fixed {#short}
<Accordion title="Where to moor" id="places">
<ParamField body="boatId" type='string'>
<Step title='Tie up'>
<Card href="/fees" icon="anchor">
"""


@pytest.mark.parametrize(
    "fragment",
    [
        "mooring-when-&-how",
        "mooring-when-how",
        "mooring--when--how",
        "Mooring-When-How",
        "what%E2%80%99s-new",
        "whats-new",
        "whats-new-1",
        "short",
        "where-to-moor",
        "places",
        "boatId",
        "param-boat-id",
        "tie-up",
        "",
        "top",
        ":~:text=anything",
    ],
)
def test_a_link_may_lead_there(fragment: str) -> None:
    assert read_page(PAGE.encode(), "a.mdx").words.may_hold(fragment)


@pytest.mark.parametrize("fragment", ["harbour", "mooring", "fixed", "anchor", "fees", "string"])
def test_a_link_that_leads_nowhere(fragment: str) -> None:
    assert not read_page(PAGE.encode(), "a.mdx").words.may_hold(fragment)


def test_a_heading_that_is_made_up_may_say_anything() -> None:
    assert read_page(b"## Hello {name}\n", "a.mdx").words.may_hold("anything")
    assert not read_page(b"## Hello {#name}\n", "a.mdx").words.may_hold("anything")
