"""JavaScript in braces is accepted or refused where the service's parser does so."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.mdx.javascript import parser
from docs_lsp.mdx.javascript.expressions import find_expression_fault
from docs_lsp.mdx.reading import find_faults
from docs_lsp.mdx.syntax import FaultKind

ACCEPTED = [
    "",
    "apiKey",
    "user-id",
    '"a"',
    "42",
    "a, b",
    "a.map(i => <li key={i}>{i}</li>)",
    "a?.b ?? c",
    "/x/",
    "`a ${b}`",
    "await x",
    "/* a note */",
    "// a note\n",
    "a // a note\n",
    '{ color: "red" }',
    "<A.B c:d='x' {...e}>don't {f}</A.B>",
    "<>a</>",
    "(a)(b)",
    "123n",
    "x => { let a; return a }",
    "'\u6ce8\u610f \U0001f600'",
]
# Code, and what the parser stops at.
REFUSED = [
    ("api key", "key"),
    ("...x", "..."),
    ('"a": 1', ":"),
    ("a: 1", ":"),
    ("a; b", ";"),
    ("if (a) b", "if"),
    ("const a = 1", "const"),
    ("x as T", "as"),
    ("% if %", "%"),
    ("a} c={b", "}"),
    ("a)(b", ")"),
    ("a, b), (c", ","),
    ("a, , b", ", b"),
    ("a + `b", "`b"),
    ("a /* b", "/* b"),
    ("a // b", ""),
    ("(a", ""),
    ("<b>", ""),
    ("a /", ""),
    ("x\n\n  y", "y"),
]


@pytest.mark.parametrize("code", ACCEPTED)
def test_what_is_an_expression(code: str) -> None:
    assert find_expression_fault(code) is None


@pytest.mark.parametrize(("code", "wrong"), REFUSED)
def test_what_is_none(code: str, wrong: str) -> None:
    fault = find_expression_fault(code)
    assert fault is not None
    assert code[fault:].startswith(wrong)
    assert wrong or fault == len(code)


@pytest.mark.parametrize(
    ("code", "fault"),
    [("...a", None), ("...a, b", 4), ("a", 0), ("...", 3), ("...a} {...b", 4), ("a={b} {...c", 0)],
)
def test_braces_in_a_tag_hold_one_spread(code: str, fault: int | None) -> None:
    assert find_expression_fault(code, spread=True) == fault


@pytest.mark.parametrize("code", ["", "  ", "/* a */", "// a\n"])
def test_a_value_may_not_be_empty(code: str) -> None:
    page = f"<A b={{{code}}} />\n"
    assert find_expression_fault(code) is None
    assert [fault.kind for fault in find_faults(page.encode())] == [FaultKind.EMPTY_VALUE]


@pytest.mark.parametrize("opening", ["(", "[", "`${", "<a>", "a=>(", "{a:", "!"])
def test_what_is_too_deep_is_not_judged_or_refused_at_its_end(opening: str) -> None:
    code = opening * 3_000
    assert find_expression_fault(code) in (None, len(code), len(code) - 2)


@given(st.text("ab1 (){}[]<>/`'\"$.,;:=>*\n\u6ce8\U0001f600"))
def test_a_fault_lies_in_the_code(code: str) -> None:
    fault = find_expression_fault(code)
    assert fault is None or 0 <= fault <= len(code)


def test_without_the_parser_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    parser._load_library.cache_clear()
    with monkeypatch.context() as gone:
        gone.setitem(sys.modules, "esprima", None)
        assert not parser.is_available()
        assert parser.parse_module("a b").fault is None
    parser._load_library.cache_clear()
    assert parser.is_available()


def test_another_library_of_that_name_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import esprima

    parser._load_library.cache_clear()
    with monkeypatch.context() as older:
        older.setattr(esprima, "version", "4.0.1")
        assert not parser.is_available()
    parser._load_library.cache_clear()


@pytest.mark.parametrize("code", ["/{}/", "<a>{}</a>", "f(/{}/, <a>b</a>)"])
def test_nothing_is_said_of_code_with_a_part_that_would_take_too_long(code: str) -> None:
    assert parser.parse_module(code.format("a" * 60_000)).statements
    assert parser.parse_module(code.format("a" * 70_000)) == parser.Parsed()
    assert parser.parse_module(f"'{'a' * 70_000}'").statements


def test_a_script_that_is_too_long_has_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parser._LONGEST_CODE == 192 * 1024
    monkeypatch.setattr(parser, "_LONGEST_CODE", 400)

    assert parser.parse_module("a()\n" * 100).statements
    assert parser.parse_module("a b\n" * 100).fault is not None
    assert parser.parse_module("a()\n" * 101) == parser.Parsed()
    assert parser.parse_module("a b\n" * 101) == parser.Parsed()
