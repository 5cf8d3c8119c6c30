"""Find the addresses and headings that a broken link may mean, or the one that it surely means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from unicodedata import category

from docs_lsp.core.did_you_mean import SimilarNames
from docs_lsp.core.grouping import group_by
from docs_lsp.core.sure_misspelling import find_numbers, is_misspelling
from docs_lsp.rules.links.broken_links import BrokenLink, find_link_fault
from docs_lsp.rules.links.target_evidence import BrokenPathEvidence, find_meant_address
from docs_lsp.site.mdx.anchors import AnchorStatus, find_invisible
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, reduce_to_letters, strip_page_extension
from docs_lsp.site.routes.suggested_pages import (
    is_file_path,
    list_similar_addresses,
    strip_page_ending,
    suggest_addresses,
)

_SHOWN = 3
MOST_SOUGHT = 100
"""The number of missing IDs of a page for which similar ones are looked for."""


def suggest_link_targets(dead: BrokenLink, overview: Overview, file: str = "") -> tuple[str, ...]:
    """Return up to three similar addresses or heading IDs for a broken link; () for a file.

    The page `file` that has the link is not among them.
    """
    if dead.here:
        return (dead.here,)
    if not dead.anchor and is_file_path(dead.path):
        return ()  # Thousands of images may be missing, and none is similar anyway.
    own = page_to_url(strip_page_extension(file))
    near = overview.cached_for(_suggest_uncached_targets, dead)
    return tuple(target for target in near if target != own) if own in near else near


def _suggest_uncached_targets(overview: Overview, dead: BrokenLink) -> tuple[str, ...]:
    if not dead.anchor:
        return suggest_addresses(dead.path, overview)
    translated = overview.cached_for(_find_translated_heading, dead)
    return (translated,) if translated else _suggest_heading_ids(dead, overview)


def _find_translated_heading(overview: Overview, dead: BrokenLink) -> str | None:
    """Return the heading ID of a translation that a link means by the original's ID, or None."""
    is_missing = dead.lookup.where in (AnchorStatus.NOWHERE, AnchorStatus.UNSEEN) and not dead.level
    if dead.lookup.live or not is_missing or not overview.navigation.has_languages:
        return None
    content = (overview.contents or {}).get(dead.file)
    letters = reduce_to_letters(dead.anchor)
    if content is None or letters in content.cached(_VisibleAnchors).by_letters:
        return None  # An ID that differs only in punctuation is nearer.
    return find_translated_heading(dead.file, dead.anchor, overview)


def choose_sure_target(
    dead: BrokenLink, overview: Overview, wrong: BrokenPathEvidence | None = None
) -> str | None:
    """Return the only address or heading ID that a broken link surely means, or None.

    `wrong` is the evidence from the place of the link, such as its text.
    """
    if dead.anchor:
        return _choose_sure_heading(dead, overview)
    if dead.here or is_file_path(dead.path):
        return None  # It may be the address of another site on the domain.
    near = list_similar_addresses(dead.path, overview)
    return find_meant_address(wrong or BrokenPathEvidence(dead.path), near, overview)


def find_translated_link(dead: BrokenLink, link: str, file: str, overview: Overview) -> str | None:
    """Return the link to the page in the language of `file` if only that has the heading, or None.

    None also if the link has no path, or its page is missing.
    """
    if not (dead.anchor and dead.path and overview.navigation.has_languages):
        return None
    # Imported late: few sites have several languages.
    from docs_lsp.translations.language_links import find_target_in_language

    target = find_target_in_language(link, file, overview)
    return target if target and find_link_fault(target, file, overview) is None else None


def find_page_of_same_name(dead: BrokenLink, overview: Overview, file: str) -> str | None:
    """Return the only similar page with the same file name as a broken path, or None.

    It is not the page `file` that has the link. It need not be the intended page, but the address
    may be redirected to it.
    """
    if dead.here:
        return None
    name = strip_page_ending(dead.path).rpartition("/")[2].casefold()
    near = suggest_link_targets(dead, overview, file)
    same = [address for address in near if address.rpartition("/")[2].casefold() == name]
    return same[0] if len(same) == 1 else None


def _choose_sure_heading(dead: BrokenLink, overview: Overview) -> str | None:
    """Return the only ID with the same letters, or else a misspelling, or None."""
    content = (overview.contents or {}).get(dead.file)
    if content is None or dead.is_fault_at_heading:
        return None
    if dead.lookup.where is AnchorStatus.LOCALLY:
        return dead.lookup.live
    if find_invisible(dead.lookup.live):
        return None  # It is the heading that should change.
    translated = overview.cached_for(_find_translated_heading, dead)
    if translated:
        return translated
    anchors = content.cached(_VisibleAnchors)
    same = anchors.find_likely(reduce_to_letters(dead.anchor)) or [
        anchor
        for anchor in anchors.by_numbers.get(find_numbers(dead.anchor), ())
        if is_misspelling(dead.anchor, anchor)
    ]
    return same[0] if len(same) == 1 else None


class _VisibleAnchors:
    """The visible IDs of a page: those of headings, and those that attributes set."""

    def __init__(self, content: PageContent) -> None:
        headings, elements = (
            [*filter(_is_visible_anchor, anchors)]
            for anchors in (
                content.anchor_texts.list_heading_ids(),
                content.anchor_texts.list_element_ids(),
            )
        )
        self._headings = frozenset(headings)
        self._all = tuple(dict.fromkeys((*headings, *elements)))
        self.by_letters = group_by(self._all, reduce_to_letters)

    @cached_property
    def by_similarity(self) -> SimilarNames:
        """An index for similar IDs."""
        return SimilarNames(self._all, fold=False)

    @cached_property
    def by_numbers(self) -> Mapping[tuple[str, ...], Sequence[str]]:
        """Most IDs by the numbers in them, which a misspelling does not change.

        Without those of elements whose letters a heading has.
        """
        return group_by(chain.from_iterable(map(self.find_likely, self.by_letters)), find_numbers)

    def find_likely(self, letters: str) -> Sequence[str]:
        """Return the IDs of headings with these letters, or else those of elements."""
        anchors = self.by_letters.get(letters, [])
        return [anchor for anchor in anchors if anchor in self._headings] or anchors


def _is_visible_anchor(anchor: str) -> bool:
    """Return whether an ID has no zero-width characters, which come from the heading's text."""
    return anchor.isascii() or not any(category(sign) == "Cf" for sign in anchor)


def _suggest_heading_ids(dead: BrokenLink, overview: Overview) -> tuple[str, ...]:
    """Return the most similar IDs of the page, best first; cached on the page."""
    content = (overview.contents or {}).get(dead.file)
    if content is None or dead.is_fault_at_heading:
        return ()
    if dead.lookup.where is AnchorStatus.LOCALLY:
        return (dead.lookup.live,)
    if dead.lookup.live:
        return () if find_invisible(dead.lookup.live) else (dead.lookup.live,)
    known = content.cached(_create_anchor_cache)
    if dead.anchor not in known:
        anchors = content.cached(_VisibleAnchors)
        # IDs that differ only in punctuation come first, however much there is of it.
        alike = anchors.by_letters.get(reduce_to_letters(dead.anchor), ())
        is_sought = len(known) < MOST_SOUGHT
        close = anchors.by_similarity.find_close(dead.anchor, _SHOWN) if is_sought else ()
        known[dead.anchor] = tuple(dict.fromkeys((*alike, *close)))[:_SHOWN]
    return known[dead.anchor]


def _create_anchor_cache(_: PageContent) -> dict[str, tuple[str, ...]]:
    """Return an empty cache of suggestions, which lives until the page changes."""
    return {}


def find_translated_heading(file: str, anchor: str, overview: Overview) -> str | None:
    """Return the heading ID of a translated page for the ID of its original, or None.

    Only if some page of another language has that ID, and the headings of both pages have the same
    number and levels: then they correspond in order.
    """
    # Imported late, as below: few links are broken.
    from docs_lsp.translations.language_links import list_counterpart_files

    own = overview.cached_for(_list_headings, file)
    for other in list_counterpart_files(strip_page_extension(file), overview) if own else ():
        headings = overview.cached_for(_list_headings, other)
        ids = [heading_id for _, heading_id in headings]
        if [level for level, _ in headings] == [level for level, _ in own] and anchor in ids:
            return own[ids.index(anchor)][1]
    return None


def _list_headings(overview: Overview, file: str) -> tuple[tuple[int, str], ...]:
    """Return the levels and IDs of a page's headings; empty if its text is not that on the disk."""
    content = (overview.contents or {}).get(file)
    if content is None:
        return ()
    from docs_lsp.site.mdx.anchor_places import list_heading_levels

    headings = list_heading_levels(content.reread_bytes())
    is_current = [heading_id for _, heading_id in headings] == [
        *content.anchor_texts.list_heading_ids()
    ]
    return headings if is_current else ()
