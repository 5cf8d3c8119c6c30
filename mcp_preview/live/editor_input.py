"""Reads the editor's unsaved texts from standard input: a JSON object in each line.

`{"open": FILE, "text": TEXT}` is the editor's text of a file, given by its site path; `{"close":
FILE}` means that the editor has closed it. The end of the input means that the editor has ended, so
that even a killed editor leaves no process behind.
"""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import sys

import orjson

from mcp_preview.live.live_site import LiveSite

logger = logging.getLogger(__name__)

_LONGEST = 64 * 1024 * 1024
"""The greatest length of a line in bytes: an escaped text of the largest file that is read."""


async def apply_editor_input(live: LiveSite) -> None:
    """Apply the lines from the editor until the input ends; returns at once if it is a file."""
    if not _is_stream(os.fstat(sys.stdin.fileno()).st_mode):
        return  # A file or `/dev/null` does not signal the end.
    reader = asyncio.StreamReader(_LONGEST)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    while True:
        try:
            line = await reader.readline()
        except ValueError:
            logger.warning("A line of the editor was too long")
            continue
        if not line:
            return
        apply_line(live, line)


def _is_stream(mode: int) -> bool:
    """Return whether the standard input can receive lines from an editor."""
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or sys.stdin.isatty()


def apply_line(live: LiveSite, line: bytes) -> None:
    """Apply one line of JSON from the editor. An invalid line is logged and skipped."""
    try:
        message = orjson.loads(line)
    except ValueError:
        message = None
    match message:
        case {"open": str(file), "text": str(text)}:
            live.set_buffer(file, text.encode("utf-8", "replace"))
        case {"close": str(file)}:
            live.drop_buffer(file)
        case _:
            logger.warning("A line of the editor could not be parsed: %.100r", line)
