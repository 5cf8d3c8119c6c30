"""Pages that the service's parser refuses: what is found of them, and what is said."""

from __future__ import annotations

import pytest

from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.verdict_report import render_verdicts
from mcp_preview.report.finding import FindingKind
from tests.preview.report.sites import findings_of
from tests.preview.small import site_of

NAVIGATION = {"pages": ["index", "tides"]}
INDEX = "Where the boats of the harbour lie, and who may lie beside them at night."


def tides(body: str, **variables: str) -> IndexedPage:
    page = f"---\ntitle: Tides\ndescription: High and low water.\n---\n{body}\n"
    files = {"index.mdx": INDEX, "tides.mdx": page}
    found = site_of(NAVIGATION, files, variables=variables).pages.indexed["tides"]
    assert isinstance(found, IndexedPage)
    return found


def test_a_page_that_does_not_parse_is_its_title_and_its_description() -> None:
    page = tides("# Neap tides\n\nAt full moon, <5 times a year.")

    assert (page.title, page.description, page.markdown) == ("Tides", "High and low water.", "")
    assert page.refused_at == (7, 15)
    assert page.why_empty.startswith("`<` starts a tag")


def test_it_comes_first_in_the_report_with_reason_and_place() -> None:
    page = tides("## Neap\n\nRow {a b}.")

    first = findings_of([page]).findings[0]

    assert first.kind is FindingKind.REFUSED
    [place] = first.places
    assert (place.pages, place.file, place.place) == (("tides",), "tides.mdx", (7, 5))
    assert place.detail.startswith("line 7, column 5: Braces contain JavaScript, but `a b`")


def test_the_list_of_pages_says_so() -> None:
    page = tides("<Note>\n\nNever closed.")
    site = site_of(NAVIGATION, {"index.mdx": INDEX, "tides.mdx": "<Note>\n\nNever closed."})

    [_, shown] = render_verdicts("Harbour", "", site.pages)["indexed"]

    assert (shown["content"], shown["line"], shown["why"]) == ("refused", 1, page.why_empty)


@pytest.mark.parametrize(("name", "is_refused"), [("sea-level", False), ("sea-depth", True)])
def test_a_variable_that_is_defined_is_no_reason(name: str, *, is_refused: bool) -> None:
    page = tides(f"At {{{{{name}}}}} today.", **{"sea-level": "two metres"})

    assert bool(page.refused_at) == is_refused
    assert page.markdown == ("" if is_refused else "At two metres today.\n")
    assert not is_refused or "variable `sea-depth` is not defined" in page.why_empty
