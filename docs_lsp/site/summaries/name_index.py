"""An index of all pages and endpoints of a site by their names, for searches while typing.

A page is found by its title and by its path, an endpoint by itself and by its summary. Reading the
titles of tens of thousands of pages takes time, so the index is cached until they change.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from heapq import nsmallest
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.references.targets import PageTarget
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.summaries.page_titles import map_page_titles

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_BEFORE, _BETWEEN = "\n", "\t"
"""The character before each line, and the one between its two names."""
_LOOKED_AT = 20
"""Maximum number of lines examined for a poor match, as a multiple of the wanted number."""
_LONGEST = 100


class NameMatch(NamedTuple):
    """A page or an endpoint that matches."""

    fit: MatchQuality
    name: str
    """The name that matches better."""
    other: str
    """The other name; empty if it has none."""
    target: PageTarget | SpecOperation


class NameIndex:
    """The names of pages and endpoints of one site at one moment; use `facts.cached_for_last`."""

    def __init__(self, facts: SiteFacts, contents: Mapping[str, PageContent] | None) -> None:
        """Index the titles and paths of all pages, and the operations of all specifications."""
        self._pages, self._titles = facts.pages, facts.cached_for_last(map_page_titles, contents)
        # Few of tens of thousands of pages are ever shown: only their names are looked up.
        self._entries: list[str | SpecOperation] = [
            *facts.pages.by_path,
            *_iter_operation_targets(facts),
        ]
        lines = [_make_line(*self._get_names(entry)) for entry in self._entries]
        self._text = "".join(lines)
        self._starts = array("I", [0, *accumulate(map(len, lines))])

    def find_matches(self, fuzzy: FuzzyQuery, most: int) -> Collection[NameMatch]:
        """Return matching pages and endpoints, unsorted: at least the `most` best ones.

        If very many match equally poorly, some are left out.
        """
        matches: dict[int, NameMatch] = {}
        if not self._entries:
            return ()
        self._add_matches(self._find_lines_starting_with(fuzzy.whole, 2 * most), fuzzy, matches)
        words = (fuzzy.whole, fuzzy.longest)  # The words may be in another order.
        for lines in (
            *map(self._iter_lines_containing, dict.fromkeys(words)),
            self._iter_lines_with_letters(fuzzy),
        ):
            if len(matches) < most:
                self._add_matches(islice(lines, _LOOKED_AT * most), fuzzy, matches)
        return matches.values()

    def _add_matches(
        self, lines: Iterable[int], fuzzy: FuzzyQuery, matches: dict[int, NameMatch]
    ) -> None:
        """Add the match of each line that the query matches and that is not added yet."""
        for at in lines:
            named = None if at in matches else self._match_entry(at, fuzzy)
            if named is not None:
                matches[at] = named

    def _find_lines_starting_with(self, text: str, most: int) -> Iterable[int]:
        """Return the lines with a name that begins with a text, the shortest names first."""
        if not text:
            return range(min(most, len(self._entries)))
        names = (
            self._measure_name_at(at)
            for sign in (_BEFORE, _BETWEEN)
            for at in self._iter_offsets(sign + text)
        )
        return [line for _, line in nsmallest(most, names)]

    def _measure_name_at(self, offset: int) -> tuple[int, int]:
        """Return the length of the name after a separator, and its line."""
        line = self._find_line(offset)
        end = self._starts[line + 1]
        between = self._text.find(_BETWEEN, offset + 1, end)
        return (end if between < 0 else between) - offset, line

    def _iter_lines_containing(self, text: str) -> Iterator[int]:
        """Yield the lines that contain a text."""
        at = self._text.find(text)
        while 0 <= at < len(self._text):
            line = self._find_line(at)
            yield line
            at = self._text.find(text, self._starts[line + 1])

    def _iter_lines_with_letters(self, fuzzy: FuzzyQuery) -> Iterator[int]:
        """Yield the lines with the letters of the query, in their order."""
        return (self._find_line(match.start()) for match in fuzzy.letters.finditer(self._text))

    def _iter_offsets(self, text: str) -> Iterator[int]:
        at = self._text.find(text)
        while at >= 0:
            yield at
            at = self._text.find(text, at + 1)

    def _find_line(self, offset: int) -> int:
        """Return the index of the line, and so of the entry, at an offset."""
        return min(bisect_right(self._starts, offset), len(self._entries)) - 1

    def _get_names(self, entry: str | SpecOperation) -> tuple[str, str]:
        """Return both names of a page, given by its path, or of an endpoint."""
        if isinstance(entry, str):
            title = self._titles.get(entry)
            return (title, entry) if title else (entry, "")
        return str(entry.operation), " ".join((entry.operation.summary or "").split())

    def _match_entry(self, at: int, fuzzy: FuzzyQuery) -> NameMatch | None:
        """Return the better match of the two names of an entry, or None if neither matches."""
        entry = self._entries[at]
        name, other = self._get_names(entry)
        target = PageTarget(self._pages.by_path[entry]) if isinstance(entry, str) else entry
        line = self._text[self._starts[at] + 1 : self._starts[at + 1]]
        folded_name, _, folded_other = line.partition(_BETWEEN)
        fit = fuzzy.match_name(folded_name)
        other_fit = fuzzy.match_name(folded_other) if other else None
        if fit is not None and (other_fit is None or fit <= other_fit):
            return NameMatch(fit, name, other, target)
        return None if other_fit is None else NameMatch(other_fit, other, name, target)


def _iter_operation_targets(facts: SiteFacts) -> Iterator[SpecOperation]:
    for _, spec in sorted(facts.specs.items()):
        for operation in spec.all_operations:
            yield SpecOperation(spec, operation)


def _make_line(name: str, other: str) -> str:
    """Return two names as one case-folded line."""
    return _BEFORE + _BETWEEN.join(" ".join(text.casefold().split()) for text in (name, other))


class MatchQuality(IntEnum):
    """The quality of a match between a name and a query, the best first."""

    SAME = 0
    START = 1
    WORD = 2
    """The query begins a word, or a segment of a path."""
    INSIDE = 3
    """The query, or each of its words, is somewhere in the name."""
    SPREAD = 4
    """The letters of the query are in the name, in their order."""


class FuzzyQuery:
    """A query that can be compared with many names; case is ignored."""

    def __init__(self, typed: str) -> None:
        """Strip whitespace around the query, and cut it to a maximum length."""
        self.whole = typed.strip().casefold()[:_LONGEST]
        self._words = self.whole.split()
        self.longest = max(self._words, key=len, default="")
        """The longest word of the query."""
        # Each part stops at its letter, so that the pattern never backtracks.
        patterns = (f"[^{re.escape(sign)}\n]*{re.escape(sign)}" for sign in "".join(self._words))
        self.letters = re.compile(f"^{''.join(patterns)}", re.MULTILINE)
        """A pattern for the lines of a case-folded text that have all letters in order."""
        self._in_word = re.compile(rf"(?<![^\W_]){re.escape(self.whole)}")

    def match_name(self, folded: str) -> MatchQuality | None:
        """Return how well a case-folded name matches, or None."""
        whole = self.whole
        if folded.startswith(whole):
            return MatchQuality.SAME if len(folded) == len(whole) else MatchQuality.START
        if whole in folded:
            return MatchQuality.WORD if self._in_word.search(folded) else MatchQuality.INSIDE
        if all(word in folded for word in self._words):
            return MatchQuality.INSIDE
        return MatchQuality.SPREAD if self.letters.match(folded) else None
