"""Wording that all messages share: shortened quotes, counts with their noun, joined words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cut_text(text: str, most: int) -> str:
    """Return text cut after `most` characters, the last of which is then an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def shorten_for_message(text: str, most: int = 80) -> str:
    """Return text on one line, without backticks, cut after `most` characters."""
    return cut_text(" ".join(text.replace("`", "'").split()), most)


def code(text: str) -> str:
    """Return a path or name in backticks, shortened; in quotes too if it has spaces around it."""
    shown = text if text == text.strip() else f'"{text}"'
    return f"`{shorten_for_message(shown)}`"


def capitalize(text: str) -> str:
    """Return text with its first letter in upper case, and the others as they are."""
    return text[:1].upper() + text[1:]


def make_title(name: str) -> str:
    """Return the title that the name of a file or folder gives: `First steps` of `first-steps`."""
    return capitalize(name.replace("-", " ").replace("_", " ").strip())


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


def join_codes(names: Iterable[str], last: str = "or", *, total: int = 0) -> str:
    """Join names in backticks as in a sentence: `a`, `b` or `c`.

    If `total` is larger than their number, the others are counted: `a`, `b` and 3 more.
    """
    parts = [*map(code, names)]
    if total > len(parts):
        return join_words([*parts, f"{total - len(parts)} more"], "and")
    return join_words(parts, last)


def render_suggestion(names: Iterable[str]) -> str:
    """Return the question "Did you mean `a` or `b`?"; empty without names."""
    joined = join_codes(names)
    return f"Did you mean {joined}?" if joined else ""
