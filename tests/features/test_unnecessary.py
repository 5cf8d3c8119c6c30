"""Editors fade what nothing reads, and what the service drops."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import ProblemTag
from tests.features.markers import marked

HEAD = '"theme": "mint", "name": "Bay", "colors": { "primary": "#0D9373" }'
PAGES = "--- a.mdx\nText.\n--- b.mdx\n<Panel>\n  A\n</Panel>\n\n<Panel>\n  B\n</Panel>\n"


@pytest.mark.parametrize(
    ("navigation", "rule"),
    [
        ('"pages": ["a", "b"], "colour": 1', "unknown-key"),
        ('"groups": [{ "group": "G", "pages": ["a"], "tabs": [] }]', "misplaced-child"),
        (
            '"tabs": [{ "tab": "T", "pages": ["a"], "groups": [{ "group": "G", "pages": [] }] }]',
            "mixed-children",
        ),
        ('"pages": ["a", "b"]', "lost-content"),
    ],
)
def test_what_has_no_effect_is_tagged_as_unnecessary(navigation: str, rule: str) -> None:
    text = f'--- docs.json\n{{ {HEAD}, "navigation": {{ {navigation} ▮}} }}\n{PAGES}'
    site = marked(text).view().site

    problems = [one for found in site.get_problems().values() for one in found if one.rule == rule]
    assert problems and all(one.tags == (ProblemTag.UNNECESSARY,) for one in problems)
