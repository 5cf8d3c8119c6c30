"""Reasons why pages are not indexed, as messages, each with the place that decides it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from docs_lsp.jsontree.document import Document
from docs_lsp.site.generated_pages.service_generation import NO_PAGES_AT_ALL, Lack
from docs_lsp.site.navigation.navigation import find_invalid_content
from docs_lsp.site.navigation.origins import find_hiding_element, get_title
from docs_lsp.site.pages import NonPageReason, page_to_url
from docs_lsp.site.specifications.named_operation import find_page_operation
from docs_lsp.site.summaries.generated_instead import explain_generated_instead
from docs_lsp.site.summaries.page_counts import is_source_missing
from docs_lsp.site.visibility import (
    LOGGED_IN,
    Reason,
    Visibility,
    describe_audience,
    is_chain_indexed,
)
from mcp_preview.content.operation_keys import build_operation_key
from mcp_preview.content.pages import ExcludedPage, IndexedPage

if TYPE_CHECKING:
    from docs_lsp.site.generated_pages.endpoint_pages import AcceptedPlace, EndpointPage
    from docs_lsp.site.generated_pages.service_generation import UnreadSource
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.summaries.page_counts import BrokenEntry
    from mcp_preview.content.navigation_facts import NavigationFacts

_KEYS = {
    Reason.NOINDEX: "noindex",
    Reason.HIDDEN_PAGE: "hidden",
    Reason.NOT_SEARCHABLE: "searchable",
}
_NO_PAGE = "The page does not exist. Create its file, or correct the entry."
_ELSEWHERE = "Its specification is at a URL, which is not read here."
_LACKS = {
    Lack.NO_OPERATION: (
        "The specification does not have this operation, and while one is missing, "
        f"{NO_PAGES_AT_ALL}. Correct the entry."
    ),
    Lack.NO_SPECIFICATION: (
        "No OpenAPI file applies to this endpoint, so its sidebar link is broken. Set `openapi` on "
        "its group or a parent."
    ),
    Lack.EXCLUDED: (
        "The specification marks this operation `x-excluded`, so it has no page. Remove the entry, "
        "or the mark."
    ),
    Lack.STOPPED: (
        "The service generates no pages at all while another endpoint or specification is missing "
        "or invalid. Correct that one first."
    ),
}
_UNREAD = {
    "openapi": "specification, which is at a URL and is not read here",
    "asyncapi": "AsyncAPI document, which is not read here",
    "graphql": "GraphQL schema, which is not read here",
    "sdk": "SDK, whose code is not read here",
}
_MADE_ELSEWHERE = "The service generates pages from this {}. They are missing only in the preview."
_NOTHING_MADE = (
    f"This specification is missing or invalid, and while one is, {NO_PAGES_AT_ALL}. Add it, fix "
    "it, or correct the name."
)
_ASIDE = "The service ignores it, because {}. Move or rename the file if it is meant as a page."
_LISTED_ASIDE = (
    "The navigation lists it, but the service ignores it, because {}. Move or rename the file, "
    "or remove the entry."
)
_LISTED_IGNORED = (
    "The navigation lists it, but an ignore pattern excludes its file. Remove the pattern, or add "
    "a `!` line."
)
BROKEN_ENTRIES = frozenset(
    (
        _NO_PAGE,
        *_LACKS.values(),
        _NOTHING_MADE,
        _LISTED_IGNORED,
        *(_LISTED_ASIDE.format(reason.value) for reason in NonPageReason),
    )
)
"""The reasons for which an entry of the navigation is a broken link."""
STOPPING = frozenset((_LACKS[Lack.NO_OPERATION], _NOTHING_MADE))
"""The reasons for which an entry or a source stops the generation of all pages."""
BELOW = "below the hidden"
HIDDEN_OPERATION = "Its specification sets `x-hidden: true`."
_GENERATED_INSTEAD = explain_generated_instead()
HIDDEN_BY = {
    HIDDEN_OPERATION: "by `x-hidden: true`",
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
    _ASIDE.format(NonPageReason.SNIPPET.value): "below `snippets/` or `_snippets/`",
    _ASIDE.format(NonPageReason.IMPORTED.value): "that pages import",
    _ASIDE.format(NonPageReason.REPOSITORY.value): "such as README",
    _ASIDE.format(NonPageReason.SKILL.value): "of skills",
}
"""The reasons why a file is obviously not a page, with the phrase used after a number."""


def explain_excluded_page(
    page: str,
    file: str,
    visibility: Visibility,
    content: PageContent,
    listings: Sequence[Listing],
    navigation_facts: NavigationFacts,
) -> ExcludedPage:
    """Return the verdict on a page that search does not find."""
    url = page_to_url(page)
    key = _KEYS.get(visibility.reason)
    if key:
        line = _find_field_line(content, key)
        return ExcludedPage(page, file, url, visibility.text, f"`{key}` in `{file}`", file, line)
    if visibility.reason is Reason.HIDDEN and (
        hider := _find_hider((listing.placed for listing in listings), navigation_facts)
    ):
        where, line = _find_place(hider, navigation_facts)
        return ExcludedPage(page, file, url, visibility.text, _describe_element(hider), where, line)
    if visibility.reason is Reason.NOT_LISTED and not navigation_facts.is_complete:
        detail = "the navigation cannot be read completely, and the unreadable part may list it"
        return ExcludedPage(
            page, file, url, visibility.text, detail, navigation_facts.overview.name
        )
    if visibility.reason is Reason.NOT_LISTED and (
        dropped := _find_dropped_element(page, navigation_facts)
    ):
        where, line = _find_place(dropped, navigation_facts)
        detail = f"{_describe_element(dropped)} lists it, but is dropped because of a mistake in it"
        return ExcludedPage(page, file, url, visibility.text, detail, where, line)
    if visibility.reason is Reason.NOT_LISTED and (
        other := _find_generated_page(file, content, navigation_facts)
    ):
        return ExcludedPage(page, file, url, _GENERATED_INSTEAD, f"`{other}`", file)
    if visibility.reason is Reason.RESERVED:
        return ExcludedPage(page, file, url, visibility.text, f"`{url}`", file)
    return ExcludedPage(page, file, url, visibility.text, "", file)


def explain_excluded_endpoint(
    page: EndpointPage, visibility: Visibility, navigation_facts: NavigationFacts
) -> ExcludedPage:
    """Return the verdict on a generated page that search does not find."""
    url, where, line = page_to_url(page.path), page.spec.file, 0
    operation = f"`{page.operation}` in `{where}`"
    if page.operation.hidden:
        return ExcludedPage(page.path, None, url, HIDDEN_OPERATION, operation, where)
    detail = f"generated from {operation}"
    if visibility.reason is Reason.HIDDEN and (hider := _find_hider(page.placed, navigation_facts)):
        detail = _describe_element(hider)
        where, line = _find_place(hider, navigation_facts)
    return ExcludedPage(page.path, None, url, visibility.text, detail, where, line)


def _find_hider(around: Iterable[Placed], navigation_facts: NavigationFacts) -> Placed | None:
    """Return the element that hides the first place of a page that is hidden, or None."""
    for placed in around:
        if not is_chain_indexed(navigation_facts.scopes[placed].chain):
            hider = find_hiding_element(placed)
            if hider is not None:
                return hider
    return None


def _find_generated_page(
    file: str, content: PageContent, navigation_facts: NavigationFacts
) -> str | None:
    """Return the path of the page generated of the operation that a page names, or None."""
    named = content.fields.get("openapi")
    facts = navigation_facts.overview.facts
    target = find_page_operation(named, file, facts) if isinstance(named, str) else None
    if target is None:
        return None
    key = build_operation_key(target.spec, target.operation)
    return navigation_facts.generated_by_operation.get(key)


def _find_dropped_element(page: str, navigation_facts: NavigationFacts) -> Placed | None:
    """Return the outermost element with a page that is dropped for a mistake in it, or None."""
    listings = navigation_facts.overview.navigation.by_page.get(page, ())
    around = (placed for listing in listings for placed in reversed(listing.placed.list_outward()))
    return next((placed for placed in around if find_invalid_content(placed.element)), None)


def explain_restricted_page(page: IndexedPage) -> ExcludedPage:
    """Return the verdict on a page that a viewer may not see, for the site's owner."""
    reason = describe_audience(page.audience)
    if page.audience == LOGGED_IN:
        reason += " On a site with public pages, `public: true` makes it public too."
    return ExcludedPage(
        page.path,
        page.file,
        page.url,
        reason,
        where=page.file or "",
        audience=page.audience,
        for_others=page,
    )


def explain_unreadable_page(page: str, file: str, content: PageContent | None) -> ExcludedPage:
    """Return the verdict on a page that cannot be read."""
    fault = content.fault or content.frontmatter.problem if content else None
    reason = fault.message if fault else f"`{file}` cannot be read."
    line = content.head.count(b"\n", 0, fault.span.start) + 1 if content and fault else 0
    return ExcludedPage(
        page, file, page_to_url(page), reason, where=file, line=line, is_unreadable=True
    )


def explain_non_page(
    page: str, file: str, non_page_reason: NonPageReason, navigation_facts: NavigationFacts
) -> ExcludedPage:
    """Return the verdict on a file that is not a page."""
    is_listed = bool(navigation_facts.find_accepted_listings(page))
    if non_page_reason is NonPageReason.IGNORED:
        pattern = navigation_facts.overview.facts.ignore.find_excluding_pattern(file)
        where, line = (pattern.file, pattern.line + 1) if pattern and pattern.file else ("", 0)
        reason = _LISTED_IGNORED if is_listed else Reason.IGNORED.value
        return ExcludedPage(page, file, page_to_url(page), reason, str(pattern or ""), where, line)
    reason = (_LISTED_ASIDE if is_listed else _ASIDE).format(non_page_reason.value)
    return ExcludedPage(page, file, page_to_url(page), reason, where=file)


def explain_broken_entry(entry: BrokenEntry, navigation_facts: NavigationFacts) -> ExcludedPage:
    """Return the verdict on an entry without a page."""
    reason = _LACKS[entry.lack] if isinstance(entry.lack, Lack) else _NO_PAGE
    return _explain_entry(entry.listing, reason, navigation_facts)


def explain_endpoint_elsewhere(listing: Listing, navigation_facts: NavigationFacts) -> ExcludedPage:
    """Return the verdict on an endpoint whose specification is not read."""
    return _explain_entry(listing, _ELSEWHERE, navigation_facts)


def explain_unread_source(
    source: UnreadSource[AcceptedPlace], navigation_facts: NavigationFacts
) -> ExcludedPage:
    """Return the verdict on a source of pages, such as a specification, that was not read."""
    is_missing = is_source_missing(source, navigation_facts.overview.facts)
    reason = _NOTHING_MADE if is_missing else _MADE_ELSEWHERE.format(_UNREAD[source.key])
    where, line = _find_place(source.element.placed, navigation_facts)
    detail = f"{_describe_element(source.element.placed)} in `{where}`"
    return ExcludedPage(source.name, None, "", reason, detail, where, line)


def _explain_entry(
    listing: Listing, reason: str, navigation_facts: NavigationFacts
) -> ExcludedPage:
    """Return the verdict on an entry of the navigation, with its file and line."""
    line = _find_line(listing.file, listing.span.start, navigation_facts)
    detail = f"`{listing.text}` in `{listing.file}`"
    return ExcludedPage(
        listing.page, None, page_to_url(listing.page), reason, detail, listing.file, line
    )


def _find_place(placed: Placed, navigation_facts: NavigationFacts) -> tuple[str, int]:
    """Return the file and the line in which an element begins, from 1; 0 if it is unknown."""
    return placed.file, _find_line(placed.file, placed.at, navigation_facts)


def _describe_element(placed: Placed) -> str:
    """Return the kind of an element, with its title if it has one."""
    element = placed.element
    title = get_title(element)
    label = element.kind.label if element.kind else "element"
    return f'{label} "{title}"' if title else label


def _find_line(file: str, offset: int, navigation_facts: NavigationFacts) -> int:
    """Return the line of a byte offset in a part of docs.json, from 1; 0 if it is unknown."""
    part = navigation_facts.overview.parts.get(file)
    return part.text.find_line_number(offset) + 1 if isinstance(part, Document) else 0


def _find_field_line(content: PageContent, key: str) -> int:
    """Return the line of a frontmatter key, from 1; 0 if it is missing."""
    entry = content.frontmatter.entries.get(key)
    return content.head.count(b"\n", 0, entry.key.start) + 1 if entry else 0
