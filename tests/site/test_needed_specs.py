"""The specifications that a site needs as it is now, whatever was read of it before."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from docs_lsp.core.text import Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import Settings
from docs_lsp.site.summaries.needed_specs import find_needed_specs, list_loaded_specs

BROKEN = "openapi: 3.1.0\n- broken\n"
NAMING = {"groups": [{"group": "API", "openapi": "api.yaml"}]}
SILENT = {"groups": [{"group": "API", "pages": ["index"]}]}


def docs(navigation: object) -> str:
    top = {"theme": "mint", "name": "Harbour", "colors": {"primary": "#0b3954"}}
    return json.dumps({**top, "navigation": navigation})


@pytest.mark.parametrize(
    ("navigation", "page", "needed"),
    [
        (NAMING, "", {"api.yaml"}),
        ({"pages": ["api.yaml GET /boats"]}, "", {"api.yaml"}),
        (SILENT, "openapi: api.yaml GET /boats", {"api.yaml"}),
        (SILENT, "openapi: GET /boats", {"api.yaml"}),
        (SILENT, "", set()),
    ],
)
def test_it_is_what_a_check_reads(navigation: object, page: str, needed: set[str]) -> None:
    site = evaluate_whole_site(
        Path("/site"),
        MemoryFiles(
            {
                "docs.json": docs(navigation),
                "index.mdx": f"---\ntitle: Start\n{page}\n---\n",
                "api.yaml": "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n",
            }
        ),
        Settings(),
    )
    overview = site.get_overview()

    assert overview is not None and site.facts is not None
    assert find_needed_specs(overview) == site.facts.specs.keys() == needed


def test_nothing_is_said_of_one_that_is_named_no_more() -> None:
    files = MemoryFiles({"docs.json": docs(NAMING), "index.mdx": "# A\n", "api.yaml": BROKEN})
    before = evaluate_whole_site(Path("/site"), files, Settings())
    after = before.replace_part("docs.json", Text.from_data(docs(SILENT))).run_site_rules()

    assert [one.rule for one in before.get_problems().get("api.yaml", ())] == ["invalid-spec"]
    assert "invalid-spec" not in [one.rule for one in after.get_problems().get("api.yaml", ())]


def test_what_is_said_does_not_depend_on_what_was_read_first() -> None:
    boats = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/boats: {get: {}}}\n"
    page = "---\ntitle: Start\nopenapi: gone/api.yaml GET /boats\n---\n"
    files = {"index.mdx": page, "a/api.yaml": boats, "b/api.yaml": boats}
    site = evaluate_whole_site(
        Path("/site"), MemoryFiles({**files, "docs.json": docs(SILENT)}), Settings()
    )
    overview = site.get_overview()
    assert overview is not None
    turned = dict(reversed(list(overview.facts.specs.items())))
    other = replace(overview, facts=replace(overview.facts, specs=turned))
    rule = all_rules()["missing-spec"].site
    assert rule is not None

    said, again = ([problem.message for problem in rule(one)] for one in (overview, other))
    assert "it is unknown whether `a/api.yaml` is used instead" in said[0]
    assert said == again


def test_a_site_without_specifications_is_not_searched_for_their_names() -> None:
    files = MemoryFiles({"docs.json": docs({"groups": [{}]}), "index.mdx": "# A\n"})
    overview = evaluate_whole_site(Path("/site"), files, Settings()).get_overview()

    assert overview is not None
    assert list_loaded_specs(overview) == []
    assert not overview.is_cached(find_needed_specs)
