"""Where the user's programs keep what can be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_home() -> Path:
    """The folder of the user for what can be made again. Raises RuntimeError for a user without a
    home folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return given if given.is_absolute() else Path.home() / ".cache"
