"""How far the `$ref`s of a docs.json are followed where they multiply or nest without end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation import refs
from docs_lsp.site.navigation.accepted_elements import read_accepted_docs
from docs_lsp.site.navigation.docs_reader import read_missing_parts
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.navigation.unfolding import (
    MOST_FILES,
    MOST_LEAVES,
    MOST_REPEATED,
    MOST_REPEATS,
    RefLimits,
    get_ref_limits,
)
from docs_lsp.site.navigation.walk import walk_docs
from tests.rules.harness import findings

DOCS = {"theme": "mint", "name": "a", "colors": {"primary": "#000000"}}


def docs_with(group: object) -> str:
    return json.dumps({**DOCS, "navigation": {"groups": [group]}})


def file_of(name: str, *named: str) -> str:
    return json.dumps({"group": name, "pages": ["index", *({"$ref": other} for other in named)]})


def fan(depth: int, width: int = 2) -> dict[str, str]:
    """Files of which each names the next one several times."""
    files = {
        f"r/{index}.json": file_of(f"g{index}", *[f"./{index + 1}.json"] * width)
        for index in range(depth)
    }
    last = {f"r/{depth}.json": file_of("last")}
    return {"docs.json": docs_with({"$ref": "./r/0.json"}), **files, **last}


def chain(length: int) -> dict[str, str]:
    """Files of which each holds nothing but the next one."""
    files = {f"r/{index}.json": f'{{"$ref": "./{index + 1}.json"}}' for index in range(length)}
    last = {f"r/{length}.json": json.dumps({**DOCS, "navigation": {"pages": ["index"]}})}
    return {"docs.json": '{"$ref": "./r/0.json"}', **files, **last}


def all_with_all(count: int) -> dict[str, str]:
    """Files that name each other, so that there are more ways than atoms."""
    names = [f"./{index}.json" for index in range(count)]
    files = {f"r/{index}.json": file_of(f"g{index}", *names) for index in range(count)}
    return {"docs.json": docs_with({"$ref": "./r/0.json"}), **files}


def parts_of(files: Mapping[str, str]) -> Parts:
    return {name: Document.from_text(text) for name, text in files.items()}


def objects_in(files: Mapping[str, str]) -> int:
    """How many objects a walk comes past."""
    return len(walk_docs(parts_of(files), "docs.json", Context(Settings())))


def ref_problems(files: Mapping[str, str]) -> list[Problem]:
    problems = findings({"index.mdx": "", **files})
    return [problem for problem in problems if problem.rule == "unresolved-ref"]


@pytest.mark.parametrize("width", [2, 10])
def test_what_files_multiply_to_has_a_limit(width: int) -> None:
    counts = [objects_in(fan(depth, width)) for depth in (7, 14, 28, 56, 112)]

    assert max(counts) <= MOST_REPEATS + 10 * 112
    assert max(counts[1:]) <= counts[1] + 3 * 112


@pytest.mark.parametrize("files", [fan(14), fan(40, 3), chain(655), all_with_all(12)])
def test_it_is_reported_once_where_the_limit_is_passed(files: dict[str, str]) -> None:
    (problem,) = [
        problem for problem in ref_problems(files) if problem.severity is Severity.WARNING
    ]

    text = files[problem.file]
    assert text[problem.span.start : problem.span.end].startswith("./")
    assert "not followed" in problem.message


def test_nothing_is_reported_below_the_limit() -> None:
    assert ref_problems(fan(8)) == []
    assert objects_in(fan(8)) == 3 + sum(2**depth for depth in range(9))
    assert ref_problems(chain(MOST_FILES - 1)) == []


def test_what_stands_behind_a_reference_that_is_not_followed_is_not_judged() -> None:
    files = chain(MOST_FILES) | {f"r/{MOST_FILES}.json": '{"navigation": 1, "odd": 2}'}

    assert [problem.rule for problem in findings(files)] == ["unresolved-ref"]


def test_many_references_to_one_file_are_no_fault_up_to_the_limit() -> None:
    def files_with(count: int) -> dict[str, str]:
        anchors = [{"$ref": "./link.json"}] * count
        navigation = {"pages": ["index"], "global": {"anchors": anchors}}
        link = '{"anchor": "A", "href": "https://example.com"}'
        return {"docs.json": json.dumps({**DOCS, "navigation": navigation}), "link.json": link}

    assert get_ref_limits(parts_of(files_with(MOST_LEAVES + 1)), "docs.json").is_whole
    assert objects_in(files_with(3 * MOST_REPEATS)) >= 3 * MOST_REPEATS
    (problem,) = ref_problems(files_with(MOST_LEAVES + 3))
    assert problem.message.startswith("This `$ref` is not followed, because files are included")


def test_many_references_that_are_followed_once_each_are_no_fault() -> None:
    names = [f"g{index}.json" for index in range(2 * MOST_REPEATS)]
    files = {name: '{"group": "a", "pages": []}' for name in names}
    groups = [{"$ref": f"./{name}"} for name in names]
    files["docs.json"] = json.dumps({**DOCS, "navigation": {"groups": groups}})

    assert get_ref_limits(parts_of(files), "docs.json").is_whole


def test_a_large_file_is_brought_in_only_so_often() -> None:
    pages = json.dumps([f"page-{index}" for index in range(5000)])
    times = MOST_REPEATED // len(pages) + 1
    groups = [{"group": f"g{index}", "pages": {"$ref": "./p.json"}} for index in range(times + 3)]

    def problems(count: int) -> list[Problem]:
        docs = {**DOCS, "navigation": {"groups": groups[:count]}}
        return ref_problems({"docs.json": json.dumps(docs), "p.json": pages})

    assert problems(times) == []
    (problem,) = problems(times + 3)
    assert f"{MOST_REPEATED >> 10} KB" in problem.message


def test_what_nests_deeper_than_one_file_may_is_not_followed() -> None:
    deep = '{"group": "a", "pages": [' * 10 + '{"$ref": "./%d.json"}' + "]}" * 10
    files = {f"r/{index}.json": deep % (index + 1) for index in range(20)}

    (problem,) = ref_problems({"docs.json": docs_with({"$ref": "./r/0.json"}), **files})
    assert problem.file == "r/2.json"


def test_a_circle_is_reported_once_however_many_ways_lead_to_it() -> None:
    files = {
        "docs.json": docs_with(
            {"group": "a", "pages": [{"$ref": "./a.json"}, {"$ref": "./b.json"}]}
        ),
        "a.json": file_of("a", "./b.json"),
        "b.json": file_of("b", "./a.json"),
    }

    (problem,) = ref_problems(files)
    assert problem.file == "b.json"
    assert "(`a.json` → `b.json` → `a.json`)" in problem.message


def test_of_a_long_circle_a_few_files_are_named() -> None:
    names = [f"r/{index}.json" for index in range(30)]
    files = {
        name: file_of(f"g{index}", f"./{(index + 1) % 30}.json") for index, name in enumerate(names)
    }

    (problem,) = ref_problems({"docs.json": docs_with({"$ref": "./r/0.json"}), **files})
    assert "(`r/0.json` → `r/1.json` → … → `r/29.json` → `r/0.json`)" in problem.message


def test_it_is_worked_out_again_when_a_file_has_changed() -> None:
    parts = dict(parts_of(fan(14)))
    unfolding = get_ref_limits(parts, "docs.json")

    assert get_ref_limits(dict(parts), "docs.json") is unfolding
    parts["r/0.json"] = Document.from_text(file_of("a"))
    assert get_ref_limits(parts, "docs.json") is not unfolding
    assert get_ref_limits(parts, "docs.json").is_whole


def test_nothing_is_looked_up_where_nothing_is_referred_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(RefLimits, "_record_refused", lambda *_: pytest.fail("It was."))

    assert get_ref_limits(parts_of({"docs.json": docs_with({"group": "a"})}), "docs.json").is_whole


def test_what_the_service_keeps_is_not_known_beyond_the_limit() -> None:
    assert read_accepted_docs("docs.json", parts_of(fan(8))) is not None
    assert read_accepted_docs("docs.json", parts_of(fan(30))) is None


@pytest.mark.parametrize("length", [50, 100, 200])
def test_each_file_is_searched_once_for_more_files(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    targets_in = refs._list_targets

    def note(file: str, part: Document | str) -> Iterable[str]:
        searched.append(file)
        return targets_in(file, part)

    monkeypatch.setattr(refs, "_list_targets", note)
    files = MemoryFiles(chain(length))

    parts = read_missing_parts({"docs.json": Document.from_text(files.read("docs.json"))}, files)
    assert len(parts) == len(searched) == length + 2
