"""Diffs of large files: few steps, and they still lead from one version to the other."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher, unified_diff
from random import Random

import pytest

from docs_lsp.cli.output import diff
from docs_lsp.cli.output.diff import UniqueLineMatcher, render_diff
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles


def edited(seed: int) -> tuple[list[str], list[str]]:
    """Some lines, of which many are alike, and others made of them."""
    chance = Random(seed)
    before = [chance.choice((f"line {place}", "{", "}")) for place in range(chance.randrange(40))]
    after = [line for line in before if chance.random() < 0.8]
    for _ in range(chance.randrange(5)):
        after.insert(chance.randrange(len(after) + 1), chance.choice(("new", "{", "line 3")))
    if seed % 3 == 0:
        after = after[7:] + after[:7]
    return before, after


@pytest.mark.parametrize("seed", range(60))
def test_equal_lines_are_found_in_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diff, "_FEW_LINES", 0)
    before, after = edited(seed)

    made: list[str] = []
    for tag, start, end, start_after, end_after in UniqueLineMatcher(
        None, before, after
    ).get_opcodes():
        if tag == "equal":
            assert before[start:end] == after[start_after:end_after]
        made += before[start:end] if tag == "equal" else after[start_after:end_after]

    assert made == after


@pytest.mark.parametrize("seed", range(20))
def test_a_diff_of_few_lines_is_that_of_difflib(seed: int) -> None:
    before, after = ([f"{line}\n" for line in lines] for lines in edited(seed))
    text = "".join(before)
    edit = FileEdit("a", Span(0, len(text)), "".join(after))
    draft = Draft(MemoryFiles({"a": text})).with_changes([edit])

    assert render_diff(draft, str) == "".join(unified_diff(before, after, "a/a", "b/a"))


def test_thousands_of_changes_are_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [part for place in range(1000) for part in ("{", f"a {place}", f"b {place}", "}")]
    after = [line.replace("b", "c") for line in before]
    compared = []

    class Counted(SequenceMatcher[str]):
        def set_seqs(self, a: Sequence[str], b: Sequence[str]) -> None:
            compared.append(len(a) * len(b))
            super().set_seqs(a, b)

    matcher = UniqueLineMatcher(None, before, after)
    monkeypatch.setattr(diff, "SequenceMatcher", Counted)

    assert len(matcher.get_matching_blocks()) == 1002
    assert max(compared) <= 16
