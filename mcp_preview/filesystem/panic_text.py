"""Keeps the panics of the shell's library off standard error.

The library writes it past Python, straight to the process's standard error, so that is turned
aside meanwhile. Whatever else is written there appears a moment later.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Lock
from typing import IO

_STANDARD_ERROR = 2
_PANIC = re.compile(
    rb"\n?thread '[^'\n]*'[^\n]* panicked at [^\n]*\n[^\n]*\n"
    rb"(?:stack backtrace:\n(?:[ \t]+[^\n]*\n)*)?(?:note: [^\n]*\n)*"
)


class _StderrRedirection:
    """A redirection of standard error, for as many callers as there are at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._callers = 0
        self._real = -1
        self._file: IO[bytes] | None = None

    def enter(self) -> None:
        """Redirect standard error until `leave`, unless another caller has."""
        with self._lock:
            self._callers += 1
            if self._callers == 1:
                self._redirect()

    def leave(self) -> None:
        """Write what was no panic, and restore standard error after the last caller.

        Others may follow one another without end, so what is written must not wait for the last.
        """
        with self._lock:
            self._callers -= 1
            rest = self._restore()
            # It cannot be written once the terminal has gone; the command is right all the same.
            with suppress(OSError):
                while rest:
                    rest = rest[os.write(_STANDARD_ERROR, rest) :]
            if self._callers:
                self._redirect()

    def _redirect(self) -> None:
        """Redirect standard error to a temporary file, if that is possible."""
        with ExitStack() as undo, suppress(OSError):  # No room, or standard error is closed.
            file = undo.enter_context(tempfile.TemporaryFile())
            real = os.dup(_STANDARD_ERROR)
            undo.callback(os.close, real)
            os.dup2(file.fileno(), _STANDARD_ERROR)
            self._file, self._real = file, real
            undo.pop_all()

    def _restore(self) -> bytes:
        """Restore standard error, and return what was written meanwhile, without panics."""
        if self._file is None:
            return b""
        os.dup2(self._real, _STANDARD_ERROR)
        os.close(self._real)
        with self._file as file:
            self._file = None
            file.seek(0)
            return _PANIC.sub(b"", file.read())


_REDIRECTION = _StderrRedirection()


@contextmanager
def drop_panic_text() -> Iterator[None]:
    """Within the context, drop panics from standard error, and write everything else there."""
    _REDIRECTION.enter()
    try:
        yield
    finally:
        _REDIRECTION.leave()
