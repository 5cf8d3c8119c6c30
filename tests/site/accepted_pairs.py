"""Documents with two kinds of content in one element, of which one or both have a mistake.

For each element and each two kinds that it may hold: both right, one wrong, the other wrong, both
wrong, with several mistakes in turn. The service keeps the first of the two that validates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from docs_lsp.schema.kinds import CONTAINERS, KINDS, ROOT, Kind

Json = dict[str, object]

PAGES: Final = {"first": ("a", "b"), "second": ("c", "d")}
FRAME: Final[Json] = {"theme": "mint", "name": "A", "colors": {"primary": "#000000"}}
_TITLES: Final = {"language": "en", "version": "1"}
_MISTAKES: Final[tuple[Json, ...]] = ({"hidden": 1}, {"directory": 5}, {})
"""What spoils an element of any kind; the last one takes its title away."""


class Pair(NamedTuple):
    """An element with two kinds of content."""

    kind: Kind
    first: str
    """The key that the service prefers."""
    second: str
    wrong: frozenset[str]
    """Which of the two have a mistake."""
    docs: Json

    @property
    def name(self) -> str:
        wrong = "+".join(key for key in (self.first, self.second) if key in self.wrong)
        return f"{self.kind.name}: {self.first} {self.second}, {wrong or 'nothing'} wrong"

    @property
    def accepted_key(self) -> str | None:
        """The first of the two that is right."""
        return next((key for key in (self.first, self.second) if key not in self.wrong), None)

    @property
    def accepted_files(self) -> set[str]:
        """The files of the pages under that one."""
        side = {self.first: "first", self.second: "second"}.get(self.accepted_key or "")
        return {f"{page}.mdx" for page in PAGES[side]} if side else set()

    @property
    def files(self) -> Mapping[str, str]:
        """The pages of the site, which are there."""
        return {f"{page}.mdx": f"# {page}\n" for pages in PAGES.values() for page in pages}


def accepted_pairs() -> Iterator[Pair]:
    """Every pair, with each of its two sides right and wrong."""
    turn = 0
    for kind in (ROOT, *KINDS.values()):
        for first, second in combinations(kind.children, 2):
            for wrong in ((), (first,), (second,), (first, second)):
                mistake = _MISTAKES[turn % len(_MISTAKES)]
                turn += 1
                element: Json = {
                    first: _content(first, PAGES["first"], mistake if first in wrong else None),
                    second: _content(second, PAGES["second"], mistake if second in wrong else None),
                }
                docs = {**FRAME, "navigation": _around(kind, element)}
                yield Pair(kind, first, second, frozenset(wrong), docs)


def _content(key: str, pages: tuple[str, ...], mistake: Json | None) -> list[object]:
    """A list of children that holds some pages."""
    if key == "pages" and mistake is None:
        return [*pages]
    name = CONTAINERS.get(key, "group")
    child: Json = {name: _TITLES.get(name, "T"), "pages": [*pages]}
    if mistake == {}:
        del child[name]
    return [child | (mistake or {})]


def _around(kind: Kind, element: Json) -> Json:
    """A navigation that holds an element."""
    if kind is ROOT:
        return element
    child = {kind.title: _TITLES.get(kind.name, "E"), **element}
    if kind.name == "item":
        return {"tabs": [{"tab": "M", "menu": [child]}]}
    return {kind.container: [child]}
