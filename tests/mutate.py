"""Changes a module in small ways, and lists the changes that no test notices.

    python -m tests.mutate docs_lsp.mdx.braces                      # with the tests of its room
    python -m tests.mutate docs_lsp.cli.url --tests tests/cli/test_url.py --most 20

First the tests run once to find which of them call each function. Then each mutant is imported in
place of the module, and the tests that call the changed function run until one fails. A mutant that
survives is a hole in the tests, or a change that makes no difference: read it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants import Mutant, list_mutants, path_of

ROOT = Path(__file__).parents[1]
TIME_LIMIT = 300
"""Seconds, or more if the tests are slow. An endless loop in a mutant counts as noticed."""
MOST_TESTS = 400
"""Tests that run for one mutant."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print the survivors and the share that was noticed; 1 if a mutant survived."""
    options = _parse(argv)
    numbered = list(enumerate(list_mutants(path_of(options.module).read_text("utf-8"))))
    if options.most and len(numbered) > options.most:
        numbered = sorted(random.Random(options.seed).sample(numbered, options.most))
    folders = options.tests or [_folder_of(options.module)]
    started = time.monotonic()
    calls = find_calls(options.module, folders)
    time_limit = max(TIME_LIMIT, 3 * (time.monotonic() - started))

    def try_mutant(item: tuple[int, Mutant]) -> bool:
        number, mutant = item
        return is_noticed(options.module, number, _select_tests(mutant, calls), time_limit)

    survivors = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for (_, mutant), noticed in zip(numbered, pool.map(try_mutant, numbered), strict=True):
            if not noticed:
                survivors += 1
                print(f"{options.module}:{mutant.line} {mutant.function or '(module)'}")
                print(f"  - {_shorten(mutant.before)}\n  + {_shorten(mutant.after)}", flush=True)
    noticed_count = len(numbered) - survivors
    share = 100 * noticed_count / max(len(numbered), 1)
    print(f"{options.module}: {noticed_count} of {len(numbered)} mutants noticed ({share:.0f} %)")
    return 1 if survivors else 0


def find_calls(module: str, tests: Sequence[str]) -> Mapping[str, list[str]]:
    """Return the tests that call each function. They may take any time: no mutant is in them.

    Raises `SystemExit` if the tests fail without a mutant.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "calls.json"
        run = _run_tests(tests, {"MUTANT_MODULE": module, "MUTANT_CALLS": str(file)})
        if run.returncode:
            raise SystemExit(
                f"The tests fail without a mutant:\n{(run.stdout + run.stderr)[-3000:]}"
            )
        calls: dict[str, list[str]] = json.loads(file.read_text("utf-8"))
        return calls


def is_noticed(
    module: str, number: int, tests: Sequence[str], time_limit: float = TIME_LIMIT
) -> bool:
    """Return whether one of the tests fails with this mutant, or they exceed the time limit."""
    if not tests:
        return False
    environment = {"MUTANT_MODULE": module, "MUTANT_NUMBER": str(number)}
    try:
        return _run_tests(tests, environment, time_limit).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def _run_tests(
    tests: Sequence[str], environment: Mapping[str, str], time_limit: float | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "-p", "tests.mutants", *tests],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=time_limit,
        check=False,
    )


def _select_tests(mutant: Mutant, calls: Mapping[str, list[str]]) -> list[str]:
    """Return the tests of its function, evenly spread, or all tests for a mutant outside of one."""
    every = sorted({test for tests in calls.values() for test in tests})
    tests = calls.get(mutant.function, []) if mutant.function else every
    return tests[:: 1 + len(tests) // MOST_TESTS]


def _folder_of(module: str) -> str:
    """Return the folder of the tests of a module's room; all of its package's if it has none."""
    package, room = module.split(".")[:2]
    folder = "tests/preview" if package == "mcp_preview" else "tests"
    return f"{folder}/{room}" if (ROOT / folder / room).is_dir() else folder


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 110 else f"{line[:109]}…"


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("module", help="a module, such as docs_lsp.mdx.braces")
    parser.add_argument("--tests", nargs="+", help="tests to run (default: those of its room)")
    parser.add_argument("--most", type=int, default=0, help="mutants to try, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="another draw")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
