"""Decide whether a link is broken, how severe that is, and what the message says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import code, render_suggestion
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.site.generated_pages.service_generation import map_operations_without_page
from docs_lsp.site.mdx.anchors import AnchorLookup, AnchorStatus, find_invisible, remove_invisible
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.contents import look_up_anchor
from docs_lsp.site.mdx.heading_ids import fragment_to_id
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import (
    PAGE_EXTENSIONS,
    escape_path,
    page_to_url,
    reduce_to_letters,
    strip_page_extension,
)
from docs_lsp.site.routes.link_paths import EVERYWHERE_THE_SAME, WITH_HOST, parse_link_path
from docs_lsp.site.routes.router import LinkStatus, PathResolution, get_path_resolver
from docs_lsp.site.routes.suggested_pages import is_file_path

if TYPE_CHECKING:
    from docs_lsp.site.mdx.anchor_places import DeepHeading

_ROUTE = "!/"
"""Prefix of a fragment that is a route of a client-side application, never a heading ID."""
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
    lookup: AnchorLookup = AnchorLookup(AnchorStatus.NOWHERE)
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
        return self.lookup.where is AnchorStatus.INTO_CODE or self.level > 0

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
    lookup = look_up_anchor(contents, at, target.fragment)
    if lookup.where is AnchorStatus.THERE or _is_page_title(target.fragment, contents.get(at)):
        return None
    if lookup == AnchorLookup(AnchorStatus.NOWHERE) and (page := contents.get(at)):
        heading = page.cached(_index_deep_headings).get(fragment_to_id(target.fragment))
        broken = broken._replace(level=heading.level if heading else 0)
    return broken._replace(anchor=target.fragment, file=at, lookup=lookup)


def _index_deep_headings(page: PageContent) -> Mapping[str, DeepHeading]:
    """Return a page's headings that are too deep for an ID, by that ID; reads the page again."""
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


def choose_link_severity(dead: BrokenLink) -> Severity:
    """Return the severity of a broken link: a warning, or information if it is doubtful.

    It is doubtful if an imported component may resolve it, or if it depends on where the site is
    published.
    """
    is_unsure = dead.is_url_doubtful or dead.lookup.where is AnchorStatus.UNSEEN
    is_doubtful = dead.here or is_unsure
    return Severity.INFORMATION if is_doubtful else Severity.WARNING


def _count_bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def describe_missing_path(path: str, near: tuple[str, ...]) -> str:
    """Return the message for a missing path, with suggestions in `near`."""
    missing = "add the file" if is_file_path(path) else "create the page"
    remedy = render_suggestion(near) or f"Correct the path, or {missing}."
    return f"{code(path)} is not a page, file or redirect of this site (404). {remedy}"


def describe_ungenerated_path(path: str, overview: Overview) -> str:
    """Return the message for the address of an operation without a page; else an empty string."""
    operation = overview.cached(map_operations_without_page).get(path)
    if operation is None:
        return ""
    return (
        f"{code(path)} does not exist (404): {code(str(operation))} has no page, because only some "
        "operations of its specification are listed, not this one. List it."
    )


def describe_base_path_link(dead: BrokenLink) -> str:
    """Return the message for a path that works only if the site is published below its folder."""
    folder = f"/{dead.path.split('/')[1]}"
    return (
        f"The site has no folder {code(folder[1:])}, so {code(dead.path)} is broken unless the "
        f"site is published below {code(folder)}. Link to {code(dead.here)}, or set "
        f"`site.base` to {code(folder)} in docs-lsp.toml."
    )


def describe_missing_heading(dead: BrokenLink, near: tuple[str, ...], link: str = "link") -> str:
    """Return the message for a missing heading ID; `link` is the noun for what names it."""
    where, anchor = _describe_landing_page(dead), code(f"#{dead.anchor}")
    if dead.lookup.where is AnchorStatus.LOCALLY:
        live = code(f"#{dead.lookup.live}")
        return (
            "The published page makes quotes, dashes and dots typographic, so the heading is "
            f"{live}, and {anchor} opens the top of the page. Link to {live}, or give the heading "
            "its own ID, such as `{#name}`."
        )
    if dead.lookup.where is AnchorStatus.INTO_CODE:
        return (
            f"The heading for {anchor} is shown as code, because the fence in line "
            f"{dead.lookup.line} of {code(dead.file)} is never closed. Close it."
        )
    if dead.level:
        return (
            f"{where} has the heading for {anchor} at level {dead.level}, at which headings "
            f"have no ID, so the {link} opens the top of the page. Raise it to level 4, or end it "
            f"with {code(f'{{#{dead.anchor}}}')}."
        )
    if dead.lookup.live:
        return _describe_invisible(dead, link)
    remedy = render_suggestion(f"#{anchor}" for anchor in near) or "Link to an existing heading."
    fault = (
        f"{where} has no heading with the ID {code(dead.anchor)}, so the {link} opens the top of "
        "the page"
    )
    if dead.lookup.where is AnchorStatus.UNSEEN:
        fault += ", unless an imported component adds that ID"
    return f"{fault}. {remedy}"


def _describe_landing_page(dead: BrokenLink) -> str:
    """Render the page of a missing heading, and the path in the link if that is another one."""
    if not dead.path:
        return "This page"
    address = page_to_url(strip_page_extension(dead.file))
    path = strip_page_extension(dead.path).rstrip("/")
    if path in (address, f"/{escape_path(strip_page_extension(dead.file))}"):
        return code(dead.written_path)
    return f"{code(dead.written_path)} leads to {code(address)}, which"


def _describe_invisible(dead: BrokenLink, link: str) -> str:
    """Return the message for a heading ID and an anchor that differ in invisible characters."""
    in_heading = find_invisible(dead.lookup.live)
    sign = f"an invisible character (U+{ord(in_heading or find_invisible(dead.anchor)):04X})"
    anchor = code(f"#{remove_invisible(dead.anchor)}")
    if not in_heading:
        return f"{anchor} has {sign}, so the {link} opens the top of the page. Remove it."
    page = code(dead.written_path) if dead.path else "the page"
    return (
        f"The heading for {anchor} has {sign}, which is part of its ID, so the {link} opens the "
        f"top of {page}. Remove it from the heading."
    )


def describe_translated_heading(dead: BrokenLink, translated: str) -> str:
    """Return the message for a heading ID that only the page in the reader's language has."""
    return (
        f"{code(dead.written_path)} has no heading with the ID {code(dead.anchor)}, but the page "
        f"in this language has. Link to {code(translated)}."
    )
