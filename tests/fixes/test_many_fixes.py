"""What the fixes of many findings cost, which is bounded."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from docs_lsp.core import did_you_mean
from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes import exchanged_findings, fixing_rounds, offered_fixes
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import ReportedFixes, generate_fixes, list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_safe_fix
from docs_lsp.rules import unresolved_ref
from docs_lsp.rules.framework.fix_context import LastReadings
from docs_lsp.rules.navigation import sibling_labels
from docs_lsp.site.navigation import accepted_elements
from docs_lsp.site.routes import accepted_changes
from tests.fixes.small_sites import docs, load, site_files
from tests.growth.generator import SMALL_LIMITS, run_command
from tests.growth.sites import SITES
from tests.growth.steps import Work, count_steps, measure_growth

PAGES = site_files(index="# Home\n", start="# Start\n")
REPORT = ("check", "SITE", "--no-cache")
MOST_TIMES = 1.5
"""What a report for programs may cost beside one for people, which has no fixes."""


def note_calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[object]:
    """Collect the arguments of the calls of a function."""
    calls: list[object] = []
    function = getattr(module, name)

    def note(*given: object) -> object:
        calls.append(given)
        return function(*given)

    monkeypatch.setattr(module, name, note)
    return calls


def test_the_first_findings_of_a_file_have_their_fixes(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [{"group": "A", "pages": [f"gone{number}"]} for number in range(8)]
    files = MemoryFiles({"docs.json": docs(json.dumps({"groups": groups})), **PAGES})
    site = load(files)
    fixes = ReportedFixes(site, files)
    monkeypatch.setattr(offered_fixes, "MOST_REPORTED", 6)
    problems = site.get_problems()["docs.json"]
    reported = [bool(fixes.list_fixes(each)) for each in problems if each.rule == "missing-page"]

    assert reported == [True] * 6 + [False] * 2
    assert {"same-label"} <= {each.rule for each in problems}


@pytest.mark.parametrize(
    "name",
    [
        "groups with icons",
        "pages that are listed again and again",
        "versions that are all the default",
        "addresses as pages",
        "redirects from one address",
    ],
)
def test_fixes_cost_little_beside_the_findings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offered_fixes, "MOST_REPORTED", 8)
    for limit, most in SMALL_LIMITS.items():
        monkeypatch.setattr(limit, most)
    files = SITES[name](4_000)
    run_command(*REPORT, "--format", "json")(files)()  # What is made but once is there from now on.
    text = count_steps(run_command(*REPORT, "--format", "github")(files))
    report = count_steps(run_command(*REPORT, "--format", "json")(files))

    assert report <= MOST_TIMES * text, (report, text)


def test_only_a_few_page_objects_are_tried_beside_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one becomes a path, all entries beside it are checked again."""
    pages = [{"page": f"start{number}"} for number in range(40)]
    files = MemoryFiles({"docs.json": docs(json.dumps({"pages": pages})), **PAGES})
    site = load(files)
    problems = [one for one in site.get_problems()["docs.json"] if one.rule == "page-as-object"]
    cost = exchanged_findings._FINDING * 40 + exchanged_findings._CHECKED_OFTEN * 40
    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 10 * cost)
    offered = [list_offered_fixes(site, files, problem) for problem in problems]

    assert len(problems) == 40
    assert 8 <= sum(map(bool, offered)) <= 10


def refs_site(count: int) -> MemoryFiles:
    """A site with misspelt references, and as many files that they may mean."""
    groups = [{"$ref": f"./nav/some-fle-{number}.json"} for number in range(count)]
    parts = {f"nav/some-file-{number}.json": "{}" for number in range(count)}
    return MemoryFiles({"docs.json": docs(json.dumps({"groups": groups})), **PAGES, **parts})


def test_names_of_files_are_compared_for_the_first_misspelt_references(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(did_you_mean, "MOST_SUGGESTIONS", 3)
    files = refs_site(6)
    site = load(files)
    readings = LastReadings(SuggestionBudget())
    offered = [
        [fix.title for fix in generate_fixes(site, files, problem, readings)]
        for problem in site.get_problems()["docs.json"]
    ]

    written = [any(title.startswith("Write ") for title in titles) for titles in offered]
    assert written == [True] * 3 + [False] * 3


def test_files_are_sorted_once_for_all_misspelt_references() -> None:
    def count_steps_of_later_fix(count: int) -> int:
        files = refs_site(count)
        site = load(files)
        readings = LastReadings(SuggestionBudget())
        readings.spend_suggestion("docs.json")
        first, second, *_ = site.get_problems()["docs.json"]
        list(generate_fixes(site, files, first, readings, is_tried=False))
        while readings.spend_suggestion("docs.json"):
            pass
        return count_steps(
            lambda: list(generate_fixes(site, files, second, readings, is_tried=False))
        )

    assert count_steps_of_later_fix(200) < 2 * count_steps_of_later_fix(20)


def test_a_file_that_many_references_name_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [{"$ref": f"./all.json#/g{number}"} for number in range(20)]
    many = {f"g{number}": {"group": "g", "pages": ["index"]} for number in range(20)}
    files = MemoryFiles(
        {"docs.json": docs(json.dumps({"groups": groups})), "all.json": json.dumps(many), **PAGES}
    )
    site = load(files)
    checked = note_calls(monkeypatch, unresolved_ref, "_is_valid_value")
    fixes = ReportedFixes(site, files)
    for problem in site.get_problems()["docs.json"]:
        fixes.list_fixes(problem)

    assert len(checked) == 1


def test_titles_of_siblings_are_listed_only_where_two_must_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed: list[object] = []
    monkeypatch.setattr(sibling_labels, "find_sibling_titles", lambda *given: listed.append(given))
    groups = [{"grup": "A", "pags": ["index"]}, {"group": "B", "pages": ["start"]}]
    files = MemoryFiles({"docs.json": docs(json.dumps({"groups": groups})), **PAGES})
    site = load(files)
    titles = [
        fix.title
        for problem in site.get_problems()["docs.json"]
        for fix in list_offered_fixes(site, files, problem)
    ]

    assert {"Write `group`", "Write `pages`"} <= {*titles}
    assert not listed


def test_keys_that_were_only_hidden_keep_no_fix_of_the_syntax_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each missing comma hides a key that is repeated."""
    counted = note_calls(monkeypatch, fixing_rounds, "count_repetitions")
    members = '"name": "a"\n"pages": ["b" "c"]\n' * 500
    text = "{\n" + members + '"theme": "mint"}'
    made = apply_fixes_repeatedly(load, MemoryFiles({"docs.json": text, **PAGES}), is_safe_fix)

    assert len(made.done) > 500
    assert len(counted) < 20


def list_titles(files: MemoryFiles) -> list[list[str]]:
    """The titles of the fixes that a report has for each finding of docs.json and its parts."""
    site = load(files)
    fixes = ReportedFixes(site, files)
    problems = (problem for each in site.get_problems().values() for problem in each)
    return [[fix.title for fix in fixes.list_fixes(problem)] for problem in problems]


def test_a_key_without_effect_is_removed_without_another_reading_of_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = note_calls(monkeypatch, accepted_changes, "predict_accepted_site")
    group = '{"group": "a", "group": "A", "pages": ["index"], "pages": ["index"]}'
    text = docs('{"groups": [' + ", ".join([group] * 4) + "]}")
    titles = list_titles(MemoryFiles({"docs.json": text, **site_files(index="# Home\n")}))

    assert sum("Remove the first `pages`, which has no effect" in each for each in titles) == 4
    assert not read


def spec_groups(count: int) -> MemoryFiles:
    """A site with misspelt specifications, and one that they may mean."""
    names = [["opnapi.json", "https://a.b/c"] for _ in range(count)]
    groups = [{"group": f"G{number}", "openapi": each} for number, each in enumerate(names)]
    spec = '{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {}}'
    files = {"docs.json": docs(json.dumps({"groups": groups})), "openapi.json": spec, **PAGES}
    return MemoryFiles(files)


def test_the_whole_site_is_read_for_a_few_fixes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accepted_changes, "MOST_ELEMENTS", 3 * 13)
    read = note_calls(monkeypatch, accepted_changes, "predict_from_docs")
    titles = [each for each in list_titles(spec_groups(12)) if each]

    assert titles == [["Write `openapi.json`"]] * 4
    assert len(read) == 4


def test_values_of_unchanged_elements_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = note_calls(monkeypatch, accepted_elements, "is_value_accepted")
    files = spec_groups(12)
    site = load(files)
    fixes = ReportedFixes(site, files)
    first, second, *_ = site.get_problems()["docs.json"]
    fixes.list_fixes(first)
    before = len(judged)
    fixes.list_fixes(second)

    assert before > 12
    assert len(judged) - before < 6


def test_findings_that_are_looked_up_again_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """If not all groups with findings are known, each trial looks at all of them again."""
    monkeypatch.setattr(exchanged_findings, "MOST_NOISY", 40)
    monkeypatch.setattr(
        exchanged_findings, "MOST_LOOKED_AT", 5 * exchanged_findings._LOOKED_UP * 40
    )
    tried = note_calls(monkeypatch, exchanged_findings, "find_new_problems")
    list_titles(spec_groups(40))

    assert 3 <= len(tried) <= 5


def missing_specs(count: int) -> dict[str, str]:
    """A site that names missing specifications, and has as many others."""
    spec = '{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {}}'
    names = json.dumps([f"api/opnapi-{number}.json" for number in range(count)])
    specs = {f"api/openapi-{number}.json": spec for number in range(count)}
    return {
        "docs.json": docs('{"pages": ["index"]}', f'"api": {{"openapi": {names}}}, '),
        **specs,
        **PAGES,
    }


def test_missing_specifications_are_not_compared_with_each_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(did_you_mean, "MOST_SUGGESTIONS", 2)
    for limit, most in SMALL_LIMITS.items():
        monkeypatch.setattr(limit, most)
    check = run_command(*REPORT)
    check(missing_specs(4))()  # What is made but once is there from now on.
    small, large = (count_steps(check(missing_specs(count))) for count in (60, 120))

    assert large < 2.2 * small, (small, large)


def test_files_are_offered_for_the_first_missing_specifications(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(did_you_mean, "MOST_SUGGESTIONS", 3)
    titles = [title for each in list_titles(MemoryFiles(missing_specs(6))) for title in each]

    assert [title for title in titles if title.startswith("Write ")] == [
        f"Write `api/openapi-{number}.json`" for number in range(3)
    ]


def test_a_file_that_many_references_name_is_checked_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each trial of a fix in it checks it again in every place."""
    count = 20
    cost = exchanged_findings._EDITED_REFERENCE + exchanged_findings._REFERENCE
    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 3 * count * cost)
    tried = note_calls(monkeypatch, exchanged_findings, "find_new_problems")
    tabs = [{"tab": f"t{each}", "groups": [{"$ref": "./nav/g.json"}]} for each in range(count)]
    group = {"group": "g", "icn": "book", "roott": "a", "tagg": "b", "pags": ["index"]}
    files = {"docs.json": docs(json.dumps({"tabs": tabs})), "nav/g.json": json.dumps(group)}
    list_titles(MemoryFiles({**files, **PAGES}))

    assert len(tried) == 2


def test_the_pages_below_each_folder_are_found_without_a_look_at_all() -> None:
    """Each of many folders has a page that readers do not reach, in which something is wrong."""

    def listing(folders: int) -> Work:
        pages = {f"d{number}/start.mdx": "[a](/nope)" for number in range(folders)}
        files = MemoryFiles({"docs.json": docs('{"pages": ["index"]}'), **PAGES, **pages})
        site = load(files)
        problems = [one for found in site.get_problems().values() for one in found]
        fixes = ReportedFixes(site, files)
        assert sum(problem.about != "" for problem in problems) == folders
        return lambda: [fixes.list_fixes(problem) for problem in problems]

    growth = measure_growth(listing, 300)

    assert growth.is_bounded, growth
