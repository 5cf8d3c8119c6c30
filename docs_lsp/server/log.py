"""The log, on standard error: short lines, and few of them, whatever goes wrong."""

from __future__ import annotations

import logging
import sys
import time

from pygls.exceptions import JsonRpcException

LONGEST = 4000
BURST = 100
PERIOD = 10.0


def start_logging() -> None:
    """Send warnings and errors to standard error, and nothing anywhere else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Short("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Few())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # A pipe that the editor has closed is no reason to write to it about that.
    logging.raiseExceptions = False


class Short(logging.Formatter):
    """Cuts what is too long: a message may quote a whole document."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, cut in the middle if need be."""
        if record.exc_info and isinstance(record.exc_info[1], JsonRpcException):
            record.exc_info = None  # A refusal of what the client asked for is no fault of ours.
        line = super().format(record)
        if len(line) <= LONGEST:
            return line
        half = LONGEST // 2
        return f"{line[:half]}\n[{len(line) - LONGEST} characters left out]\n{line[-half:]}"


class Few(logging.Filter):
    """Lets through so many records in a while: a client gone mad must not fill the disk."""

    def __init__(self) -> None:
        """Start to count."""
        super().__init__()
        self._since = 0.0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is still among the few."""
        now = time.monotonic()
        if now - self._since > PERIOD:
            self._since, self._count = now, 0
        self._count += 1
        if self._count == BURST:
            record.msg = f"{record.msg} (More is left out for {PERIOD:.0f} seconds.)"
        return self._count <= BURST
