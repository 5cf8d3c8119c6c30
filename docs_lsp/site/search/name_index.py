"""All pages and endpoints of a site by what they are called, for who types a part of a name.

A page goes by its title and by its path, an endpoint by itself and by its summary. To read the
titles of tens of thousands of pages takes its time, so the index is kept as long as they stay the
same.
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

from docs_lsp.site.references.targets import OperationTarget, PageTarget
from docs_lsp.site.summaries.page_titles import read_page_titles

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_BEFORE, _BETWEEN = "\n", "\t"
"""What stands before each line, and between its two names."""
_LOOKED_AT = 20
"""How many times as many lines as are wanted are looked at for a name that does not fit well."""
_LONGEST = 100


class NameMatch(NamedTuple):
    """A page or an endpoint that was found."""

    fit: Fit
    name: str
    """The one of its names that fits better."""
    other: str
    """The other one; empty if it has none."""
    target: PageTarget | OperationTarget


class NameIndex:
    """The pages and endpoints of one site at one moment: ask for it by `facts.cached`."""

    def __init__(self, facts: SiteFacts, contents: Mapping[str, PageContent] | None) -> None:
        """Read the titles."""
        self._pages, self._titles = facts.pages, facts.cached(read_page_titles, contents)
        # Of tens of thousands of pages few are ever shown: the names of those are looked up.
        self._entries: list[str | OperationTarget] = [*facts.pages.by_path, *_operations(facts)]
        lines = [_line(*self._names(entry)) for entry in self._entries]
        self._text = "".join(lines)
        self._starts = array("I", [0, *accumulate(map(len, lines))])

    def find(self, fuzzy: Fuzzy, most: int) -> Collection[NameMatch]:
        """What has a name that fits, in no certain order: at least the `most` that fit best.

        Of very many that fit equally badly, some are left out.
        """
        matches: dict[int, NameMatch] = {}
        if not self._entries:
            return ()
        self._add_matches(self._lines_starting_with(fuzzy.whole, 2 * most), fuzzy, matches)
        words = (fuzzy.whole, fuzzy.longest)  # The words may stand in another order.
        for lines in (
            *map(self._lines_containing, dict.fromkeys(words)),
            self._lines_with_letters(fuzzy),
        ):
            if len(matches) < most:
                self._add_matches(islice(lines, _LOOKED_AT * most), fuzzy, matches)
        return matches.values()

    def _add_matches(
        self, lines: Iterable[int], fuzzy: Fuzzy, matches: dict[int, NameMatch]
    ) -> None:
        for at in lines:
            named = None if at in matches else self._match_entry(at, fuzzy)
            if named is not None:
                matches[at] = named

    def _lines_starting_with(self, text: str, most: int) -> Iterable[int]:
        """The lines with a name that begins with a text, those with the shortest."""
        if not text:
            return range(min(most, len(self._entries)))
        names = (
            self._name_at(at) for sign in (_BEFORE, _BETWEEN) for at in self._places(sign + text)
        )
        return [line for _, line in nsmallest(most, names)]

    def _name_at(self, offset: int) -> tuple[int, int]:
        """How long the name is that stands behind a sign, and its line."""
        line = self._line_at(offset)
        end = self._starts[line + 1]
        between = self._text.find(_BETWEEN, offset + 1, end)
        return (end if between < 0 else between) - offset, line

    def _lines_containing(self, text: str) -> Iterator[int]:
        """The lines that hold a text as it is."""
        at = self._text.find(text)
        while 0 <= at < len(self._text):
            line = self._line_at(at)
            yield line
            at = self._text.find(text, self._starts[line + 1])

    def _lines_with_letters(self, fuzzy: Fuzzy) -> Iterator[int]:
        """The lines with the letters of what was typed, in their order."""
        return (self._line_at(match.start()) for match in fuzzy.letters.finditer(self._text))

    def _places(self, text: str) -> Iterator[int]:
        at = self._text.find(text)
        while at >= 0:
            yield at
            at = self._text.find(text, at + 1)

    def _line_at(self, offset: int) -> int:
        return min(bisect_right(self._starts, offset), len(self._entries)) - 1

    def _names(self, entry: str | OperationTarget) -> tuple[str, str]:
        """Both names of a page, given by its path, or of an endpoint."""
        if isinstance(entry, str):
            title = self._titles.get(entry)
            return (title, entry) if title else (entry, "")
        return str(entry.operation), " ".join((entry.operation.summary or "").split())

    def _match_entry(self, at: int, fuzzy: Fuzzy) -> NameMatch | None:
        entry = self._entries[at]
        name, other = self._names(entry)
        target = PageTarget(self._pages.by_path[entry]) if isinstance(entry, str) else entry
        line = self._text[self._starts[at] + 1 : self._starts[at + 1]]
        folded_name, _, folded_other = line.partition(_BETWEEN)
        fit, other_fit = fuzzy.fit(folded_name), fuzzy.fit(folded_other) if other else None
        if fit is not None and (other_fit is None or fit <= other_fit):
            return NameMatch(fit, name, other, target)
        return None if other_fit is None else NameMatch(other_fit, other, name, target)


def _operations(facts: SiteFacts) -> Iterator[OperationTarget]:
    for _, spec in sorted(facts.specs.items()):
        for operation in (*spec.operations.values(), *spec.webhooks.values()):
            yield OperationTarget(spec, operation)


def _line(name: str, other: str) -> str:
    """Two names as one line, folded."""
    return _BEFORE + _BETWEEN.join(" ".join(text.casefold().split()) for text in (name, other))


class Fit(IntEnum):
    """How well a name fits what was typed, the best first."""

    SAME = 0
    START = 1
    WORD = 2
    """It begins one of the words, or a part of a path."""
    INSIDE = 3
    """It stands somewhere, or each of its words does."""
    SPREAD = 4
    """Its letters are there, in their order."""


class Fuzzy:
    """What was typed, ready to be held against many names; upper and lower case do not matter."""

    def __init__(self, typed: str) -> None:
        """Take it without the blanks around it, and the first letters of what nobody types."""
        self.whole = typed.strip().casefold()[:_LONGEST]
        self._words = self.whole.split()
        self.longest = max(self._words, key=len, default="")
        """The longest word of it."""
        # Each part stops at the letter it looks for, so that this never goes back.
        patterns = (f"[^{re.escape(sign)}\n]*{re.escape(sign)}" for sign in "".join(self._words))
        self.letters = re.compile(f"^{''.join(patterns)}", re.MULTILINE)
        """Finds the lines of a folded text that have all letters in their order."""
        self._in_word = re.compile(rf"(?<![^\W_]){re.escape(self.whole)}")

    def fit(self, folded: str) -> Fit | None:
        """How well a folded name fits; None where it does not."""
        whole = self.whole
        if folded.startswith(whole):
            return Fit.SAME if len(folded) == len(whole) else Fit.START
        if whole in folded:
            return Fit.WORD if self._in_word.search(folded) else Fit.INSIDE
        if all(word in folded for word in self._words):
            return Fit.INSIDE
        return Fit.SPREAD if self.letters.match(folded) else None
