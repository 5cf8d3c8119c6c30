"""What a page holds, and where."""

from __future__ import annotations

import gc

import pytest

from docs_lsp.core.text import Span
from docs_lsp.mdx.reading import find_faults, parse_page, parse_page_tags
from docs_lsp.mdx.syntax import ExportKind, FaultKind, MdxPage, TagForm


def shown(page: bytes, span: Span | None) -> str:
    assert span is not None
    return page[slice(*span)].decode()


PAGE = b"""---
title: "<5 {"
---

import A, { B as C } from "/snippets/a.mdx"
export const rate = 3

# T\xc3\xa9st `{x}` {rate}

<Card title="x" icon={rate} open {...rest}>

  - one <b>two</b>
  - [link](/a{b} "t")

> ![image](</b c>)
> <br /> {/* note */}

```js
<5 {
```
</Card>

Setext <i>x</i>
===
"""


@pytest.fixture(scope="module")
def page() -> MdxPage:
    return parse_page(PAGE)


def test_tags_are_found_with_their_places(page: MdxPage) -> None:
    assert [shown(PAGE, tag.span) for tag in page.tags] == [
        *('<Card title="x" icon={rate} open {...rest}>', "<b>", "</b>", "<br />", "</Card>"),
        *("<i>", "</i>"),
    ]
    assert [shown(PAGE, tag.name_span) for tag in page.tags] == [
        *("Card", "b", "b", "br", "Card", "i", "i")
    ]
    assert page.tags[3].form is TagForm.SELF_CLOSING
    assert [tag.name for tag in page.tags if tag.is_block] == ["Card", "br", "Card"]


def test_tags_know_their_partners_and_parents(page: MdxPage) -> None:
    assert [tag.partner for tag in page.tags] == [4, 2, 1, -1, 0, 6, 5]
    assert [tag.parent for tag in page.tags] == [-1, 0, 0, 0, -1, -1, -1]


def test_attributes_are_found_with_their_values(page: MdxPage) -> None:
    attributes = page.tags[0].attributes

    assert [one.name for one in attributes] == ["title", "icon", "open", ""]
    assert [one.value for one in attributes] == ["x", None, None, None]
    assert [one.is_expression for one in attributes] == [False, True, False, True]
    assert shown(PAGE, attributes[0].value_span) == '"x"'
    assert shown(PAGE, attributes[1].span) == "icon={rate}"


def test_expressions_are_found_outside_of_code_and_addresses(page: MdxPage) -> None:
    assert [shown(PAGE, one.span) for one in page.expressions] == ["{rate}", "{/* note */}"]
    assert [one.parent for one in page.expressions] == [-1, 0]


def test_imports_and_exports_are_found(page: MdxPage) -> None:
    [found] = page.imports
    [exported] = page.exports

    assert (found.source, shown(PAGE, found.source_span)) == ("/snippets/a.mdx",) * 2
    assert [(one.local, one.exported) for one in found.names] == [("A", "default"), ("C", "B")]
    assert [(one.name, one.kind) for one in exported.names] == [("rate", ExportKind.LITERAL)]


def test_headings_and_links_are_found(page: MdxPage) -> None:
    headings = [(one.level, shown(PAGE, one.text)) for one in page.headings]

    assert headings == [(1, "Tést `{x}` {rate}"), (1, "Setext <i>x</i>")]
    assert [shown(PAGE, one.target) for one in page.links] == ["/a{b}", "/b c"]
    assert [shown(PAGE, one.text) for one in page.links] == ["link", "image"]


def test_code_is_found(page: MdxPage) -> None:
    assert [shown(PAGE, span) for span in page.code] == ["```js\n<5 {\n```"]


def test_a_page_that_is_accepted_has_no_faults(page: MdxPage) -> None:
    assert page.faults == find_faults(PAGE) == ()


def test_several_mistakes_are_several_faults() -> None:
    data = b"a <5 b\n\n<Card title=Hello>\n\nx\n\n</Card>\n\n- {\n\n<Note>\n"

    assert [(one.kind, shown(data, one.span)) for one in find_faults(data)] == [
        (FaultKind.LESS_THAN, "<"),
        (FaultKind.ATTRIBUTE_VALUE, "Hello"),
        (FaultKind.UNCLOSED_BRACE, "{"),
        (FaultKind.UNCLOSED_TAG, "<Note>"),
    ]


def test_a_closing_tag_holds_nothing_but_its_name() -> None:
    data = b"<b>x</b c>"

    assert [(one.kind, shown(data, one.span)) for one in find_faults(data)] == [
        (FaultKind.CLOSING_TAG, "c")
    ]


def test_quick_readings_find_the_same(page: MdxPage) -> None:
    quick = parse_page_tags(PAGE)

    assert (quick.tags, quick.expressions) == (page.tags, page.expressions)
    assert quick.imports == page.imports


def test_a_broken_import_among_others_is_one_fault() -> None:
    data = b'import A from "/a.mdx"\nimport B <x> from "/b.mdx"\nimport C from "/c.mdx"\n\n<A />\n'
    found = parse_page(data)

    assert [(one.kind, one.span.start) for one in found.faults] == [(FaultKind.MODULE, 32)]
    assert [one.source for one in found.imports][-1] == "/c.mdx"


@pytest.mark.parametrize(
    "page", [b"a {b", b"a <5", b"a <b c=d>", b"a </b c>", b"<b", b"<b c={", b"> a\n<b\n\n{c"]
)
def test_a_refused_page_leaves_no_circle_behind(page: bytes) -> None:
    find_faults(page)  # What is made once and kept is no garbage.
    parse_page(page)
    gc.collect()
    gc.disable()
    try:
        assert parse_page(page).faults
        assert find_faults(page)

        assert gc.collect() == 0
    finally:
        gc.enable()
