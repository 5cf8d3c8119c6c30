"""Which fixes a problem has, and what becomes of a site when they are made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from docs_lsp.core.problem import DeletedFile, FileChange, FileEdit, Fix, NewFile, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files, MemoryFiles
from docs_lsp.fixes import fix
from docs_lsp.fixes.fix import (
    FixedSite,
    apply_fixes_repeatedly,
    is_preferred_fix,
    is_safe_fix,
    list_fixable_rules,
    list_offered_fixes,
)
from docs_lsp.jsontree.parser import reader
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import FixSafety
from docs_lsp.settings.settings import Settings

ROOT = Path("/site")


def site_files(**pages: str) -> dict[str, str]:
    """A site whose docs.json lists no page that is not given."""
    return {f"{page}.mdx": text for page, text in pages.items()}


def docs(navigation: str, more: str = "") -> str:
    return (
        '{\n  "theme": "mint",\n  "name": "Harbour",\n  "colors": { "primary": "#0a7d5c" },\n'
        f'{more}  "navigation": {navigation}\n}}\n'
    )


def load(files: Files) -> Snapshot:
    return evaluate_whole_site(ROOT, files, Settings())


def mended(
    files: dict[str, str],
    wanted: Callable[[Problem, Fix], bool] = is_safe_fix,
    **more: frozenset[str],
) -> FixedSite:
    return apply_fixes_repeatedly(load, MemoryFiles(files), wanted, **more)


def text(outcome: FixedSite) -> str:
    return outcome.draft.read("docs.json").decode()


def rules_of(outcome: FixedSite) -> list[str]:
    return [done.problem.rule for done in outcome.done]


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


def test_the_rules_with_fixes_are_those_that_announce_some() -> None:
    every, safe = list_fixable_rules(safe=False), list_fixable_rules(safe=True)

    assert safe < every < all_rules().keys()
    with_fix = {name for name, rule in all_rules().items() if rule.fix is not None}
    choices = {name for name, rule in all_rules().items() if rule.fixes is FixSafety.CHOICE}
    assert every == with_fix - choices and choices < with_fix
    assert {"trailing-comma", "page-extension"} <= safe
    assert "missing-page" in every - safe


def test_safe_fixes_are_made_until_none_is_left() -> None:
    """What cannot be read comes first: the rest is only certain once the file can be."""
    files = {"docs.json": docs('{ "pages": ["a.mdx", "./b",] }'), **site_files(a="A", b="B")}
    outcome = mended(files)

    assert json.loads(text(outcome))["navigation"] == {"pages": ["a", "b"]}
    assert rules_of(outcome) == ["trailing-comma", "page-extension", "page-slash"]
    assert [done.line for done in outcome.done] == [4, 4, 4]
    assert not any(outcome.site.get_problems().values())


def test_other_files_are_mended_while_one_cannot_be_read() -> None:
    """In a `$ref` that can be read, fixes are made at once."""
    files = {
        "docs.json": docs('{ "pages": [{ "$ref": "part.json" }] } "name": "Twice"'),
        "part.json": '{ "group": "A", "pages": ["a.mdx"] }',
        **site_files(a="A"),
    }
    outcome = mended(files)

    assert json.loads(outcome.draft.read("part.json"))["pages"] == ["a"]


def test_only_what_is_wanted_is_made() -> None:
    files = {"docs.json": docs('{ "pages": ["a.mdx", "missing"] }'), **site_files(a="A")}

    assert rules_of(mended(files)) == ["page-extension"]
    assert mended(files, lambda problem, fix: False).done == ()
    assert rules_of(mended(files, rules=frozenset(("missing-page",)))) == []
    assert mended(files, rules=frozenset()).draft.changed == {}


def test_a_preferred_fix_is_made_when_it_is_asked_for() -> None:
    more = '  "favcon": "/a.svg",\n'
    files = {"docs.json": docs('{ "pages": ["a"] }', more), **site_files(a="A"), "a.svg": ""}

    assert mended(files).done == ()
    outcome = mended(files, is_preferred_fix)
    assert json.loads(text(outcome))["favicon"] == "/a.svg"


def test_two_problems_that_want_one_new_file_get_it_once() -> None:
    groups = ", ".join(f'{{ "group": "{name}", "pages": ["new"] }}' for name in "AB")
    files = {"docs.json": docs(f'{{ "pages": [{groups}] }}')}
    outcome = mended(files, lambda problem, fix: fix.title == "Create `new.mdx`")

    assert len(outcome.done) == 1
    assert outcome.draft.exists("new.mdx")


Made = Callable[[Snapshot, Problem], tuple[FileChange, ...]]


@pytest.fixture
def made_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Made], None]:
    """Replaces the fixes of all problems."""

    def replace(make: Made) -> None:
        def fixes(site: Snapshot, files: Files, problem: Problem, *_more: object) -> Iterator[Fix]:
            changes = make(site, problem)
            if changes:
                yield Fix("Change it", changes, safe=True, preferred=True)

        monkeypatch.setattr(fix, "generate_fixes", fixes)

    return replace


UNKNOWN = frozenset(("unknown-key",))


def with_unknown(*keys: str) -> dict[str, str]:
    more = "".join(f'  "{key}": "1",\n' for key in keys)
    files = {"docs.json": docs('{ "pages": ["a"] }', more), **site_files(a="A")}
    return files | {"snippets/a.mdx": "No page."}


def test_fixes_that_undo_each_other_end(made_by: Callable[[Made], None]) -> None:
    def there_and_back(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        is_zebra = b"zebra" in data[problem.span.start : problem.span.end]
        return (FileEdit("docs.json", problem.span, '"camel"' if is_zebra else '"zebra"'),)

    made_by(there_and_back)
    outcome = mended(with_unknown("zebra"), rules=UNKNOWN)

    assert len(outcome.done) == 1
    assert '"camel"' in text(outcome)


def test_fixes_that_never_come_to_an_end_are_stopped(made_by: Callable[[Made], None]) -> None:
    def more_and_more(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        start = problem.span.start
        return (FileEdit("docs.json", Span(start + 1, start + 1), "z"),)

    made_by(more_and_more)

    assert len(mended(with_unknown("zebra"), rules=UNKNOWN).done) == fix.MOST_ROUNDS


def test_a_fix_that_changes_nothing_is_not_made(made_by: Callable[[Made], None]) -> None:
    made_by(lambda site, problem: (FileEdit("docs.json", problem.span, '"zebra"'),))

    assert mended(with_unknown("zebra"), rules=UNKNOWN).done == ()


def test_fixes_at_one_place_are_made_one_after_the_other(made_by: Callable[[Made], None]) -> None:
    rounds = []

    def at_the_top(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        rounds.append(problem.file)
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        end = problem.span.end
        # Both keys go, and each leaves a mark at the very same place.
        gone = FileEdit("docs.json", Span(problem.span.start, data.index(b"\n", end)), "")
        return gone, FileEdit("docs.json", Span(0, 0), " ")

    made_by(at_the_top)
    outcome = mended(with_unknown("zebra", "camel"), rules=UNKNOWN)

    assert len(outcome.done) == 2
    assert text(outcome).startswith("  {")
    assert len(rounds) == 3


def test_what_stands_between_two_places_of_a_fix_is_free(made_by: Callable[[Made], None]) -> None:
    def on_both_sides(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        start, end = problem.span
        if b"camel" not in site.parts["docs.json"].text.data[start:end]:  # type: ignore[union-attr]
            return ()
        return (FileEdit("docs.json", Span(start + 1, end - 1), "name2"),)

    made_by(on_both_sides)
    outcome = mended(with_unknown("zebra", "camel"), rules=UNKNOWN)

    assert '"zebra"' in text(outcome) and '"name2"' in text(outcome)


def test_a_fix_that_cannot_be_made_does_not_keep_others_from_it(
    made_by: Callable[[Made], None],
) -> None:
    def one_of_each(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        if b"camel" in data[problem.span.start : problem.span.end]:
            return (NewFile("a.mdx", "It is there already."),)
        if b"horse" in data[problem.span.start : problem.span.end]:
            return (FileEdit("gone.mdx", Span(0, 0), "x"),)
        return (FileEdit("docs.json", problem.span, '"description"'),)

    made_by(one_of_each)
    outcome = mended(with_unknown("camel", "zebra", "horse"), rules=UNKNOWN)

    assert len(outcome.done) == 1
    assert outcome.draft.read("a.mdx") == b"A"
    assert '"description": "1"' in text(outcome)


def test_a_file_that_goes_is_not_edited_at_the_same_time(made_by: Callable[[Made], None]) -> None:
    def gone_or_edited(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        end = Span(problem.span.start, data.index(b"\n", problem.span.end))
        removed = FileEdit("docs.json", end, "")
        if b"camel" in data[problem.span.start : problem.span.end]:
            return removed, DeletedFile("snippets/a.mdx")
        return removed, FileEdit("snippets/a.mdx", Span(0, 0), "More. ")

    made_by(gone_or_edited)
    outcome = mended(with_unknown("camel", "zebra"), rules=UNKNOWN)

    # The second one finds the file gone, and so it is left.
    assert [done.problem.rule for done in outcome.done] == ["unknown-key"]
    assert not outcome.draft.exists("snippets/a.mdx")
    assert '"zebra"' in text(outcome)


def test_a_fix_that_takes_pages_from_readers_is_left(made_by: Callable[[Made], None]) -> None:
    def gone_or_renamed(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        key = data[problem.span.start : problem.span.end]
        if key == b'"camel"':
            return (DeletedFile("a.mdx"),)
        if key == b'"horse"':
            at = data.index(b'"a"')
            return (FileEdit("docs.json", Span(at, at + 3), '"none"'),)
        if key == b'"lion"':
            return (FileEdit("docs.json", problem.span, '"theme"'),)
        known = b"description" if key == b'"zebra"' else b"favicon"
        return (FileEdit("docs.json", problem.span, f'"{known.decode()}"'),)

    made_by(gone_or_renamed)
    outcome = mended(with_unknown("zebra", "camel", "horse", "lion", "owl"), rules=UNKNOWN)

    assert len(outcome.done) == 2
    assert outcome.draft.exists("a.mdx")
    assert all(f'"{key}"' in text(outcome) for key in ("camel", "horse", "lion", "description"))


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


def test_mending_touches_no_file() -> None:
    files = MemoryFiles({"docs.json": docs('{ "pages": ["a.mdx"] }'), **site_files(a="A")})
    outcome = apply_fixes_repeatedly(load, files, is_safe_fix)

    assert isinstance(outcome.draft, Draft)
    assert b"a.mdx" in files.read("docs.json")
    assert b"a.mdx" not in outcome.draft.read("docs.json")


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_in_another_encoding_is_left(encoding: str) -> None:
    """An edit in UTF-8 would leave it in two encodings at once."""
    data = docs('{ "pages": ["a.mdx", "é",] }').encode(encoding)
    files = MemoryFiles({"docs.json": data, **site_files(a="A")})
    outcome = apply_fixes_repeatedly(load, files, is_preferred_fix)
    (first, *_) = outcome.site.get_problems()["docs.json"]

    assert (outcome.done, outcome.draft.changed) == ((), {})
    assert list_offered_fixes(outcome.site, files, first) == ()


def test_equal_fixes_of_one_problem_are_offered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways of finding a remedy may come to the same, and a report names it once."""
    files = {"docs.json": docs('{ "pages": ["guides/strat"] }'), "index.mdx": "# Home"}
    site = load(MemoryFiles(files))
    (problem,) = (one for one in site.get_problems()["docs.json"] if one.rule == "missing-page")
    edit = (FileEdit("docs.json", problem.span, "index"),)
    rule = all_rules()["missing-page"]._replace(
        fix=lambda _: iter((Fix("Write it", edit), Fix("Write it so", edit), Fix("Leave", ())))
    )
    monkeypatch.setattr(fix, "all_rules", lambda: {"missing-page": rule})

    assert [each.title for each in list_offered_fixes(site, MemoryFiles({}), problem)] == [
        "Write it",
        "Leave",
    ]


@pytest.mark.parametrize(("commas", "left"), [(20, 0), (28, 0), (100, 100 - 3 * 11)])
def test_a_file_that_is_not_read_to_its_end_is_looked_at_three_times(
    commas: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_FAULTS", 10)
    sound, broken = (docs(f'{{ "pages": ["a"{more} , "b"] }}') for more in ("", commas * ","))

    outcome = mended({"docs.json": broken, **site_files(a="A", b="B")})

    assert text(outcome).count(",") - sound.count(",") == left
    assert len(outcome.done) == commas - left
