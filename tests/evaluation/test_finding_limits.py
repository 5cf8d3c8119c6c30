"""How much is reported of a file that is full of mistakes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.core.did_you_mean import MOST_SUGGESTIONS
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import check_site, evaluate_whole_site
from docs_lsp.evaluation.finding_limits import (
    MOST_FINDINGS,
    MOST_SYNTAX_ERRORS,
    pick_first_syntax_errors,
    pick_worst_by_file,
    pick_worst_findings,
    shorten_quotes,
)
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.rules import all_rules, unknown_icon
from docs_lsp.schema import shape_keys
from docs_lsp.settings.reader import MOST_FAULTS, load_project_settings
from docs_lsp.settings.settings import Settings

DOCS = {"theme": "mint", "name": "Quay", "colors": {"primary": "#0a7d5c"}}


def _site(text: str, **pages: str) -> Snapshot:
    files = {"docs.json": text, "index.mdx": "# Quay\n"}
    files |= {f"{name}.mdx": page for name, page in pages.items()}
    memory = MemoryFiles({name: content.encode() for name, content in files.items()})
    return evaluate_whole_site(Path("/site"), memory, Settings())


def _docs(**more: Any) -> str:
    return json.dumps({**DOCS, "navigation": {"pages": ["index"]}, **more})


def _messages(found: Sequence[Problem]) -> list[str]:
    return [one.message for one in found]


@pytest.mark.parametrize("text", ['{"name": "x"' + 2_000 * ",", "{" + 2_000 * "//\n" + "}"])
def test_the_first_syntax_errors_are_shown_and_the_last_one(text: str) -> None:
    site = _site(text)
    found = [
        one for one in site.get_problems()["docs.json"] if one.rule in ("syntax-error", "comment")
    ]

    assert len(found) == MOST_SYNTAX_ERRORS
    assert "more mistakes of this kind in this file are not shown." in found[-2].message
    assert found[0].span.start < 20
    assert len(site.find_all_problems()["docs.json"]) > 1_000


def test_the_findings_of_a_file_are_counted_and_the_last_one_says_how_many_more() -> None:
    site = _site(_docs(**{f"key{number}": 1 for number in range(1_500)}))
    found = site.get_problems()["docs.json"]

    assert len(found) == MOST_FINDINGS
    assert found[-1].message.endswith("And at least 500 more findings in this file are not shown.")
    assert sum("not shown" in one for one in _messages(found)) == 1
    assert len(site.find_all_problems()["docs.json"]) == 1_500


def test_the_pick_worst_findings_are_shown_in_the_order_of_the_text() -> None:
    keys = {f"key{number}": 1 for number in range(1_500)}
    found = _site(_docs(**keys, contextual={"options": [5]})).get_problems()["docs.json"]

    assert found[-1].severity is Severity.ERROR
    assert list(found) == sorted(found, key=lambda one: one.span)
    few = found[:10]
    assert pick_worst_findings(few) is few


def _problems(rule: str, count: int, first: int = 0) -> list[Problem]:
    """Findings of one rule at places of their own, in the order of the text."""
    places = range(first, first + count)
    return [Problem(rule, "docs.json", Span(at, at + 1), "m", Severity.ERROR) for at in places]


def test_as_many_as_the_limit_are_left_alone() -> None:
    errors, findings = _problems("syntax-error", MOST_SYNTAX_ERRORS), _problems("x", MOST_FINDINGS)
    by_file = {"docs.json": errors}

    assert pick_first_syntax_errors(errors) is errors
    assert pick_worst_findings(errors) is errors
    assert pick_worst_findings(findings) is findings
    assert pick_worst_by_file(by_file) is by_file


def test_each_finding_beyond_a_limit_is_counted() -> None:
    errors = _problems("syntax-error", MOST_SYNTAX_ERRORS + 3)
    findings = _problems("x", MOST_FINDINGS + 3)
    *first, counting, last = pick_first_syntax_errors(errors)

    assert (first, last) == (errors[: MOST_SYNTAX_ERRORS - 2], errors[-1])
    assert "And at least 3 more mistakes of this kind" in counting.message
    *first, counting = pick_worst_findings(findings)
    assert first == findings[: MOST_FINDINGS - 1]
    assert counting.message == "m And at least 3 more findings in this file are not shown."


def test_syntax_errors_leave_the_other_findings_in_their_place() -> None:
    errors = _problems("syntax-error", 2 * MOST_SYNTAX_ERRORS)
    (other,) = _problems("x", 1, first=5)
    found = pick_worst_findings([other, *errors])

    assert len(found) == MOST_SYNTAX_ERRORS + 1
    assert found.index(other) in (5, 6)
    assert pick_worst_by_file({"docs.json": [other, *errors]}) == {"docs.json": found}


def test_a_quote_is_cut_behind_two_hundred_characters() -> None:
    kept, cut = (f"`{'k' * length}` is unknown." for length in (200, 201))

    assert shorten_quotes(kept) == kept
    assert shorten_quotes(cut) == f"`{'k' * 199}…` is unknown."


def test_pages_are_bounded_like_docs_json() -> None:
    found = _site(_docs(), more="[x](/nope) " * 1_200).get_problems()["more.mdx"]
    assert len(found) == MOST_FINDINGS


def test_what_an_unknown_key_means_is_looked_up_for_the_first_of_an_object(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    meant = shape_keys.suggest_key

    def counted(*args: Any) -> str | None:
        asked.append(args)
        return meant(*args)

    monkeypatch.setattr(shape_keys, "suggest_key", counted)
    site = _site(_docs(**{f"navbar{number}": 1 for number in range(500)}))

    hints = ["Did you mean" in one for one in _messages(site.get_problems()["docs.json"])]
    assert hints == [True] * shape_keys.MOST_HINTS + [False] * (500 - shape_keys.MOST_HINTS)
    assert len({key for _, key, *_ in asked}) == shape_keys.MOST_HINTS


def test_the_first_dead_anchors_of_a_page_have_suggestions() -> None:
    headings = "".join(f"# Part {number}\n\n" for number in range(120))
    links = "".join(f"[x](#part-{number}x)\n\n" for number in range(120))
    found = _site(_docs(), more=headings + links).get_problems()["more.mdx"]
    hints = ["Did you mean" in one.message for one in found if one.rule == "dead-link"]

    assert hints == [True] * MOST_SUGGESTIONS + [False] * (120 - MOST_SUGGESTIONS)


def test_near_names_are_looked_up_for_the_first_unknown_icons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unknown_icon, "_MOST_LOOKED_UP", 1)
    icons = ["rockett", "anchorr", "rockett", "layout-dashboard"]
    groups = [{"group": "Quay", "icon": icon, "pages": ["index"]} for icon in icons]
    text = _docs(navigation={"groups": groups})
    problems = _site(text).get_problems()["docs.json"]

    found = [text[slice(*one.span)].strip('"') for one in problems if one.rule == "unknown-icon"]
    assert found == ["rockett", "rockett", "layout-dashboard"]


def test_a_message_quotes_no_more_than_helps() -> None:
    (found,) = _site(_docs(**{"k" * 5_000: 1})).get_problems()["docs.json"]
    assert len(found.message) < 300
    assert "k" * 199 + "…`" in found.message
    assert shorten_quotes("a `b` c") == "a `b` c"


def test_a_baseline_holds_what_is_not_shown_too(tmp_path: Path) -> None:
    from docs_lsp.settings.baseline import Baseline, identify_problem

    (tmp_path / "docs.json").write_text(_docs(**{f"key{number}": 1 for number in range(1_200)}))
    (tmp_path / "index.mdx").write_text("# Quay\n")
    before = check_site(tmp_path / "docs.json")
    assert before.site is not None
    every = [one for found in before.site.find_all_problems().values() for one in found]
    parts = before.site.parts
    baseline = Baseline.from_entries(
        [(identify_problem(one, parts.get(one.file)), 1) for one in every]
    )

    after = check_site(tmp_path / "docs.json", baseline=baseline)

    assert len(before.problems) == MOST_FINDINGS
    assert (len(after.problems), len(after.put_off)) == (0, len(every))


def test_few_mistakes_in_settings_have_suggestions() -> None:
    text = "[rules]\n" + "".join(f'dead-lin{number} = "off"\n' for number in range(1_500))
    _, faults = load_project_settings(text, all_rules())

    assert len(faults) == MOST_FAULTS + 1
    suggested = sum("did you mean" in fault.message for fault in faults)
    assert suggested == MOST_SUGGESTIONS
