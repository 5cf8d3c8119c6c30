"""Problems in LSP's shapes: only what the client understands, in its own columns."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docs_lsp.core.problem import Problem, ProblemTag, RelatedPlace, Severity
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features.diagnostics import (
    EMPTY,
    DiagnosticReport,
    FileReport,
    build_publication,
    build_report,
)
from docs_lsp.features.to_lsp import ClientDialect, RawJson, build_diagnostics, serialise_json

TEXT = Text.from_data('{"\U0001f600é": 1,\r\n"\u2028": x}')
FAULT = Span(TEXT.data.index(b"x"), TEXT.data.index(b"x") + 1)
FIRST = Span(1, TEXT.data.index(b":"))


class Site:
    """Sources of one text, whatever the file."""

    def text(self, file: str) -> Text:
        return TEXT

    def uri(self, file: str) -> str:
        return f"file:///s/{file}"

    def link(self, rule: str) -> str | None:
        return f"https://rules.example/{rule}" if rule == "known" else None


def problem(**more: Any) -> Problem:
    return Problem("known", "docs.json", FAULT, "It is wrong.", Severity.WARNING, **more)


def shape(found: Problem, **dialect: Any) -> dict[str, Any]:
    [shaped] = build_diagnostics(found.file, [found], Site(), ClientDialect(**dialect))
    return shaped


@pytest.mark.parametrize(
    ("encoding", "end_of_first", "column"),
    [(Encoding.UTF8, 9, 7), (Encoding.UTF16, 6, 5), (Encoding.UTF32, 5, 5)],
)
def test_columns_are_the_client_s(encoding: Encoding, end_of_first: int, column: int) -> None:
    place = RelatedPlace("docs.json", FIRST, "the first")
    found = shape(problem(related=(place,)), encoding=encoding, related=True)

    assert found["range"]["start"] == {"line": 1, "character": column}
    assert found["relatedInformation"] == [
        {
            "location": {
                "uri": "file:///s/docs.json",
                "range": {
                    "start": {"line": 0, "character": 1},
                    "end": {"line": 0, "character": end_of_first},
                },
            },
            "message": "the first",
        }
    ]


def test_a_bare_client_gets_the_bare_diagnostic() -> None:
    place = RelatedPlace("docs.json", FIRST, "the first")

    found = shape(problem(related=(place,), tags=(ProblemTag.DEPRECATED,)))

    del found["range"]
    assert found == {
        "severity": 2,
        "code": "known",
        "source": "docs-lsp",
        "message": "It is wrong.",
    }


def test_tags_are_those_that_the_client_knows() -> None:
    found = problem(tags=(ProblemTag.DEPRECATED, ProblemTag.UNNECESSARY))

    assert shape(found, tags=frozenset({ProblemTag.DEPRECATED}))["tags"] == [2]
    assert "tags" not in shape(found)


def test_a_rule_is_linked_where_the_client_asks_for_it_and_there_is_a_page() -> None:
    unknown = Problem("unknown", "docs.json", FAULT, "It is wrong.", Severity.ERROR)

    assert shape(problem(), links=True)["codeDescription"] == {
        "href": "https://rules.example/known"
    }
    assert "codeDescription" not in shape(problem())
    assert "codeDescription" not in shape(unknown, links=True)


def test_lone_surrogates_become_replacement_characters() -> None:
    value = {"text": "a\ud800b", "part": RawJson(b'["x"]')}

    assert json.loads(serialise_json(value)) == {"text": "a\ufffdb", "part": ["x"]}


def test_what_has_no_json_form_is_an_error() -> None:
    with pytest.raises(TypeError):
        serialise_json({"what": object()})


def test_a_file_without_problems_has_the_empty_report() -> None:
    assert build_report("docs.json", [], Site(), ClientDialect()) is EMPTY
    assert json.loads(EMPTY.items.json) == []


def test_a_report_s_id_is_that_of_its_content() -> None:
    one, two = (
        build_report("docs.json", [problem()], Site(), ClientDialect()),
        DiagnosticReport.from_diagnostics([{"other": 1}]),
    )

    assert one.id == build_report("docs.json", [problem()], Site(), ClientDialect()).id
    assert len({one.id, two.id, EMPTY.id}) == 3


def test_a_closed_file_is_published_without_a_version() -> None:
    assert build_publication(FileReport("u", None, EMPTY)).keys() == {"uri", "diagnostics"}
    assert build_publication(FileReport("u", 0, EMPTY))["version"] == 0
