"""Where JavaScript in braces ends, and what is wrong if it ends nowhere."""

from __future__ import annotations

import pytest

from docs_lsp.mdx import braces
from docs_lsp.mdx.braces import CodeBudget, find_expression_end
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.refusal import Refusal
from docs_lsp.mdx.syntax import FaultKind


def find_code(code: str, *, spread: bool = False, may_be_empty: bool = False) -> str:
    """The code before the `}` that ends it; `code` is what follows `{`."""
    text = "{" + code.encode().decode("latin-1")
    end = find_expression_end(text, 1, len(text), spread, may_be_empty)
    assert text[end - 1] == "}"
    return text[1 : end - 1].encode("latin-1").decode()


def refuse(code: str, *, spread: bool = False) -> Refusal:
    with pytest.raises(Refusal) as caught:
        find_code(code, spread=spread)
    assert caught.value.origin == 0
    return caught.value


@pytest.mark.parametrize(
    "code",
    [
        "a",
        "[1, 'b']",
        "/* a } b */ c",
        "{a: {b: 1}}",
        "'}' + b",
        "a // }\n",
        # A quote in a regular expression begins no string: each `}` counts.
        '/"/.test(a)',
        # Nor does a brace in one nest: neither the balanced nor any `}` of the first two fits.
        "/[{]/.test(a)",
        '/}"/.test(a)',
        "/" + "}" * 12 + "/.test(a)",
        "/}" + "x" * 3000 + "}/.test(a)",
    ],
)
def test_code_ends_at_the_first_brace_that_completes_it(code: str) -> None:
    assert find_code(code + "} and } more") == code


@pytest.mark.parametrize("code", ['/"/.test(a)', '/"/.test({a: 1})'])
def test_a_string_that_begins_in_a_regular_expression_hides_no_end(code: str) -> None:
    """Taken for a string, `"/.test(a)} and "` would hide the `}`, and the last one would end it."""
    assert find_code(f'{code}}} and "b" }}') == code


def test_the_limit_on_all_code_that_is_tried_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """`/}` is the likely end; the next `}` has 3 characters before it, and the third is right."""
    code = "/}a}b/.test(a)"

    monkeypatch.setattr(braces, "_MOST_TRIED", 4)
    assert find_code(f"{code}}} and") == code

    monkeypatch.setattr(braces, "_MOST_TRIED", 3)
    assert refuse(f"{code}}} and").resume == 3


@pytest.mark.parametrize(
    "code",
    ["/" + "}" * 13 + "/.test(a)}", "/}" + ("x" * 3000 + "}") * 2 + "/.test(a)}"],
    ids=["tries", "size"],
)
def test_only_so_many_ends_are_tried(code: str) -> None:
    refusal = refuse(code)

    assert (refusal.kind, refusal.at, refusal.resume) == (FaultKind.EXPRESSION, 2, 3)
    assert refusal.may_continue


@pytest.mark.parametrize("code", ["", " ", "/* nothing */", "// nothing\n"])
def test_braces_with_nothing_in_them(code: str) -> None:
    refusal = refuse(f"{code}}}")

    assert find_code(f"{code}}}", may_be_empty=True) == code
    assert (refusal.kind, refusal.at) == (FaultKind.EMPTY_VALUE, 1)
    assert refusal.resume == len(code) + 2


@pytest.mark.parametrize("code", ["a", "a b", "{a", "{a}", "{ '}' ", "'}", ""])
def test_braces_that_are_not_closed(code: str) -> None:
    refusal = refuse(code)
    kind, at = (FaultKind.EXPRESSION, 1) if code == "'}" else (FaultKind.UNCLOSED_BRACE, None)

    assert refusal.kind is kind
    assert refusal.at == (len(code) + 1 if at is None else at)


@pytest.mark.parametrize(
    ("code", "at", "may_continue"),
    [
        ("a b } c}", 3, False),
        # Offsets are in bytes: `é` has two.
        ("'é' b}", 6, False),
        ("f(}", 3, True),
        ("a + }", 5, True),
        ("`a}", 1, True),
        ("/* a}", 1, True),
    ],
)
def test_code_that_is_wrong(code: str, at: int, may_continue: bool) -> None:
    """What is open might go on after the `}`, in a later line."""
    refusal = refuse(code)
    shown = code.partition("}")[0]

    assert (refusal.kind, refusal.at, refusal.may_continue) == (
        FaultKind.EXPRESSION,
        at,
        may_continue,
    )
    assert refusal.detail == shown
    assert refusal.resume == len(shown.encode()) + 2


def test_wrong_code_goes_up_to_the_brace_that_closes_it_outside_of_strings() -> None:
    refusal = refuse("'}' b } c}")

    assert (refusal.at, refusal.resume, refusal.detail) == (5, 8, "'}' b ")


def test_no_end_is_sought_after_the_place_that_is_wrong() -> None:
    """`"` would open a string up to the next quote: only then would the code be right."""
    assert refuse('a b } + "}').at == 3


def test_a_fault_shows_the_beginning_of_long_code() -> None:
    assert refuse(f"a b {'c' * 300}}}").detail == f"a b {'c' * 196}"


@pytest.mark.parametrize("code", ["...a", " /* a */ // b\n ...{b: 1}", "...'}'"])
def test_an_attribute_that_spreads(code: str) -> None:
    assert find_code(f"{code}}}>", spread=True) == code


@pytest.mark.parametrize(
    ("code", "kind", "at", "detail"),
    [
        (" a }", FaultKind.NOT_SPREAD, 1, "a"),
        ("}", FaultKind.EMPTY_VALUE, 1, ""),
        ("...a b}", FaultKind.EXPRESSION, 6, "...a b"),
        ("...}", FaultKind.EXPRESSION, 4, "..."),
    ],
)
def test_an_attribute_that_does_not_spread(
    code: str, kind: FaultKind, at: int, detail: str
) -> None:
    refusal = refuse(code, spread=True)

    assert (refusal.kind, refusal.at, refusal.detail) == (kind, at, detail)
    assert refusal.resume == len(code) + 1


@pytest.mark.parametrize("code", ["{a}", "{ a }", " { _b$1 } "])
def test_a_variable_is_recognized_without_a_parser(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(braces, "find_expression_fault", None)

    assert find_code(f"{code}}} b") == code


@pytest.mark.parametrize("code", ["a.b", " 'a' ", "[1, null]", "/* a */", ""])
def test_plain_code_is_recognized_without_a_parser(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(braces, "find_expression_fault", None)

    assert find_code(f"{code}}} b", may_be_empty=True) == code
    if code not in ("/* a */", ""):
        assert find_code(f"{code}}} b") == code


@pytest.mark.parametrize("code", ["{true}", "{a.b}", "{if}", "{1}"])
def test_other_words_in_two_braces_are_no_variables(code: str) -> None:
    assert refuse(f"{code}}}").kind is FaultKind.EXPRESSION


def test_code_is_parsed_up_to_the_limit_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(braces, "_MOST_PARSED", 2 * (3 + braces._EACH) - 1)
    budget = CodeBudget()
    assert [budget.may_parse("a b"), budget.may_parse("a b")] == [True, False]

    monkeypatch.setattr(braces, "_MOST_PARSED", 3 + braces._EACH)
    assert CodeBudget().may_parse("a b")


def test_of_thousands_of_expressions_the_first_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "{a b}\n\n" + "{a + 1}\n\n" * 30 + "{c d}\n"
    assert len(parse_page(text.encode()).faults) == 2

    monkeypatch.setattr(braces, "_MOST_PARSED", 300)
    page = parse_page(text.encode())

    assert [fault.span.start for fault in page.faults] == [0]
    assert len(page.expressions) == 31
    assert refuse("a b}").at == 3, "what is no part of a page is not counted"
