"""Files that pages take text from and that the service's parser refuses."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.report_facts import RejectedPart
from mcp_preview.report.finding import FindingKind
from mcp_preview.report.report_text import iter_report_lines
from mcp_preview.report.site_findings import find_site_findings
from mcp_preview.report.site_report import ClientReport
from tests.preview.report.sites import finder
from tests.preview.small import files_of, site_of

NAVIGATION = {"pages": ["low", "high", "boats"]}
PAGES = {
    "low.mdx": 'import Tide from "/snippets/tide.mdx"\n\n<Tide />\n',
    "high.mdx": 'import Tide from "/snippets/tide.mdx"\n\nHigh water.\n\n<Tide />\n',
    "boats.mdx": "Boats lie in the harbour.\n",
}
BROKEN = {"snippets/tide.mdx": "Twice a day.\n\nNever <5 metres.\n"}


def parts(pages: dict[str, str], **variables: str) -> Sequence[RejectedPart]:
    return site_of(NAVIGATION, {**PAGES, **pages}, variables=variables).report_facts.rejected_parts


def lines_of(site: PreviewSite) -> list[str]:
    pages = tuple(site.pages.indexed.values())
    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)
    return list(iter_report_lines(ClientReport(found), found, site.pages))


def test_a_refused_snippet_is_told_once_with_the_pages_that_want_it() -> None:
    [part] = parts(BROKEN)

    assert (part.file, part.rejection.place, part.pages) == (
        "snippets/tide.mdx",
        (3, 7),
        ("low", "high"),
    )
    assert "so a placeholder replaces it" in part.rejection.reason


def test_the_report_names_it_with_the_place() -> None:
    site = site_of(NAVIGATION, {**PAGES, **BROKEN})
    pages = tuple(site.pages.indexed.values())

    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)

    # The page without other text is not told once more as an empty one.
    [finding] = found.findings
    assert finding.kind is FindingKind.REFUSED_PART
    [place] = finding.places
    assert (place.file, place.place, place.pages) == ("snippets/tide.mdx", (3, 7), ("low", "high"))
    text = " ".join(" ".join(lines_of(site)).split())
    assert "snippets/tide.mdx, line 3, column 7: `<` starts a tag" in text
    assert "Included by low, high." in text
    assert "Files that are not pages: 1 below `snippets/` or `_snippets/`." in text


def test_it_is_not_told_of_to_who_sees_none_of_these_pages() -> None:
    site = site_of(NAVIGATION, {**PAGES, **BROKEN})
    pages = (site.pages.indexed["boats"],)

    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)

    assert all(one.kind is not FindingKind.REFUSED_PART for one in found.findings)


def test_a_page_without_other_text_names_it_as_the_reason() -> None:
    site = site_of(NAVIGATION, {**PAGES, **BROKEN})

    low, high = (site.pages.indexed[page] for page in ("low", "high"))
    assert low.why_empty.startswith("The text comes from `snippets/tide.mdx`, which")
    assert (high.why_empty, high.markdown) == ("", "High water.\n")


def test_variables_are_no_reason_and_mended_snippets_are_not_told_of() -> None:
    variables = {"snippets/tide.mdx": "At {{sea-level}} today.\n"}

    assert [part.file for part in parts(variables)] == ["snippets/tide.mdx"]
    assert parts(variables, **{"sea-level": "two metres"}) == ()
    assert parts({"snippets/tide.mdx": "Twice a day.\n"}) == ()
    assert parts({"snippets/unused.mdx": "<5\n"}) == ()


def test_components_and_exports_count_as_well() -> None:
    pages = {
        "low.mdx": 'import { Tide } from "/parts/tide.jsx"\n\n<Tide />\n',
        "high.mdx": 'import { name } from "/snippets/names.mdx"\n\n{name}\n',
        "parts/tide.jsx": "export const Tide = () => <b>Twice</b\n",
        "snippets/names.mdx": 'export const name = "Harbour"\n\n<Note>\n',
    }

    found = parts(pages)

    assert [(part.file, part.pages) for part in found] == [
        ("parts/tide.jsx", ("low",)),
        ("snippets/names.mdx", ("high",)),
    ]
    assert "not valid JavaScript" in found[0].rejection.reason


def test_a_snippet_that_is_mended_gives_its_pages_their_text() -> None:
    files = files_of(NAVIGATION, {**PAGES, **BROKEN})
    site = site_of(NAVIGATION, {**PAGES, **BROKEN})
    mended = files_of(NAVIGATION, {**PAGES, "snippets/tide.mdx": "Twice a day.\n"})
    assert files.exists("snippets/tide.mdx")

    after = site.apply_file_changes(mended, ["snippets/tide.mdx"]).site

    assert after.report_facts.rejected_parts == ()
    assert after.pages.indexed["low"].markdown == "Twice a day.\n"
