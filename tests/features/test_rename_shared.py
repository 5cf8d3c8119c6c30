"""Renaming snippets, exports, the names of imports, and variables."""

from __future__ import annotations

import re

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.rename import answer_rename, answer_rename_preparation
from docs_lsp.mdx.reading import find_faults
from docs_lsp.refactor.harmless_changes import ChangeRefused
from tests.features.going import pointed
from tests.features.markers import Marked, covered
from tests.features.sharing import SHARING
from tests.features.workspace_edits import applied

ALL = EditAbilities(versions=True, creates=True, renames=True, deletes=True)
UTF16 = Encoding.UTF16


def renamed(needle: str, name: str, site: str = SHARING) -> dict[str, str]:
    """The files that a new name changes, or where there is none, leaves."""
    place = pointed(site, needle)
    edit = answer_rename(place.view(), place.file, place.offset, name, UTF16, ALL)
    after = applied(place.files, edit) if edit else {}
    changed = {file: text for file, text in after.items() if place.files.get(file) != text}
    _parses_as_before(place, changed)
    return changed


def _parses_as_before(place: Marked, changed: dict[str, str]) -> None:
    for file, text in changed.items():
        if file.endswith(".mdx") and file in place.files:
            before = find_faults(place.files[file].encode())
            assert len(find_faults(text.encode())) <= len(before)


def refused(needle: str, name: str, site: str = SHARING) -> str:
    with pytest.raises(ChangeRefused) as refusal:
        renamed(needle, name, site)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("needle", "range_", "name"),
    [
        ("Buoy.Red size", "Buoy", "Buoy"),
        ("depth} é", "depth", "depth"),
        ("Float size", "Float", "Float"),
        ("Buoy as", "Buoy", "Buoy"),
        ("Prices />", "Prices", "Prices"),
        ("channel}}, see", "channel", "channel"),
        ('channel": "12', "channel", "channel"),
        ('old.mdx"', "old.mdx", "_snippets/old.mdx"),
        ('/snippets/fees.mdx"', "/snippets/fees.mdx", "snippets/fees.mdx"),
    ],
)
def test_what_is_renamed(needle: str, range_: str, name: str) -> None:
    place = pointed(SHARING, needle)
    found = answer_rename_preparation(place.view(), place.file, place.offset, UTF16)

    assert found is not None
    assert covered(place.text(), found["range"]) == range_
    assert found["placeholder"] == name


@pytest.mark.parametrize("needle", ["Card title", "Welcome", "Float) => Float", "title={Tide"])
def test_what_is_not(needle: str) -> None:
    place = pointed(SHARING, needle)

    assert answer_rename_preparation(place.view(), place.file, place.offset, UTF16) is None


@pytest.mark.parametrize("needle", ["Buoy.Red size", "Buoy = (", "Buoy as", "Buoy, depth"])
def test_an_export_gets_a_new_name_everywhere(needle: str) -> None:
    after = renamed(needle, "Marker")

    assert set(after) == {"index.mdx", "moorings.mdx", "parts/chart.jsx"}
    assert 'import { Marker, depth } from "/parts/chart.jsx"' in after["index.mdx"]
    assert "<Marker.Red size={depth} {...depth}>" in after["index.mdx"]
    assert "</Marker.Red>" in after["index.mdx"]
    assert "import { Marker as Float } from" in after["moorings.mdx"]
    assert "<Float size={{ Float }} />" in after["moorings.mdx"]
    assert "export const Marker = (" in after["parts/chart.jsx"]
    assert "<Marker size={depth} />" in after["parts/chart.jsx"]
    assert not re.search(r"\bBuoy\b", "".join(after.values()))


def test_a_value_gets_a_new_name_in_all_code() -> None:
    after = renamed("depth} é", "deep")

    assert "# Welcome to {deep} é" in after["index.mdx"]
    assert "size={deep} {...deep}" in after["index.mdx"]
    assert after["parts/chart.jsx"].startswith("export const deep = 3\n")
    assert "{size}{deep}" in after["parts/chart.jsx"]
    assert "tides.mdx" not in after  # That is another one.


def test_the_name_that_one_page_gives_is_changed_there() -> None:
    after = renamed("Float size", "Cork")

    assert set(after) == {"moorings.mdx"}
    assert "import { Buoy as Cork } from" in after["moorings.mdx"]
    assert (
        "<Cork size={{ Float: Cork }} /> and {[1].map((Float) => Float)}" in after["moorings.mdx"]
    )
    assert set(renamed("Fees />", "Costs")) == {"index.mdx"}


def test_a_page_that_defines_it_and_uses_it() -> None:
    after = renamed("Tide depth", "Ebb")["tides.mdx"]

    assert after.startswith("export const Ebb = (")
    assert "<Ebb depth={1} />" in after
    assert "<Card title={Ebb} />" in after


@pytest.mark.parametrize("needle", ["channel}}, see", 'channel": "12'])
def test_a_variable_gets_a_new_name_everywhere(needle: str) -> None:
    after = renamed(needle, "vhf_channel")

    assert '"vhf_channel": "12"' in after["docs.json"]
    assert "On {{vhf_channel}}, see `{{api-url}}`." in after["index.mdx"]
    assert "{{ vhf_channel }}" in after["moorings.mdx"]
    assert "{{vhf_channel}}" in after["snippets/fees.mdx"]


@pytest.mark.parametrize("needle", ["channel}}, see", 'channel": "12'])
def test_a_variable_in_a_file_of_its_own_gets_one_too(needle: str) -> None:
    inline = '{ "api-url": "x.example", "channel": "12" }'
    site = SHARING.replace(inline, '{ "$ref": "parts/variables.json" }')
    after = renamed(needle, "vhf_channel", f"{site}--- parts/variables.json\n{inline}\n")

    assert after["parts/variables.json"].strip() == inline.replace("channel", "vhf_channel")
    assert "docs.json" not in after
    assert "On {{vhf_channel}}, see `{{api-url}}`." in after["index.mdx"]


def test_the_file_of_a_snippet_moves_with_all_that_names_it() -> None:
    after = renamed('/snippets/fees.mdx"', "snippets/money/costs.mdx")

    assert 'import Fees from "/snippets/money/costs.mdx"' in after["index.mdx"]
    assert 'import Prices from "./snippets/money/costs.mdx"' in after["moorings.mdx"]
    old = renamed('old.mdx"', "_snippets/past/older.mdx")
    assert '<Snippet file="past/older.mdx" />' in old["moorings.mdx"]


@pytest.mark.parametrize(
    ("needle", "name", "reason"),
    [
        ("Buoy.Red size", "buoy", "begins with a lower-case letter"),
        ("Buoy.Red size", "Card", "`Card` is a component of the service"),
        ("Buoy.Red size", "Mast", "`parts/chart.jsx` already has another `Mast`"),
        ("Buoy.Red size", "size", "begins with a lower-case letter"),
        ("depth} é", "size", "`parts/chart.jsx` already has another `size`"),
        ("depth} é", "Fees", "`index.mdx` already has another `Fees`"),
        ("Buoy.Red size", "a b", "is not a JavaScript name"),
        ("depth} é", "class", "is a reserved word in JavaScript"),
        ("channel}}, see", "a b", "is not a valid variable name"),
        ("channel}}, see", "api-url", "The variable `api-url` exists already"),
        ('old.mdx"', "snippets/old.mdx", "only shows files in `_snippets/`"),
    ],
)
def test_why_not(needle: str, name: str, reason: str) -> None:
    assert reason in refused(needle, name)


def test_where_not_all_can_be_seen_nothing_is_changed() -> None:
    broken = SHARING.replace("{[1].map((Float) => Float)}", "{[1].map((Float => Float)}")

    assert "Some uses of `Buoy` in `moorings.mdx` cannot be found" in refused(
        "Buoy.Red size", "Z", broken
    )


def test_typescript_cannot_be_seen_through() -> None:
    site = SHARING.replace("chart.jsx", "chart.tsx")

    assert "in `parts/chart.tsx` cannot be found" in refused("Buoy.Red size", "Marker", site)


def test_an_export_under_another_name() -> None:
    site = SHARING.replace("export const Buoy = (", "const Inner = (") + (
        "export const Other = 1\n"
    )
    site = site.replace(
        "<Buoy size={depth} />\n", "<Inner size={depth} />\nexport { Inner as Buoy }\n"
    )

    after = renamed("Buoy.Red size", "Marker", site)

    assert "export { Inner as Marker }" in after["parts/chart.jsx"]
    assert "const Inner = (" in after["parts/chart.jsx"]
    assert "<Marker.Red" in after["index.mdx"]
