"""When work on a site may begin."""

from __future__ import annotations

import pytest

from docs_lsp.server import debounce as module
from docs_lsp.server.debounce import Debounce
from docs_lsp.server.waiting_times import LARGE_SITE_QUIET, LONGEST_POSTPONEMENT, SITE_RULES_REST


class Clock:
    """A clock that goes when it is told to, in seconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def test_where_nobody_has_typed_nothing_has_to_wait(clock: Clock) -> None:
    debounce = Debounce()

    assert not debounce.is_typing()
    assert debounce.rest_seconds_left() < 0
    assert not debounce.is_overdue()


def test_a_keystroke_holds_work_up_for_a_while(clock: Clock) -> None:
    debounce = Debounce()
    debounce.record_keystroke()

    assert debounce.is_typing()
    assert debounce.rest_seconds_left() == pytest.approx(SITE_RULES_REST)
    clock.now += max(LARGE_SITE_QUIET, SITE_RULES_REST)
    assert not debounce.is_typing()
    assert debounce.rest_seconds_left() <= 0


def test_patience_is_counted_from_the_first_thing_that_was_postponed(clock: Clock) -> None:
    debounce = Debounce()
    debounce.start_waiting()
    clock.now += LONGEST_POSTPONEMENT / 2
    debounce.start_waiting()

    assert not debounce.is_overdue()
    clock.now += LONGEST_POSTPONEMENT / 2
    assert debounce.is_overdue()
    debounce.stop_waiting()
    assert not debounce.is_overdue()


def test_a_large_site_is_worked_out_in_a_pause_or_when_patience_is_at_its_end(
    clock: Clock,
) -> None:
    debounce = Debounce()
    assert debounce.quiet_seconds_left() < 0

    debounce.record_keystroke()
    assert debounce.quiet_seconds_left() == pytest.approx(LARGE_SITE_QUIET)
    debounce.start_waiting()
    clock.now += LONGEST_POSTPONEMENT - LARGE_SITE_QUIET / 2
    debounce.record_keystroke()
    assert debounce.quiet_seconds_left() == pytest.approx(LARGE_SITE_QUIET / 2)
