"""What becomes of a site when its fixes are made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from docs_lsp.core.problem import DeletedFile, FileChange, FileEdit, Fix, NewFile, Problem
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot, update_parts
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files, MemoryFiles
from docs_lsp.fixes import fixing_rounds
from docs_lsp.fixes.fixing_rounds import FixedSite, apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix, list_fixable_rules
from docs_lsp.jsontree.parser import reader
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import FixSafety
from docs_lsp.settings.settings import Settings
from tests.fixes.small_sites import ROOT, docs, load, site_files


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
    """Replaces the fixes of all problems, which are made untried."""

    def replace(make: Made) -> None:
        def fixes(
            site: Snapshot, files: Files, problem: Problem, *_more: object, **_: object
        ) -> Iterator[Fix]:
            changes = make(site, problem)
            if changes:
                yield Fix("Change it", changes, safe=True, preferred=True)

        monkeypatch.setattr(fixing_rounds, "generate_fixes", fixes)
        monkeypatch.setattr(fixing_rounds, "may_add_serious_findings", lambda *_: False)

    return replace


UNKNOWN = frozenset(("unknown-key",))


def with_unknown(*keys: str) -> dict[str, str]:
    more = "".join(f'  "{key}": "1",\n' for key in keys)
    files = {"docs.json": docs('{ "pages": ["a"] }', more), **site_files(a="A")}
    return files | {"snippets/a.mdx": "No page."}


TWO_PATTERNS = docs(
    '{\n    "tab": [\n      { "tab": "One", "pages": ["b"] }\n    ]\n  }', '  "pages": ["a"],\n'
)


def test_of_fixes_that_are_harmless_alone_those_are_made_that_are_so_together() -> None:
    files = {"docs.json": TWO_PATTERNS, **site_files(a="A", b="B")}
    outcome = mended(files, is_preferred_fix, rules=UNKNOWN)
    left = {
        problem.rule for found in outcome.site.find_all_problems().values() for problem in found
    }

    assert len(outcome.done) == 1
    assert "unknown-key" in left and "several-primary-patterns" not in left


def test_fixes_that_undo_each_other_end(made_by: Callable[[Made], None]) -> None:
    def there_and_back(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        is_zebra = b"zebra" in data[problem.span.start : problem.span.end]
        return (FileEdit("docs.json", problem.span, '"camel"' if is_zebra else '"zebra"'),)

    made_by(there_and_back)
    outcome = mended(with_unknown("zebra"), rules=UNKNOWN)

    assert len(outcome.done) == 1
    assert '"camel"' in text(outcome)


def test_fixes_that_come_to_a_circle_end(made_by: Callable[[Made], None]) -> None:
    following = {b'"zebra"': '"camel"', b'"camel"': '"horse"', b'"horse"': '"camel"'}

    def go_round(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        data = site.parts["docs.json"].text.data  # type: ignore[union-attr]
        key = data[problem.span.start : problem.span.end]
        return (FileEdit("docs.json", problem.span, following[key]),)

    made_by(go_round)
    outcome = mended(with_unknown("zebra"), rules=UNKNOWN)

    assert len(outcome.done) == 2
    assert '"horse"' in text(outcome)


@pytest.mark.parametrize("harmful", [("camel",), ("camel", "horse")])
def test_a_fix_that_makes_another_mistake_gives_way_to_the_next(
    harmful: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("camel", "horse", "favicon", "description")

    def fixes(_site: Snapshot, _files: Files, problem: Problem, **_: object) -> Iterator[Fix]:
        for key in keys:
            yield Fix(key, (FileEdit("docs.json", problem.span, f'"{key}"'),), safe=True)

    monkeypatch.setattr(fixing_rounds, "generate_fixes", fixes)
    monkeypatch.setattr(fixing_rounds, "list_tried_edits", lambda fix, *_: fix.changes)
    monkeypatch.setattr(fixing_rounds, "select_quiet_edits", lambda *_: ())
    monkeypatch.setattr(
        fixing_rounds, "may_add_serious_findings", lambda fix, *_: fix.title in harmful
    )
    first = mended(with_unknown("zebra"), rules=UNKNOWN).done[0]

    assert first.fix.title == keys[len(harmful)]


def test_docs_json_is_mended_if_no_other_file_is_known() -> None:
    files = MemoryFiles({"docs.json": docs('{ "pages": ["a.mdx"] }')})
    outcome = apply_fixes_repeatedly(
        lambda draft: Snapshot.load_docs_json(ROOT, draft, Settings()), files, is_safe_fix
    )

    assert json.loads(text(outcome))["navigation"] == {"pages": ["a"]}


def test_fixes_that_never_come_to_an_end_are_stopped(made_by: Callable[[Made], None]) -> None:
    def more_and_more(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        start = problem.span.start
        return (FileEdit("docs.json", Span(start + 1, start + 1), "z"),)

    made_by(more_and_more)

    assert len(mended(with_unknown("zebra"), rules=UNKNOWN).done) == fixing_rounds.MOST_ROUNDS


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


@pytest.mark.parametrize(("commas", "left"), [(20, 0), (28, 0), (100, 100 - 3 * 11)])
def test_a_file_that_is_not_read_to_its_end_is_looked_at_three_times(
    commas: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_FAULTS", 10)
    sound, broken = (docs(f'{{ "pages": ["a"{more} , "b"] }}') for more in ("", commas * ","))

    outcome = mended({"docs.json": broken, **site_files(a="A", b="B")})

    assert text(outcome).count(",") - sound.count(",") == left
    assert len(outcome.done) == commas - left


def test_keys_that_are_repeated_after_the_end_of_what_is_read_hold_no_fix_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "MOST_FAULTS", 10)
    lines = '"name": "a"\n"description": "b"\n' * 12
    outcome = mended({"docs.json": "{" + lines + '"theme": "mint"}', **site_files(a="A")})

    assert set(rules_of(outcome)) == {"syntax-error"}
    assert len(outcome.done) == 24


@pytest.mark.parametrize(("trials", "applied"), [(0, 0), (3, 1), (100, 1)])
def test_fixes_that_repeat_a_key_are_searched_for_in_a_limited_amount_of_text(
    trials: int, applied: int, made_by: Callable[[Made], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = with_unknown(*(f"zebra{number}" for number in range(12)))
    read = []

    def read_again(*given: Any) -> Snapshot:
        read.append(given)
        return update_parts(*given)

    def rename(site: Snapshot, problem: Problem) -> tuple[FileChange, ...]:
        number = len(problem.message.split("`")[1])
        return (FileEdit("docs.json", problem.span, '"zebra"' if number < 7 else '"name"'),)

    made_by(rename)
    # As if no trial had noticed that a key is repeated.
    monkeypatch.setattr(fixing_rounds, "select_quiet_edits", lambda edits, _site: edits)
    monkeypatch.setattr(fixing_rounds, "_MOST_READ", trials * len(files["docs.json"]))
    monkeypatch.setattr(fixing_rounds, "update_parts", read_again)
    done = mended(files, rules=UNKNOWN).done

    assert len(done) == applied
    assert len(read) <= trials + 2
