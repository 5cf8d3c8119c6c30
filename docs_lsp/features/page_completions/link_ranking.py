"""Ranks the pages that a link may lead to.

What is typed decides first. Then the text of the link speaks for pages with a similar title or
path, and the links of the page and of its neighbours for pages that they lead to.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from math import log
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import MatchKind, find_matches
from docs_lsp.features._view import View
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.target_cursor import decode_utf8
from docs_lsp.site.page_ranking import SortedPages, rank_nearby_pages, suggest_near_pages
from docs_lsp.site.summaries.page_titles import get_page_title, iter_pages_with_title

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_MOST = 100
_FEW = 10
"""The maximum number of pages that nearly fit what was typed, if none fits it."""
_SHORTEST = 3
"""The minimum number of typed characters for which titles are searched too."""
_NEIGHBOURS = 30
"""The maximum number of pages in the same folder whose links are counted."""
_MOST_TARGETS = 200
_TARGET = compile_lazily(rb"(?:\]\(|href=[\"'])(/[\w./~%-]+)")
# Compared with the likeness to the text of the link, which is at most 1; tuned on real links.
_LINKED, _IN_FOLDER, _FAR = 0.17, 0.05, -3
_WORD = compile_lazily(r"[^\W_]+")
_HUMP = compile_lazily(r"(?<=[a-z0-9])(?=[A-Z])")
"""The place between the words of a name such as `ApiKeys`."""
_WITHOUT_SPACES = compile_lazily(r"[\u3040-\u30ff\u3400-\u9fff]+")
"""Chinese and Japanese, whose words are not separated: pairs of characters are compared."""
_SHORTEST_WORD = 3
_MOST_WORDS = 4
"""The maximum number of words of a label that are searched for, the longest first."""
_MOST_PAGES = 100
"""The maximum number of pages found for a word; more common words say too little."""


def rank_link_pages(
    view: View, file: str, query: str, folder: str, label: str, facts: SiteFacts
) -> list[str]:
    """Return at most 100 pages that fit what is typed, best first.

    `query` is the typed path from the root of the site, and `folder` the one whose pages are near.
    """
    contents, own = view.site.contents, file.partition("/")[0]
    far = tuple(code for code in LANGUAGE_NAMES if code != own)
    near = rank_nearby_pages(facts.pages, folder, query, (), far, _MOST)
    titled: list[str] = []
    if contents and len(query) >= _SHORTEST and len(near) < _MOST:
        titled += islice(iter_pages_with_title(query, facts, contents), _MOST)
    linked = _count_links_nearby(view, file, facts)
    pages = (*near, *iter_pages_like_label(label, facts, contents), *linked)
    fits = find_matches(pages, query.casefold())
    if min(fits.values(), default=MatchKind.CONTAINS) > MatchKind.PART_BEGINS:
        similar = suggest_near_pages(facts.pages, query, _MOST)
        fits = find_matches((*pages, *similar), query.casefold())
    fits = {**dict.fromkeys(titled, MatchKind.CONTAINS), **fits}

    def sort_key(page: str) -> tuple[MatchKind, float]:
        place, parts = facts.pages.find_page(page), page.split("/")
        title = get_page_title(place, facts, contents) if place else None
        likeness = measure_likeness(label, title or "", parts[-1], " ".join(parts[-2:]))
        likeness += _LINKED * log(1 + linked.get(page, 0))
        likeness += _IN_FOLDER * (posixpath.dirname(page) == folder) + _FAR * (parts[0] in far)
        return fits[page], -likeness

    ranked = sorted(fits, key=sort_key)
    is_near = min(fits.values(), default=MatchKind.BEGINS) in (
        MatchKind.BEGINS_NEARLY,
        MatchKind.CONTAINS_NEARLY,
    )
    return ranked[: _FEW if is_near else _MOST]


def _count_links_nearby(view: View, file: str, facts: SiteFacts) -> Mapping[str, int]:
    """Count how many of a page and its neighbours in the folder link to each page."""
    counts = Counter(set(_TARGET.findall(view.text(file).data, 0, MOST_READ)))
    for targets in islice(_iter_neighbouring_targets(view, file, facts), _NEIGHBOURS):
        counts.update(targets)
    pages: Counter[str] = Counter()
    for target, count in counts.most_common(_MOST_TARGETS):
        path = decode_utf8(target.partition(b"#")[0]).strip("/")
        page = facts.pages.find_page(path) or facts.pages.find_page(f"{path}/index")
        if page is not None:
            pages[page.page] += count
    return pages


def _iter_neighbouring_targets(view: View, file: str, facts: SiteFacts) -> Iterator[set[bytes]]:
    """Yield the link targets that begin with `/` of each other page in the folder, if read."""
    known, contents = facts.pages.cached(SortedPages), view.site.contents or {}
    prefix = file[: file.rfind("/") + 1]
    for at in known.iter_direct_places(prefix, known.find_folder_range(prefix)):
        page = facts.pages.find_page(known.paths[at])
        content = contents.get(page.file) if page and page.file != file else None
        body = content.body_if_read if content else None
        if body is not None:
            yield {target for target in body.targets.split(b"\n") if target.startswith(b"/")}


def measure_likeness(label: str, *names: str) -> float:
    """Return the share of words that a label and the likeliest name have in common: 0 to 1."""
    words = _split_words(label)
    if not words:
        return 0.0
    return max((_measure_overlap(words, _split_words(name)) for name in names), default=0.0)


def iter_pages_like_label(
    label: str, facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> Iterator[str]:
    """Yield pages with a label or one of its longest words in title or path; some repeatedly."""
    known, name = facts.pages.cached(SortedPages), "-".join(_WORD.findall(label.casefold()))
    words = sorted(_split_words(label), key=lambda word: (-len(word), word))[:_MOST_WORDS]
    for text in dict.fromkeys((name, *words) if name else ()):
        for at in islice(known.iter_places_containing(text), _MOST_PAGES):
            yield known.paths[at]
    for text in (label, *words):
        if contents:
            yield from islice(iter_pages_with_title(text, facts, contents), _MOST_PAGES)


@lru_cache(maxsize=2048)
def _split_words(text: str) -> frozenset[str]:
    """Return the words of a text or of a name, in lower case and without the plural's `s`."""
    words = _WORD.findall(_HUMP.sub(" ", text).casefold())
    pairs = (
        run[at : at + 2] for run in _WITHOUT_SPACES.findall(text) for at in range(len(run) - 1)
    )
    return frozenset(
        (
            *pairs,
            *(word.removesuffix("s") if len(word) > _SHORTEST_WORD else word for word in words),
        )
    )


def _measure_overlap(some: frozenset[str], others: frozenset[str]) -> float:
    """Return the share of words that are in both sets, from 0 to 1."""
    return 2 * len(some & others) / (len(some) + len(others))
