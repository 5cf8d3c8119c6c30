"""What an edit takes from readers is worked out from what it changes: the law is that all of the
site, looked at anew, says the same."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, measure_common_prefix
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.safe_and_preferred import predict_edit_effect
from docs_lsp.jsontree.document import Document
from docs_lsp.schema import accepted_content
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.docs_reader import is_same_value, read_missing_parts
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes import accepted_changes
from docs_lsp.site.routes.accepted_site import Effect, get_accepted_site, predict_accepted_site

SPEC = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/x": {"get": {}}}}
FILES = {
    **dict.fromkeys(("p.mdx", "q.mdx", "q/r.mdx", "a/b.mdx", "index.mdx", "c d.png"), ""),
    "api.json": json.dumps(SPEC),
    "list.json": '["p"]',
}

sources = st.sampled_from(
    (
        *(
            "/a",
            "/b",
            "/c",
            "/a/",
            "/a/b",
            "/a/index",
            "/p",
            "/c%20d.png",
            "/c#d",
            "https://x.yz/a",
        ),
        *("/a/:slug*", "/:slug*", "/a/b/:slug*", "/a-*", "/a/:name", "/a/:name/b", "/*/b"),
    )
)
targets = st.sampled_from(
    (
        *("/a", "/b", "/c", "/p", "/q", "/q/r", "/a/b", "/none", "/", "https://x.yz"),
        *("/a/:slug*", "/q/:slug*", "/:slug*", "/:name", "/a/b?c#d"),
    )
)
redirects = st.fixed_dictionaries({"source": sources, "destination": targets})
entries = st.sampled_from(("p", "q", "q/r", "a/b", "none", "GET /x", "GET /none"))
groups: st.SearchStrategy[Any] = st.deferred(
    lambda: st.fixed_dictionaries(
        {
            "group": st.sampled_from(("A", "B")),
            "pages": st.lists(entries | groups, max_size=4),
        },
        optional={
            "icon": st.sampled_from(("book", "bok")),
            "openapi": st.sampled_from(("api.json", "none.json")),
            "root": entries,
            "hidden": st.booleans(),
        },
    )
)
sites = st.fixed_dictionaries(
    {
        "theme": st.just("mint"),
        "name": st.just("A"),
        "colors": st.just({"primary": "#000"}),
        "navigation": st.fixed_dictionaries({"groups": st.lists(groups, min_size=1, max_size=4)}),
        "redirects": st.lists(redirects, max_size=8),
    }
)
values = (
    entries
    | sources
    | targets
    | groups
    | redirects
    | st.lists(entries | groups, max_size=3)
    | st.just(5)
    | st.just({"$ref": "list.json"})
)
added_keys = st.sampled_from(("icon", "pages", "groups", "tabs", "graphql", "openapi", "$ref"))


def containers(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [value] if isinstance(value, dict | list) else []
    return [*found, *(one for each in inner for one in containers(each))]


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """A docs.json before and after something in it has come, gone or changed."""
    docs = draw(sites)
    after = copy.deepcopy(docs)
    for _ in range(draw(st.integers(1, 2))):
        target = draw(st.sampled_from(containers(after)))
        keys = list(range(len(target))) if isinstance(target, list) else list(target)
        key = draw(st.sampled_from(keys)) if keys else None
        what = draw(st.sampled_from(("change", "remove", "add")))
        if what == "add" and isinstance(target, list):
            target.insert(draw(st.integers(0, len(target))), copy.deepcopy(draw(values)))
        elif what == "add":
            target[draw(added_keys)] = copy.deepcopy(draw(values))
        elif key is not None and what == "remove":
            del target[key]
        elif key is not None:
            target[key] = copy.deepcopy(draw(values))
    indent = draw(st.sampled_from((None, 2)))
    return json.dumps(docs, indent=indent), json.dumps(after, indent=indent)


def looked_at(text: str) -> Overview:
    files = MemoryFiles(FILES | {"docs.json": text})
    overview = read_site(Path("/site"), files, Settings()).get_overview()
    assert overview is not None
    return overview


def predict_by_edit(before: str, after: str, overview: Overview) -> Effect:
    """What the difference says; the edit is as small as it can be."""
    start = measure_common_prefix(before, after)
    end = measure_common_prefix(before[:start:-1], after[:start:-1])
    span = Span(start, len(before) - end)
    edit = FileEdit("docs.json", span, after[start : len(after) - end])
    return predict_edit_effect({"docs.json": [edit]}, overview, MemoryFiles(FILES))


def predict_in_all(after: str, overview: Overview) -> Effect:
    files = MemoryFiles(FILES)
    parts = read_missing_parts({**overview.parts, "docs.json": Document.from_text(after)}, files)
    return predict_accepted_site(parts, overview, files).find_effect(get_accepted_site(overview))


@settings(max_examples=150, deadline=None)
@given(edited())
def test_the_difference_is_what_all_of_the_site_shows(texts: tuple[str, str]) -> None:
    before, after = texts
    overview = looked_at(before)

    assert predict_by_edit(before, after, overview) is predict_in_all(after, overview)


CHAIN = 60
LONG = {
    "theme": "mint",
    "name": "A",
    "colors": {"primary": "#000"},
    "navigation": {
        "groups": [
            *({"group": f"G{i}", "pages": ["p", "q"]} for i in range(CHAIN)),
            {"group": "Z", "pages": ["index"]},
        ]
    },
    "redirects": [
        *({"source": f"/o{i}", "destination": f"/o{i + 1}"} for i in range(CHAIN)),
        {"source": f"/o{CHAIN}", "destination": "/p"},
    ],
}


@pytest.mark.parametrize(
    ("old", "new", "effect"),
    [
        ('"/o59"}', '"/p"}', Effect.NONE),
        ('"/o59"}', '"/q"}', Effect.SOMETHING),
        ('{"source": "/o50", "destination": "/o51"}, ', "", Effect.SOMETHING),
        ('"group": "G7"', '"group": "G7", "icon": "book"', Effect.NONE),
        ('"pages": ["p", "q"]}, {"group": "G8"', '"pages": ["q"]}, {"group": "G8"', Effect.NONE),
        ('"pages": ["index"]', '"pages": ["a/b"]', Effect.PAGES),
        ('"pages": ["index"]', '"pages": ["index", "a/b"]', Effect.NONE),
        ('"group": "G7"', '"group": 7', Effect.PAGES),
        ('"destination": "/o51"', '"destination": 51', Effect.PAGES),
    ],
)
def test_all_of_a_site_is_not_looked_at_for_one_edit(
    old: str, new: str, effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = json.dumps(LONG)
    overview = looked_at(before)
    for name in ("predict_accepted_site", "predict_from_docs"):
        monkeypatch.setattr(accepted_changes, name, None)

    assert predict_by_edit(before, before.replace(old, new, 1), overview) is effect


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        ('{"a": 1, "a": [2]}', '{"a": [2]}', True),
        ('{"a": 1, "b": 2, "a": 3}', '{"b": 2, "a": 3}', False),  # In another order.
        ('{"a": 1}', '{"a": true}', False),
        ('{"a": 1}', '{"a": NaN, "a": 1}', False),
        ('{"a": 1}', '{"a": 1,}', False),
        ("[" * 100_000, "[" * 100_000, False),
    ],
)
def test_the_same_value_is_recognised(before: str, after: str, is_same: bool) -> None:
    assert is_same_value(before.encode(), after.encode()) is is_same


@pytest.mark.parametrize(
    "edit",
    [
        ('"pages": ["index"]', '"pages": ["index", "a/b"]'),
        ('"group": "G7"', '"group": "H", "icon": "book"'),
        ('"destination": "/o51"', '"destination": "/o52"'),
    ],
)
def test_few_values_are_looked_at_for_one_edit(
    edit: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = json.dumps(LONG)
    overview = looked_at(before)
    get_accepted_site(overview)
    looks: list[object] = []
    for name in ("is_value_accepted", "find_accepted_key", "find_item_problems"):
        look = getattr(accepted_content, name)

        def count(*args: object, look: Callable[..., object] = look) -> object:
            looks.append(args)
            return look(*args)

        monkeypatch.setattr(accepted_content, name, count)

    predict_by_edit(before, before.replace(*edit, 1), overview)
    assert 0 < len(looks) < CHAIN / 3
