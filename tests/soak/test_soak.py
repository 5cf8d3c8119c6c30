"""A short piece of the long run: `python -m tests.soak SITE`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.soak.running import soaked


@pytest.mark.parametrize("seed", [1, 2])
def test_at_rest_an_editor_shows_what_a_check_finds(sites: Path, seed: int) -> None:
    rests = list(soaked(sites / "ferry", 150, 50, seed))

    assert [(rest.missing, rest.stale) for rest in rests] == [(frozenset(), frozenset())] * 3
    assert rests[-1].findings > 0


def test_two_editors_that_take_every_question_back_show_the_same(sites: Path) -> None:
    rests = list(soaked(sites / "ferry", 120, 40, 3, editors=2, cancels=1))

    assert [(rest.missing, rest.stale) for rest in rests] == [(frozenset(), frozenset())] * 3


@pytest.mark.parametrize("site", ["ferry", "broken", "languages"])
def test_a_server_keeps_nothing_of_what_was(sites: Path, tmp_path: Path, site: str) -> None:
    garbage = tmp_path / "garbage"
    garbage.touch()
    server = ("tests.soak.searching", str(garbage))

    assert list(soaked(sites / site, 450, 150, 4, server=server))

    assert Counter(garbage.read_text("utf-8").splitlines()) == {}
