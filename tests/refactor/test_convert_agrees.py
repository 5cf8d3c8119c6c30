"""What the service's own upgrade of a mint.json keeps is kept, value by value, and the rest is
printed. With LAW_EXAMPLES of 1,000 or more the upgrade itself is asked: it lies beside the checkout
and is no part of it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.refactor.convert import convert_docs
from tests.refactor.kept_values import find_values
from tests.refactor.older_sites import older_sites

_SHARED = Path(__file__).parents[3] / "shared"
_PROGRAM = _SHARED / "bench" / "validator" / "oracle.py"
_DEFAULTS = {
    'seo.indexing = "navigable"',
    'api.playground.display = "interactive"',
    # A badge says so itself.
    'navbar.links[].label = "Github"',
    # The service drops the pages of a group without a title.
    'group : group = ""',
}
"""What the upgrade writes although nothing else would happen without."""


@pytest.mark.by_hand
def test_every_value_that_the_upgrade_keeps_is_kept() -> None:
    spec = importlib.util.spec_from_file_location("docs_json_oracle", _PROGRAM)
    assert spec is not None and spec.loader is not None
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    real = [
        json.loads(file.read_text()) for file in (_SHARED / "corpus" / "mint").glob("*/mint.json")
    ]
    sites = {str(number): site for number, site in enumerate([*older_sites(), *real])}
    upgraded = oracle.ask(sites, "upgrade")
    converted: dict[str, Any] = {key: dict(convert_docs(site).docs) for key, site in sites.items()}
    verdicts = oracle.ask(converted)

    assert [key for key, verdict in verdicts.items() if not verdict["ok"]] == []
    lost = {
        json.dumps(sites[key]): missing
        for key, docs in upgraded.items()
        if (missing := {*find_values(docs)} - {*find_values(converted[key])} - _DEFAULTS)
    }
    assert lost == {}


def test_nothing_disappears_without_a_note() -> None:
    """Each member of a mint.json that is taken away changes the outcome or the notes, unless it is
    inside something that is noted as a whole."""
    silent = []
    for site in older_sites():
        whole = convert_docs(site)
        own = {key: value for key, value in site.items() if key not in ("name", "favicon")}
        for path in _find_members(own):
            less = _remove(site, path)
            around = [".".join(map(str, path[:size])) for size in range(1, len(path))]
            is_noted = any(f"`{place}` was dropped" in "".join(whole.notes) for place in around)
            if not is_noted and convert_docs(less) == whole:
                silent.append(path)
    assert silent == [
        # What it is without, or what a tab says as well.
        ("theme",),
        ("topbarCtaButton", "type"),
        ("anchors", 0, "color", "to"),
        ("navigation", 0, "group"),
        ("versions",),
        ("versions", 1),
        ("versions", 1),
        ("versions", 1),
    ]


def _find_members(
    node: object, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    entries: Iterable[tuple[str | int, object]] = ()
    if isinstance(node, dict):
        entries = node.items()
    elif isinstance(node, list):
        entries = enumerate(node)
    for key, inner in entries:
        yield (*path, key)
        yield from _find_members(inner, (*path, key))


def _remove(site: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    copy: Any = json.loads(json.dumps(site))
    node = copy
    for key in path[:-1]:
        node = node[key]
    del node[path[-1]]
    assert isinstance(copy, dict)
    return copy
