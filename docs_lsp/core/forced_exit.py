"""Ends a process in time, whatever its threads are doing."""

from __future__ import annotations

import faulthandler
import os
import threading

_STANDARD_ERROR = 2
_MORE_IN_C = 0.4
"""The additional seconds for a process in which C code holds the interpreter's lock."""


def exit_within(seconds: float, code: int) -> None:
    """Make this process exit within some seconds, with the exit code if possible.

    The stack of each thread is then written to standard error, for a report. The exit code is 1 if
    a call into C code blocks all other threads. To be called once, when the program must end.
    """
    faulthandler.dump_traceback_later(seconds + _MORE_IN_C, exit=True, file=_STANDARD_ERROR)
    timer = threading.Timer(seconds, _exit_with_traceback, (code,))
    timer.daemon = True
    timer.start()


def _exit_with_traceback(code: int) -> None:
    """Write where all threads are to standard error, and end the process at once."""
    faulthandler.dump_traceback(_STANDARD_ERROR, all_threads=True)
    os._exit(code)
