"""What the rules about links and redirects say of a path or an anchor that is not there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from docs_lsp.core.misspelling import find_numbers, is_misspelling
from docs_lsp.core.nearest import SimilarNames
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.links.target_evidence import WrongPath, choose_sure_page
from docs_lsp.site.mdx.anchors import Lead, Leading
from docs_lsp.site.mdx.contents import lead_of
from docs_lsp.site.pages import letters, strip_extension, url_of
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, link_path_of
from docs_lsp.site.routes.near_pages import (
    find_near_addresses,
    is_file_path,
    strip_file_ending,
    suggest_addresses,
)
from docs_lsp.site.routes.router import LinkStatus, answers_of

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview

_ROUTE = "!/"
"""What the way to a place within an application begins with; no heading has such an anchor."""
_SHOWN = 3
_SEVERAL = 3


class Dead(NamedTuple):
    """A link that leads to nothing, or not to the part of the page that it names."""

    path: str
    """The path of the site that it means."""
    anchor: str = ""
    """The anchor that is not there, where the page is."""
    file: str = ""
    """The file of that page."""
    lead: Lead = Lead(Leading.NOWHERE)
    """Where the anchor leads instead."""
    here: str = ""
    """What the path leads to if the site is published below its first folder, as on this site."""

    @property
    def target(self) -> str:
        """The address that does not answer as it should, whole."""
        if not self.anchor:
            return self.path
        return f"{self.path or url_of(strip_extension(self.file))}#{self.anchor}"

    def faulty_span(self, link: str, span: Span) -> Span:
        """The part of a link that is wrong, given the link and its span."""
        path, sign, anchor = link.partition("#")
        if self.anchor:
            return Span(span.start + _size(path + sign), span.start + _size(path + sign + anchor))
        return Span(span.start, span.start + _size(path.partition("?")[0]))


def check_link(link: str, file: str | None, overview: Overview) -> Dead | None:
    """What is wrong with a link in a page, or in docs.json; None where nothing is, for sure."""
    if not link.startswith(EVERYWHERE_THE_SAME):
        return _check_link(link, file, overview)
    # Pages repeat their links.
    known = overview.cached(_create_link_cache)
    if link not in known:
        known[link] = _check_link(link, None, overview)
    return known[link]


def _create_link_cache(_: Overview) -> dict[str, Dead | None]:
    """What has been found out about links that are the same in all pages."""
    return {}


def _check_link(link: str, file: str | None, overview: Overview) -> Dead | None:
    target = link_path_of(link, file)
    if target is None:
        return None
    at = file
    if target.path:
        answer = answers_of(overview).answer_link(target)
        if answer.status is LinkStatus.DEAD:
            return Dead(target.path)
        # What is relative does not depend on where the site is published.
        is_rooted = not target.others
        if (
            answer.here
            and is_rooted
            and not _is_published_folder(target.path.split("/")[1], overview)
        ):
            return Dead(target.path, here=answer.here)
        # Where a redirect leads in the end, nobody needs to know here.
        at = answer.page.file if answer.page and not answer.redirect else None
    contents = overview.contents
    if not (at and target.fragment) or contents is None or target.fragment.startswith(_ROUTE):
        return None
    lead = lead_of(contents, at, target.fragment)
    if lead.where is Leading.THERE or _is_title(target.fragment, contents.get(at)):
        return None
    return Dead(target.path, target.fragment, at, lead)


def _is_title(anchor: str, page: PageContent | None) -> bool:
    """Whether an anchor names the page as a whole: it leads to the top, as it should."""
    title = page.fields.get("title") if page else None
    return isinstance(title, str) and letters(title) == letters(anchor)


def suggest_link_targets(dead: Dead, overview: Overview) -> tuple[str, ...]:
    """The addresses, or the anchors of the page, that a dead link most likely meant, best first."""
    if dead.here:
        return (dead.here,)
    if not dead.anchor and is_file_path(dead.path):
        return ()  # Thousands of pictures may be missing, and nothing is like them anyway.
    return overview.cached_for(_find_suggestions, dead)


def _find_suggestions(overview: Overview, dead: Dead) -> tuple[str, ...]:
    return (
        _suggest_anchors(dead, overview) if dead.anchor else suggest_addresses(dead.path, overview)
    )


def choose_sure_target(
    dead: Dead, overview: Overview, wrong: WrongPath | None = None
) -> str | None:
    """The address, or the anchor of the page, that a dead link surely meant; None where there is
    none, or more than one. `wrong` is what is known of the place of the link."""
    if dead.anchor:
        return _choose_sure_anchor(dead, overview)
    if dead.here or is_file_path(dead.path):
        return None  # It may be the address of another site on the domain.
    near = find_near_addresses(dead.path, overview)
    return choose_sure_page(wrong or WrongPath(dead.path), near, overview)


def find_namesake(dead: Dead, overview: Overview) -> str | None:
    """The one near page with the name of a dead path, if it is the only one: not what was surely
    meant, but where the address may be redirected."""
    if dead.here:
        return None
    name = strip_file_ending(dead.path).rpartition("/")[2].casefold()
    near = suggest_link_targets(dead, overview)
    same = [one for one in near if one.rpartition("/")[2].casefold() == name]
    return same[0] if len(same) == 1 else None


def _choose_sure_anchor(dead: Dead, overview: Overview) -> str | None:
    content = (overview.contents or {}).get(dead.file)
    if content is None or dead.lead.where in (Leading.LOCALLY, Leading.INTO_CODE):
        return None  # Whether readers matter more, or a check of links, is for a writer to say.
    anchors = overview.cached_for(_index_page_anchors, dead.file)
    alike = anchors.by_letters.get(letters(dead.anchor))
    same = alike or {
        anchor
        for anchor in anchors.by_numbers.get(find_numbers(dead.anchor), ())
        if is_misspelling(dead.anchor, anchor)
    }
    return next(iter(same)) if len(same) == 1 else None


class _AnchorIndex(NamedTuple):
    """The visible anchors of a page."""

    by_letters: Mapping[str, set[str]]
    by_numbers: Mapping[tuple[str, ...], set[str]]
    """By the numbers in them, which no misspelling changes."""


def _index_page_anchors(overview: Overview, file: str) -> _AnchorIndex:
    """Index the anchors of a page once for all links to it: there may be thousands of either."""
    content = (overview.contents or {}).get(file)
    anchors = _AnchorIndex(defaultdict(set), defaultdict(set))
    for anchor in filter(_is_visible, content.words.anchors() if content else ()):
        anchors.by_letters[letters(anchor)].add(anchor)
        anchors.by_numbers[find_numbers(anchor)].add(anchor)
    return anchors


def _is_visible(anchor: str) -> bool:
    """Whether an anchor can be read: a sign without a width, taken over from a heading, cannot."""
    return anchor.isascii() or not any(category(sign) == "Cf" for sign in anchor)


def describe_dead_path(path: str, near: tuple[str, ...]) -> str:
    """What to say of a dead path and the pages that were most likely meant."""
    remedy = "Correct the path, or create the page."
    if near:
        remedy = f"Did you mean {join_words([code(one) for one in near])}?"
    elif is_file_path(path):
        remedy = "Correct the path, or put the file there."
    return f"Nothing answers at {code(path)}, so readers get an error. {remedy}"


def describe_published_path(dead: Dead) -> str:
    """What to say of a path that leads to something of this site if its first folder is the one
    that the site is published below."""
    folder = dead.path.split("/")[1]
    return (
        f"The site has no folder {code(folder)}, so readers get an error at {code(dead.path)} "
        f"unless the site is published below {code('/' + folder)}. Link to {code(dead.here)}, or "
        f"name {code(f'/{folder}/')} in `site.elsewhere` of docs-lsp.toml if the link is right."
    )


def severity_of(dead: Dead) -> Severity:
    """How bad a dead link is. One that `mint broken-links` resolves is not so bad, because many go
    by that; of one that a component may resolve, or that depends on where the site is published,
    nobody is sure."""
    is_doubtful = dead.here or dead.lead.where in (Leading.LOCALLY, Leading.UNSEEN)
    return Severity.INFORMATION if is_doubtful else Severity.WARNING


def describe_dead_anchor(dead: Dead, near: tuple[str, ...]) -> str:
    """What to say of an anchor that is not there, and the ones that were most likely meant."""
    where, anchor = code(dead.path) if dead.path else "This page", code(f"#{dead.anchor}")
    if dead.lead.where is Leading.LOCALLY:
        live = code(f"#{dead.lead.live}")
        return (
            f"The live page makes quotes, dashes and dots typographic, so the heading is {live} "
            f"there and {anchor} takes readers to the top; only `mint broken-links` finds it. Link "
            f"to {live}, or give the heading an id of its own, such as `{{#name}}`."
        )
    if dead.lead.where is Leading.INTO_CODE:
        return (
            f"The heading for {anchor} stands in code: the fence in line {dead.lead.line} of "
            f"{code(dead.file)} is never closed, so all that follows is shown as code. Close it."
        )
    remedy = "Link to a heading that there is."
    if near:
        remedy = f"Did you mean {join_words([code('#' + one) for one in near])}?"
    fault = f"{where} has no heading or other part for {anchor}, so readers come to the top of it"
    if dead.lead.where is Leading.UNSEEN:
        fault += ", unless a component that the page imports brings one"
    return f"{fault}. {remedy}"


def _suggest_anchors(dead: Dead, overview: Overview) -> tuple[str, ...]:
    content = (overview.contents or {}).get(dead.file)
    if content is None or dead.lead.where is Leading.INTO_CODE:
        return ()
    if dead.lead.where is Leading.LOCALLY:
        return (dead.lead.live,)
    known = content.cached(_create_anchor_cache)
    if dead.anchor not in known:
        anchors = content.cached(_Anchors)
        # Those that differ in signs alone come first, however many signs there are.
        alike = anchors.by_letters.get(letters(dead.anchor), ())
        close = anchors.index.find_close(dead.anchor, _SHOWN)
        known[dead.anchor] = tuple(dict.fromkeys((*alike, *close)))[:_SHOWN]
    return known[dead.anchor]


def _create_anchor_cache(_: PageContent) -> dict[str, tuple[str, ...]]:
    """What has been found for the dead anchors of a page; kept until the page changes."""
    return {}


class _Anchors:
    """The visible anchors of a page, for the question which of them a dead one meant."""

    def __init__(self, content: PageContent) -> None:
        anchors = tuple(filter(_is_visible, content.words.anchors()))
        self.index = SimilarNames(anchors, fold=False)
        self.by_letters: dict[str, list[str]] = defaultdict(list)
        for anchor in anchors:
            self.by_letters[letters(anchor)].append(anchor)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _is_published_folder(folder: str, overview: Overview) -> bool:
    """Whether at least as many pages of a site are linked below a folder that it does not have as
    are linked without it."""
    linked = overview.cached(_count_linked_pages)
    return linked.get(folder, 0) >= max(_SEVERAL, linked.get("", 0))


def _count_linked_pages(overview: Overview) -> Mapping[str, int]:
    """How many pages are linked below each first folder that the site does not have; those that
    are linked as they are count for the empty name."""
    answers = answers_of(overview)
    pages_by_folder: dict[str, set[str]] = defaultdict(set)
    # Pages repeat their links.
    links = {link for content in (overview.contents or {}).values() for link in content.targets}
    for link in links:
        target = link_path_of(link) if link.startswith("/") else None
        answer = answers.answer_at(target.path) if target else None
        if target and answer and answer.here:
            pages_by_folder[target.path.split("/")[1]].add(answer.here)
        elif answer and answer.page:
            pages_by_folder[""].add(url_of(answer.page.page))
    return {folder: len(pages) for folder, pages in pages_by_folder.items()}
