"""What stands at an offset."""

from __future__ import annotations

import pytest

from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document

TEXT = '{"a": [1, {"b": "cé"}], "d": {}}'


@pytest.mark.parametrize(
    ("before", "indexes"),
    [
        ("", [-1]),
        ('{"a', [0]),
        ('{"a": ', [0, -1]),
        ('{"a": [1', [0, 0]),
        ('{"a": [1, {"b": "c', [0, 1, 0]),
        ('{"a": [1, {"b": "cé"}], ', [1]),
        ('{"a": [1, {"b": "cé"}], "d": {', [1, -1]),
        (TEXT, [1]),
    ],
)
def test_the_containers_around_an_offset(before: str, indexes: list[int]) -> None:
    assert TEXT.startswith(before)

    steps = find_steps_to(Document.from_text(TEXT), len(before.encode()))

    assert [step.index for step in steps] == indexes


def test_a_step_knows_its_child_and_where_it_stands() -> None:
    data = TEXT.encode()
    steps = find_steps_to(Document.from_text(TEXT), data.index(b"c"))

    outer, middle, inner = steps
    assert data[outer.child_offset :].startswith(b'"a": [1')
    assert data[outer.value_offset :].startswith(b"[1")
    assert data[middle.child_offset :].startswith(b'{"b"')
    assert middle.value_offset == middle.child_offset
    assert inner.value is not None
    assert data[inner.value_offset :].startswith('"cé"'.encode())


def test_before_and_behind_the_value_there_is_nothing() -> None:
    assert find_steps_to(Document.from_text("  7"), 1) == ()
    assert find_steps_to(Document.from_text('  {"a": 1}'), 1) == ()
