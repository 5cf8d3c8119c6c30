"""Broken links: the check of a link, suggestions for it, and the message about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from docs_lsp.core.did_you_mean import SimilarNames
from docs_lsp.core.problem import Severity
from docs_lsp.core.sure_misspelling import find_numbers, is_misspelling
from docs_lsp.core.text import Span
from docs_lsp.rules.links.target_evidence import BrokenPathEvidence, find_meant_address
from docs_lsp.rules.links.translated_headings import find_translated_heading
from docs_lsp.site.mdx.anchors import (
    AnchorLookup,
    AnchorStatus,
    find_invisible,
)
from docs_lsp.site.mdx.contents import look_up_anchor
from docs_lsp.site.mdx.heading_ids import fragment_to_id
from docs_lsp.site.pages import (
    PAGE_EXTENSIONS,
    page_to_url,
    reduce_to_letters,
    strip_page_extension,
)
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, WITH_HOST, parse_link_path
from docs_lsp.site.routes.near_pages import (
    is_file_path,
    list_similar_addresses,
    strip_page_ending,
    suggest_addresses,
)
from docs_lsp.site.routes.router import LinkStatus, PathResolution, get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.mdx.anchor_places import DeepHeading
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview

_ROUTE = "!/"
"""Prefix of a fragment that is a route of a client-side application, never a heading ID."""
_SHOWN = 3
MOST_SOUGHT = 100
"""The number of missing IDs of a page for which similar ones are looked for."""
_MOST_HOPS = 5
"""Number of redirects after which a heading is no longer looked for."""


class BrokenLink(NamedTuple):
    """A broken link: its path, or the heading ID in it, does not exist."""

    path: str
    """The path in the site that the link names."""
    anchor: str = ""
    """The heading ID that is missing; empty if the page itself is missing."""
    file: str = ""
    """The file of the page without the heading."""
    lead: AnchorLookup = AnchorLookup(AnchorStatus.NOWHERE)
    """Where the heading ID leads instead."""
    level: int = 0
    """The level of the heading that is meant, if it is too deep to have an ID."""
    here: str = ""
    """The path on this site that the link opens if its first folder is the published base path."""
    start: str = ""
    """The base of the site, or the URL up to there, with which the link begins before the path."""
    is_url_doubtful: bool = False
    """Whether the link is a URL, and that it is one of this site was inferred."""

    @property
    def written_path(self) -> str:
        """The path with what the link has before it."""
        return f"{self.start}{self.path}"

    @property
    def full_address(self) -> str:
        """The whole broken address, with its `#fragment` if that is what is wrong."""
        if not self.anchor:
            return self.path
        return f"{self.path or page_to_url(strip_page_extension(self.file))}#{self.anchor}"

    @property
    def is_fault_at_heading(self) -> bool:
        """Whether the heading is to be corrected, not the link."""
        return self.lead.where is AnchorStatus.INTO_CODE or self.level > 0

    def locate_fault(self, link: str, span: Span) -> Span:
        """Return the byte span of the wrong part of a link: its path or its fragment."""
        path, sign, anchor = link.partition("#")
        if self.anchor:
            return Span(
                span.start + _count_bytes(path + sign),
                span.start + _count_bytes(path + sign + anchor),
            )
        return Span(span.start, span.start + _count_bytes(path.partition("?")[0]))


def find_link_fault(link: str, file: str | None, overview: Overview) -> BrokenLink | None:
    """Return the fault of a link in a page (`file`) or docs.json; None unless it is certain."""
    if not link.startswith(EVERYWHERE_THE_SAME):
        return _find_uncached_fault(overview, link, file)
    # Pages repeat their links, so results are cached.
    return overview.cached_for(_find_uncached_fault, link)


def _find_uncached_fault(
    overview: Overview, link: str, file: str | None = None
) -> BrokenLink | None:
    """Return the certain fault of a link in a page (`file`) or docs.json, or None."""
    answers = get_path_resolver(overview)
    start, own = answers.split_link(link)
    target = parse_link_path(own, file)
    if target is None:
        return None
    at, is_url = file, link.startswith(WITH_HOST)
    broken = BrokenLink(
        target.path, start=start, is_url_doubtful=is_url and bool(answers.location.evidence)
    )
    if target.path:
        answer = answers.resolve_link(target)
        if answer.status is LinkStatus.DEAD:
            # A file at a URL of the site may be served by others.
            is_elsewhere = is_url and is_file_path(target.path)
            return None if is_elsewhere else broken
        # A relative link does not depend on where the site is published.
        if answer.path_without_first_folder and not target.others:
            return BrokenLink(target.path, here=answer.path_without_first_folder)
        at = _find_landing_file(target.path, answer, overview) if target.fragment else None
    contents = overview.contents
    if not (at and target.fragment) or contents is None or target.fragment.startswith(_ROUTE):
        return None
    lead = look_up_anchor(contents, at, target.fragment)
    if lead.where is AnchorStatus.THERE or _is_page_title(target.fragment, contents.get(at)):
        return None
    if lead == AnchorLookup(AnchorStatus.NOWHERE) and (page := contents.get(at)):
        heading = page.cached(_index_deep_headings).get(fragment_to_id(target.fragment))
        broken = broken._replace(level=heading.level if heading else 0)
    return broken._replace(anchor=target.fragment, file=at, lead=lead)


def _index_deep_headings(page: PageContent) -> Mapping[str, DeepHeading]:
    """Return the headings of a page without an ID; cached on the page."""
    from docs_lsp.site.mdx.anchor_places import index_deep_headings  # Parses the page again.

    return index_deep_headings(page.reread_bytes())


def _find_landing_file(path: str, answer: PathResolution, overview: Overview) -> str | None:
    """Return the file of the page that a link opens, or None if it is not known.

    A browser keeps the fragment of a link when it follows redirects, unless one of them has its
    own. `/fees.md` in a page is a link to `/fees`.
    """
    resolver = get_path_resolver(overview)
    for _ in range(_MOST_HOPS):
        if answer.redirect is None and (answer.page or not path.endswith(PAGE_EXTENSIONS)):
            return answer.page.file if answer.page else None
        if answer.redirect is None:
            path = strip_page_extension(path)
        else:
            there = parse_link_path(answer.redirect.target or "")
            if not answer.redirect.certain or there is None or there.fragment:
                return None
            path = there.path
        answer = resolver.resolve_path(path)
    return None


def _is_page_title(anchor: str, page: PageContent | None) -> bool:
    """Return whether a fragment names the page's own title: then the top is right."""
    title = page.fields.get("title") if page else None
    return isinstance(title, str) and reduce_to_letters(title) == reduce_to_letters(anchor)


def suggest_link_targets(dead: BrokenLink, overview: Overview, file: str = "") -> tuple[str, ...]:
    """Return similar addresses, or heading IDs of the page, for a broken link, best first.

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
    is_missing = dead.lead.where in (AnchorStatus.NOWHERE, AnchorStatus.UNSEEN) and not dead.level
    if dead.lead.live or not is_missing or not overview.navigation.has_languages:
        return None
    anchors = overview.cached_for(_index_visible_anchors, dead.file)
    if reduce_to_letters(dead.anchor) in anchors.by_letters:
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
    if dead.lead.where is AnchorStatus.LOCALLY:
        return dead.lead.live
    if find_invisible(dead.lead.live):
        return None  # It is the heading that should change.
    translated = overview.cached_for(_find_translated_heading, dead)
    if translated:
        return translated
    anchors = overview.cached_for(_index_visible_anchors, dead.file)
    alike = anchors.by_letters.get(reduce_to_letters(dead.anchor))
    same = alike or {
        anchor
        for anchor in anchors.by_numbers.get(find_numbers(dead.anchor), ())
        if is_misspelling(dead.anchor, anchor)
    }
    return next(iter(same)) if len(same) == 1 else None


class _AnchorIndex(NamedTuple):
    """The visible IDs of a page: those of headings, and of elements with other letters."""

    by_letters: Mapping[str, set[str]]
    by_numbers: Mapping[tuple[str, ...], set[str]]
    """IDs by the numbers in them, which a misspelling does not change."""


def _index_visible_anchors(overview: Overview, file: str) -> _AnchorIndex:
    """Index the IDs of a page once for all links to it; both can be thousands."""
    content = (overview.contents or {}).get(file)
    index = _AnchorIndex(defaultdict(set), defaultdict(set))
    for anchors in _list_visible_anchors(content) if content else ():
        known = frozenset(index.by_letters)
        for anchor in anchors:
            if (letters := reduce_to_letters(anchor)) not in known:
                index.by_letters[letters].add(anchor)
                index.by_numbers[find_numbers(anchor)].add(anchor)
    return index


def _list_visible_anchors(content: PageContent) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the visible IDs of a page's headings, and those that attributes set."""
    texts = content.anchor_texts
    headings, elements = texts.list_heading_ids(), texts.list_element_ids()
    return tuple(filter(_is_visible_anchor, headings)), tuple(filter(_is_visible_anchor, elements))


def _is_visible_anchor(anchor: str) -> bool:
    """Return whether an ID has no zero-width characters, which come from the heading's text."""
    return anchor.isascii() or not any(category(sign) == "Cf" for sign in anchor)


def choose_link_severity(dead: BrokenLink) -> Severity:
    """Return the severity of a broken link: a warning, or information if it is doubtful.

    It is doubtful if an imported component may resolve it, or if it depends on where the site is
    published.
    """
    is_unsure = dead.is_url_doubtful or dead.lead.where is AnchorStatus.UNSEEN
    is_doubtful = dead.here or is_unsure
    return Severity.INFORMATION if is_doubtful else Severity.WARNING


def _suggest_heading_ids(dead: BrokenLink, overview: Overview) -> tuple[str, ...]:
    """Return the most similar IDs of the page, best first; cached on the page."""
    content = (overview.contents or {}).get(dead.file)
    if content is None or dead.is_fault_at_heading:
        return ()
    if dead.lead.where is AnchorStatus.LOCALLY:
        return (dead.lead.live,)
    if dead.lead.live:
        return () if find_invisible(dead.lead.live) else (dead.lead.live,)
    known = content.cached(_create_anchor_cache)
    if dead.anchor not in known:
        anchors = content.cached(_AnchorSearch)
        # IDs that differ only in punctuation come first, however much there is of it.
        alike = anchors.by_letters.get(reduce_to_letters(dead.anchor), ())
        is_sought = len(known) < MOST_SOUGHT
        close = anchors.index.find_close(dead.anchor, _SHOWN) if is_sought else ()
        known[dead.anchor] = tuple(dict.fromkeys((*alike, *close)))[:_SHOWN]
    return known[dead.anchor]


def _create_anchor_cache(_: PageContent) -> dict[str, tuple[str, ...]]:
    """Return an empty cache of suggestions, which lives until the page changes."""
    return {}


class _AnchorSearch:
    """Search index over the visible IDs of a page, for suggestions."""

    def __init__(self, content: PageContent) -> None:
        headings, elements = _list_visible_anchors(content)
        anchors = tuple(dict.fromkeys((*headings, *elements)))
        self.index = SimilarNames(anchors, fold=False)
        self.by_letters: dict[str, list[str]] = defaultdict(list)
        for anchor in anchors:
            self.by_letters[reduce_to_letters(anchor)].append(anchor)


def _count_bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
