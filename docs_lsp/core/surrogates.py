"""Text with lone surrogates: JSON's escapes can make it, and UTF-8 cannot hold it."""

from __future__ import annotations


def is_encodable(text: str) -> bool:
    """Whether a text can be written as UTF-8, that is has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def make_encodable(text: str) -> str:
    """Return a text with a question mark for each lone surrogate."""
    return text if is_encodable(text) else text.encode("utf-8", "replace").decode()
