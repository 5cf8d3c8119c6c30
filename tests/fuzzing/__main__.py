"""`python -m tests.fuzzing TARGET [--seconds N]`: changes texts at random, guided by coverage.

It needs `pip install atheris`. Texts that reach something new are kept in the folder `--corpus`, so
that a later run goes on where this one has ended: given a week, it uses a week. A text that breaks
something is written to `crash-…` beside it; make a test of it. Most texts are short, since those
are read quickly; some have up to 256 KB, and one that takes more than 30 s is told like a crash.
"""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser
from pathlib import Path


def main() -> None:
    """Fuzz one target until the time is over, or something breaks."""
    parser = ArgumentParser("python -m tests.fuzzing", description=__doc__)
    parser.add_argument("target", help="the name of a function in tests/fuzzing/targets.py")
    parser.add_argument("--seconds", type=int, default=60, help="how long (default: 60)")
    parser.add_argument("--corpus", type=Path, default=Path(".fuzzing"), help="the kept texts")
    given = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.exit("This needs the fuzzer: `pip install atheris`.")
    logging.disable(logging.CRITICAL)
    with atheris.instrument_imports(include=["docs_lsp", "mcp_preview"]):
        from tests.fuzzing.targets import LONGEST, SEEDS, TARGETS, repeat
    if given.target not in TARGETS:
        sys.exit(f"There is no target `{given.target}`. There are {', '.join(TARGETS)}.")
    corpus = given.corpus / given.target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[given.target]):
        (corpus / f"seed-{number}").write_bytes(seed)
        (corpus / f"long-seed-{number}").write_bytes(repeat(seed))
    options = [
        f"-max_total_time={given.seconds}",
        f"-max_len={LONGEST}",
        "-timeout=30",
        "-rss_limit_mb=4000",
    ]
    options.append(f"-artifact_prefix={given.corpus}/{given.target}-")
    atheris.Setup([sys.argv[0], *options, str(corpus)], TARGETS[given.target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
