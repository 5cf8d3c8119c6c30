"""Dividing a navigation into languages, versions or products."""

from __future__ import annotations

import json

import pytest

from tests.features.markers import marked
from tests.refactor.taking_up import after, offered

SITE = """--- docs.json
{
  "theme": "mint",
  "name": "Pond",
  "colors": { "primary": "#16A34A" },
  "navi▮gation": {
    "global": { "anchors": [{ "anchor": "Shop", "href": "https://example.com" }] },
    "groups": [
      { "group": "Frogs", "pages": ["frog"] }
    ]
  }
}
--- frog.mdx
"""


@pytest.mark.parametrize(
    ("key", "title", "value"),
    [
        ("languages", "language", "en"),
        ("versions", "version", "v1"),
        ("products", "product", "Pond"),
    ],
)
def test_what_a_navigation_holds_becomes_the_first(key: str, title: str, value: str) -> None:
    text = after(marked(SITE), f"Divide the navigation into {key}")["docs.json"]
    navigation = json.loads(text)["navigation"]

    before = json.loads(SITE.partition("--- docs.json\n")[2].partition("---")[0].replace("▮", ""))
    groups = before["navigation"]["groups"]
    assert navigation == {
        key: [{title: value, "groups": groups}],
        "global": before["navigation"]["global"],
    }


def test_the_lines_are_indented_as_those_around_them() -> None:
    text = after(marked(SITE), "Divide the navigation into languages")["docs.json"]

    assert text.split("\n")[5:13] == [
        '    "languages": [',
        "      {",
        '        "language": "en",',
        '        "groups": [',
        '          { "group": "Frogs", "pages": ["frog"] }',
        "        ]",
        "      }",
        "    ],",
    ]


@pytest.mark.parametrize(
    "site",
    [
        SITE.replace("▮", "").replace('"group":', '"gr▮oup":'),
        SITE.replace('"groups"', '"versions"'),
        SITE.replace("▮", "").replace('"theme"', '"the▮me"'),
        SITE.replace('"groups": [', '"menu": [], "page": ['),
    ],
)
def test_nothing_is_offered_elsewhere_a_second_time_or_without_content(site: str) -> None:
    assert not [title for title in offered(marked(site)) if title.startswith("Divide")]
