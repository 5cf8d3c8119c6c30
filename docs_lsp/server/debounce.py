"""Pauses before work, so that typing comes first without postponing work for ever.

`Debounce` is the clock of one site: the time of the last keystroke, and since when work has been
postponed. Event loop only, except `is_typing`, which any thread may call.
"""

from __future__ import annotations

import math
import time

from docs_lsp.server import waiting_times


class Debounce:
    """The time of the last keystroke in a site, and since when work waits for a pause."""

    def __init__(self) -> None:
        """Start without keystrokes and without waiting work."""
        self._typed_at = -math.inf
        self._waiting_since: float | None = None

    def record_keystroke(self) -> None:
        """Record the time of a keystroke."""
        self._typed_at = time.monotonic()

    def is_typing(self) -> bool:
        """Return whether the last keystroke was a moment ago. Any thread."""
        return time.monotonic() - self._typed_at < waiting_times.LARGE_SITE_QUIET

    def quiet_seconds_left(self) -> float:
        """Return the seconds until a large site need not wait for typing; 0 or less if it need not.

        It waits for a pause, but not for longer than work may be postponed.
        """
        quiet = self._typed_at + waiting_times.LARGE_SITE_QUIET - time.monotonic()
        if self._waiting_since is None:
            return quiet
        return min(
            quiet, self._waiting_since + waiting_times.LONGEST_POSTPONEMENT - time.monotonic()
        )

    def rest_seconds_left(self) -> float:
        """Return the seconds without typing that site rules still wait for; 0 or less if none."""
        return self._typed_at + waiting_times.SITE_RULES_REST - time.monotonic()

    def start_waiting(self) -> None:
        """Record that work waits from now on, unless some does already."""
        if self._waiting_since is None:
            self._waiting_since = time.monotonic()

    def stop_waiting(self) -> None:
        """Record that no work waits any more."""
        self._waiting_since = None

    def is_waiting(self) -> bool:
        """Return whether work waits for a pause."""
        return self._waiting_since is not None

    def is_overdue(self) -> bool:
        """Return whether work has been waiting for too long."""
        since = self._waiting_since
        return since is not None and time.monotonic() - since >= waiting_times.LONGEST_POSTPONEMENT

    def has_to_wait(self) -> bool:
        """Return whether slow work must wait for a pause in typing, and still may. Any thread."""
        return self.is_typing() and not self.is_overdue()
