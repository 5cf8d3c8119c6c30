"""Standard output, as programs and people read it."""

from __future__ import annotations

import os
import sys

import orjson


def print_json(content: object, *, indented: bool = False) -> None:
    """Print JSON in UTF-8, whatever encoding the terminal has: a program reads it."""
    option = orjson.OPT_INDENT_2 if indented else 0
    sys.stdout.flush()
    sys.stdout.buffer.write(orjson.dumps(content, option=option) + b"\n")
    sys.stdout.buffer.flush()


def silence() -> None:
    """Let whatever is still printed go nowhere: whoever has read the rest may have closed it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
