"""`--format junit`: XML that CI systems read and compare from run to run."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.cli.output.junit import write_report
from docs_lsp.core.problem import RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.settings.settings import SettingsFault
from tests.cli.made import made, problem, written


def tree(*problems: object, **options: object) -> ElementTree.Element:
    text = written(write_report, made(*problems, **options))  # type: ignore[arg-type]
    assert text.isascii()
    return ElementTree.fromstring(text)


def counts(element: ElementTree.Element) -> tuple[str | None, ...]:
    return tuple(element.get(name) for name in ("tests", "failures", "errors"))


def test_findings_of_a_rule_in_a_file_are_one_case() -> None:
    (suite,) = root = tree(problem(), problem("mint", message="Second."), problem("name", "x-rule"))
    first, second = suite

    assert (root.tag, counts(root)) == ("testsuites", ("2", "2", "0"))
    assert (suite.get("name"), counts(suite)) == ("docs/docs.json", ("2", "2", "0"))
    assert first.attrib == {
        "classname": "invalid-value",
        "name": "docs/docs.json",
        "file": "docs/docs.json",
    }
    assert second.get("classname") == "x-rule"
    (failure,) = first
    assert failure.attrib == {
        "type": "error",
        "message": "There is no theme `mnit`. (and 1 more)",
    }
    assert (failure.text or "").splitlines() == [
        "docs/docs.json:3:13 error There is no theme `mnit`.",
        "docs/docs.json:4:13 error Second.",
    ]


def test_what_a_case_is_called_does_not_depend_on_lines() -> None:
    (suite,) = tree(problem())
    (moved,) = tree(problem("mint"))

    assert [case.attrib for case in suite] == [case.attrib for case in moved]


@pytest.mark.parametrize(
    ("severity", "fails"),
    [
        (Severity.ERROR, True),
        (Severity.WARNING, True),
        (Severity.INFORMATION, False),
        (Severity.HINT, False),
    ],
)
def test_a_case_fails_when_the_exit_code_does(severity: Severity, fails: bool) -> None:
    (suite,) = tree(problem(severity=severity))
    ((content,),) = suite

    assert counts(suite) == ("1", "1" if fails else "0", "0")
    assert content.tag == ("failure" if fails else "system-out")


def test_a_site_without_findings_is_one_case_that_passes() -> None:
    (suite,) = tree()
    (case,) = suite

    assert counts(suite) == ("1", "0", "0")
    assert list(case) == []


def test_without_a_site_there_is_no_suite() -> None:
    assert list(tree(sites=0)) == []


def test_each_site_is_a_suite() -> None:
    root = tree(problem(), sites=2)

    assert counts(root) == ("2", "2", "0")
    assert len(list(root)) == 2


def test_a_fault_in_the_settings_is_an_error() -> None:
    (suite,) = tree(faults=[SettingsFault(Span(8, 9), "Nothing reads `x`.")])
    ((error,),) = suite

    assert counts(suite) == ("1", "0", "1")
    assert error.tag == "error"
    assert error.text == "docs/docs-lsp.toml:2:1 Nothing reads `x`."


def test_related_places_are_told() -> None:
    ((case,),) = tree(problem(related=[RelatedPlace("docs.json", Span(0, 1), "The start")]))

    assert (case[0].text or "").splitlines()[1] == "  docs/docs.json:1:1 The start"


@given(st.text(st.characters()))
def test_whatever_a_message_holds_it_is_xml(message: str) -> None:
    ((case,),) = tree(problem(message=f"A{message}"))

    assert (case[0].get("message") or "").startswith("A")
    assert case[0].text


def test_what_xml_cannot_hold_is_shown_as_json_writes_it() -> None:
    ((case,),) = tree(problem(message='\0 \x1b[2J <a> & "b" ]]> \ud800 \uffff é'))

    assert case[0].get("message") == '\\u0000 \\u001b[2J <a> & "b" ]]> \\ud800 \ufffd é'
