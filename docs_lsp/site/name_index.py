"""All pages and endpoints of a site by what they are called, for who types a part of a name.

A page goes by its title and by its path, an endpoint by itself and by its summary. To read the
titles of tens of thousands of pages takes its time, so the index is kept as long as they stay the
same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from docs_lsp.site.fuzzy import Fit, Fuzzy
from docs_lsp.site.goals import OperationGoal, PageGoal
from docs_lsp.site.page_titles import title_of_page

if TYPE_CHECKING:
    from docs_lsp.site.content import PageContent
    from docs_lsp.site.facts import SiteFacts
    from docs_lsp.site.pages import PageIndex

_BETWEEN = "\t"


class Named(NamedTuple):
    """A page or an endpoint that was found."""

    fit: Fit
    name: str
    """The one of its names that fits better."""
    other: str
    """The other one; empty if it has none."""
    goal: PageGoal | OperationGoal


class NameIndex:
    """The pages and endpoints of one site at one moment."""

    def __init__(self, facts: SiteFacts, contents: Mapping[str, PageContent] | None) -> None:
        """Read the titles."""
        self.facts = facts
        self.contents = contents
        self._entries = [*_pages(facts, contents), *_operations(facts)]
        lines = [_line(name, other) for name, other, _ in self._entries]
        self._text = "\n".join(lines)
        self._starts = [0, *accumulate([len(line) + 1 for line in lines])]

    def find(self, fuzzy: Fuzzy) -> Iterator[Named]:
        """What has a name that fits, in no certain order."""
        for match in fuzzy.lines.finditer(self._text):
            at = bisect_right(self._starts, match.start()) - 1
            if at < len(self._entries):
                found = self._named(at, fuzzy)
                if found is not None:
                    yield found

    def _named(self, at: int, fuzzy: Fuzzy) -> Named | None:
        name, other, goal = self._entries[at]
        line = self._text[self._starts[at] : self._starts[at + 1] - 1]
        folded_name, _, folded_other = line.partition(_BETWEEN)
        fit, other_fit = fuzzy.fit(folded_name), fuzzy.fit(folded_other) if other else None
        if fit is not None and (other_fit is None or fit <= other_fit):
            return Named(fit, name, other, goal)
        return None if other_fit is None else Named(other_fit, other, name, goal)


_known: WeakKeyDictionary[PageIndex, NameIndex] = WeakKeyDictionary()


def name_index(facts: SiteFacts, contents: Mapping[str, PageContent] | None) -> NameIndex:
    """The index of a site, made anew where its pages or specifications have changed."""
    found = _known.get(facts.pages)
    if found is None or found.facts is not facts or found.contents is not contents:
        found = _known[facts.pages] = NameIndex(facts, contents)
    return found


def _pages(
    facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> Iterator[tuple[str, str, PageGoal | OperationGoal]]:
    for page in facts.pages:
        title = title_of_page(page, facts, contents)
        yield title or page.page, page.page if title else "", PageGoal(page.file)


def _operations(facts: SiteFacts) -> Iterator[tuple[str, str, PageGoal | OperationGoal]]:
    for _, spec in sorted(facts.specs.items()):
        for operation in (*spec.operations.values(), *spec.webhooks.values()):
            summary = " ".join((operation.summary or "").split())
            yield str(operation), summary, OperationGoal(spec, operation)


def _line(name: str, other: str) -> str:
    """Two names as one line, folded."""
    return _BETWEEN.join(" ".join(text.casefold().split()) for text in (name, other))
