"""When objects are searched for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from docs_lsp.server import garbage_collection


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.enable()  # Commands end it for good, and other tests run them in this process.
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_all_objects_are_searched_on_demand_alone() -> None:
    searched: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            searched.append(info["generation"])

    garbage_collection.only_on_demand()
    gc.callbacks.append(note)
    try:
        kept = [[number] for number in range(300_000)]
        assert 1 in searched and 2 not in searched
        garbage_collection.clear()
    finally:
        gc.callbacks.remove(note)
    assert searched[-1] == 2 and len(kept) == 300_000
