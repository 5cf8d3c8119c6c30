"""Which fixes a problem has."""

from __future__ import annotations

import json

import pytest

from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes import offered_fixes
from docs_lsp.fixes.offered_fixes import generate_fixes, list_offered_fixes
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import Settings
from tests.fixes.small_sites import ROOT, docs, load


def test_a_problem_of_a_rule_without_fixes_or_of_no_rule_has_none() -> None:
    files = MemoryFiles({"docs.json": docs('{ "pages": [] }')})
    site = load(files)

    for rule in ("tool-name", "no-such-rule"):
        problem = Problem(rule, "docs.json", Span(0, 1), "Wrong.", Severity.ERROR)
        assert list_offered_fixes(site, files, problem) == ()


def test_fixes_are_made_where_nobody_has_looked_at_the_disk() -> None:
    files = MemoryFiles({"docs.json": docs('{ "pages": ["a.mdx"] }')})
    site = Snapshot.load_docs_json(ROOT, files, Settings())
    (problem,) = site.get_problems()["docs.json"]

    assert problem.rule == "page-extension"
    assert all(isinstance(one, Fix) for one in list_offered_fixes(site, files, problem))


@pytest.mark.parametrize(
    ("options", "titles"),
    [
        ('["copy", "claud"]', ["Write `claude`"]),
        ('["claude", "claud"]', []),  # it would stand there twice
    ],
)
def test_what_a_list_has_already_is_not_offered_again(options: str, titles: list[str]) -> None:
    more = f'  "contextual": {{ "options": {options} }},\n'
    files = MemoryFiles({"docs.json": docs('{ "pages": ["index"] }', more), "index.mdx": ""})
    site = load(files)
    (problem,) = site.get_problems()["docs.json"]

    assert problem.rule == "invalid-value"
    assert [one.title for one in list_offered_fixes(site, files, problem)] == titles


def test_no_bracket_is_put_at_the_end_where_it_may_be_missing_anywhere() -> None:
    lines = docs('{ "pages": ["index"] }').rstrip()[:-1]
    for data, count in ((lines, 1), (lines.replace("\n", ""), 0)):
        files = MemoryFiles({"docs.json": data, "index.mdx": ""})
        site = load(files)
        (problem,) = site.get_problems()["docs.json"]

        assert problem.rule == "syntax-error"
        assert len(list_offered_fixes(site, files, problem)) == count


def test_a_fix_that_takes_generated_pages_without_saying_so_is_not_offered() -> None:
    paths: dict[str, object] = {"/boats": {"get": {}}}
    spec = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths}
    tab = '{ "tabs": [{ "tab": "T", "hrefs": "/a"%s }, { "tab": "U", "pages": ["a"] }] }'

    def list_titles(more: str) -> list[str]:
        here = {"docs.json": docs(tab % more), "api.json": json.dumps(spec), "a.mdx": "# A\n"}
        files = MemoryFiles(here)
        site = load(files)
        problems = site.get_problems()["docs.json"]
        return [fix.title for one in problems for fix in list_offered_fixes(site, files, one)]

    # The service makes no pages from the specification of a link.
    assert "Write `href`" in list_titles("")
    assert "Write `href`" not in list_titles(', "openapi": "api.json"')


def test_equal_fixes_of_one_problem_are_offered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways of finding a remedy may come to the same, and a report names it once."""
    files = {"docs.json": docs('{ "pages": ["guides/strat"] }'), "index.mdx": "# Home"}
    site = load(MemoryFiles(files))
    (problem,) = (one for one in site.get_problems()["docs.json"] if one.rule == "missing-page")
    edit = (FileEdit("docs.json", problem.span, "index"),)
    rule = all_rules()["missing-page"]._replace(
        fix=lambda _: iter((Fix("Write it", edit), Fix("Write it so", edit), Fix("Leave", ())))
    )
    monkeypatch.setattr(offered_fixes, "all_rules", lambda: {"missing-page": rule})

    assert [each.title for each in list_offered_fixes(site, MemoryFiles({}), problem)] == [
        "Write it",
        "Leave",
    ]


def test_a_wanted_fix_is_made_after_others_that_are_not() -> None:
    files = MemoryFiles({"docs.json": docs('{ "pages": ["index", "new"] }'), "index.mdx": "# Home"})
    site = load(files)
    (problem,) = (one for one in site.get_problems()["docs.json"] if one.rule == "missing-page")
    titles = [fix.title for fix in generate_fixes(site, files, problem)]
    last = generate_fixes(
        site, files, problem, is_wanted=lambda _problem, fix: fix.title == titles[-1]
    )

    assert len(titles) > 1
    assert [fix.title for fix in last] == titles[-1:]
