"""When work on a site may begin."""

from __future__ import annotations

import pytest

from docs_lsp.server import debounce as module
from docs_lsp.server.debounce import PATIENCE, QUIET, REST, Debounce


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
    pace = Debounce()

    assert not pace.is_typing()
    assert pace.rest_left() < 0
    assert not pace.is_out_of_patience()


def test_a_keystroke_holds_work_up_for_a_while(clock: Clock) -> None:
    pace = Debounce()
    pace.typed()

    assert pace.is_typing()
    assert pace.rest_left() == pytest.approx(REST)
    clock.now += max(QUIET, REST)
    assert not pace.is_typing()
    assert pace.rest_left() <= 0


def test_patience_is_counted_from_the_first_thing_that_was_put_off(clock: Clock) -> None:
    pace = Debounce()
    pace.put_off()
    clock.now += PATIENCE / 2
    pace.put_off()

    assert not pace.is_out_of_patience()
    clock.now += PATIENCE / 2
    assert pace.is_out_of_patience()
    pace.settle()
    assert not pace.is_out_of_patience()


def test_a_large_site_is_worked_out_in_a_pause_or_when_patience_is_at_its_end(
    clock: Clock,
) -> None:
    pace = Debounce()
    assert pace.quiet_left() < 0

    pace.typed()
    assert pace.quiet_left() == pytest.approx(QUIET)
    pace.put_off()
    clock.now += PATIENCE - QUIET / 2
    pace.typed()
    assert pace.quiet_left() == pytest.approx(QUIET / 2)
