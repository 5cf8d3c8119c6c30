"""Anchors as the service makes them, and links that may mean one."""

from __future__ import annotations

import pytest

from docs_lsp.site.mdx.anchors import AnchorStatus, make_live_heading_id
from docs_lsp.site.mdx.content import read_page
from docs_lsp.site.mdx.heading_ids import make_heading_id

# Headings as they are written, and their ids on the live page and in the check of links.
SAME = [
    ("Getting started", "getting-started"),
    ("OAuth", "oauth"),
    ("berthOfBoat", "berthofboat"),
    ("Harbour.json fields", "harbour-json-fields"),
    ("Fees (per night)", "fees-per-night"),
    ("Load/unload boats", "load/unload-boats"),
    ("Bed & breakfast", "bed-&-breakfast"),
    ("Bed &amp; breakfast", "bed-&-breakfast"),
    ("snake_case_name", "snake_case_name"),
    ("snake_case and _stress_", "snake_case-and-stress"),
    ("_private", "_private"),
    ("__init__ and __main", "init-and-__main"),
    ("@scope/package", "@scope/package"),
    ("boat@example.com", "boat@example-com"),
    ("C++ and C#", "c++-and-c#"),
    ("100% free", "100%-free"),
    ("Step 1: Moor", "step-1-moor"),
    ("Step 1 - Moor", "step-1-moor"),
    ("key=value", "key=value"),
    ("a~b", "a-b"),
    ("a*b", "a-b"),
    ("2 * 3 * 4", "2-3-4"),
    ("a|b", "a|b"),
    ("a^b", "a^b"),
    ("$5 berth", "$5-berth"),
    ("a $x$ b", "a-b"),
    ("\N{ROCKET} Cast off", "-cast-off"),
    ("Cast off \N{ROCKET}", "cast-off-"),
    ("\N{GEAR}\N{VARIATION SELECTOR-16} Gear", "-gear"),
    ("中文标题", "中文标题"),
    ("Введение", "введение"),
    ("Ünïcode café", "ünïcode-café"),
    ("日本語 と English", "日本語-と-english"),
    ("`code` heading", "code-heading"),
    ("`` a`b `` heading", "a`b-heading"),
    ("`GET /boats/{id}`", "get-/boats/id"),
    ("`*a*` and `_b_` and `[c](d)`", "a-and-_b_-and-c-d"),
    (r"\*not\* a \[link\]", "not-a-link"),
    ("**Bold** and *it* and ***both***", "bold-and-it-and-both"),
    ("`moor()` a **boat**", "moor-a-boat"),
    ("[Link](/x) text", "link-text"),
    ("[Link](/x_(y)) and [**more**][ref] and [none]", "link-and-more-and-none"),
    ("![alt](/x.png) picture", "picture"),
    ("[![alt](/x.png) text](/y)", "text"),
    ("Feature <Badge>New</Badge>", "feature-new"),
    ('Tides <Badge color="red" tip={"a > b"}>new</Badge>', "tides-new"),
    ("a<br/>b", "ab"),
    ("Text {expr} more", "text-more"),
    ("Text {/* { */} more", "text-more"),
    ("&lt;T&gt; entity", "<t>-entity"),
    ("v1.2.3", "v1-2-3"),
    ("1. First", "1-first"),
    ("/path/to", "/path/to"),
    ("~~struck~~", "struck"),
    ("https://example.com/x", "https//example-com/x"),
    ("Foo: Bar: Baz", "foo-bar-baz"),
    ("a,b;c", "abc"),
    ("Moor.js / Tide", "moor-js-/-tide"),
    ("x < y", "x-<-y"),
    ("#hash tag", "#hash-tag"),
    ("TM\N{TRADE MARK SIGN} and \N{COPYRIGHT SIGN}", "tm-and-"),
    ("\N{VULGAR FRACTION ONE HALF} cup", "\N{VULGAR FRACTION ONE HALF}-cup"),
    ("a \N{EM DASH} b", "a-\N{EM DASH}-b"),
    ("e.g. this", "e-g-this"),
    ("Fees {#Fees_2}", "Fees_2"),
    ("Fees { #fees } ", "fees"),
    ("T {#a b}", "a-b"),
    ("T {#a.b/c}", "a.b/c"),
    ("T {#a&b!}", "ab"),
    ("-", ""),
    ("!!!", ""),
    ("\N{ROCKET}", ""),
    ("", ""),
    ("Title ##", "title"),
    ("##", ""),
    ("Type T", "typet"),
    ("Vitamin S first", "vitamins-first"),
    ("Section 5 s", "section-5s"),
    ("Plan S T", "plans-t"),
    ("a (b)?", "a-b-"),
]
DIFFERENT = [
    ("What's new", "what\u2019s-new", "whats-new"),
    ("Users' guide", "users\u2019-guide", "users-guide"),
    ("Don't `use` it", "don\u2019t-use-it", "dont-use-it"),
    ("`Don't` use it", "dont-use-it", "dont-use-it"),
    ("I'm here", "i\u2019m-here", "i-m-here"),
    ("O'Reilly", "o\u2019reilly", "o-reilly"),
    ("rock 'n' roll", "rock-\u2018n\u2019-roll", "rock-n-roll"),
    ('"Quoted" text', "\u201cquoted\u201d-text", "quoted-text"),
    ("a -- b", "a-\u2014-b", "a-b"),
    ("a --- b", "a-\u2014-b", "a-b"),
    ("Wait...", "wait\u2026", "wait"),
    ("a...b", "a\u2026b", "a-b"),
    ("...", "\u2026", ""),
]


@pytest.mark.parametrize(("heading", "anchor"), SAME)
def test_the_id_of_a_heading(heading: str, anchor: str) -> None:
    assert make_heading_id(heading.strip()) == (anchor, anchor)
    assert make_live_heading_id(heading.strip()) == anchor


@pytest.mark.parametrize(("heading", "live", "local"), DIFFERENT)
def test_the_live_page_makes_signs_typographic(heading: str, live: str, local: str) -> None:
    assert make_heading_id(heading) == (live, local)


def anchors(text: str) -> tuple[str, ...]:
    return read_page(text.encode(), "a.mdx").anchor_texts.list_heading_ids()


def test_all_kinds_of_headings() -> None:
    page = (
        "---\ntitle: A\n---\n# One\ntext # no\n#no\n####### no\n   ### Two ##\r\n"
        "```\n# no\n```\n<h2 className='x'>Three</h2>\n\nFour\n====\n\nFive\n---\n\n---\n"
        "| a |\n|---|\n{/*\n# no\n*/}\n"
    )

    assert anchors(page) == ("one", "two", "three", "four", "five")


def test_headings_in_quotes_lists_and_elements() -> None:
    page = (
        "> ## One\n- # Two\n1. > ### Three\n<h2>\n  Four\n</h2>\n"
        "<Heading level={3}>Five</Heading>\n##### six\n###### seven {#eight}\n"
    )

    assert set(anchors(page)) == {"one", "two", "three", "four", "five", "eight"}


def test_the_first_line_may_be_a_heading() -> None:
    assert anchors("# One") == ("one",)
    assert anchors("\ufeff# One") == ("one",)


def test_headings_of_one_name_are_counted() -> None:
    assert anchors("# A\n# B\n# a\n# A") == ("a", "b", "a-2", "a-3")
    assert anchors("# A\n# A-2\n# A\n# C {#a}") == ("a", "a-2", "a-2-2", "a-3")


PAGE = """---
title: Harbour
---
## Mooring: when & how?
## What's `new`
## Fixed {#short}
## Fixed
## Fixed
## It costs $5 or $6
<Accordion title="Where to moor & sleep" id="places">
<Accordion title="Größe &quot;XL&quot;" />
<ParamField body="boatId" type='string'>
<ParamField query="boatId" />
<Tab title="By boat" />
<Update label="March 2025" />
<Own title="Anything" />
<Step title='Tie up'>
<Expandable title="More">
<Card href="/fees" icon="anchor" title="Fees">
<span id="Row.7"></span> <a id="split%24" />
"""


def where(fragment: str, page: str = PAGE) -> AnchorStatus:
    return read_page(page.encode(), "a.mdx").anchor_texts.look_up_anchor(fragment).where


@pytest.mark.parametrize(
    "fragment",
    [
        "mooring-when-&-how",
        "mooring-when-&-how?",
        "what\u2019s-new",
        "what\u2018s-new",
        "short",
        "fixed-2",
        "it-costs-$5-or-$6",
        "it-costs-6",
        "where-to-moor-and-sleep",
        "places",
        "groesse-xl",
        "grosse-xl",
        "param-boat-id",
        "param-boat-id-1",
        "by-boat",
        "march-2025",
        "anything",
        "Row.7",
        "split$",
        "",
        "top",
        ":~:text=anything",
    ],
)
def test_a_link_may_lead_there(fragment: str) -> None:
    assert where(fragment) is AnchorStatus.THERE


@pytest.mark.parametrize(
    "fragment",
    [
        *("harbour", "mooring", "anchor", "fees", "string", "tie-up", "more", "fixed-3"),
        *("mooring-when-how", "mooring--when--how", "Mooring-when-&-how", "what-s-new"),
        *("Places", "row.7", "row-7", "boatId", "boat-id", "short-2"),
    ],
)
def test_a_link_that_leads_nowhere(fragment: str) -> None:
    assert where(fragment) is AnchorStatus.NOWHERE


def test_a_link_that_only_the_local_check_finds() -> None:
    lead = read_page(b"# It's\n# It's\n# \"It\"\n", "a.mdx").anchor_texts.look_up_anchor

    assert lead("its-2") == (AnchorStatus.LOCALLY, "it\u2019s-2", 0)
    assert lead("it") == (AnchorStatus.LOCALLY, "\u201cit\u201d", 0)
    assert lead("it\u2019s-2").where is AnchorStatus.THERE


def test_steps_have_ids_where_their_titles_are_headings() -> None:
    steps = '<Steps titleSize="h2">\n<Step title="Tie up">\n</Step></Steps>'

    assert where("tie-up", steps) is AnchorStatus.THERE


def test_the_letters_of_some_titles_are_written_in_ascii() -> None:
    assert where("privet", '<Accordion title="Привет" />') is AnchorStatus.THERE
    assert where("привет-2", '<Accordion title="Привет" />') is AnchorStatus.THERE
    assert where("csm", '<Accordion title="什么是 CSM" />') is AnchorStatus.THERE
    assert where("sla", '<Accordion title="什么是 CSM" />') is AnchorStatus.NOWHERE


def test_what_is_made_up_may_say_anything() -> None:
    assert where("anything", "## Hello {name}\n") is AnchorStatus.THERE
    assert where("anything", "<div id={name} />\n") is AnchorStatus.THERE
    assert where("anything", "## Hello {#name}\n") is AnchorStatus.NOWHERE
    assert where("anything", "## Hello `{name}` {/* a */}\n") is AnchorStatus.NOWHERE


@pytest.mark.parametrize(
    ("page", "line"),
    [
        ("---\ntitle: A\n---\n\n```js\na\n## Fees\n", 5),
        ("# A\n```\na\n```\n~~~\n\n## Fees\n```\n", 5),
        ("- item\n\ntext\n\n  ```\n## Fees", 5),
        ("<Step>\n  text\n  ```\n  ## Fees\n  ```js", 3),
        # Of two fences of one length, one in the other, the first that closes closes both.
        ("```md\n```js\na\n```\n```\n\n## Fees\n", 5),
    ],
)
def test_a_heading_in_code_that_is_never_closed(page: str, line: int) -> None:
    lead = read_page(page.encode(), "a.mdx").anchor_texts.look_up_anchor

    assert lead("fees") == (AnchorStatus.INTO_CODE, "", line)
    assert lead("none").where is AnchorStatus.NOWHERE


@pytest.mark.parametrize(
    "page", ["- item\n  ```\n\n## Fees\n", "> ```\n\n## Fees\n", "1. a\n\n    - ```\n## Fees"]
)
def test_code_in_a_list_ends_with_it(page: str) -> None:
    assert where("fees", page) is AnchorStatus.THERE


def test_code_that_is_closed_by_the_last_line() -> None:
    for end in ("", "\n", "  ", "\r\n"):
        assert where("fees", f"```\n## Fees\n```{end}") is AnchorStatus.NOWHERE
