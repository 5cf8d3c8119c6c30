"""Ranks the pages that a link may lead to.

What is typed decides first. Then the text of the link speaks for pages with a similar title or
path, and the links of the page and of its neighbours for pages that they lead to.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from math import log
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import Fit, select_fitting
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.labels import iter_pages_like_label, measure_likeness
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.target_cursor import decode_utf8
from docs_lsp.site.page_ranking import SortedPages, rank_nearby_pages, suggest_near_pages
from docs_lsp.site.summaries.page_titles import get_page_title, iter_pages_with_title

if TYPE_CHECKING:
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
    fits = select_fitting(pages, query.casefold())
    if min(fits.values(), default=Fit.CONTAINS) > Fit.PART_BEGINS:
        similar = suggest_near_pages(facts.pages, query, _MOST)
        fits = select_fitting((*pages, *similar), query.casefold())
    fits = {**dict.fromkeys(titled, Fit.CONTAINS), **fits}

    def sort_key(page: str) -> tuple[Fit, float]:
        place, parts = facts.pages.find_page(page), page.split("/")
        title = get_page_title(place, facts, contents) if place else None
        likeness = measure_likeness(label, title or "", parts[-1], " ".join(parts[-2:]))
        likeness += _LINKED * log(1 + linked.get(page, 0))
        likeness += _IN_FOLDER * (posixpath.dirname(page) == folder) + _FAR * (parts[0] in far)
        return fits[page], -likeness

    ranked = sorted(fits, key=sort_key)
    is_near = min(fits.values(), default=Fit.BEGINS) in (Fit.BEGINS_NEARLY, Fit.CONTAINS_NEARLY)
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
    """Yield the link targets from the root of the site of each other page in the folder."""
    known, contents = facts.pages.cached(SortedPages), view.site.contents or {}
    prefix = file[: file.rfind("/") + 1]
    for at in known.iter_direct_places(prefix, known.find_folder_range(prefix)):
        page = facts.pages.find_page(known.paths[at])
        content = contents.get(page.file) if page and page.file != file else None
        body = content.body_if_read if content else None
        if body is not None:
            yield {target for target in body.targets.split(b"\n") if target.startswith(b"/")}
