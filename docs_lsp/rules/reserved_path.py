"""A path is reserved for the MCP server of the site.

Why it matters
--------------
Every site has an MCP server for AI tools at `/mcp`, and a second one for readers who are logged in
at `/authed/mcp`. A page at one of these paths is never shown: readers get an error instead,
although the page is in the navigation. Such a path cannot be redirected, and a link to it, in
docs.json or in a page, gives readers an error too. A redirect whose wildcard matches it may send AI
tools elsewhere, and one that leads there helps AI tools at most.

Paths below the two, such as `/mcp/setup`, are free.

Example
-------
```fail
"navigation": {
  "global": { "anchors": [{ "anchor": "MCP server", "href": "«/mcp»" }] },
  "pages": ["index", "«authed/mcp»"]
}
```
```pass
"navigation": {
  "global": { "anchors": [{ "anchor": "MCP server", "href": "/ai/mcp-server" }] },
  "pages": ["index", "ai/mcp-server", "mcp/setup"]
}
```

Fix
---
Give the page another path, for example `mcp-server`: rename the file, its entry, and the links to
it. The quick fix for a page does all of that. It is offered, and not applied by itself, because it
changes the URL of the page. For a link, quick fixes offer the pages about MCP that the site has.

Source: SERVICE.md, reserved
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import FileEdit, Finding, Fix, MovedFile, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Member, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import NAVIGATION, FixSafety, element_rule
from docs_lsp.rules.links.service_paths import (
    find_matched_paths,
    iter_reserved_hrefs,
    iter_reserved_page_links,
    parse_site_path,
)
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import get_entry_page, offer_entry_removal
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path, page_to_url, strip_page_extension
from docs_lsp.site.routes.docs_links import FREE, HREFS, LINK_KEYS, iter_links
from docs_lsp.site.routes.redirects import find_literal_prefix
from docs_lsp.site.routes.reserved import complete_server_path, is_search_server_path

_NAME = "reserved-path"
_LINKS = frozenset(HREFS) | {"banner"}
_ANYWHERE = FREE | {"globalAnchor", "banner"}
"""Records whose links may be written without the leading slash."""
_TOP = Span(0, 0)
_SHOWN = 3
_AN_ERROR = "so readers who follow this link get an error. Link to a page."


def _offer_rename_or_link(subject: FixContext) -> Iterator[Fix]:
    """Offer to rename a page at the path; for a link to it, offer pages about MCP instead."""
    is_page = subject.here is None and subject.problem.span == _TOP
    if is_page or _is_page_entry(subject):
        yield from _offer_page_rename(subject)
    elif (
        subject.overview
        and _find_reported_key(subject) != "source"
        and is_search_server_path(subject.problem_text)
    ):
        for url in _find_pages_about_mcp(subject.overview):
            yield subject.build_fix(url, f"Link to {code(url)}")


def _report_files(overview: Overview) -> Iterator[Problem]:
    """Report each page file and each generated page at a reserved path, and links to there.

    The file is reported whether docs.json lists it or not.
    """
    for page, file in overview.facts.pages:
        if "mcp" in page and is_search_server_path(page_to_url(page)):
            message = (
                f"{_describe_reserved_path(page_to_url(page))}, so this page is never shown. "
                "Rename the file, and its entry in docs.json if it has one."
            )
            yield Problem(_NAME, file, _TOP, message, Severity.ERROR)
    for file, span, path in iter_reserved_hrefs(overview, is_search_server_path):
        message = (
            f"{_describe_reserved_path(path)}, so this page is never shown. Give it another path."
        )
        yield Problem(_NAME, file, span, message, Severity.ERROR)
    for file, span, path in iter_reserved_page_links(overview, "mcp", is_search_server_path):
        yield Problem(
            _NAME, file, span, f"{_describe_reserved_path(path)}, {_AN_ERROR}", Severity.WARNING
        )


@element_rule(
    _NAME,
    Severity.ERROR,
    on=NAVIGATION | GLOBAL_ENTRIES | _LINKS | {"redirect"},
    keys=LINK_KEYS | {"source"},
    sorts={EntryKind.RESERVED},
    site=_report_files,
    once=True,
    fix=_offer_rename_or_link,
    fixes=FixSafety.OFFERED,
)
def reserved_path(element: Element) -> Iterator[Finding]:
    """Report each key or entry that puts something at a reserved path, or links to it."""
    name = element.record.name
    if name == "redirect":
        yield from _report_redirect(element)
        return
    if name in NAVIGATION:
        yield from _report_entries(element)
    # Links in the navigation are invalid; all others only give readers an error.
    severity = None if name in NAVIGATION or name in GLOBAL_ENTRIES else Severity.WARNING
    for link, spot in (
        iter_links(element) if not element.values.keys().isdisjoint(LINK_KEYS) else ()
    ):
        path = parse_site_path(link) if link.startswith("/") or name in _ANYWHERE else None
        if path and is_search_server_path(path) and not (severity and _has_page_at(element, path)):
            yield element.make_finding(
                spot, f"{_describe_reserved_path(path)}, {_AN_ERROR}", severity=severity
            )


def _has_page_at(element: Element, path: str) -> bool:
    """Return whether a page has this path, which is then the reported mistake."""
    pages = element.context.facts.pages if element.context.facts else ()
    plain = path.strip("/")
    return plain in pages or f"{plain}/index" in pages


def _report_redirect(element: Element) -> Iterator[Finding]:
    """Report a redirect from or to a reserved path, or with a wildcard that matches one."""
    source, destination = element.get_text("source"), element.get_text("destination")
    if not source or not destination:
        return
    path = parse_site_path(source) or ""
    taken = (
        []
        if is_search_server_path(path)
        else find_matched_paths(source, complete_server_path(find_literal_prefix(source)))
    )
    goal = parse_site_path(destination) or ""
    if is_search_server_path(path):
        message = (
            f"{_describe_reserved_path(path)}, so it cannot be redirected. Choose another path."
        )
        yield element.make_value_finding("source", message)
    elif taken:
        message = (
            f"This source also matches {join_codes(taken, 'and')}, reserved for "
            "the MCP server, so AI tools may be sent elsewhere. Name a folder in the source."
        )
        yield element.make_value_finding("source", message, severity=Severity.INFORMATION)
    elif is_search_server_path(goal) and not _has_page_at(element, goal):
        message = (
            f"{_describe_reserved_path(goal)}: AI tools find it by this redirect, but readers get "
            "an error. If it is for readers, point it at a page."
        )
        yield element.make_value_finding("destination", message, severity=Severity.INFORMATION)


def _report_entries(element: Element) -> Iterator[Finding]:
    for entry in get_entries_of_kind(element, EntryKind.RESERVED):
        page = entry_to_page_path(entry.text)
        message = (
            f"{_describe_reserved_path(page_to_url(page))}, so this page is never shown. Rename "
            f"it, for example to {code(_suggest_path(page))}."
        )
        yield element.make_finding(
            entry.spot, message, places=tuple(_iter_page_place(element, page))
        )


def _iter_page_place(element: Element, page: str) -> Iterator[RelatedPlace]:
    page_file = element.context.facts.pages.find_page(page) if element.context.facts else None
    if page_file:
        yield RelatedPlace(page_file.file, _TOP, "This page is never shown")


def _suggest_path(page: str) -> str:
    """Return another path for a page at a reserved one."""
    return page.replace("mcp", "mcp-server", 1).removesuffix("/index")


def _find_pages_about_mcp(overview: Overview) -> list[str]:
    """Return the URLs of up to three pages about the MCP server, plainest name first."""
    urls = (page_to_url(page.page) for page in overview.facts.pages if "mcp" in page.page)
    named = [
        url for url in urls if "mcp" in url.rpartition("/")[2] and not is_search_server_path(url)
    ]
    return sorted(named, key=lambda url: (len(url.rpartition("/")[2]), url))[:_SHOWN]


def _offer_page_rename(subject: FixContext) -> Iterator[Fix]:
    """Offer to rename the page with its entries and links; or to remove a dead entry."""
    facts = subject.facts
    if facts is None:
        return
    page = get_entry_page(subject) if subject.here else strip_page_extension(subject.problem.file)
    page_file = facts.pages.find_page(page)
    if page_file is None:
        yield from offer_entry_removal(subject)
        return
    new = _suggest_path(page)
    moved = MovedFile(page_file.file, new + page_file.file.removeprefix(page))
    if new not in facts.pages and not subject.files.exists(moved.to):
        edits = (*_iter_entry_edits(subject, page, new), *_iter_link_edits(subject, page, new))
        yield Fix(f"Rename the page to {code(new)}", (moved, *edits), preferred=True)


def _is_page_entry(subject: FixContext) -> bool:
    """Return whether the problem is about an item of `pages`, or a `root`."""
    child = subject.step.child if subject.step else None
    return isinstance(child, String) or _find_reported_key(subject) == "root"


def _find_reported_key(subject: FixContext) -> str:
    """Return the key whose value the problem is about; empty for an array item or in a page."""
    child = subject.step.child if subject.step else None
    return child.key.value if isinstance(child, Member) else ""


def _iter_entry_edits(subject: FixContext, page: str, new: str) -> Iterator[FileEdit]:
    """Yield the edits of all entries of a page, each once."""
    assert subject.overview is not None
    listings = subject.overview.navigation.by_page.get(page, ())
    places = dict.fromkeys((listing.file, listing.span) for listing in listings)
    yield from (FileEdit(file, span, quote_json(new)[1:-1]) for file, span in places)


def _iter_link_edits(subject: FixContext, page: str, new: str) -> Iterator[FileEdit]:
    """Yield the edits of all links to a page that are absolute within the site."""
    address, address_after = page_to_url(page), page_to_url(new)
    for link, file, start in _iter_links(subject.overview) if subject.overview else ():
        path = parse_site_path(link)
        if path and path.rstrip("/") == address and link.startswith(path):
            yield FileEdit(file, Span(start, start + len(path.encode())), address_after)


def _iter_links(overview: Overview) -> Iterator[tuple[str, str, int]]:
    """Yield the links of pages and of docs.json: text, file and byte offset."""
    for file, content in (overview.contents or {}).items():
        yield from ((link.target, file, link.span.start) for link in content.links)
    seen: set[tuple[str, int]] = set()
    for placed in overview.objects:
        element, links = placed.element, list(iter_links(placed.element))
        destination = element.get_text("destination") if element.record.name == "redirect" else None
        if destination:
            links.append((destination, element.find_value_spot("destination")))
        for link, spot in links:
            file, span = placed.locate_spot(spot)
            # An object that several `$ref`s refer to is yielded once.
            if (file, span.start) not in seen:
                seen.add((file, span.start))
                yield link, file, span.start


def _describe_reserved_path(path: str) -> str:
    return f"{code('/' + path.strip('/'))} is reserved for the MCP server"
