"""The way out: a process that was told to end does so, whatever its threads are at."""

from __future__ import annotations

import faulthandler
import os
import threading

_STANDARD_ERROR = 2
_MORE_IN_C = 0.4
"""How many seconds later a process ends in which C code holds the interpreter's lock."""


def end_within(seconds: float, code: int) -> None:
    """Have this process end in some seconds at the latest, with the exit code if it can be had.

    Standard error then gets what each thread is at, for a report. It ends with 1 where a call into
    C code lets no other thread have its turn. To be called once, when there is no way back.
    """
    faulthandler.dump_traceback_later(seconds + _MORE_IN_C, exit=True, file=_STANDARD_ERROR)
    timer = threading.Timer(seconds, _end, (code,))
    timer.daemon = True
    timer.start()


def _end(code: int) -> None:
    faulthandler.dump_traceback(_STANDARD_ERROR, all_threads=True)
    os._exit(code)
