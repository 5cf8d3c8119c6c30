"""Items in groups."""

from __future__ import annotations

from docs_lsp.core.grouping import group_by


def test_items_and_groups_keep_their_order() -> None:
    groups = group_by(("tide", "boat", "tow", "anchor", "buoy"), lambda word: word[0])
    assert list(groups.items()) == [
        ("t", ["tide", "tow"]),
        ("b", ["boat", "buoy"]),
        ("a", ["anchor"]),
    ]
