"""Which files the fix of a `$ref` to none proposes, and when one of them is the obvious one."""

from __future__ import annotations

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from tests.rules.harness import site_of

_TAB = '{"tab": "API", "pages": ["index"]}'


def _offered(docs: str, **parts: str) -> list[tuple[str, bool]]:
    """The titles of the fixes of the first `$ref` to none, with whether they are preferred."""
    head = '"theme": "mint", "name": "Quay", "colors": {"primary": "#0d9373"}'
    named = {f"nav/{name}.json": text for name, text in parts.items()}
    files = {"docs.json": f"{{{head}, {docs}}}", "index.mdx": "# Home\n", **named}
    site = site_of(files)
    problems = [one for found in site.get_problems().values() for one in found]
    problem = next(one for one in problems if one.rule == "unresolved-ref")
    fixes = list_offered_fixes(site, MemoryFiles(files), problem)
    return [(one.title, one.preferred) for one in fixes if one.title.startswith("Write")]


@pytest.mark.parametrize(
    ("held", "offered"),
    [
        ('{"pages": ["index"]}', [("Write `nav/all.json`", True)]),
        ('{"navigation": {"pages": ["index"]}}', []),
        ('["index"]', []),
        ('{"pages": ["index"]', []),
    ],
    ids=["the whole", "a part", "a list", "broken"],
)
def test_a_part_of_a_file_is_the_whole_only_where_that_belongs_there(
    held: str, offered: list[tuple[str, bool]]
) -> None:
    assert _offered('"navigation": {"$ref": "nav/all.json#/navigation"}', all=held) == offered


def test_keys_beside_belong_to_what_the_file_holds() -> None:
    docs = '"navigation": {"tabs": [{"tab": "API", "$ref": "nav/api.json#/tab"}]}'
    assert _offered(docs, api='{"pages": ["index"]}') == [("Write `nav/api.json`", True)]


def test_a_file_is_not_proposed_for_itself() -> None:
    assert (
        _offered('"navigation": {"pages": ["index"]}, "redirects": {"$ref": "docs.json#/x"}') == []
    )


def test_nor_is_one_that_leads_here() -> None:
    docs = '"navigation": {"$ref": "nav/tabs.json"}'
    assert _offered(docs, tabs='{"tabs": [{"$ref": "tab.json"}]}') == []


def test_nor_is_one_whose_own_references_lead_here() -> None:
    docs = '"navigation": {"tabs": [{"$ref": "nav/one.json"}]}'
    one = '{"tab": "A", "groups": [{"$ref": "too.json"}]}'
    held = '{"group": "G", "pages": [%s]}'

    assert _offered(docs, one=one, two=held % '"index"') == [("Write `two.json`", True)]
    assert _offered(docs, one=one, two=held % '{"$ref": "one.json"}') == []


@pytest.mark.parametrize(("held", "is_obvious"), [(_TAB, True), (f"[{_TAB}]", False)])
def test_a_like_name_is_the_obvious_one_where_what_it_holds_belongs_there(
    held: str, is_obvious: bool
) -> None:
    docs = '"navigation": {"tabs": [{"$ref": "nav/apis.json"}]}'
    assert _offered(docs, api=held) == [("Write `nav/api.json`", is_obvious)]
