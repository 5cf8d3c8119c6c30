"""The log on standard error: short lines, and few of them, whatever goes wrong.

For debugging there can be more of it, and a file.
"""

from __future__ import annotations

import logging
import sys
import time
from pathlib import Path
from typing import NamedTuple

LONGEST = 4000
BURST = 100
PERIOD = 10.0


LARGEST = 10_000_000
"""The size in bytes at which a log file is renamed, replacing the previous one."""


class LogOptions(NamedTuple):
    """The level of the log, and its file."""

    level: str = "WARNING"
    file: Path | None = None
    """A file that is written in addition to standard error.

    Never standard output, which belongs to the protocol.
    """


def start_logging(log: LogOptions) -> None:
    """Send warnings and errors, or what the level asks for, to standard error and the file.

    Raises OSError for a file that cannot be written.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TruncatingFormatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(RateLimit())
    handlers: list[logging.Handler] = [handler]
    if log.file is not None:
        # First, as the limit adds a note to the record, and the file has no limit.
        handlers.insert(0, _build_file_handler(log.file))
    logging.basicConfig(level=log.level, handlers=handlers, force=True)
    for name in ("asyncio", "pygls"):  # They log each step and every message as a whole.
        logging.getLogger(name).setLevel(logging.WARNING)
    # If the editor has closed the pipe, there is no point in writing about that.
    logging.raiseExceptions = False


def _build_file_handler(file: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler  # It imports sockets.

    handler = RotatingFileHandler(file, maxBytes=LARGEST, backupCount=1, encoding="utf-8")
    handler.setFormatter(TruncatingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler


class TruncatingFormatter(logging.Formatter):
    """Truncates long records: a message may quote a whole document."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, cut in the middle if too long; without a client error's traceback."""
        if record.exc_info and _is_client_error(record.exc_info[1]):
            record.exc_info = None
        line = super().format(record)
        if len(line) <= LONGEST:
            return line
        half = LONGEST // 2
        return f"{line[:half]}\n[{len(line) - LONGEST} characters left out]\n{line[-half:]}"


def _is_client_error(error: BaseException | None) -> bool:
    """Return whether an error is a `JsonRpcException`: the client's mistake, not one of ours."""
    from pygls.exceptions import JsonRpcException  # The command line reads options without it.

    return isinstance(error, JsonRpcException)


class RateLimit(logging.Filter):
    """Lets a limited number of records through per period.

    A failure of the client must not fill the disk.
    """

    def __init__(self) -> None:
        """Start counting."""
        super().__init__()
        self._since = 0.0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Count a record, and return whether it is within the limit; the last one gets a note."""
        now = time.monotonic()
        if now - self._since > PERIOD:
            self._since, self._count = now, 0
        self._count += 1
        if self._count == BURST:
            record.msg = f"{record.msg} (Further messages are suppressed for {PERIOD:.0f} seconds.)"
        return self._count <= BURST
