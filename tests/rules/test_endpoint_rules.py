"""What the cases cannot say of the rules about endpoints: severities, and missing fixes."""

from __future__ import annotations

import json

import pytest

from docs_lsp.core.problem import Fix, Severity
from docs_lsp.files.files import FileFault, MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from tests.rules.harness import findings, site_of

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "paths": {"/boats/{id}": {"get": {}}},
}


def site(**changes: object) -> dict[str, str]:
    """A site with one group, or with other files."""
    docs = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": "Harbour",
        "colors": {"primary": "#0a7d5c"},
        "navigation": {"groups": [{"group": "Boats", **changes}]},
    }
    return {
        "docs.json": json.dumps(docs),
        "index.mdx": "# Home",
        "openapi.json": json.dumps(SPEC),
    }


def fixes(files: dict[str, str], rule: str) -> tuple[Fix, ...]:
    """The fixes of the only finding of a rule."""
    found = site_of(files)
    [problem] = [
        one for problems in found.get_problems().values() for one in problems if one.rule == rule
    ]
    return list_offered_fixes(found, MemoryFiles(files), problem)


@pytest.mark.parametrize(
    ("openapi", "entry"),
    [
        ("openapi.json", "https://example.com/openapi.json GET /boats"),  # Which one is to go?
        ("openapi.json", "XYZ /boats/{id}"),
        ("openapi.json", "openapi.json /boats/{id}"),
    ],
)
def test_where_nothing_is_certain_no_fix_is_offered(openapi: str, entry: str) -> None:
    assert fixes(site(openapi=openapi, pages=[entry]), "malformed-endpoint") == ()


def test_an_endpoint_that_no_specification_has_gets_none() -> None:
    files = site(pages=["GET /quays"])

    assert fixes(files, "endpoint-without-spec") == ()


def test_the_navigation_itself_takes_no_specification() -> None:
    files = site()
    docs = json.loads(files["docs.json"])
    for entry in ("GET /boats/{id}", "https://example.com/openapi.json GET /boats"):
        docs["navigation"] = {"pages": ["index", entry]}
        changed = {**files, "docs.json": json.dumps(docs)}
        rule = "malformed-endpoint" if "://" in entry else "endpoint-without-spec"
        assert fixes(changed, rule) == ()


def test_other_names_in_braces_are_put_right_without_asking_where_that_is_safe() -> None:
    files = site(openapi="openapi.json", pages=["index", "GET /boats/{boat}"])
    [fix] = fixes(files, "unknown-endpoint")
    assert (fix.title, fix.safe, fix.preferred) == ("Write `GET /boats/{id}`", True, True)

    files = site(openapi="openapi.json", pages=["GET /boats/{id}", "openapi.json GET /boats/{x}"])
    [fix] = fixes(files, "unknown-endpoint")
    assert (fix.safe, fix.preferred) == (False, False)


def test_a_file_that_serves_several_places_is_not_changed_without_asking() -> None:
    files = site()
    docs = json.loads(files["docs.json"])
    group = {"group": "Boats", "openapi": "openapi.json", "pages": ["GET /boats/{boat}"]}
    docs["navigation"] = {
        "tabs": [{"tab": name, "groups": [{"$ref": "boats.json"}]} for name in ("One", "Two")]
    }
    files |= {"docs.json": json.dumps(docs), "boats.json": json.dumps(group)}
    [fix] = fixes(files, "unknown-endpoint")

    assert (fix.safe, fix.preferred) == (False, True)


def test_an_ignored_specification_is_not_looked_for_elsewhere() -> None:
    files = site(openapi="internal/openapi.json") | {
        ".mintignore": "internal/",
        "internal/openapi.json": json.dumps(SPEC),
    }

    assert fixes(files, "missing-spec") == ()


def test_the_entry_of_an_excluded_operation_is_the_obvious_one_to_remove_if_others_are_left() -> (
    None
):
    for mark, pages, preferred in (
        ("x-excluded", ["GET /quays", "GET /boats/{id}"], True),
        ("x-excluded", ["GET /quays"], False),
        # Its page is there, only no navigation shows it; without the entry it may be gone.
        ("x-hidden", ["GET /quays", "GET /boats/{id}"], False),
    ):
        hidden = {"/quays": {"get": {mark: True}}}
        spec = json.dumps(SPEC | {"paths": SPEC["paths"] | hidden})  # type: ignore[operator]  # a dict
        files = site(openapi="openapi.json", pages=pages) | {"openapi.json": spec}
        [fix] = fixes(files, "hidden-endpoint")
        assert fix.preferred is preferred


def test_twice_in_one_list_is_worse_than_in_two_groups() -> None:
    inner = {"group": "More", "pages": ["GET /boats/{id}"]}
    files = site(openapi="openapi.json", pages=["GET /boats/{id}", "GET /boats/{id}", inner])
    found = [one for one in findings(files) if one.rule == "duplicate-endpoint"]

    assert [one.severity for one in found] == [Severity.WARNING, Severity.INFORMATION]


def test_the_only_endpoint_of_a_group_is_not_taken_out() -> None:
    inner = {"group": "More", "pages": ["GET /boats/{id}"]}
    files = site(openapi="openapi.json", pages=["GET /boats/{id}", inner])

    assert fixes(files, "duplicate-endpoint") == ()


def test_a_page_that_is_listed_elsewhere_keeps_its_file() -> None:
    page = "---\nopenapi: GET /boats/{id}\n---\n"
    inner = {"group": "More", "pages": ["boat"]}
    spec = json.dumps(SPEC | {"paths": {"/boats/{id}": {"get": {}}, "/quays": {"get": {}}}})
    files = site(openapi="openapi.json", pages=["boat", "GET /quays", inner])
    files |= {"boat.mdx": page, "openapi.json": spec}
    found = site_of(files)
    problem = next(one for one in found.get_problems()["docs.json"] if one.rule == "endpoint-page")
    titles = [fix.title for fix in list_offered_fixes(found, MemoryFiles(files), problem)]

    assert titles == ["Replace this page with its endpoint"]


def test_one_mistake_gives_no_second_message_about_what_is_not_listed() -> None:
    spec = json.dumps(SPEC | {"paths": {"/boats": {"get": {}, "put": {}}}})
    for wrong in ("PTU /boats", "PUT /boat"):
        files = site(openapi="openapi.json", pages=["GET /boats", wrong]) | {"openapi.json": spec}
        assert len(findings(files)) == 1


def test_a_specification_that_cannot_be_read_is_not_offered() -> None:
    class Broken(MemoryFiles):
        def read(self, path: str) -> bytes:
            if path == "openapi.json" and self.is_broken:
                raise FileFault("It cannot be read.")
            return super().read(path)

        is_broken = False

    files = site(pages=["GET /boats/{id}"])
    found = site_of(files)
    [problem] = found.get_problems()["docs.json"]
    disk = Broken(files)
    assert len(list_offered_fixes(found, disk, problem)) == 1

    disk.is_broken = True
    assert list_offered_fixes(found, disk, problem) == ()
