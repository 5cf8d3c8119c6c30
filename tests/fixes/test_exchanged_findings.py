"""A fix that only exchanges a mistake of docs.json for another is offered nowhere."""

from __future__ import annotations

import json

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes import exchanged_findings, offered_fixes
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix
from tests.fixes.small_sites import docs, load, site_files

PAGES = site_files(index="# Home\n", start="# Start\n")
EXCHANGED = {
    "a second kind of content": (
        docs('{ "groups": [{ "group": "A", "pages": ["start"] }] }', '  "pages": ["index"],\n'),
        "unknown-key",
        "Move it to `navigation.pages`",
    ),
    "an endpoint without a specification": (
        docs('{ "pages": ["index", "start", "GET/boats"] }'),
        "missing-page",
        "Write `GET /boats`",
    ),
    "a specification that is no file": (
        docs('{ "tabs": [{ "tab": "A", "openapi": 5, "pages": ["index", "start"] }] }'),
        "wrong-type",
        'Write `"5"`',
    ),
}


def offered(text: str, rule: str) -> list[str]:
    files = MemoryFiles({"docs.json": text, **PAGES})
    site = load(files)
    problems = [one for one in site.get_problems()["docs.json"] if one.rule == rule]
    assert problems
    return [fix.title for problem in problems for fix in list_offered_fixes(site, files, problem)]


@pytest.mark.parametrize("name", EXCHANGED)
def test_it_is_neither_offered_nor_made(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, rule, title = EXCHANGED[name]

    assert title not in offered(text, rule)
    made = apply_fixes_repeatedly(load, MemoryFiles({"docs.json": text, **PAGES}), is_preferred_fix)
    assert title not in [done.fix.title for done in made.done]

    monkeypatch.setattr(offered_fixes, "may_add_serious_findings", lambda *_: False)
    assert title in offered(text, rule)


def test_what_is_not_tried_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    text = docs('{ "page": ["index"] }')
    assert "Write `pages`" in offered(text, "unknown-key")

    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 0)
    assert "Write `pages`" not in offered(text, "unknown-key")


def test_fixes_that_are_quiet_together_need_no_trial_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 0)
    ways = [{"source": f"/a{one}", "destination": f"/a{one + 1}"} for one in range(5)]
    ways.append({"source": "/a5", "destination": "/start"})
    text = docs('{ "pages": ["index", "start"] }', f'  "redirects": {json.dumps(ways)},\n')
    made = apply_fixes_repeatedly(load, MemoryFiles({"docs.json": text, **PAGES}), is_preferred_fix)

    assert [done.problem.rule for done in made.done] == ["redirect-chain"] * 5
    assert made.draft.read("docs.json").count(b'"/start"') == 6


def test_one_that_is_not_quiet_keeps_no_other_back() -> None:
    text = docs(
        '{ "tabs": [{ "tab": "A", "openapi": 5, "pages": ["index", "start", "inde"] }] }',
        '  "redirects": [{ "source": "/a", "destination": "/b" },'
        ' { "source": "/b", "destination": "/start" }],\n',
    )
    made = apply_fixes_repeatedly(load, MemoryFiles({"docs.json": text, **PAGES}), is_preferred_fix)
    titles = [done.fix.title for done in made.done]

    assert 'Write `"5"`' not in titles
    assert "Point it directly at `/start`" in titles


def test_the_findings_that_a_trial_makes_again_count(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = ", ".join(f'"unknown{number}": 1' for number in range(50))
    text = docs(
        f'{{ "groups": [{{ "group": "A", "page": ["index"], {unknown}, "hiden": true }}] }}'
    )
    assert {"Write `pages`", "Write `hidden`"} <= {*offered(text, "unknown-key")}

    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 250)
    titles = offered(text, "unknown-key")
    assert "Write `pages`" in titles
    assert "Write `hidden`" not in titles


@pytest.mark.parametrize(("key", "weight"), [("tab", 1), ("version", 6)])
def test_siblings_with_mistakes_and_rules_about_all_of_them_count(
    key: str, weight: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    elements = [{key: f"a{number}", "hiden": True, "pages": ["index"]} for number in range(40)]
    text = docs(json.dumps({f"{key}s": elements}))
    assert offered(text, "unknown-key").count("Write `hidden`") == 40

    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 40 * 60)
    tried = offered(text, "unknown-key").count("Write `hidden`")

    assert 40 // weight <= tried <= 60 // weight


def test_each_of_many_mistakes_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = ", ".join(f'"GET/boats{number}"' for number in range(700))
    text = docs(f'{{ "pages": ["index", "start", {pages}] }}')

    assert not any("`GET /boats" in title for title in offered(text, "missing-page"))


def test_a_mistake_that_was_only_hidden_keeps_no_fix_back() -> None:
    text = docs('{ "page": ["index", "Start", "index"] }')

    assert "Write `pages`" in offered(text, "unknown-key")


def test_content_that_moves_takes_its_mistakes_along() -> None:
    text = docs('{ "global": {} }', '  "pages": ["index", "Start", "index"],\n')

    assert "Move it to `navigation.pages`" in offered(text, "unknown-key")


def test_a_title_of_another_kind_is_renamed_only_if_it_can_be_one() -> None:
    listed = docs('{ "tabs": [{ "group": [{ "group": "A", "pages": ["index"] }] }] }')
    titled = docs('{ "tabs": [{ "group": "A", "pages": ["index"] }] }')

    assert "Write `tab`" not in offered(listed, "missing-key")
    assert "Write `tab`" in offered(titled, "missing-key")


@pytest.mark.parametrize(("is_deep", "count"), [(True, 0), (False, 1)])
def test_references_to_files_with_references_count_in_each_trial(
    monkeypatch: pytest.MonkeyPatch, *, is_deep: bool, count: int
) -> None:
    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 250)
    inner = {"group": "b", "page": ["index"]}
    parts: dict[str, object] = {}
    for number in range(10):
        pages = ["index", {"$ref": f"./inner-{number}.json"}] if is_deep else ["index"]
        parts[f"outer-{number}.json"] = {"group": f"a{number}", "pages": pages}
        parts[f"inner-{number}.json"] = inner
    groups = [{"$ref": f"./{name}"} for name in parts if is_deep is name.startswith("outer")]
    contents = {name: json.dumps(part) for name, part in parts.items()}
    docs_json = docs(json.dumps({"groups": groups}))
    files = MemoryFiles({**contents, "docs.json": docs_json, **PAGES})
    site = load(files)
    problem = next(one for one in site.get_problems()["inner-0.json"] if one.rule == "unknown-key")

    offered = list_offered_fixes(site, files, problem)

    assert len([fix for fix in offered if "pages" in fix.title]) == count
