"""Matches paths against many patterns as in .gitignore, of which later ones take precedence.

Only patterns that the beginning or the end of a path allows are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docs_lsp.files.path_pattern import PathPattern, parse_pattern

MOST_WILDCARDS = 1000
"""The number of patterns with wildcards that are used of one list; names and paths are unlimited.
"""
LONGEST_CACHED = 256
"""The longest path of a folder, in characters, for which a result is cached.

The paths of all folders around a deep one take space in the square of its depth.
"""


class PathPatterns:
    """Patterns of which later ones take precedence."""

    def __init__(self, texts: Iterable[str], *, ignore_case: bool = False) -> None:
        """Parse patterns as written, those with the lowest precedence first."""
        self._ignore_case = ignore_case
        self.patterns: list[PathPattern | None] = []
        """The parsed patterns; None for one that matches nothing or is one too many."""
        self.first_unused: int | None = None
        """The index of the first pattern that is not used because there are too many, or None."""
        self._expressions: dict[int, re.Pattern[str]] = {}
        self._names: dict[str, list[int]] = {}
        self._paths: dict[str, list[int]] = {}
        self._name_heads = _Affixes()
        self._heads = _Affixes()
        self._tails = _Affixes()
        self._always: list[int] = []
        self._around: dict[str, int | None] = {"": None}
        left = MOST_WILDCARDS
        for index, text in enumerate(texts):
            pattern = parse_pattern(text)
            if pattern is not None and not pattern.is_plain:
                left -= 1
                if left < 0:
                    pattern = None
                    self.first_unused = index if self.first_unused is None else self.first_unused
            self.patterns.append(pattern)
            if pattern is not None:
                self._add_to_index(index, pattern)

    def _add_to_index(self, index: int, pattern: PathPattern) -> None:
        """Index a pattern by the text with which matching paths begin or end."""
        text = pattern.text
        if text is not None:
            of_text = self._names if pattern.is_name else self._paths
            of_text.setdefault(self._fold_case(text), []).append(index)
        elif head := pattern.head:
            (self._name_heads if pattern.is_name else self._heads).add(self._fold_case(head), index)
        elif tail := pattern.tail:
            self._tails.add(self._fold_case(tail), index)
        else:
            self._always.append(index)

    def _fold_case(self, text: str) -> str:
        """Return a text in lower case if case is ignored, else unchanged."""
        return text.lower() if self._ignore_case else text

    def find_strongest(self, path: str, *, is_folder: bool = False) -> int | None:
        """Return the index of the last pattern that matches this file or folder itself, or None."""
        candidates = self._find_candidates(self._fold_case(path))
        if len(candidates) > 1:
            candidates.sort(reverse=True)
        name = path.rpartition("/")[2]
        for index in candidates:
            pattern = self.patterns[index]
            assert pattern is not None
            if pattern.only_folders and not is_folder:
                continue
            if pattern.is_plain:
                return index
            expression = self._expressions.get(index) or self._compile(index, pattern)
            if expression.fullmatch(name if pattern.is_name else path):
                return index
        return None

    def is_exception(self, index: int) -> bool:
        """Return whether a pattern excludes what earlier ones match."""
        pattern = self.patterns[index]
        return pattern is not None and pattern.is_exception

    def _find_candidates(self, path: str) -> list[int]:
        """Return the indexes of the patterns that the beginning and end of a path allow."""
        name = path.rpartition("/")[2]
        candidates = [*self._names.get(name, ()), *self._paths.get(path, ()), *self._always]
        if self._name_heads.lengths:
            candidates += self._name_heads.find_at_start(name)
        if self._heads.lengths:
            candidates += self._heads.find_at_start(path)
        if self._tails.lengths:
            candidates += self._tails.find_at_end(path)
        return candidates

    def _compile(self, index: int, pattern: PathPattern) -> re.Pattern[str]:
        flags = re.IGNORECASE if self._ignore_case else re.NOFLAG
        expression = re.compile(pattern.build_expression(), flags)
        return self._expressions.setdefault(index, expression)

    def includes(self, path: str) -> bool:
        """Return whether a file matches, itself or by a folder around it.

        A pattern that matches the file itself takes precedence over those that match folders around
        it.
        """
        index = self.find_strongest(path)
        if index is None:
            index = self._find_strongest_folder(path.rpartition("/")[0])
        return index is not None and not self.is_exception(index)

    def _find_strongest_folder(self, folder: str) -> int | None:
        """Return the index of the last pattern that matches a folder or one around it, or None."""
        known = self._around
        if folder in known:
            return known[folder]
        strongest: int | None = None
        for around in iterate_folders(folder):
            if around in known:
                strongest = known[around]
                continue
            index = self.find_strongest(around, is_folder=True)
            if index is not None and (strongest is None or index > strongest):
                strongest = index
            if len(around) <= LONGEST_CACHED or around == folder:
                known[around] = strongest
        return strongest


def iterate_folders(folder: str) -> Iterator[str]:
    """Yield the folders around a folder, the outermost first, and the folder itself."""
    end = folder.find("/")
    while end >= 0:
        yield folder[:end]
        end = folder.find("/", end + 1)
    yield folder


class _Affixes:
    """Pattern indexes by the text with which paths begin or end."""

    __slots__ = ("_by_text", "lengths")

    def __init__(self) -> None:
        self._by_text: dict[str, list[int]] = {}
        self.lengths: set[int] = set()

    def add(self, text: str, index: int) -> None:
        self._by_text.setdefault(text, []).append(index)
        self.lengths.add(len(text))

    def find_at_start(self, path: str) -> Iterator[int]:
        """Yield the indexes of the patterns with whose text a path begins."""
        for length in self.lengths:
            yield from self._by_text.get(path[:length], ())

    def find_at_end(self, path: str) -> Iterator[int]:
        """Yield the indexes of the patterns with whose text a path ends."""
        for length in self.lengths:
            yield from self._by_text.get(path[-length:], ())
