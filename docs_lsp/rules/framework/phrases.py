"""Helpers for the wording of messages."""

from __future__ import annotations

from collections.abc import Sequence


def shorten_for_message(text: str, most: int = 80) -> str:
    """Return text on one line, without backticks, cut after `most` characters."""
    plain = " ".join(text.replace("`", "'").split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def code(text: str) -> str:
    """Return a path or name in backticks, shortened."""
    return f"`{shorten_for_message(text)}`"


def format_count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, such as `1 site`, `2 sites`, `1,000 entries`.

    `plural` is needed if it is not the noun with an "s".
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def join_words(parts: Sequence[str], last: str = "or") -> str:
    """Join words as in a sentence: `a`, `b` or `c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
