"""Text of a site in Markdown that we write, for comments on pull requests and job summaries."""

from __future__ import annotations

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~"} | {"@": "@\u200b"})


def escape_markdown(text: str) -> str:
    """Return a text in which nothing is Markdown or mentions a user."""
    return text.translate(_SIGNS)
