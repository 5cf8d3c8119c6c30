"""The cost of a piece of work: the lines of Python that it runs, which no other program changes."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple

_MOST_FACTOR = 2.6
"""By how much the cost of a further n may grow from n to 2n; n times log n stays below it."""
_FEW = 4_000
"""Steps that come and go whatever the size is."""

Work = Callable[[], object]


class Growth(NamedTuple):
    """The steps at n, 2n and 4n."""

    one: int
    two: int
    four: int

    @property
    def factor(self) -> float:
        """2 where the cost grows with the size, 4 where it grows with its square."""
        return (self.four - self.two) / max(1, self.two - self.one)

    @property
    def is_bounded(self) -> bool:
        """Whether the cost grows no faster than the size, nearly."""
        return self.four - self.two <= _MOST_FACTOR * max(0, self.two - self.one) + _FEW


class Cost(NamedTuple):
    """The time and the room that a piece of work takes."""

    seconds: float
    """Of the processor."""
    megabytes: float
    """At the worst moment."""


def count_steps(work: Work) -> int:
    """The lines, calls and returns of a piece of work."""
    count = 0

    def note(_frame: FrameType, _event: str, _what: Any) -> Any:
        nonlocal count
        count += 1
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def measure_growth(work_of: Callable[[int], Work], size: int) -> Growth:
    """The steps of the work for a size, twice and four times that."""
    work_of(size)()  # What is made but once is there from now on.
    one, two, four = (count_steps(work_of(size * factor)) for factor in (1, 2, 4))
    return Growth(one, two, four)


def measure_cost(work: Work) -> Cost:
    """The time of a piece of work, and in a second run its room."""
    begun = time.process_time()
    work()
    seconds = time.process_time() - begun
    tracemalloc.start()
    try:
        work()
        return Cost(seconds, tracemalloc.get_traced_memory()[1] / 1e6)
    finally:
        tracemalloc.stop()
