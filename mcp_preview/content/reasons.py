"""Reasons why pages are not indexed, as messages, each with the place that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docs_lsp.jsontree.document import Document
from docs_lsp.site.audience_words import audience_sentence
from docs_lsp.site.generated_pages.generation import OPAQUE
from docs_lsp.site.navigation.navigation import find_invalid_content
from docs_lsp.site.navigation.origins import hider_of, title_of
from docs_lsp.site.pages import Never, url_of
from docs_lsp.site.specifications.spec_paths import is_url, spec_path
from docs_lsp.site.visibility import LOGGED_IN, Reason, Visibility, is_indexed
from mcp_preview.content.pages import IndexedPage, LeftOut

if TYPE_CHECKING:
    from docs_lsp.site.generated_pages.service_generation import UnreadSource
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.specifications.facts import SiteFacts
    from mcp_preview.content.generated_pages import AcceptedPlace
    from mcp_preview.content.navigation_facts import NavigationFacts

_KEYS = {
    Reason.NOINDEX: "noindex",
    Reason.HIDDEN_PAGE: "hidden",
    Reason.NOT_SEARCHABLE: "searchable",
}
_NO_PAGE = "There is no such page. Create its file, or correct the entry."
_NO_ENDPOINT = (
    "The specification has no such operation, and while one is missing, the service generates no "
    "pages at all. Correct the entry."
)
_UNREAD = {
    "openapi": "specification, which lies behind a URL and is not read here",
    "asyncapi": "AsyncAPI document, which is not read here",
    "graphql": "GraphQL schema, which is not read here",
    "sdk": "SDK, whose code is not read here",
}
_MADE_ELSEWHERE = "The service makes pages of this {}. They are missing in the preview alone."
_NOTHING_MADE = (
    "This specification is missing or invalid, and while one is, the service generates no pages at "
    "all. Add it, fix it, or correct the name."
)
_ASIDE = (
    "The service leaves it aside, because {}. Move or rename the file if it is meant as a page."
)
_LISTED_ASIDE = (
    "The navigation lists it, but the service leaves it aside, because {}. Move or rename the "
    "file, or remove the entry."
)
_LISTED_IGNORED = (
    "The navigation lists it, but an ignore pattern excludes its file. Remove the pattern, or add "
    "a `!` line."
)
BROKEN_ENTRIES = frozenset(
    (
        _NO_PAGE,
        _NO_ENDPOINT,
        _NOTHING_MADE,
        _LISTED_IGNORED,
        *(_LISTED_ASIDE.format(one.value) for one in Never),
    )
)
"""The reasons for which an entry of the navigation is a broken link."""
BELOW = "below the hidden"
HIDDEN_BY = {
    Reason.NOINDEX.value: "by `noindex: true`",
    Reason.HIDDEN_PAGE.value: "by `hidden: true`",
    Reason.NOT_SEARCHABLE.value: "by `searchable: false`",
    Reason.HIDDEN.value: BELOW,
}
"""The reasons for which the site hides a page, with the phrase used after a number of pages.

After `BELOW` the element is named.
"""
NO_PAGES = {
    Reason.IGNORED.value: "that ignore patterns exclude",
    _ASIDE.format(Never.SNIPPET.value): "below `snippets/` or `_snippets/`",
    _ASIDE.format(Never.IMPORTED.value): "that pages import",
    _ASIDE.format(Never.REPOSITORY.value): "such as README",
    _ASIDE.format(Never.SKILL.value): "of skills",
}
"""The reasons why a file is obviously not a page, with the phrase used after a number."""


def verdict_on_excluded_page(
    page: str,
    file: str,
    sight: Visibility,
    content: PageContent,
    listings: Sequence[Listing],
    navigation_facts: NavigationFacts,
) -> LeftOut:
    """Return the verdict on a page that search does not find."""
    url = url_of(page)
    key = _KEYS.get(sight.reason)
    if key:
        line = _line_of_field(content, key)
        return LeftOut(page, file, url, sight.text, f"`{key}` in `{file}`", file, line)
    if sight.reason is Reason.HIDDEN:
        hidden = (
            listing
            for listing in listings
            if not is_indexed(navigation_facts.scopes[listing.placed].chain)
        )
        hider = next((element for listing in hidden if (element := hider_of(listing.placed))), None)
        if hider is not None:
            where, line = place_of(hider, navigation_facts)
            return LeftOut(page, file, url, sight.text, _describe_element(hider), where, line)
    if sight.reason is Reason.NOT_LISTED and not navigation_facts.is_whole:
        detail = "the navigation cannot be read as a whole, so it may be listed where it cannot"
        return LeftOut(page, file, url, sight.text, detail, navigation_facts.overview.name)
    if sight.reason is Reason.NOT_LISTED and (dropper := _find_dropper(page, navigation_facts)):
        where, line = place_of(dropper, navigation_facts)
        detail = f"{_describe_element(dropper)} lists it, and a mistake in it has all of it dropped"
        return LeftOut(page, file, url, sight.text, detail, where, line)
    if sight.reason is Reason.RESERVED:
        return LeftOut(page, file, url, sight.text, f"`{url}`", file)
    return LeftOut(page, file, url, sight.text, "", file)


def _find_dropper(page: str, navigation_facts: NavigationFacts) -> Placed | None:
    """Return the outermost element with a page that is dropped because of a mistake in it."""
    listings = navigation_facts.overview.navigation.by_page.get(page, ())
    around = (placed for listing in listings for placed in reversed(listing.placed.walk_outward()))
    return next((placed for placed in around if find_invalid_content(placed.element)), None)


def verdict_on_restricted_page(page: IndexedPage) -> LeftOut:
    """Return the verdict on a page that a viewer may not see, for the site's owner."""
    reason = audience_sentence(page.audience)
    if page.audience == LOGGED_IN:
        reason += " Where some pages are public, `public: true` shows it to all."
    return LeftOut(
        page.path, page.file, page.url, reason, where=page.file or "", audience=page.audience
    )


def verdict_on_unreadable_page(page: str, file: str, content: PageContent | None) -> LeftOut:
    """Return the verdict on a page that cannot be read."""
    fault = content.fault or content.frontmatter.problem if content else None
    reason = fault.message if fault else f"`{file}` cannot be read."
    line = content.head.count(b"\n", 0, fault.span.start) + 1 if content and fault else 0
    return LeftOut(page, file, url_of(page), reason, where=file, line=line)


def verdict_on_non_page(
    page: str, file: str, never: Never, navigation_facts: NavigationFacts
) -> LeftOut:
    """Return the verdict on a file that is not a page."""
    is_listed = bool(navigation_facts.find_accepted_listings(page))
    if never is Never.IGNORED:
        pattern = navigation_facts.overview.facts.ignore.pattern(file)
        where, line = (pattern.file, pattern.line + 1) if pattern and pattern.file else ("", 0)
        reason = _LISTED_IGNORED if is_listed else Reason.IGNORED.value
        return LeftOut(page, file, url_of(page), reason, str(pattern or ""), where, line)
    reason = (_LISTED_ASIDE if is_listed else _ASIDE).format(never.value)
    return LeftOut(page, file, url_of(page), reason, where=file)


def verdict_on_missing_page(listing: Listing, navigation_facts: NavigationFacts) -> LeftOut:
    """Return the verdict on an entry without a page."""
    return _verdict_on_entry(listing, _NO_PAGE, navigation_facts)


def verdict_on_unknown_endpoint(listing: Listing, navigation_facts: NavigationFacts) -> LeftOut:
    """Return the verdict on an endpoint without a page."""
    names = listing.placed.element.inner.openapi
    if any(is_url(name) for name in (listing.text.split()[0], *names)):
        reason = "Its specification lies behind a URL, which is not read here."
    else:
        reason = _NO_ENDPOINT
    return _verdict_on_entry(listing, reason, navigation_facts)


def verdict_on_unread_source(
    source: UnreadSource[AcceptedPlace], navigation_facts: NavigationFacts
) -> LeftOut:
    """The verdict on what the service makes pages of, and of which none are here."""
    facts = navigation_facts.overview.facts
    if is_url(source.name) or (source.key in OPAQUE and _is_there(source, facts)):
        reason = _MADE_ELSEWHERE.format(_UNREAD[source.key])
    else:
        reason = _NOTHING_MADE
    where, line = place_of(source.element.placed, navigation_facts)
    detail = f"{_describe_element(source.element.placed)} in `{where}`"
    return LeftOut(source.name, None, "", reason, detail, where, line)


def _is_there(source: UnreadSource[AcceptedPlace], facts: SiteFacts) -> bool:
    """Whether the file is in the site; what an SDK names may be anywhere."""
    return source.key == "sdk" or spec_path(source.name) in facts.files


def _verdict_on_entry(listing: Listing, reason: str, navigation_facts: NavigationFacts) -> LeftOut:
    line = _line_at(listing.file, listing.span.start, navigation_facts)
    detail = f"`{listing.text}` in `{listing.file}`"
    return LeftOut(listing.page, None, url_of(listing.page), reason, detail, listing.file, line)


def place_of(placed: Placed, navigation_facts: NavigationFacts) -> tuple[str, int]:
    """Return the file and the line in which an element begins."""
    return placed.file, _line_at(placed.file, placed.at, navigation_facts)


def _describe_element(placed: Placed) -> str:
    element = placed.element
    title = title_of(element)
    label = element.kind.label if element.kind else "element"
    return f'{label} "{title}"' if title else label


def _line_at(file: str, offset: int, navigation_facts: NavigationFacts) -> int:
    part = navigation_facts.overview.parts.get(file)
    return part.text.line_at(offset) + 1 if isinstance(part, Document) else 0


def _line_of_field(content: PageContent, key: str) -> int:
    entry = content.frontmatter.entries.get(key)
    return content.head.count(b"\n", 0, entry.key.start) + 1 if entry else 0
