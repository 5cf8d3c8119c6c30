"""Bits of sentences that the messages of several rules share."""

from __future__ import annotations

from collections.abc import Sequence


def shorten(text: str, most: int = 80) -> str:
    """A text that a writer gave, cut where it would drown the message; no backticks in it."""
    plain = " ".join(text.replace("`", "'").split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def code(text: str) -> str:
    """A path or name as messages show it."""
    return f"`{shorten(text)}`"


def join_words(parts: Sequence[str], last: str = "or") -> str:
    """Things listed as one says them: `a`, `b` or `c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
