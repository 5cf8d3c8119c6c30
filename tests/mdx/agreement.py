"""How far the reading of pages agrees with the service's parser. Run by hand, for it takes Node:

    python -m tests.mdx.agreement verdicts.jsonl [--show 10]

`verdicts.jsonl` holds what a reference program that parses pages as the service does says of files,
one JSON object a line: `name` (the file), `ok`, and where it is refused `line` and `reason`, which
names the places of open tags as `(line:column-line:column)`.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.mdx.reading import find_faults
from docs_lsp.mdx.syntax import MdxFault

_PLACES = re.compile(r"\((\d+):\d+-")


class Verdict(NamedTuple):
    """What the reference says of a page."""

    file: str
    ok: bool
    lines: frozenset[int]
    """The lines that it names, from 1."""
    reason: str


class Comparison(NamedTuple):
    """What became of one page."""

    verdict: Verdict
    faults: tuple[MdxFault, ...]
    is_on_line: bool
    """Whether a fault, or its related place, is on a line that the reference names."""
    milliseconds: float

    @property
    def outcome(self) -> str:
        """Agreement, or what kind of difference."""
        if self.verdict.ok:
            return "false alarm" if self.faults else "accepted"
        if not self.faults:
            return "miss"
        return "refused" if self.is_on_line else "other line"


def verdicts(path: Path) -> Iterator[Verdict]:
    """The rows of a file of verdicts."""
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        reason = row.get("reason") or ""
        lines = {row.get("line"), *map(int, _PLACES.findall(reason))} - {None}
        yield Verdict(row["name"], row["ok"], frozenset(lines), reason)


def compare(verdict: Verdict, data: bytes) -> Comparison:
    """What we say of a page, beside what the reference says."""
    started = time.perf_counter()
    faults = find_faults(data)
    took = (time.perf_counter() - started) * 1000
    return Comparison(verdict, faults, bool(verdict.lines & set(lines_of(data, faults))), took)


def lines_of(data: bytes, faults: tuple[MdxFault, ...]) -> Iterator[int]:
    """The lines of faults and their related places, from 1."""
    text = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
    for fault in faults:
        for span in filter(None, (fault.span, fault.related)):
            first = text.count(b"\n", 0, span.start) + 1
            yield from range(first, first + text.count(b"\n", span.start, span.end) + 1)


def report(compared: list[Comparison], show: int) -> None:
    """Print figures, and examples of each kind of difference."""
    outcomes = Counter(each.outcome for each in compared)
    refused = sum(not each.verdict.ok for each in compared)
    times = sorted(each.milliseconds for each in compared)
    mean, late = sum(times) / len(times), times[len(times) * 99 // 100]
    print(f"{len(compared)} pages, {refused} refused: {dict(outcomes)}")
    print(f"{mean:.3f} ms a page, 99 % within {late:.2f} ms, at most {times[-1]:.1f} ms")
    for outcome in ("false alarm", "miss", "other line"):
        for each in [one for one in compared if one.outcome == outcome][:show]:
            print(f"{outcome}: {each.verdict.file}: {sorted(each.verdict.lines)}")
            print(f"    {each.verdict.reason[:150]}\n    {each.faults[:2]}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("verdicts", type=Path)
    parser.add_argument("--show", type=int, default=5)
    chosen = parser.parse_args()
    report(
        [compare(one, Path(one.file).read_bytes()) for one in verdicts(chosen.verdicts)],
        chosen.show,
    )


if __name__ == "__main__":
    main()
