"""What is looked for on a site to measure a search, and the pages that answer it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from docs_lsp.core.grouping import group_by
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import split_page

OWN_QUESTIONS = Path(__file__).parent / "questions"
MOST_QUERIES = 150
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"(?<!`)`([A-Za-z/-][\w./{}:-]{4,58}(?: /[\w./{}:-]{4,58})?)`(?!`)")
_COMPOUND = re.compile(r"[\w}][_./-]+[\w{]|[a-z][A-Z]|^--?[a-z]|^/[a-z]")


class Case(NamedTuple):
    """Something that is looked for, and the pages that answer it."""

    query: str
    pages: frozenset[str]


def titles(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    counted = Counter(page.title.casefold() for page in pages)
    for page in pages:
        if counted[page.title.casefold()] == 1:
            yield Case(page.title, frozenset([page.path]))


def headings(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    homes: dict[str, set[str]] = {}
    for page in pages:
        for section in split_page(page)[1:]:
            homes.setdefault(section.title, set()).add(page.path)
    for heading, found in homes.items():
        if len(found) == 1:
            yield Case(heading, frozenset(found))


def descriptions(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    for page in pages:
        if page.description:
            yield Case(page.description, frozenset([page.path]))


def identifiers(pages: Sequence[IndexedPage]) -> Iterator[Case]:
    """Names, paths, flags and codes of several parts that one page alone sets as code."""
    homes: dict[str, set[str]] = {}
    for page in pages:
        for match in _CODE.finditer(page.markdown):
            if _COMPOUND.search(match[1]):
                homes.setdefault(match[1], set()).add(page.path)
    for name, found in homes.items():
        if len(found) == 1:
            yield Case(name, frozenset(found))


def with_slips(cases: Iterable[Case], chance: random.Random) -> Iterator[Case]:
    """The same with one letter of one long word wrong, missing, doubled or changed about."""
    for case in cases:
        words = [match for match in _WORD.finditer(case.query) if len(match[0]) >= 5]
        if words:
            match = chance.choice(words)
            at = chance.randrange(1, len(match[0]) - 1)
            text, word = case.query, match[0]
            slip = chance.choice(
                (
                    word[:at] + word[at + 1 :],
                    word[:at] + word[at] + word[at:],
                    word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                    word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
                )
            )
            yield Case(text[: match.start()] + slip + text[match.end() :], case.pages)


def begun(cases: Iterable[Case]) -> Iterator[Case]:
    """The same with no more than the first half and a bit of each long word."""

    def half(match: re.Match[str]) -> str:
        word = match[0]
        return word if len(word) < 5 else word[: (len(word) * 3 + 4) // 5]

    for case in cases:
        shortened = _WORD.sub(half, case.query)
        if shortened != case.query:
            yield Case(shortened, case.pages)


def questions(table: Path, pages: Sequence[IndexedPage]) -> Iterator[tuple[str, Case]]:
    """Yield the questions of a table, each with its kind if the table has a third column."""
    known = {page.path for page in pages}
    for line in table.read_text("utf-8").splitlines()[1:]:
        query, wanted, *kind = line.split("\t")
        found = frozenset(wanted.split("|")) & known
        if found:
            yield "".join(kind), Case(query, found)


def some(cases: Iterable[Case], chance: random.Random) -> list[Case]:
    """As many cases as a benchmark has time for."""
    found = list(cases)
    return found if len(found) <= MOST_QUERIES else chance.sample(found, MOST_QUERIES)


def groups_of(
    pages: Sequence[IndexedPage], questions_of: Mapping[str, Path]
) -> dict[str, list[Case]]:
    """What is looked for on a site, by the way in which it is looked for.

    `questions_of` are the tables of questions about it.
    """
    chance = random.Random(5)
    some_titles = some(titles(pages), chance)
    groups = {
        "title": some_titles,
        "heading": some(headings(pages), chance),
        "description": some(descriptions(pages), chance),
        "typo": some(with_slips(some_titles, chance), chance),
        "half words": some(begun(some_titles), chance),
        "identifiers": some(identifiers(pages), chance),
        **{
            f"questions, {of_kind or kind}": [case for _, case in cases]
            for kind, table in questions_of.items()
            if table.is_file()
            for of_kind, cases in group_by(questions(table, pages), itemgetter(0)).items()
        },
    }
    return {kind: cases for kind, cases in groups.items() if cases}


def own_questions(site: str) -> dict[str, Path]:
    """The tables of questions about a site that lie here: to look at, to keep apart, and further
    ones, which only say whether a change wins elsewhere as well. Later ones were written before
    anybody asked them; of those unseen nobody knew even the totals while the ranking was made.
    Those asked are what an agent would ask, half of them kept from the work on the ranking. Those
    drawn ask for pages drawn at random, in five kinds, and were written after the ranking."""
    kinds = ("dev", "held", "further", "later", "unseen", "asked", "asked-held", "drawn")
    return {kind: OWN_QUESTIONS / f"{site}.{kind}.tsv" for kind in kinds}
