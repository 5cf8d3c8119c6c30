"""A log of the last tool calls, which shows the owner what clients ask."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_CALLS = 200
_MAX_ARGUMENT = 500


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """One call of a tool."""

    number: int  # counts from 1, over the life of the server
    at: float  # seconds since 1970, UTC
    tool: str
    arguments: Mapping[str, Any]  # long ones are cut
    milliseconds: float
    size: int  # the bytes of the texts in the result
    items: int  # texts
    is_error: bool
    is_empty: bool  # whether nothing was found or printed
    client: str  # the name of the client; empty if unknown


class CallLog:
    """The last calls, newest first. Thread-safe."""

    def __init__(self) -> None:
        """Create an empty log."""
        self._calls: deque[LoggedCall] = deque(maxlen=MOST_CALLS)
        self._count = 0
        self._lock = threading.Lock()

    def add_call(
        self,
        *,
        at: float,
        tool: str,
        arguments: Mapping[str, Any],
        milliseconds: float,
        size: int,
        items: int,
        is_error: bool,
        is_empty: bool = False,
        client: str = "",
    ) -> None:
        """Log a call with shortened arguments; the oldest of more than 200 calls is dropped."""
        short = {
            str(name)[:60]: _shorten_argument(value) for name, value in list(arguments.items())[:20]
        }
        with self._lock:
            self._count += 1
            call = LoggedCall(
                self._count,
                at,
                tool,
                short,
                milliseconds,
                size,
                items,
                is_error,
                is_empty,
                client[:60],
            )
            self._calls.appendleft(call)

    def list_calls(self) -> tuple[LoggedCall, ...]:
        """Return the calls, newest first."""
        with self._lock:
            return tuple(self._calls)


def _shorten_argument(value: object) -> object:
    """Return an argument as it is logged, texts with at most 500 characters."""
    if isinstance(value, str):
        return value if len(value) <= _MAX_ARGUMENT else f"{value[:_MAX_ARGUMENT]}…"
    return value if isinstance(value, bool | int | float) or value is None else f"{value!r:.500}"
