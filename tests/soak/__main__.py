"""`python -m tests.soak SITE [--actions 100000] [--between 250] [--seed 1]
[--editors 2] [--cancels 1]`

Random work on a copy of a site, with comparisons at rest. It ends with 1 where something stale was
shown, something was missing, or memory has grown by more than a twentieth after the first tenth.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.soak.running import soaked

_GROWTH = 1.05


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.soak", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--between", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--editors", type=int, default=1, help="how many, each with its server")
    parser.add_argument(
        "--cancels", type=float, default=0.4, help="the part of taken back questions"
    )
    options = parser.parse_args()
    wrong, first, last = 0, 0.0, 0.0
    rests = soaked(
        *(options.site, options.actions, options.between, options.seed),
        editors=options.editors,
        cancels=options.cancels,
    )
    for rest in rests:
        last = rest.megabytes
        if not first and rest.actions >= options.actions / 10:
            first = last
        mismatch = [("missing", one) for one in sorted(rest.missing)]
        mismatch += [("stale", one) for one in sorted(rest.stale)]
        wrong += bool(mismatch)
        counts = f"{rest.findings:6,} findings  {last:6.1f} MB  {wrong} wrong"
        print(f"{rest.actions:8,} actions  {counts}", flush=True)
        for kind, finding in mismatch[:6]:
            print(f"    {kind}: {finding}")
    grown = last / first if first else 1.0
    print(f"memory after a tenth {first:.1f} MB, at the end {last:.1f} MB: {grown:.2f} times")
    return 1 if wrong or grown > _GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
