"""The command line of the preview, which is a separate program."""

from __future__ import annotations

import sys


def build_preview_command(*arguments: str) -> list[str]:
    """Return the command line that runs the preview with these arguments."""
    # No file in the user's folder may be imported as one of our modules.
    return [sys.executable, "-P", "-m", "mcp_preview", *arguments]
