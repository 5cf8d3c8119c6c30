"""What the command line costs: `check` beside reading the site, `--version` beside Python itself.

    python -m tests.benchmarks.commands SITE [--rounds 7]

Each pair runs in turn. The bars: `check` takes at most three times as long as listing the tree
and reading its pages; `--version` at most 150 ms more than a bare interpreter.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

READ = """
import os, sys
for folder, _, files in os.walk(sys.argv[1]):
    for name in files:
        with open(os.path.join(folder, name), "rb") as file:
            file.read()
"""


def seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def medians(first: Sequence[str], second: Sequence[str], rounds: int) -> tuple[float, float]:
    pairs = [(seconds(first), seconds(second)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    python = sys.executable
    docs_lsp = (python, "-m", "docs_lsp")
    read, check = medians(
        (python, "-c", READ, str(options.site)),
        (*docs_lsp, "check", str(options.site)),
        options.rounds,
    )
    print(
        f"list and read {read * 1e3:.0f} ms, check {check * 1e3:.0f} ms, ratio {check / read:.2f}"
    )
    bare, version = medians((python, "-c", "pass"), (*docs_lsp, "--version"), options.rounds)
    more = (version - bare) * 1e3
    print(f"python {bare * 1e3:.0f} ms, --version {version * 1e3:.0f} ms, {more:.0f} ms more")


if __name__ == "__main__":
    main()
