"""Blocks of imports and exports end where the service's parser ends them, and say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.mdx.module_blocks import ModuleBlock, read_module_block
from docs_lsp.mdx.reading import find_faults, parse_page
from docs_lsp.mdx.syntax import FaultKind, MdxPage


def read(text: str, *known: str) -> ModuleBlock:
    return read_module_block(text, 0, known)


def said(text: str, block: ModuleBlock) -> str:
    assert block.fault is not None
    return text.encode()[slice(*block.fault.span)].decode()


# Each ends before the word END.
WHOLE = [
    'import A from "/a.mdx"\n\nEND',
    "import A from '/a.mdx';\r\n\r\nEND",
    'import A from "/a.mdx"\nexport const b = 1\n  \t\nEND',
    "export const a = () => {\n\n  return <b>don't</b>\n\n}\n\nEND",
    "export const a = `x\n\n  import y\n`\n\nEND",
    "export const a = [\n  1,\n\n  2,\n];\n\nEND",
    "export const a =\n\n  /`}/;\n\nEND",
    'import {\n  A,\n\n  B,\n} from "/a.jsx"\n\nEND',
    "export const a = 1\n/* one\n\n two */\n\nEND",
    'import "/a.css"\n\nEND',
]


@pytest.mark.parametrize("text", WHOLE)
def test_where_a_block_ends(text: str) -> None:
    block = read(text)
    assert block.fault is None
    assert text[block.end :].strip() == "END"
    assert text[: block.end] == text[: block.end].rstrip(" \t\r\n")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('import A from "/a.mdx"', [("A", "default", "A")]),
        ('import { a as B, c } from "/a.jsx"', [("B", "a", "B"), ("c", "c", "c")]),
        ('import é, * as N from "/a.jsx"', [("é", "default", "é"), ("N", "*", "N")]),
        ('import {\n  A, // one\n  B,\n} from "/a.jsx"', [("A", "A", "A"), ("B", "B", "B")]),
        ('import {} from "/a.jsx"', []),
    ],
)
def test_what_is_imported(text: str, names: list[tuple[str, str, str]]) -> None:
    found = [name for one in read(text).imports for name in one.names]
    place = [text.encode()[slice(*name.span)].decode() for name in found]
    assert [(one.local, one.exported, at) for one, at in zip(found, place, strict=True)] == names


def test_the_source_of_an_import_stands_between_its_quotes() -> None:
    text = "import A from '/é.mdx'\nimport { type } from \"/b.jsx\";"
    sources = [
        (one.source, text.encode()[slice(*one.source_span)].decode()) for one in read(text).imports
    ]
    assert sources == [("/é.mdx", "/é.mdx"), ("/b.jsx", "/b.jsx")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("export const a = 'x', b = -1, c = null", "a literal, b literal, c literal"),
        ("export const a = `x`", "a other"),
        ("export const a = /x/", "a other"),
        ("export const A = () => <b/>", "A function"),
        ("export const A = function () {}", "A function"),
        ("export function A() {}", "A function"),
        ("export const a = (<b/>)", "a JSX"),
        ("export default function A() {}", "default function"),
        ("export default <b/>", "default JSX"),
        ("export const { a, b: [c, ...d], e = 1 } = f", "a other, c other, d other, e other"),
        ('import { a } from "/a.mdx"\nexport { a as b }', "b other"),
        ("export * from 'x'\nexport * as n from 'y'", "n other"),
        ("export class A {}", "A other"),
    ],
)
def test_what_is_exported(text: str, names: str) -> None:
    found = [name for one in read(text).exports for name in one.names]
    assert ", ".join(f"{one.name} {one.kind.value}" for one in found) == names


@pytest.mark.parametrize(
    ("text", "kind", "at"),
    [
        ('import A from "/a.mdx"\n<A />\n', FaultKind.MODULE_TEXT, "<"),
        ('import A from "/a.mdx"\n# Title\n', FaultKind.MODULE_TEXT, "#"),
        ('import A from "/a.mdx"\nSome text.\n', FaultKind.MODULE_TEXT, "Some"),
        ("import the package first\n", FaultKind.MODULE_TEXT, "import"),
        ("export your data, then go on\n", FaultKind.MODULE_TEXT, "export"),
        ("export const a = 1\nconst b = 2\n", FaultKind.MODULE, "const"),
        ("export const a: string = 'x'\n", FaultKind.MODULE, ":"),
        ("export const a = {\n  b: 1\n  c: 2\n}\n\ntext", FaultKind.MODULE, "c"),
        ("export const A = () => {\n\ntext { more\n\nand more", FaultKind.MODULE, "{"),
        ("export const a = (\n\n", FaultKind.MODULE, "export"),
        ('import A from "/a.mdx"\nimport { B\n', FaultKind.MODULE_TEXT, "import"),
        ('import A from "/a.mdx"\n{\n', FaultKind.MODULE_TEXT, "{"),
        ("import A from '/a'\nimport A from '/b'\n", FaultKind.DECLARED_TWICE, "A"),
        ("export const a = 1\nexport { a }\n", FaultKind.DECLARED_TWICE, "a"),
        ("import a from 'x' with { type: 'json' }\n", FaultKind.MODULE, "with"),
    ],
)
def test_what_is_wrong(text: str, kind: FaultKind, at: str) -> None:
    block = read(text)
    assert block.fault is not None
    assert (block.fault.kind, said(text, block)) == (kind, at)


def test_a_wrong_closing_tag_is_told_where_it_stands() -> None:
    text = "export const a = (\n  <p>x\n  </b>\n)\n"
    fault = read(text).fault

    assert fault is not None and text.index("</b>") == fault.span.start


def test_a_name_that_an_earlier_block_imports_cannot_be_declared_again() -> None:
    text = 'import B from "/b.mdx"\nimport { A } from "/a.mdx"\n'
    block = read(text, "A")
    assert block.fault is not None
    assert (block.fault.kind, block.fault.detail) == (FaultKind.DECLARED_TWICE, "A")
    assert block.fault.span.start == text.index("A }")
    assert [name.local for one in block.imports for name in one.names] == ["B", "A"]
    assert read("export { A }", "A").fault is None


def test_text_below_an_import_is_read_on_as_text() -> None:
    text = 'import A from "/a.mdx"\n<A />\n'
    block = read(text)
    assert text[block.end :] == "\n<A />\n"
    assert [name.local for one in block.imports for name in one.names] == ["A"]


@pytest.mark.parametrize("last", ["import { C\n", "export const a = [\n", "export default {"])
def test_of_several_statements_only_the_one_that_does_not_end_is_wrong(last: str) -> None:
    whole = "import A from '/a.mdx'\nimport { B } from '/b.jsx'\n"
    (fault,) = find_faults((whole + last).encode())

    assert (fault.kind, fault.span.start) == (FaultKind.MODULE, len(whole))


def test_equal_blocks_say_the_same_at_their_own_places() -> None:
    block = "import * as @ from '/@.jsx'\n\nexport const @a = 1, ä@ = () => <b>x</b>\n\n"
    text = "# Ä\n\n" + block.replace("@", "one") + block.replace("@", "two")
    page, moved = (parse_page(each.encode()) for each in (text, f"ä\n\n{text}"))

    names = [
        text.encode()[slice(*name.span)].decode() for each in page.exports for name in each.names
    ]
    assert names == ["onea", "äone", "twoa", "ätwo"]
    sources = [text.encode()[slice(*each.source_span)].decode() for each in page.imports]
    assert sources == ["/one.jsx", "/two.jsx"]
    assert _collect_spans(moved) == [span.shift(4) for span in _collect_spans(page)]


def _collect_spans(page: MdxPage) -> list[Span]:
    """The places of all statements and names."""
    imported = [name.span for each in page.imports for name in each.names]
    exported = [name.span for each in page.exports for name in each.names]
    imports, exports = ([each.span for each in page.imports], [each.span for each in page.exports])
    return imports + exports + imported + exported


def test_a_broken_import_keeps_its_names() -> None:
    block = read('import { A, B form "/a.mdx"\nimport C from "/c.mdx"\n')
    assert block.fault is not None
    assert "C" in [name.local for one in block.imports for name in one.names]


@given(st.text("ab (){}[]<>/`'\"=,\n;"), st.integers(0, 9))
def test_an_end_lies_in_the_text(code: str, base: int) -> None:
    text = f"export const a{code}"
    block = read_module_block(text, base)
    assert base <= block.end <= base + len(text)
    if block.fault is not None:
        assert base <= block.fault.span.start <= block.fault.span.end <= base + len(text)
