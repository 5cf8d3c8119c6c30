"""The exit codes of the commands, as their `--help` explains them."""

from __future__ import annotations

SUCCESS = 0
"""Everything is well, and nothing remains to be done."""
FOUND = 1
"""There are findings, broken addresses, or, with `--check`, changes to be made."""
FAILED = 2
"""The command was used in a wrong way, or could not do its work."""
INTERRUPTED = 130
"""The command was interrupted by Ctrl-C."""
PIPE_CLOSED = 141
"""The reader of the output stopped reading."""
