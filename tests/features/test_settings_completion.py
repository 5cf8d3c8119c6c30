"""Completion in docs-lsp.toml."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features.settings_file import answer_settings_completion
from docs_lsp.features.to_lsp import Json
from docs_lsp.rules import all_rules
from docs_lsp.settings.reader import load_project_settings
from tests.features.markers import marked
from tests.features.proposals import applied

SITE = '--- docs.json\n{"theme": "mint", "name": "A", "colors": {"primary": "#000000"}}\n'


def asked(text: str) -> tuple[list[Json], str]:
    place = marked(f"{SITE}--- docs-lsp.toml\n{text}")
    answer = answer_settings_completion(
        place.view(), place.file, place.offset, Encoding.UTF16, CompletionAbilities()
    )
    items: list[Json] = answer["items"]
    return items, applied(place.text(), items[0]) if items else ""


def labels(text: str) -> list[str]:
    return [item["label"] for item in asked(text)[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[check]\nfail-on = ▮", ['"error"', '"warning"', '"information"', '"never"']),
        ('[check]\r\nfail-on = "wa▮"\r\n', ['"error"', '"warning"', '"information"', '"never"']),
        ("[rename]\nredirect = ▮", ["true", "false"]),
        ("[rename]\nredirect = t▮", ["true", "false"]),
        ('[languages]\nextra = ["▮"]', []),
        ("[check]\n# ▮", []),
        ("[nothing]\nx = ▮", []),
    ],
)
def test_values(text: str, expected: list[str]) -> None:
    assert labels(text) == expected


def test_levels_and_names_of_rules() -> None:
    levels = ['"error"', '"warning"', '"information"', '"hint"', '"off"']

    assert labels('[rules]\nmissing-page = "▮"') == levels
    assert labels("[[ignore]]\nrule = ▮") == [f'"{name}"' for name in sorted(all_rules())]
    keys = labels('[rules]\nmissing-page = "off"\n▮\n')
    assert "dead-link" in keys and "missing-page" not in keys


def test_keys_of_the_table_around_and_the_tables_that_are_left() -> None:
    keys = labels('[check]\nreach = false\n▮\n[rules]\ndead-link = "off"\n')

    assert keys[:3] == ["ignored", "baseline", "fail-on"]
    assert "[rules]" not in keys and "dead-link" not in keys
    assert {"[[ignore]]", "[[sync]]", "[preview]", "[[preview.users]]"} <= {*keys}


def test_at_the_top_there_are_only_tables() -> None:
    assert all(label.startswith("[") for label in labels("▮"))
    assert labels("[▮\n")[0] == "[rules]"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[▮]\n", "[rules]\n"),
        ("[check]\nfail-on = ▮ # why\n", '[check]\nfail-on = "error" # why\n'),
        ('[check]\nfail-on = "▮never"\n', '[check]\nfail-on = "error"\n'),
        ("[check]\n▮ = []\n", "[check]\nignored = []\n"),
        ("[rename]\n  re▮\n", "[rename]\n  redirect = \n"),
    ],
)
def test_what_is_written(text: str, written: str) -> None:
    assert asked(text)[1] == written


def test_every_value_is_one_that_is_accepted() -> None:
    for item in asked("[check]\nfail-on = ▮")[0]:
        text = f"[check]\nfail-on = {item['label']}\n"
        assert load_project_settings(text, all_rules())[1] == ()
