"""What other files have, proposed in a page along with its import."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features.page_completions import answer_page_completion
from docs_lsp.mdx.reading import find_faults
from tests.features.markers import marked
from tests.features.proposals import Answer

SITE = """--- docs.json
{ "theme": "mint", "name": "Harbour", "navigation": { "pages": ["index", "moorings"] } }
--- index.mdx
import Tides from "/snippets/tides.mdx"
import Chart from "/parts/chart.jsx"

<Tides />
--- snippets/tides.mdx
High water comes twice a day.
--- snippets/tide-table.mdx
Low water, too.
--- snippets/values.mdx
export const depth = 3
export const list = [1, 2]
--- parts/chart.jsx
export const Buoy = () => <b />
const Chart = () => <b />
export default Chart
--- moorings.mdx
"""


def asked(page: str) -> Answer:
    place = marked(f"{SITE}{page}")
    can = CompletionAbilities(snippets=True)
    found = answer_page_completion(place.view(), "moorings.mdx", place.offset, Encoding.UTF16, can)
    return Answer(place, found, Encoding.UTF16)


def imported(page: str) -> set[str]:
    """The labels of what comes with an import."""
    return {item["label"] for item in asked(page).json["items"] if "additionalTextEdits" in item}


@pytest.mark.parametrize(
    ("page", "label", "after"),
    [
        ("<Bu▮", "Buoy", 'import { Buoy } from "/parts/chart.jsx"\n\n<Buoy />'),
        (
            "---\ntitle: M\n---\n\n<Ti▮",
            "Tides",
            '---\ntitle: M\n---\n\nimport Tides from "/snippets/tides.mdx"\n\n<Tides />',
        ),
        (
            "---\r\ntitle: M\r\n---\r\n# M\r\n\r\n<Ti▮",
            "TideTable",
            '---\r\ntitle: M\r\n---\r\n\r\nimport TideTable from "/snippets/tide-table.mdx"\r\n\r\n'
            "# M\r\n\r\n<TideTable />",
        ),
        (
            'import A from "/a.jsx"\n\nSee <Bu▮ there',
            "Buoy",
            'import A from "/a.jsx"\nimport { Buoy } from "/parts/chart.jsx"\n\nSee <Buoy /> there',
        ),
        (
            'import { Mast, } from "./parts/chart.jsx"\n\n<Bu▮',
            "Buoy",
            'import { Mast, Buoy } from "./parts/chart.jsx"\n\n<Buoy />',
        ),
        (
            'import { Mast } from "./parts/chart.jsx";\n\n<Bu▮ color="a">b</Bu>',
            "Buoy",
            'import { Mast, Buoy } from "./parts/chart.jsx";\n\n<Buoy color="a">b</Bu>',
        ),
        (
            "It is {de▮ deep.",
            "depth",
            'import { depth } from "/snippets/values.mdx"\n\nIt is {depth} deep.',
        ),
        (
            "It is {▮} deep.",
            "depth",
            'import { depth } from "/snippets/values.mdx"\n\nIt is {depth} deep.',
        ),
    ],
)
def test_it_is_written_with_its_import(page: str, label: str, after: str) -> None:
    assert asked(page).chosen(label) == after
    if "</Bu>" not in after:
        assert find_faults(after.encode()) == ()


def test_the_text_of_a_snippet_is_proposed_only_where_it_is_shown() -> None:
    assert imported("<▮") == {"Buoy", "Tides", "TideTable"}
    assert imported("See <▮ there") == {"Buoy"}
    assert imported("| <▮ |") == {"Buoy"}
    assert imported("</▮") == set()


def test_what_would_replace_the_page_is_not_proposed() -> None:
    assert "Chart" not in imported("<Ch▮")


def test_what_the_page_knows_is_not_imported_again() -> None:
    page = 'import Tides from "/snippets/tides.mdx"\n\nexport const Buoy = () => <b />\n\n<▮'

    assert imported(page) == {"TideTable"}
    assert {"Tides", "Buoy"} <= set(asked(page).labels)


def test_values_in_braces_are_those_that_are_shown() -> None:
    assert asked("It is {▮} deep.").labels == ["depth"]
    own = "export const pier = 1\n\nexport const rows = []\n\nIt is {▮} deep."
    assert asked(own).labels == ["pier", "depth"]
    known = 'import { depth } from "/snippets/values.mdx"\n\nIt is {▮} deep.'
    assert asked(known).labels == ["depth"]
    assert imported(known) == set()


@pytest.mark.parametrize(
    "page", ["export const a = {▮}", "`{▮}`", "<A b={▮} />", "\\{▮", "```\n{▮}\n```"]
)
def test_where_braces_are_no_text_nothing_is_proposed(page: str) -> None:
    assert asked(page).labels == []


def test_of_very_many_the_rest_is_asked_for_with_the_next_letter() -> None:
    files = "".join(f"--- snippets/boat-{number:03}.mdx\nA boat.\n" for number in range(100))
    head = SITE.partition("--- moorings.mdx\n")[0]

    def labels(typed: str) -> tuple[int, bool]:
        place = marked(f"{head}{files}--- moorings.mdx\n<{typed}▮")
        found = answer_page_completion(
            place.view(), "moorings.mdx", place.offset, Encoding.UTF16, CompletionAbilities()
        )
        brought = [one for one in found["items"] if "additionalTextEdits" in one]
        return len(brought), found["isIncomplete"]

    assert labels("") == (60, True)
    assert labels("Boat0") == (60, True)
    assert labels("Boat09") == (10, False)
