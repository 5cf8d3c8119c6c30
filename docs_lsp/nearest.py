"""The name that a writer most likely meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name that looks most like an unknown one; None when none comes near."""
    # A site without a misspelt name never pays for this import.
    from difflib import get_close_matches

    by_folded = {known.casefold(): known for known in names}
    found = get_close_matches(name.casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None
