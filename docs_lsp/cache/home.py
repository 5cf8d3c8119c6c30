"""Where the user's programs keep what can be made again."""

from __future__ import annotations

import os
import secrets
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


def write_whole(path: Path, text: str) -> None:
    """Write a file that others may read or write at this moment: they find all of it, or what was
    there before. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    passing = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        passing.write_text(text, encoding="utf-8", newline="\n")
        passing.replace(path)
    finally:
        passing.unlink(missing_ok=True)
