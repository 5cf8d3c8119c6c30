"""What an edit costs, and what the engine does with files it cannot check."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.core.text import Text
from docs_lsp.evaluation.element_rules import ElementRules
from docs_lsp.evaluation.local_findings import LocalFindings
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import FileFault, FileInfo, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container
from docs_lsp.settings.settings import Settings
from tests.benchmarks import sites


def site_of(**files: str | bytes) -> Snapshot:
    named = {
        name.replace("__", "/").replace("_json", ".json"): text for name, text in files.items()
    }
    return Snapshot.load(Path("/site"), MemoryFiles(named), Settings())


def test_an_edit_judges_anew_only_what_can_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(sites.content(2000), indent=2)
    site = site_of(docs_json=data)
    site.get_problems()
    evaluated = _count_evaluated(monkeypatch)
    part = site.parts["docs.json"]
    assert isinstance(part, Document)
    at = part.text.data.index(b"/", part.text.data.index(b'"pages"', len(data) // 2))

    edited = site.apply_edit("docs.json", part.text.replace_bytes(at, at, b"x"), [(at, at, at + 1)])
    edited.get_problems()

    assert 0 < len(evaluated) <= 3


def test_a_large_docs_json_is_checked_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(sites.content(100))
    wanted = site_of(docs_json=data).get_problems()
    site = site_of(docs_json=data)

    steps = 1
    while not site.prepare_problems(lambda: False):
        steps += 1
    assert steps > 20
    evaluated = _count_evaluated(monkeypatch)
    assert site.get_problems() == wanted
    assert site.prepare_problems(lambda: False)
    assert evaluated == []


def _count_evaluated(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    evaluated: list[object] = []
    original = ElementRules._compute_findings

    def counted(self: ElementRules, *args: Any) -> LocalFindings:
        evaluated.append(args)
        return original(self, *args)

    monkeypatch.setattr(ElementRules, "_compute_findings", counted)
    return evaluated


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ('{"type": "api-dump"}', True),
        ('{"$schema": "https://example.com/other.json", "pages": []}', True),
        ("{}", False),
        ('{"theme": "mint"}', False),
        ('{"navigation": {}}', False),
        ('{"$schema": "https://mintlify.com/docs.json"}', False),
        ('{"$schema": "https://leaves.mintlify.com/schema/docs.json"}', False),
        ('{"type": "api-dump",}', False),
        ("[]", False),
    ],
)
def test_a_file_of_another_tool_is_left_alone(text: str, foreign: bool) -> None:
    site = site_of(docs_json=text)

    assert site.is_service_site is not foreign
    assert (site.get_problems() == {}) is foreign


class Unreadable:
    """Files of which none can be read."""

    def read(self, path: str) -> bytes:
        raise FileFault(f"`{path}` cannot be read: permission denied.")

    def exists(self, path: str) -> bool:
        return True

    def paths(self) -> Iterator[str]:
        return iter(())

    def walk(self) -> Iterator[FileInfo]:
        return iter(())


def test_a_file_that_cannot_be_read_is_a_problem_at_its_start() -> None:
    site = Snapshot.load(Path("/site"), Unreadable(), Settings())

    (problem,) = site.get_problems()["docs.json"]

    assert problem.message == "`docs.json` cannot be read: permission denied."
    assert problem.span == (0, 0)


def test_a_file_that_holds_no_object_is_one_problem() -> None:
    (problem,) = site_of(docs_json="[]").get_problems()["docs.json"]
    assert problem.rule == "wrong-type"


def test_a_finding_lands_in_the_file_where_the_fault_is() -> None:
    docs = '{"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "x", '
    docs += '"colors": {"primary": "#123456"}, "navigation": {"$ref": "./nav.json"}}'
    site = site_of(
        docs_json=docs, nav_json='{"groups": [{"group": "A", "pagez": [], "pages": ["a"]}]}'
    )

    assert [(file, [p.rule for p in found]) for file, found in site.get_problems().items()] == [
        ("nav.json", ["unknown-key"])
    ]

    text = Text.from_data('{"groups": [{"group": "A", "pages": ["a"]}]}')
    assert site.replace_part("nav.json", text).get_problems() == {}


def test_a_file_that_is_no_longer_referred_to_has_nothing_to_say() -> None:
    docs = '{"theme": "mint", "name": "x", "colors": {"primary": "#123456"}, "navigation": %s}'
    site = site_of(docs_json=docs % '{"$ref": "./nav.json"}', nav_json='{"pages": ["a",]}')
    assert list(site.get_problems()) == ["nav.json"]

    assert (
        site.replace_part("docs.json", Text.from_data(docs % '{"pages": ["a"]}')).get_problems()
        == {}
    )


@pytest.mark.parametrize("leaf", ['{"group": "A", "pages": ["a"]}', '{"group": "", "pages": 1}'])
def test_an_element_in_a_file_of_its_own_is_looked_at_when_that_file_changes(
    leaf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = ", ".join(f'{{"$ref": "./{number}.json"}}' for number in range(9))
    docs = '{"theme": "mint", "name": "x", "colors": {"primary": "#123456"}, '
    docs += f'"navigation": {{"groups": [{groups}]}}}}'
    files = {"docs.json": docs, **{f"{number}.json": leaf for number in range(9)}}
    site = Snapshot.load(Path("/site"), MemoryFiles(files), Settings())
    site.get_problems()
    looked_at = []
    compute = ElementRules._compute_findings

    def note(rules: ElementRules, node: Container, *more: Any) -> LocalFindings:
        looked_at.append(node.size)
        return compute(rules, node, *more)

    monkeypatch.setattr(ElementRules, "_compute_findings", note)
    size = len('{"$ref": "./0.json"}')

    end = docs.index("]")
    text = Text.from_data(docs[:end] + " " + docs[end:])
    after = site.apply_edit("docs.json", text, [(end, end, end + 1)])
    problems = after.get_problems()
    assert looked_at.count(size) == 0
    assert problems == _read_anew({**files, "docs.json": text.data.decode()})

    other = '{"group": "A", "pages": ["a"], "odd": 1}'
    looked_at.clear()
    after = after.replace_part("3.json", Text.from_data(other))
    problems = after.get_problems()
    assert looked_at.count(size) == 1
    assert problems == _read_anew({**files, "docs.json": text.data.decode(), "3.json": other})


def _read_anew(files: dict[str, str]) -> object:
    return Snapshot.load(Path("/site"), MemoryFiles(files), Settings()).get_problems()


def test_a_list_of_nothing_but_mistakes_is_told_of_a_thousand_times() -> None:
    pages = ", ".join(f'"https://example.com/{number}"' for number in range(1500))
    docs = '{"theme": "mint", "name": "x", "colors": {"primary": "#123456"}, '
    site = site_of(docs_json=docs + f'"navigation": {{"pages": [{pages}]}}}}')

    assert [p.rule for p in site.get_problems()["docs.json"]] == ["page-url"] * 1000


def test_a_huge_file_is_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs_lsp.site.navigation.docs_reader.MAX_SIZE", 10)
    site = site_of(docs_json='{"theme": "mint"}')

    (problem,) = site.get_problems()["docs.json"]

    assert "larger than" in problem.message
    assert (
        site.replace_part("docs.json", Text.from_data("{}")).get_problems() != site.get_problems()
    )


@pytest.mark.parametrize("bracket", ["[", "{", '{"a":'])
def test_ten_thousand_nested_brackets_end(bracket: str) -> None:
    assert 0 < len(site_of(docs_json=bracket * 10_000).get_problems()["docs.json"]) < 100
