"""Pauses of all kinds of work, so that typing comes first, but not for ever.

Every waiting time of the server stands here, in seconds. `Debounce` is the clock of one site: when
somebody typed last, and since when work has been postponed for that. Event loop only, but for
`is_typing`, which a thread may ask.
"""

from __future__ import annotations

import math
import time

# Diagnostics

QUICK_REPORT = 0.005
"""A site whose diagnostics took less than this is published at once, any other after a burst."""
MESSAGE_GRACE = 0.02
"""How long diagnostics stand back behind a message that has arrived already."""
LONGEST_POLL = 60.0
"""How long `workspace/diagnostic` waits for news where the client knows everything already."""
SHORTEST_POLL = 0.5
"""How long news are gathered before such a client gets them, so that typing is not a flood."""

# Reading a site

FIND_SITES_PAUSE = 0.3
"""How long the file that the writer has opened has the machine for itself."""
ENTERING_PAUSE = 0.05
"""The time between two looks whether a large site that was opened has been read."""
READ_PAUSE = 0.1
"""How long typing is awaited before a file is read that a `$ref` begins to name."""
PAGE_EDIT_PAUSE = 0.3
"""How long the picture of the disk may lag behind a page that is being typed in."""
FILE_EVENT_PAUSE = 0.1
"""How long further file events are awaited: they come in swarms."""
EXISTENCE_PAUSE = 0.5
"""The wait for events of files that matter only by their existence: whatever builds something makes
and deletes them without end."""
LARGE_SITE_QUIET = 0.5
"""How long nobody must have typed in a large site before it is worked out anew."""
LONGEST_POSTPONEMENT = 5.0
"""How long typing without such a pause may postpone that; then it is done beside typing."""
SITE_RULES_REST = 0.4
"""How long nobody must have typed in a site before the rules about the whole site run."""

# Files and processes

FILE_POLL = 3.0
"""The time between two looks at the disk for a client that cannot watch files."""
FILE_POLL_BEHIND_WATCHERS = 30.0
"""The time between two looks at the disk for a client that watches files."""
REVISION_POLL = 2.0
"""The time between two looks whether the revision that sites are compared with has moved."""
JOURNAL_POLL = 2.0
"""The time between two looks whether a command was interrupted while it wrote in a site."""
PARENT_POLL = 2.0
"""The time between two looks whether the editor's process still runs."""
EXIT_GRACE = 1.0
"""How long work that is under way may take to notice that the server ends."""
PREVIEW_EDIT_PAUSE = 0.2
"""How long nobody must have typed before a preview gets the text."""
PREVIEW_EXIT_GRACE = 3.0
"""How long a preview may take to end by itself."""

# Progress

PROGRESS_AFTER = 0.4
"""How long work must take before its progress is shown."""
PROGRESS_EVERY = 0.2
"""The least time between two reports of progress."""


class Debounce:
    """The typing in one site: when it happened last, and since when work waits for it."""

    def __init__(self) -> None:
        """Start with nobody typing and no work waiting."""
        self._typed_at = -math.inf
        self._waiting_since: float | None = None

    def note_keystroke(self) -> None:
        """Note a keystroke."""
        self._typed_at = time.monotonic()

    def is_typing(self) -> bool:
        """Whether somebody has typed just now."""
        return time.monotonic() - self._typed_at < LARGE_SITE_QUIET

    def quiet_left(self) -> float:
        """The seconds without typing that a large site still waits for."""
        quiet = self._typed_at + LARGE_SITE_QUIET - time.monotonic()
        if self._waiting_since is None:
            return quiet
        return min(quiet, self._waiting_since + LONGEST_POSTPONEMENT - time.monotonic())

    def rest_left(self) -> float:
        """The seconds without typing that the rules about the whole site still wait for."""
        return self._typed_at + SITE_RULES_REST - time.monotonic()

    def postpone(self) -> None:
        """Note that work waits from now on, unless some does already."""
        if self._waiting_since is None:
            self._waiting_since = time.monotonic()

    def settle(self) -> None:
        """Note that no work waits any more."""
        self._waiting_since = None

    def is_waiting(self) -> bool:
        """Whether work waits for a pause."""
        return self._waiting_since is not None

    def is_overdue(self) -> bool:
        """Whether work has been waiting for too long."""
        since = self._waiting_since
        return since is not None and time.monotonic() - since >= LONGEST_POSTPONEMENT
