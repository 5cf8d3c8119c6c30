"""Content of the navigation under a key that nothing reads: an Error, whoever tells it, and one."""

from __future__ import annotations

import json

import pytest

from docs_lsp.core.problem import Severity
from tests.rules.harness import findings

_LIST = ["index", "a"]
_PAGES = {"pages": _LIST}


def _told(navigation: object, **files: str) -> list[tuple[str, Severity]]:
    docs = {"theme": "mint", "name": "Quay", "colors": {"primary": "#0d9373"}}
    text = json.dumps({**docs, "navigation": navigation})
    pages = {"index.mdx": "# Index\n", "a.mdx": "# A\n"}
    found = findings({"docs.json": text, **pages, **files})
    return [(one.rule, one.severity) for one in found if one.severity <= Severity.WARNING]


@pytest.mark.parametrize("key", ["navigation", "nav", "sidebar", "items", "root"])
@pytest.mark.parametrize("value", [_PAGES, _LIST, {"$ref": "nav.json"}])
def test_a_navigation_under_a_wrong_key_is_one_error(key: str, value: object) -> None:
    files = {"nav.json": json.dumps(_PAGES)}
    assert _told({key: value}, **files) == [("unknown-key", Severity.ERROR)]


@pytest.mark.parametrize("value", [_PAGES, _LIST])
def test_so_are_the_pages_of_a_tab(value: object) -> None:
    assert _told({"tabs": [{"tab": "T", "nav": value}]}) == [("unknown-key", Severity.ERROR)]


@pytest.mark.parametrize("navigation", [{"foo": {"bar": 1}}, {"foo": ["x"]}, {"page": "index"}])
def test_what_else_nothing_reads_does_not_hide_that_the_service_refuses_it(
    navigation: object,
) -> None:
    assert sorted(_told(navigation)) == [
        ("no-primary-pattern", Severity.ERROR),
        ("unknown-key", Severity.WARNING),
    ]
