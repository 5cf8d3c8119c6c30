"""When objects are searched for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import WeakSet

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

    garbage_collection.disable_full_collections()
    gc.callbacks.append(note)
    try:
        kept = [[number] for number in range(300_000)]
        assert 1 in searched and 2 not in searched
        garbage_collection.collect_now()
    finally:
        gc.callbacks.remove(note)
    assert searched[-1] == 2 and len(kept) == 300_000


def test_circles_that_are_left_by_loading_modules_do_not_stay() -> None:
    before = gc.get_threshold()
    left: WeakSet[_Circle] = WeakSet()
    with garbage_collection.collect_while_loading():
        for _ in range(30_000):
            left.add(_Circle())
    assert len(left) < 10_000, "nearly all are found on the way"
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() > 0


class _Circle:
    def __init__(self) -> None:
        self.itself = self
