"""Cuts the best passage out of a long section: the lines around the words that were looked for.

The heading of the section stays, blocks of code stay closed, and omitted lines are marked by `…`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

LONGEST_PASSAGE = 2_000
"""Characters of a section that an answer shows."""
_MOST_READ = 100_000
_OMITTED = "…"
_BEFORE = 0.3
"""The share of the passage that may come before its first match."""
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})")


class Passage(NamedTuple):
    """A part of a section."""

    text: str
    is_whole: bool
    """Whether it is all of the section."""


class _Line(NamedTuple):
    text: str
    fence: str
    """The line that opens the block of code around it; empty outside of one."""


def best_passage(text: str, words: Collection[str], size: int = LONGEST_PASSAGE) -> Passage:
    """The part of a section with most of the words, the rarest of which count most.

    `words` are in lower case. About `size` characters, heading included.
    """
    text = text.strip()
    if len(text) <= size:
        return Passage(text, is_whole=True)
    lines = _split_lines(text[:_MOST_READ], size)
    heading = [lines.pop(0)] if lines[0].text.startswith("#") else []
    room = size - sum(len(line.text) + 1 for line in heading)
    start, end = _find_window(lines, words, room)
    parts = [line.text for line in heading]
    if any(line.text.strip() for line in lines[:start]):
        parts.append(f"\n{_OMITTED}\n" if parts else f"{_OMITTED}\n")
    parts += _close_fences(lines[start:end])
    if end < len(lines) or len(text) > _MOST_READ:
        parts.append(f"\n{_OMITTED}")
    return Passage("\n".join(parts).strip(), is_whole=False)


def _split_lines(text: str, size: int) -> list[_Line]:
    """The lines of a text, those of a third of the size and more cut at spaces."""
    lines: list[_Line] = []
    opening = mark = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if match and not mark:
            opening, mark = line, match[1]
            lines.append(_Line(line, ""))
        elif match and match[1].startswith(mark) and not line.strip()[len(match[1]) :].strip():
            opening = mark = ""
            lines.append(_Line(line, ""))
        else:
            lines += [_Line(piece, opening) for piece in _cut_line(line, size // 3 - 8)]
    return lines


def _cut_line(line: str, size: int) -> list[str]:
    pieces = []
    while len(line) > size:
        end = line.rfind(" ", size // 2, size)
        end = size if end < 0 else end
        pieces.append(line[:end])
        line = line[end:].lstrip(" ")
    return [*pieces, line]


def _find_window(lines: Sequence[_Line], words: Collection[str], room: int) -> tuple[int, int]:
    """The first line of the best passage, and the first one behind it."""
    found = [{word for word in words if word in line.text.lower()} for line in lines]
    counts = Counter(word for line_words in found for word in line_words)
    weights = {word: math.log1p(len(lines) / count) for word, count in counts.items()}
    best, best_start, best_end = 0.0, 0, _fill(lines, 0, room)
    for start, own in enumerate(found):
        if own:
            end = _fill(lines, start, room)
            score = sum(weights[word] for word in set().union(*found[start:end]))
            if score > best * 1.001:
                best, best_start, best_end = score, start, end
    if not best:
        return best_start, best_end
    start = _find_block_start(lines, best_start, int(room * _BEFORE))
    end = _fill(lines, start, room)
    if set().union(*found[best_start:best_end]) - set().union(*found[start:end]):
        start, end = best_start, best_end
    # At the end of the section there is room for more in front.
    unused = room - sum(len(line.text) + 1 for line in lines[start:end])
    while end == len(lines) and start and (unused := unused - len(lines[start - 1].text) - 1) >= 0:
        start -= 1
    return start, end


def _fill(lines: Sequence[_Line], start: int, room: int) -> int:
    """The first line that a passage has no room for."""
    end = start
    while end < len(lines) and (room := room - len(lines[end].text) - 1) >= 0:
        end += 1
    return max(end, start + 1)


def _find_block_start(lines: Sequence[_Line], at: int, room: int) -> int:
    """The beginning of the block that a line belongs to, if it is near."""
    start = at
    while start and lines[start - 1].text.strip():
        room -= len(lines[start - 1].text) + 1
        if room < 0:
            return at
        start -= 1
    return start


def _close_fences(lines: Sequence[_Line]) -> list[str]:
    """Lines with the fences of code that begins before them or ends behind them."""
    texts = [line.text for line in lines]
    if lines and lines[0].fence:
        texts.insert(0, lines[0].fence)
    mark = ""
    for text in texts:
        match = _FENCE.match(text)
        if match and not mark:
            mark = match[1]
        elif match and match[1].startswith(mark):
            mark = ""
    return [*texts, mark] if mark else texts
