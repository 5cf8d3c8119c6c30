"""`python -m tests.growth [PART OF A NAME …]`: how the cost of everything grows, by hand.

Counts the steps at n, 2n and 4n, and measures the time and the room that `--size` bytes take and
twice as many. What grows faster than its input is marked, and the exit code is 1.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from tests.growth.all import GENERATORS
from tests.growth.generator import Generator
from tests.growth.steps import measure_cost, measure_growth

_MOST_TIMES = 3.0
"""The time for twice the input may be so many times the time; 2 and some noise."""
_SHORT = 0.3


def main() -> int:
    """Measure what was asked for."""
    parser = ArgumentParser("python -m tests.growth", description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names (default: all)")
    parser.add_argument("--size", type=int, default=0, help="bytes to measure time and room with")
    parser.add_argument("--quick", action="store_true", help="only what CI reads")
    given = parser.parse_args()
    chosen = [
        one
        for one in GENERATORS
        if (not given.names or any(part in one.name for part in given.names))
        and (one.is_quick or not given.quick)
    ]
    bad = [one.name for one in chosen if not _measure(one, given.size)]
    print(f"{len(chosen)} measured, {len(bad)} grow too fast{': ' if bad else ''}{', '.join(bad)}")
    return 1 if bad else 0


def _measure(one: Generator, size: int) -> bool:
    growth = measure_growth(one.work_of, one.size)
    line = (
        f"{one.name:<50} {growth.one:>9,} {growth.two:>9,} {growth.four:>9,} {growth.factor:5.2f}"
    )
    is_fine = growth.is_bounded
    if size and not one.name.startswith(("rule:", "fixes:")):
        once, twice = (measure_cost(one.work_of(size * factor)) for factor in (1, 2))
        line += f" {once.seconds:7.2f} s {twice.seconds:7.2f} s {twice.megabytes:6.0f} MB"
        is_fine &= twice.seconds <= max(_SHORT, _MOST_TIMES * once.seconds)
    print(line if is_fine else f"{line}  TOO FAST", flush=True)
    return is_fine


if __name__ == "__main__":
    sys.exit(main())
