"""The entry point of `docs-lsp` and of `python -m docs_lsp`."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

_WATCHERS = frozenset(("bdb", "coverage", "cProfile", "profile", "trace"))
"""Modules that write their results when the interpreter ends in order."""


def run() -> NoReturn:
    """Run the command line, and end the process with its exit code.

    The process ends without freeing its objects one by one, which would take a seventh of a short
    run. `main` has written everything by then, and has waited for the processes it started.
    """
    # Until there is something to leave in order, Ctrl-C ends the process without a word.
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from docs_lsp.cli import main

    signal.signal(signal.SIGINT, handler)
    code = main()
    if _WATCHERS & sys.modules.keys():
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
