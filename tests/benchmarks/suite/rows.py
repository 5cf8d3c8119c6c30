"""One row of the table: what was done, how long ours took, and how long its peer or floor did."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """Times of one thing at one size. Times are milliseconds unless `unit` says otherwise."""

    what: str
    size: str
    p50: float
    p95: float | None = None
    p99: float | None = None
    most: float | None = None
    unit: str = "ms"
    processor: float | None = None
    """Per cent of one core that all processes of ours took meanwhile, or seconds of it."""
    peer: str = ""
    """What stands beside it, measured in turn in the same run; empty for none."""
    other: float | None = None
    """The peer's middle value."""

    @property
    def ratio(self) -> float | None:
        """Ours as a part of the peer's: less than 1 is quicker, or smaller."""
        return self.p50 / self.other if self.other else None

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {**asdict(self), "ratio": self.ratio}


def row_of(
    what: str, size: str, seconds: Sequence[float], peer: str = "", others: Sequence[float] = ()
) -> Row:
    """The row of some measured seconds, beside those of a peer."""
    times = sorted(second * 1e3 for second in seconds)
    return Row(
        what,
        size,
        statistics.median(times),
        p95=_at(times, 0.95),
        p99=_at(times, 0.99),
        most=times[-1],
        peer=peer if others else "",
        other=statistics.median(others) * 1e3 if others else None,
    )


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


_HEAD = ("what", "size", "p50", "p95", "p99", "most", "CPU", "beside", "its p50", "ratio")


def table(rows: Iterable[Row]) -> str:
    """All rows as a table in Markdown."""
    lines = [_HEAD, tuple("---" if n < 2 or n == 7 else "---:" for n in range(len(_HEAD)))]
    for row in rows:
        unit = row.unit
        lines.append(
            (
                row.what,
                row.size,
                f"{_short(row.p50)} {unit}",
                *(_short(value) for value in (row.p95, row.p99, row.most)),
                _processor(row),
                row.peer,
                f"{_short(row.other)} {unit}" if row.other is not None else "",
                f"{row.ratio:.2f}" if row.ratio is not None else "",
            )
        )
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _processor(row: Row) -> str:
    if row.processor is None:
        return ""
    return f"{row.processor:.1f} s" if row.unit == "s" else f"{row.processor:.0f} %"


def _short(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"
