"""When work on a site may begin: typing comes first, but not for ever."""

from __future__ import annotations

import math
import time

QUIET = 0.5
"""How long nobody must have typed in a large site before it is worked out anew, in seconds."""
PATIENCE = 5.0
"""How long typing without such a pause may put that off; then typing has to wait for it."""
REST = 0.4
"""How long nobody must have typed in a site before it is looked at as a whole, in seconds."""


class Debounce:
    """When a site was typed in last, and since when something has been put off for that."""

    def __init__(self) -> None:
        """Nobody has typed yet, and nothing waits."""
        self._typed_at = -math.inf
        self._waiting_since: float | None = None

    def typed(self) -> None:
        """Somebody is typing in the site."""
        self._typed_at = time.monotonic()

    def is_typing(self) -> bool:
        """Whether somebody has typed just now."""
        return time.monotonic() - self._typed_at < QUIET

    def quiet_left(self) -> float:
        """How long nobody must type before a large site is worked out anew, in seconds."""
        quiet = self._typed_at + QUIET - time.monotonic()
        if self._waiting_since is None:
            return quiet
        return min(quiet, self._waiting_since + PATIENCE - time.monotonic())

    def rest_left(self) -> float:
        """How long the writer must go on resting before the whole site is looked at, in seconds."""
        return self._typed_at + REST - time.monotonic()

    def put_off(self) -> None:
        """Something waits from now on, unless something does already."""
        if self._waiting_since is None:
            self._waiting_since = time.monotonic()

    def settle(self) -> None:
        """Nothing waits any more."""
        self._waiting_since = None

    def is_out_of_patience(self) -> bool:
        """Whether something has been waiting for too long."""
        since = self._waiting_since
        return since is not None and time.monotonic() - since >= PATIENCE
