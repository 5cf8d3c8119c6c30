"""What pages do with components that readers do not see; the rules' examples have the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFaultKind as Kind
from docs_lsp.mdx.components.findings import find_component_faults, list_used_components
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.syntax import FaultKind, MdxFault, MdxPage

_PIECES = st.sampled_from(
    [
        *("<Note>", "</Note>", "<Zebra>", "</Zebra>", "<Zebra />", "<Step>", "</Step>", "<View"),
        *(' title="a"', " id='a'", ">", "{a}", "{{a}}", "{a-b}", "{", "}", "\n", "\n\n", "```\n"),
        *("- ", "> ", "text", "é", "`", "<", "| a |\n|-|\n", "export const a = 1\n", "</", "/>"),
    ]
)


def faults_in(text: str) -> list[tuple[Kind, str]]:
    data = text.encode()
    found = find_component_faults(parse_page(data), data)
    return [(each.kind, data[slice(*each.span)].decode()) for each in found]


def test_a_good_page_keeps_nothing() -> None:
    assert find_component_faults(parse_page(b"# A\n\n<Note>Text</Note>\n"), b"") == ()
    assert find_component_faults(MdxPage(), b"Text") == ()


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_a_syntax_fault_hides_only_its_paragraph(line_end: bytes) -> None:
    data = b"<Foo>x</Foo>\n\n<Odd>y</Odd> {a b}\n\n<Bar>z</Bar>\n".replace(b"\n", line_end)
    found = find_component_faults(parse_page(data), data)

    assert [each.name for each in found] == ["Foo", "Bar"]


def test_of_a_refused_page_other_paragraphs_count() -> None:
    data = b"<Zebra />\n\nLess <5 and <Gnu /> more.\n\n<View>a</View>\n\n<Card tilte='b' />\n"
    read = parse_page(data)
    at = data.index(b"<5")
    refused = MdxPage((MdxFault(FaultKind.LESS_THAN, Span(at, at + 1)),), read.tags)

    found = [(each.kind, each.name) for each in find_component_faults(refused, data)]

    assert found == [(Kind.UNKNOWN_BLOCK, "Zebra"), (Kind.UNKNOWN_PROP, "Card")]


def test_a_tag_is_a_block_where_its_paragraph_holds_nothing_else() -> None:
    block, in_text = Kind.UNKNOWN_BLOCK, Kind.UNKNOWN_IN_TEXT

    assert faults_in("<Gnu>a</Gnu>\n") == [(block, "Gnu")]
    assert faults_in("<Gnu>a</Gnu> <Emu /> {x.y}\n")[:2] == [(block, "Gnu"), (block, "Emu")]
    assert faults_in("A\n<Gnu>a</Gnu>\n") == [(in_text, "Gnu")]
    assert faults_in("<Gnu>a</Gnu>\nA\n") == [(in_text, "Gnu")]
    assert faults_in("<b>a <Gnu /></b>\n") == [(in_text, "Gnu")]
    assert faults_in("<Note>\n  <Gnu>a</Gnu>\n</Note>\n") == [(block, "Gnu")]
    assert faults_in("# <Gnu />\n") == [(in_text, "Gnu")]


def test_components_in_use_are_told_once() -> None:
    page = parse_page(b"<Note>a</Note>\n\n<div><Own /></div>\n\n<Note>b</Note>\n")

    assert list_used_components(page) == ("Note", "Own")


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_text_gives_places_within_it(text: str) -> None:
    data = text.encode()

    for fault in find_component_faults(parse_page(data), data):
        assert 0 <= fault.span.start < fault.span.end <= len(data)
        data[slice(*fault.span)].decode()
