"""Labels of paths in a narrow list of completion items: the part in which they differ."""

from __future__ import annotations

LONGEST = 40
"""The maximum number of characters; an editor cuts off the end of longer labels."""


def shorten_path(path: str, typed: str) -> str:
    """Return a path without the folder that was typed, and without its first folders if long."""
    folder = typed[: typed.rfind("/") + 1]
    rest = path.removeprefix(folder) or path
    if len(rest) <= LONGEST:
        return rest
    tail = rest[-LONGEST + 1 :]
    slash = tail.find("/")
    return f"…{tail[max(slash, 0) :]}"
