"""From a report with offsets to findings with lines, columns and paths."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.cli.findings import (
    ReportedEdit,
    ReportedFix,
    ReportPosition,
    ReportRange,
    display_path,
    iter_reported_findings,
)
from docs_lsp.core.problem import (
    DeletedFile,
    FileEdit,
    Fix,
    MovedFile,
    NewFile,
    Problem,
    RelatedPlace,
    Severity,
)
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.files.files import MemoryFiles


def report(text: Text, problems: list[Problem]) -> SiteReport:
    return SiteReport(
        root=Path("/project/docs"), ours=True, problems=tuple(problems), texts={"docs.json": text}
    )


def problem(start: int, end: int, rule: str = "missing-page") -> Problem:
    return Problem(rule, "docs.json", Span(start, end), "Gone.", Severity.ERROR)


def test_columns_count_code_points_from_one() -> None:
    text = Text.from_data('{\n\t"😀é": 1}')
    (found,) = iter_reported_findings(report(text, [problem(4, 10)]), Path("/project"))

    assert text.data[4:10].decode() == "😀é"
    assert found.range == ((2, 3), (2, 5))


def test_everything_else_is_carried_over() -> None:
    told = Problem(
        "duplicate-key",
        "docs.json",
        Span(3, 6),
        "Twice.",
        Severity.WARNING,
        related=(RelatedPlace("nav/fr.json", Span(0, 0), "The first."),),
    )
    (found,) = iter_reported_findings(report(Text.from_data("[0, 123]"), [told]), Path("/project"))

    assert (found.rule, found.severity, found.message) == (
        "duplicate-key",
        Severity.WARNING,
        "Twice.",
    )
    assert found.file == "docs/docs.json"
    assert found.fixes == ()
    (place,) = found.related
    assert (place.file, place.range, place.message) == (
        "docs/nav/fr.json",
        ((1, 1), (1, 1)),
        "The first.",
    )


def test_fixes_are_told_with_lines_and_paths() -> None:
    fix = Fix(
        "Move it",
        (
            FileEdit("docs.json", Span(3, 4), "[]"),
            FileEdit("nav/fr.json", Span(7, 7), "x"),
            FileEdit("gone.json", Span(0, 0), "x"),
            NewFile("new.mdx", "# New"),
            MovedFile("old.mdx", "nav/old.mdx"),
            DeletedFile("other.mdx"),
        ),
        preferred=True,
    )
    files = MemoryFiles({"nav/fr.json": '{\n  "\u00e9'})
    made = report(Text.from_data("[\n {}]"), [problem(3, 5)])._replace(files=files)
    (found,) = iter_reported_findings(made, Path("/project"), lambda problem: (fix,))

    assert found.fixes == (
        ReportedFix(
            "Move it",
            safe=False,
            preferred=True,
            changes=(
                ReportedEdit(
                    "docs/docs.json", ReportRange(ReportPosition(2, 2), ReportPosition(2, 3)), "[]"
                ),
                ReportedEdit(
                    "docs/nav/fr.json", ReportRange(ReportPosition(2, 5), ReportPosition(2, 5)), "x"
                ),
                ReportedEdit(
                    "docs/gone.json", ReportRange(ReportPosition(1, 1), ReportPosition(1, 1)), "x"
                ),
                NewFile("docs/new.mdx", "# New"),
                MovedFile("docs/old.mdx", "docs/nav/old.mdx"),
                DeletedFile("docs/other.mdx"),
            ),
        ),
    )


def test_findings_come_in_the_order_of_the_file() -> None:
    problems = [problem(5, 6), problem(1, 9, "b-rule"), problem(1, 9, "a-rule"), problem(1, 2)]
    found = iter_reported_findings(report(Text.from_data("0123456789"), problems), Path("/project"))

    assert [(each.range.start.column, each.rule) for each in found] == [
        (2, "missing-page"),
        (2, "a-rule"),
        (2, "b-rule"),
        (6, "missing-page"),
    ]


def test_a_file_without_text_has_its_findings_at_the_start() -> None:
    told = Problem("syntax-error", "gone.json", Span(0, 0), "Not readable.", Severity.ERROR)
    (found,) = iter_reported_findings(report(Text.from_data(""), [told]), Path("/project"))

    assert found.range == ((1, 1), (1, 1))


@given(
    st.text("a\n\r😀é", max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)))
)
def test_positions_are_those_of_the_text(content: str, places: list[tuple[int, int]]) -> None:
    text = Text.from_data(content)
    starts = [len(content[:index].encode("utf-8")) for index in range(len(content) + 1)]
    spans = [
        Span(*sorted((starts[a % len(starts)], starts[b % len(starts)]))) for a, b in sorted(places)
    ]
    found = iter_reported_findings(
        report(text, [problem(*span) for span in spans]), Path("/project")
    )

    for finding, span in zip(found, sorted(spans), strict=True):
        start, end = (text.to_position(offset, Encoding.UTF32) for offset in span)
        assert finding.range == ((start[0] + 1, start[1] + 1), (end[0] + 1, end[1] + 1))


@pytest.mark.parametrize(
    ("path", "base", "shown"),
    [
        ("/project/docs/docs.json", "/project", "docs/docs.json"),
        ("/project/docs/docs.json", "/project/docs", "docs.json"),
        ("/project/docs/docs.json", "/project/other", "../docs/docs.json"),
    ],
)
def test_paths_are_seen_from_the_folder_that_was_asked(path: str, base: str, shown: str) -> None:
    assert display_path(Path(path), Path(base)) == shown
