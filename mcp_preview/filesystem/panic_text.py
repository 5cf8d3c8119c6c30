"""Keeps what the shell's library writes about its own breakdowns off standard error.

The library writes it past Python, straight to the process's standard error, so that is turned
aside meanwhile. Whatever else is written there appears a moment later.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import IO

_STANDARD_ERROR = 2
_PANIC = re.compile(
    rb"\n?thread '[^'\n]*'[^\n]* panicked at [^\n]*\n[^\n]*\n"
    rb"(?:stack backtrace:\n(?:[ \t]+[^\n]*\n)*)?(?:note: [^\n]*\n)*"
)


class _Aside:
    """Where standard error goes meanwhile, for as many callers as there are at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._callers = 0
        self._real = -1
        self._file: IO[bytes] | None = None

    def enter(self) -> None:
        """Turn standard error aside until `leave`, unless another caller has."""
        with self._lock:
            self._callers += 1
            if self._callers == 1:
                try:
                    self._file = tempfile.TemporaryFile()  # noqa: SIM115
                    self._real = os.dup(_STANDARD_ERROR)
                    os.dup2(self._file.fileno(), _STANDARD_ERROR)
                except OSError:
                    self._file = None  # No room for it, or standard error is closed.

    def leave(self) -> None:
        """Turn it back after the last caller, and write what was no panic."""
        with self._lock:
            self._callers -= 1
            if self._callers or self._file is None:
                return
            os.dup2(self._real, _STANDARD_ERROR)
            os.close(self._real)
            self._file.seek(0)
            rest = _PANIC.sub(b"", self._file.read())
            self._file.close()
            self._file = None
        while rest:
            rest = rest[os.write(_STANDARD_ERROR, rest) :]


_ASIDE = _Aside()


@contextmanager
def drop_panic_text() -> Iterator[None]:
    """Drop panics that are written to standard error meanwhile, and keep everything else."""
    _ASIDE.enter()
    try:
        yield
    finally:
        _ASIDE.leave()
