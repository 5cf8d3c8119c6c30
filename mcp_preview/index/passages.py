"""Cuts the best passage out of a long section: the lines around the words that were looked for.

The heading of the section stays, blocks of code stay closed, and omitted lines are marked by `…`.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
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
    line: int = 0
    """The number of the line of the section, from 0, at which it begins below the heading."""


class _Line(NamedTuple):
    text: str
    fence: str
    """The line that opens the block of code around it; empty outside of one."""
    number: int
    """The number of the line of the text that it is part of, from 0."""


def find_best_passage(text: str, words: Collection[str], size: int = LONGEST_PASSAGE) -> Passage:
    """Return the part of a section with most of the words, the rarest of which count most.

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
    line = lines[start].number if start < len(lines) else 0
    return Passage("\n".join(parts).strip(), is_whole=False, line=line)


def _split_lines(text: str, size: int) -> list[_Line]:
    """Return the lines of a text, those of a third of the size and more cut at spaces."""
    lines: list[_Line] = []
    opening = mark = ""
    longest = size // 3 - 8
    for number, line in enumerate(text.split("\n")):
        # Few lines are fences, which never begin with a letter; the pattern takes long.
        may_match = not line[:1].isalpha() and ("```" in line or "~~~" in line)
        match = _FENCE.match(line) if may_match else None
        if match and not mark:
            opening, mark = line, match[1]
            lines.append(_Line(line, "", number))
        elif match and match[1].startswith(mark) and not line.strip()[len(match[1]) :].strip():
            opening = mark = ""
            lines.append(_Line(line, "", number))
        elif len(line) <= longest:
            lines.append(_Line(line, opening, number))
        else:
            lines += [_Line(piece, opening, number) for piece in _cut_line(line, longest)]
    return lines


def _cut_line(line: str, size: int) -> list[str]:
    """Return a line in pieces of at most `size` characters, cut at spaces if possible."""
    pieces = []
    while len(line) > size:
        end = line.rfind(" ", size // 2, size)
        end = size if end < 0 else end
        pieces.append(line[:end])
        line = line[end:].lstrip(" ")
    return [*pieces, line]


def _find_window(lines: Sequence[_Line], words: Collection[str], room: int) -> tuple[int, int]:
    """Return the index of the first line of the best passage, and of the first line after it."""
    found = _find_words(lines, words)
    counts = Counter(word for line_words in found.values() for word in line_words)
    weights = {word: math.log1p(len(lines) / count) for word, count in counts.items()}
    sizes = [0, *accumulate(len(line.text) + 1 for line in lines)]
    best, best_start, best_end = 0.0, 0, _find_passage_end(sizes, 0, room)
    # A passage that begins further down also ends further down, so no line is looked at twice.
    numbers = sorted(found)
    inside: Counter[str] = Counter()
    score, ahead = 0.0, 0
    for start in numbers:
        end = _find_passage_end(sizes, start, room)
        while ahead < len(numbers) and numbers[ahead] < end:
            for word in found[numbers[ahead]]:
                score += 0.0 if inside[word] else weights[word]
                inside[word] += 1
            ahead += 1
        if score > best * 1.001:
            best, best_start, best_end = score, start, end
        for word in found[start]:
            inside[word] -= 1
            score -= 0.0 if inside[word] else weights[word]
    if not best:
        return best_start, best_end
    start = _find_block_start(lines, best_start, int(room * _BEFORE))
    end = _find_passage_end(sizes, start, room)
    if _collect_words(found, best_start, best_end) - _collect_words(found, start, end):
        start, end = best_start, best_end
    # At the end of the section there is room for more in front.
    unused = room - sum(len(line.text) + 1 for line in lines[start:end])
    while end == len(lines) and start and (unused := unused - len(lines[start - 1].text) - 1) >= 0:
        start -= 1
    return start, end


def _find_words(lines: Sequence[_Line], words: Collection[str]) -> dict[int, list[str]]:
    """Return the words of each line among some, by its number; nothing for lines without any.

    The text is searched as a whole, since it has far more lines than matches.
    """
    # Line by line, since lowering is slow for a text that is not ASCII.
    lowered = [line.text.lower() for line in lines]
    text, begins = "\n".join(lowered), [0, *accumulate(len(line) + 1 for line in lowered)]
    found: dict[int, list[str]] = {}
    for word in dict.fromkeys(words):
        at = text.find(word)
        while at >= 0:
            number = bisect_right(begins, at) - 1
            found.setdefault(number, []).append(word)
            at = text.find(word, begins[number + 1])
    return found


def _collect_words(found: Mapping[int, Sequence[str]], start: int, end: int) -> set[str]:
    """Return the words of all lines in a range."""
    return {word for number, words in found.items() if start <= number < end for word in words}


def _find_passage_end(sizes: Sequence[int], start: int, room: int) -> int:
    """Return the first line that a passage has no room for; it has one line at least.

    `sizes` are the total sizes of the lines before each line.
    """
    return max(bisect_right(sizes, sizes[start] + room) - 1, start + 1)


def _find_block_start(lines: Sequence[_Line], at: int, room: int) -> int:
    """Return the first line of the block around a line; the line itself if that is far."""
    start = at
    while start and lines[start - 1].text.strip():
        room -= len(lines[start - 1].text) + 1
        if room < 0:
            return at
        start -= 1
    return start


def _close_fences(lines: Sequence[_Line]) -> list[str]:
    """Return lines with the fences of code that begins before them or ends behind them."""
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
