"""Every waiting time of the server, in seconds; numbers of checks say so."""

from __future__ import annotations

# Diagnostics

QUICK_REPORT = 0.005
"""A site whose diagnostics took less is published at once, any other after a burst."""
LONGEST_STEP = 0.03
MOST_STEPS = 40
"""The processor time and the number of the steps in which a large new docs.json is checked.

Messages are handled between them.
"""
MESSAGE_GRACE = 0.02
"""The time that diagnostics wait for a message that has arrived already."""
LONGEST_POLL = 60.0
"""The time that `workspace/diagnostic` waits for news if the client is up to date."""
SHORTEST_POLL = 0.5
"""The time in which news for such a client are collected, so that typing does not flood it."""
LONGEST_CHECK = 60.0
"""The time that a request for the diagnostics of whole sites waits until they are complete."""
CHECK_POLL = 0.05
"""The interval of checks whether they are."""

# Answers

LONGEST_READING = 10.0
"""The time that an answer waits for a site or its pages."""

# Reading a site

FIND_SITES_PAUSE = 0.3
"""The time in which the opened file has the machine for itself."""
ENTERING_PAUSE = 0.05
"""The interval of checks whether a large opened site has been read."""
READ_PAUSE = 0.1
"""The pause in typing before a file is read that a new `$ref` names."""
PAGE_EDIT_PAUSE = 0.3
"""The time that the state of the disk may lag behind a page that is being typed in."""
FILE_EVENT_PAUSE = 0.1
"""The time in which further file events are collected: they come in bursts."""
EXISTENCE_PAUSE = 0.5
"""The time in which events are collected for files that matter only by their existence.

Build tools create and delete such files all the time.
"""
CREATED_GRACE = 0.3
"""Seconds in which the client, or a refactoring in it, may write in a page that it creates."""
CREATED_POLL = 0.1
CREATED_POLLS = 50
"""The interval in seconds and the number of checks whether a created page is known."""
LARGE_SITE_QUIET = 0.5
"""The pause in typing after which a large site is computed again."""
LONGEST_POSTPONEMENT = 5.0
"""The longest time for which typing may postpone that; then it is done while the user types."""
SITE_RULES_REST = 0.4
"""The pause in typing after which the rules about the whole site run."""

# Files and processes

FILE_POLL = 3.0
"""The interval of disk checks for a client that cannot watch files."""
FILE_POLL_BEHIND_WATCHERS = 30.0
"""The interval of disk checks for a client that watches files."""
REVISION_POLL = 2.0
"""The interval of checks whether the revision that sites are compared with has moved."""
JOURNAL_POLL = 2.0
"""The interval of checks whether a command was interrupted while it wrote in a site."""
PARENT_POLL = 2.0
"""The interval of checks whether the editor's process still runs."""
EXIT_GRACE = 1.0
"""The time in which running work must notice that the server stops."""
PREVIEW_EDIT_PAUSE = 0.2
"""The pause in typing after which a preview gets the text."""
PREVIEW_EXIT_GRACE = 3.0
"""The time that a preview may take to stop by itself."""

# Progress

PROGRESS_AFTER = 0.4
"""The minimum duration of work whose progress is shown."""
PROGRESS_EVERY = 0.2
"""The shortest interval of progress reports."""
