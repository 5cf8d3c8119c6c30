"""The manual, a documentation site in plain text that is installed: its pages, and a search.

`docs-lsp manual` prints pages, and `docs-lsp mcp` offers them to agents. In the search, a word
counts more the fewer pages have it, and more in a title than in the text.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.rules.framework.explanation import MANUAL

RULES = "Rules"
"""The group that has a page for each rule."""


class ManualPage(NamedTuple):
    """A page of the manual."""

    path: str
    """The path as the navigation lists it, such as `tasks/ci`."""
    title: str
    description: str
    body: str
    """Markdown, without the frontmatter."""

    @property
    def topic(self) -> str:
        """The name under which `docs-lsp manual` prints the page: the last part of its path."""
        return self.path.rpartition("/")[2]

    @property
    def markdown(self) -> str:
        """The page as Markdown, with the title as its heading."""
        return f"# {self.title}\n\n{self.description}\n\n{self.body}"


@cache
def list_groups() -> Mapping[str, Sequence[str]]:
    """Return the paths of the pages of each group, in the order of the navigation."""
    navigation = json.loads((MANUAL / "docs.json").read_text("utf-8"))["navigation"]
    return {group["group"]: group["pages"] for group in navigation["groups"]}


def list_topics() -> dict[str, str]:
    """Return the path of each page by its topic."""
    paths = [path for pages in list_groups().values() for path in pages]
    return {path.rpartition("/")[2]: path for path in paths}


def read_page(path: str) -> ManualPage:
    """Read a page of the manual by its path without `.md`, which its navigation lists."""
    _, head, body = (MANUAL / f"{path}.md").read_text("utf-8").split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return ManualPage(
        path, json.loads(fields["title"]), json.loads(fields["description"]), body.strip() + "\n"
    )


MOST_PAGES = 2
_TITLE, _DESCRIPTION, _HEADING, _BODY = 3.0, 2.0, 1.5, 1.0
"""The weight of a word by where a page has it."""
_LEAST_SCORE = 0.4
"""The share of the highest possible score that a page must have."""
_LEAST_COVERED = 0.6
"""The share of the question's words, weighted by rarity, that a page must have."""
_WORD = compile_lazily(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
_HEADINGS = compile_lazily(r"^#+ (.*)", re.MULTILINE)
_ENDINGS = ("ing", "ies", "es", "ed", "s")
_LEAST_STEM = 4
_COMMON = """
a an and any are as at be by can could do does for from has have how i if in into is it its many me
much must my not of on one only or our should so than that the their them there they this to under
we what when where which who why will with without would you your
"""
"""Words that questions have, whatever they are about."""
_COMMON_WORDS = frozenset(_COMMON.split())


def search_manual(question: str) -> Sequence[ManualPage]:
    """Return the few pages of the manual that answer a question, best first; often none."""
    rates = {word: _rate_word(word) for word in _iter_stems(question)}
    whole = sum(rates.values())
    if not whole:
        return ()
    ranked = []
    for page, weights in _weigh_pages():
        score = sum(rate * weights.get(word, 0.0) for word, rate in rates.items()) / whole / _TITLE
        covered = sum(rate for word, rate in rates.items() if word in weights) / whole
        if score >= _LEAST_SCORE and covered >= _LEAST_COVERED:
            ranked.append((-score, page.path, page))
    return tuple(page for _, _, page in sorted(ranked)[:MOST_PAGES])


def _rate_word(word: str) -> float:
    """Return how much a word without its ending counts: the rarer in the manual, the more."""
    return math.log((len(_weigh_pages()) + 1) / (_count_pages_by_word()[word] + 0.5))


@cache
def _weigh_pages() -> Sequence[tuple[ManualPage, Mapping[str, float]]]:
    """Return the pages of the manual with the weight of each word in them."""
    pages = map(read_page, list_topics().values())
    return [(page, _weigh_words(page)) for page in pages]


@cache
def _count_pages_by_word() -> Counter[str]:
    """Return the number of pages that have each word."""
    return Counter(word for _, weights in _weigh_pages() for word in weights)


def _weigh_words(page: ManualPage) -> Mapping[str, float]:
    """Return the weight of each stem in a page, by the most important part that has it."""
    weights: dict[str, float] = {}
    for weight, text in (
        (_BODY, page.body),
        (_HEADING, " ".join(_HEADINGS.findall(page.body))),
        (_DESCRIPTION, page.description),
        (_TITLE, f"{page.title} {page.topic}"),
    ):
        weights |= dict.fromkeys(_iter_stems(text), weight)
    return weights


def _iter_stems(text: str) -> Iterator[str]:
    """Yield the words of a text without common ones and without endings."""
    for word in _WORD.findall(text.casefold()):
        if word not in _COMMON_WORDS:
            yield _cut_ending(word)


def _cut_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM - (ending == "s"):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    return word.rstrip("e") if len(word) > _LEAST_STEM else word
