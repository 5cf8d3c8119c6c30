"""The command line of the preview, which is a program of its own."""

from __future__ import annotations

import sys


def preview_command(*arguments: str) -> list[str]:
    """The program with its arguments, to be run as a process."""
    # Nothing that lies in the writer's folder may be taken for one of our modules.
    return [sys.executable, "-P", "-m", "mcp_preview", *arguments]
