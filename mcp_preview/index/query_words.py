"""The words of a query, and which of them belong together: names, paths, flags and compounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mcp_preview.index.text_words import iter_names

# A query of few parts, such as `POST /v1/x`, names its target; in a sentence compounds are ordinary
# words. Measured as well.
_FEW_PARTS = 3
_NAME_COUNTS, _COMPOUND_COUNTS = 20.0, 1.0
_CODE_COUNTS, _CODE_IN_SENTENCE_COUNTS = 20.0, 1.0


_OPERATION = re.compile(r"[A-Za-z]+ /\S*")


class QueryWord(NamedTuple):
    """A word that is searched, or one that may have been meant."""

    text: str
    weight: float = 1.0


def iter_word_sequences(
    parts: Sequence[Sequence[str]], meant: Sequence[Sequence[QueryWord]]
) -> Iterator[tuple[Sequence[str], float]]:
    """Yield the parts typed without a space that have several words, all known to pages.

    Such a part is a name, path, flag or compound. Its weight is that of its words in a row.

    `parts` are the words of each such part, and `meant` the choices for each word.
    """
    weight = _NAME_COUNTS if len(parts) <= _FEW_PARTS else _COMPOUND_COUNTS
    at = 0
    for part in parts:
        choices = meant[at : at + len(part)]
        at += len(part)
        if 1 < len(part) == len(choices) and all(
            choice and choice[0].weight == 1.0 for choice in choices
        ):
            yield part, weight


def is_operation(text: str) -> bool:
    """Return whether a query is the method and the path of an operation, such as `POST /v1/x`."""
    return _OPERATION.fullmatch(text.strip()) is not None


def is_code_name(text: str) -> bool:
    """Return whether a query is nothing but one name, path or flag, such as `list_users`."""
    return len(text.split()) == 1 and any(iter_names(text))


def iter_query_code_names(text: str) -> Iterator[QueryWord]:
    """Return the names, paths and flags in a query, weighted for matches in code."""
    # A method such as `DELETE` belongs to the path.
    is_code = all(part.isupper() or any(iter_names(part)) for part in text.split())
    weight = _CODE_COUNTS if is_code else _CODE_IN_SENTENCE_COUNTS
    return (QueryWord(name, weight) for name in dict.fromkeys(iter_names(text)))
