"""`python -m tests.soak.main_thread FILE`: the server, which says what its main thread does.

FILE gets a line for each callback of the event loop that took 10 ms or more: the milliseconds of
processor time, and its name.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from docs_lsp.server.log import LogOptions
from docs_lsp.server.main import serve_stdio

_LEAST = 0.01
"""Seconds; what takes less is not worth a line."""


def watch(file: Path) -> None:
    """From now on, measure each callback of the event loop."""
    run = asyncio.Handle._run

    def measure(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        name = repr(handle)
        run(handle)
        taken = time.thread_time() - begun
        if taken >= _LEAST:
            with file.open("a", encoding="utf-8") as report:
                report.write(f"{taken * 1000:.1f} {name}\n")

    asyncio.Handle._run = measure  # type: ignore[method-assign, assignment]  # bound when it is called


if __name__ == "__main__":
    watch(Path(sys.argv[1]))
    sys.exit(serve_stdio(LogOptions()))
