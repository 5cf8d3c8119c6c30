"""Counting in memory counts as the library does."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from mcp_preview.http.limits import RollingWindow

HOUR = 3_600
START = 1_800_000_000.0
ITEM = RateLimitItemPerHour(3)
ASKED = st.lists(st.tuples(st.integers(0, 2_500), st.sampled_from("ab")), max_size=30)


@given(ASKED)
def test_it_counts_as_the_library_does(asked: list[tuple[int, str]]) -> None:
    ours, theirs = RollingWindow(), MovingWindowRateLimiter(MemoryStorage())
    now = START
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: now)
        for seconds, whose in asked:
            now += seconds + 0.5
            assert ours.hit(ITEM, whose) == theirs.hit(ITEM, whose)
            left, right = (one.get_window_stats(ITEM, whose) for one in (ours, theirs))
            assert left.remaining == right.remaining
            assert left.reset_time == pytest.approx(right.reset_time)


def test_who_has_not_asked_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = START
    monkeypatch.setattr(time, "time", lambda: now)
    window = RollingWindow()
    for number in range(50):
        window.hit(ITEM, f"10.0.0.{number}")

    now += HOUR + 1
    window.hit(ITEM, "10.0.0.7")

    assert len(window) == 1
