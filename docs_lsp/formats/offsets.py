"""From the parsers' character counts to the byte offsets that everything else uses."""

from __future__ import annotations

from collections.abc import Iterable


def byte_offsets(text: str, indexes: Iterable[int], start: int = 0) -> dict[int, int]:
    """The byte offset of each character index, counted in one go; `start` is that of index 0."""
    ascii_only = text.isascii()
    offsets, last, offset = {}, 0, start
    for index in sorted(set(indexes)):
        offset += index - last if ascii_only else len(text[last:index].encode())
        offsets[index], last = offset, index
    return offsets
