"""The folder in which the user's programs store data that can be recreated."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path


def find_user_cache_folder() -> Path:
    """Return the user's folder for data that can be recreated.

    Raises `RuntimeError` for a user without a home folder.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return given if given.is_absolute() else Path.home() / ".cache"


def write_atomically(path: Path, text: str) -> None:
    """Write a file in one step, with its folder; readers see either the old or the new text.

    Creates its folder. Raises `OSError`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    passing = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        passing.write_text(text, encoding="utf-8", newline="\n")
        passing.replace(path)
    finally:
        passing.unlink(missing_ok=True)
