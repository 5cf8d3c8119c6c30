"""`python -m tests.soak.main_thread FILE`: the server, which says what its main thread does.

FILE gets a line for each message, and for each other callback of the event loop, that took 10 ms
or more: the milliseconds of processor time, and its name. Messages are measured one by one, since
all that have arrived while the machine was busy with something else are read in one callback.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from docs_lsp.server.log import LogOptions
from docs_lsp.server.main import serve_stdio
from docs_lsp.server.protocol import Protocol

_LEAST = 0.01
"""Seconds; what takes less is not worth a line."""


def watch(file: Path) -> None:
    """From now on, measure each message and each other callback of the event loop."""
    run, handle_body = asyncio.Handle._run, Protocol._handle_body
    in_messages = 0.0

    def report(taken: float, name: str) -> None:
        if taken >= _LEAST:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(f"{taken * 1000:.1f} {name}\n")

    def measure_message(protocol: Protocol, body: bytes) -> None:
        nonlocal in_messages
        begun = time.thread_time()
        handle_body(protocol, body)
        taken = time.thread_time() - begun
        in_messages += taken
        report(taken, repr(body[:120]))

    def measure(handle: asyncio.Handle) -> None:
        nonlocal in_messages
        in_messages, begun = 0.0, time.thread_time()
        name = repr(handle)
        run(handle)
        report(time.thread_time() - begun - in_messages, name)

    Protocol._handle_body = measure_message  # type: ignore[method-assign, assignment]  # bound too
    asyncio.Handle._run = measure  # type: ignore[method-assign, assignment]  # bound when it is called


if __name__ == "__main__":
    watch(Path(sys.argv[1]))
    sys.exit(serve_stdio(LogOptions()))
