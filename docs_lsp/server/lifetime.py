"""Ends the server once its editor has gone."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable

from docs_lsp.server import waiting_times


async def watch_process(process_id: int, on_exit: Callable[[], None]) -> None:
    """Call `on_exit` once a process has ended."""
    while is_process_alive(process_id):
        await asyncio.sleep(waiting_times.PARENT_POLL)
    on_exit()


def is_process_alive(process_id: int) -> bool:
    """Return whether there is a process with this ID."""
    if process_id <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


if sys.platform == "win32":

    def _is_alive_on_windows(process_id: int) -> bool:
        # `os.kill` would end the process there, whatever the signal.
        import ctypes

        synchronize, timeout = 0x00100000, 0x00000102
        handle = ctypes.windll.kernel32.OpenProcess(synchronize, False, process_id)
        if not handle:
            return False
        state = ctypes.windll.kernel32.WaitForSingleObject(handle, 0)
        ctypes.windll.kernel32.CloseHandle(handle)
        return bool(state == timeout)
