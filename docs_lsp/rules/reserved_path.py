"""A path belongs to the service's search server.

Why it matters
--------------
Every site has a search server for AI tools at `/mcp`, and a second one for readers who are logged
in at `/authed/mcp`. The service answers there itself. A page with this address is never shown:
readers get an error instead, although the page is in the navigation. No redirect may take such an
address, and whoever follows a link to it, in docs.json or in a page, gets the error too. One whose
wildcard takes it in may send AI tools away, and one that leads there helps AI tools at most.

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
Give the page another path, `mcp-server` for example: rename the file, its entry, and the links to
it. The quick fix for a page does all that. It is offered, and not made by itself: it changes the
address of the page. For a link there are the pages about MCP that the site has.

Source: SERVICE.md, reserved
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit, Finding, Fix, MovedFile, Place, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Member, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import NAVIGATION, Fixes, element_rule
from docs_lsp.rules.links.reserved_paths import (
    find_matched_paths,
    find_own_addresses,
    links_in_pages,
    path_in_site,
)
from docs_lsp.rules.navigation.entries import entries
from docs_lsp.rules.navigation.entry_fixes import entry_page, remove_entry
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.site.entry_sorts import Sort
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import page_of, strip_extension, url_of
from docs_lsp.site.routes.docs_links import FREE, HREFS, LINK_KEYS, links_of
from docs_lsp.site.routes.redirects import literal_of
from docs_lsp.site.routes.reserved import find_reserved_addresses, is_reserved

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "reserved-path"
_LINKS = frozenset(HREFS) | {"banner"}
_ANYWHERE = FREE | {"globalAnchor", "banner"}
"""Records whose links may be written without the first slash."""
_TOP = Span(0, 0)
_SHOWN = 3
_AN_ERROR = "so readers who follow this link get an error. Link to a page."


def _fixes(subject: FixContext) -> Iterator[Fix]:
    is_page = subject.here is None and subject.problem.span == _TOP
    if is_page or _is_entry(subject):
        yield from _rename_page(subject)
    elif subject.overview and _key(subject) != "source" and is_reserved(subject.text):
        for url in _find_server_pages(subject.overview):
            yield Fix(f"Link to {code(url)}", (subject.replace(url),))


def _check_files(overview: Overview) -> Iterator[Problem]:
    """Each page whose file lies on a reserved path, whether docs.json lists it or not, each
    operation whose page is sent there, and each link in a page that leads there."""
    for page, file in overview.facts.pages:
        if "mcp" in page and is_reserved(url_of(page)):
            message = (
                f"{_fault(url_of(page))}, so readers never see this page. Rename the file, and its "
                "entry in docs.json if it has one."
            )
            yield Problem(_NAME, file, _TOP, message, Severity.ERROR)
    for file, span, path in find_own_addresses(overview, is_reserved):
        message = f"{_fault(path)}, so readers never see this page. Give it another path."
        yield Problem(_NAME, file, span, message, Severity.ERROR)
    for file, span, path in links_in_pages(overview, "mcp", is_reserved):
        yield Problem(_NAME, file, span, f"{_fault(path)}, {_AN_ERROR}", Severity.WARNING)


@element_rule(
    _NAME,
    Severity.ERROR,
    on=NAVIGATION | GLOBAL_ENTRIES | _LINKS | {"redirect"},
    keys=LINK_KEYS | {"source"},
    sorts=frozenset((Sort.RESERVED,)),
    site=_check_files,
    once=True,
    fix=_fixes,
    fixes=Fixes.OFFERED,
)
def reserved_path(element: Element) -> Iterator[Finding]:
    """Each key or entry of an object that puts something on a reserved path, or leads there."""
    name = element.record.name
    if name == "redirect":
        yield from _check_redirect(element)
        return
    if name in NAVIGATION:
        yield from _check_pages(element)
    # The navigation may not use them; everything else only leads readers astray.
    severity = None if name in NAVIGATION or name in GLOBAL_ENTRIES else Severity.WARNING
    for link, spot in links_of(element) if not element.values.keys().isdisjoint(LINK_KEYS) else ():
        path = path_in_site(link) if link.startswith("/") or name in _ANYWHERE else None
        if path and is_reserved(path) and not (severity and _has_page(element, path)):
            yield element.finding_at(spot, f"{_fault(path)}, {_AN_ERROR}", severity=severity)


def _has_page(element: Element, path: str) -> bool:
    """Whether a page has this address, which is the mistake then."""
    pages = element.context.facts.pages if element.context.facts else ()
    plain = path.strip("/")
    return plain in pages or f"{plain}/index" in pages


def _check_redirect(element: Element) -> Iterator[Finding]:
    source, destination = element.text("source"), element.text("destination")
    if not source or not destination:
        return
    path = path_in_site(source) or ""
    taken = (
        []
        if is_reserved(path)
        else find_matched_paths(source, find_reserved_addresses(literal_of(source)))
    )
    goal = path_in_site(destination) or ""
    if is_reserved(path):
        message = f"{_fault(path)}, so a redirect cannot take it. Choose another path."
        yield element.finding_at_value("source", message)
    elif taken:
        message = (
            f"This takes in {join_words(list(map(code, taken)), 'and')} too, where the service's "
            "own "
            "search server answers, so AI tools may be sent away from it. Name a folder in the "
            "source."
        )
        yield element.finding_at_value("source", message, severity=Severity.INFORMATION)
    elif is_reserved(goal) and not _has_page(element, goal):
        message = (
            f"{_fault(goal)}: AI tools find it by this redirect, but readers get an error. Lead it "
            "to a page if it is for readers."
        )
        yield element.finding_at_value("destination", message, severity=Severity.INFORMATION)


def _check_pages(element: Element) -> Iterator[Finding]:
    for entry in entries(element, Sort.RESERVED):
        page = page_of(entry.text)
        message = (
            f"{_fault(url_of(page))}, so readers never see this page. Rename it, for example to "
            f"{code(_suggest_path(page))}."
        )
        yield element.finding_at(entry.spot, message, places=tuple(_find_page_place(element, page)))


def _find_page_place(element: Element, page: str) -> Iterator[Place]:
    page_file = element.context.facts.pages.find(page) if element.context.facts else None
    if page_file:
        yield Place(page_file.file, _TOP, "The page that readers never see")


def _suggest_path(page: str) -> str:
    """A free path for a page on a reserved one."""
    return page.replace("mcp", "mcp-server", 1).removesuffix("/index")


def _find_server_pages(overview: Overview) -> list[str]:
    """The pages whose names tell that they are about the server, the plainest name first."""
    urls = (url_of(page.page) for page in overview.facts.pages if "mcp" in page.page)
    named = [url for url in urls if "mcp" in url.rpartition("/")[2] and not is_reserved(url)]
    return sorted(named, key=lambda url: (len(url.rpartition("/")[2]), url))[:_SHOWN]


def _rename_page(subject: FixContext) -> Iterator[Fix]:
    """The page under another path, with its entries and links; a list without a dead entry."""
    facts = subject.facts
    if facts is None:
        return
    page = entry_page(subject) if subject.here else strip_extension(subject.problem.file)
    page_file = facts.pages.find(page)
    if page_file is None:
        yield from remove_entry(subject)
        return
    new = _suggest_path(page)
    moved = MovedFile(page_file.file, new + page_file.file.removeprefix(page))
    if new not in facts.pages and not subject.files.exists(moved.to):
        edits = (*_entry_edits(subject, page, new), *_link_edits(subject, page, new))
        yield Fix(f"Rename the page to {code(new)}", (moved, *edits), preferred=True)


def _is_entry(subject: FixContext) -> bool:
    """Whether the problem is about an item of `pages`, or a `root`."""
    child = subject.step.child if subject.step else None
    return isinstance(child, String) or _key(subject) == "root"


def _key(subject: FixContext) -> str:
    """The key whose value the problem is about; empty in a list, or in a page."""
    child = subject.step.child if subject.step else None
    return child.key.value if isinstance(child, Member) else ""


def _entry_edits(subject: FixContext, page: str, new: str) -> Iterator[FileEdit]:
    """The changes of all entries of a page, each once."""
    assert subject.overview is not None
    listings = subject.overview.navigation.by_page.get(page, ())
    places = dict.fromkeys((listing.file, listing.span) for listing in listings)
    yield from (FileEdit(file, span, quote_json(new)[1:-1]) for file, span in places)


def _link_edits(subject: FixContext, page: str, new: str) -> Iterator[FileEdit]:
    """The changes of all links to a page that count from the root of the site."""
    address, address_after = url_of(page), url_of(new)
    for link, file, start in _collect_links(subject.overview) if subject.overview else ():
        path = path_in_site(link)
        if path and path.rstrip("/") == address and link.startswith(path):
            yield FileEdit(file, Span(start, start + len(path.encode())), address_after)


def _collect_links(overview: Overview) -> Iterator[tuple[str, str, int]]:
    """The links of pages and of docs.json and where they start."""
    for file, content in (overview.contents or {}).items():
        yield from ((link.target, file, link.span.start) for link in content.links)
    seen: set[tuple[str, int]] = set()
    for placed in overview.objects:
        element, links = placed.element, list(links_of(placed.element))
        destination = element.text("destination") if element.record.name == "redirect" else None
        if destination:
            links.append((destination, element.value_spot("destination")))
        for link, spot in links:
            file, span = placed.file_span(spot)
            # An object that several places refer to is one.
            if (file, span.start) not in seen:
                seen.add((file, span.start))
                yield link, file, span.start


def _fault(path: str) -> str:
    return f"{code('/' + path.strip('/'))} is the address of the service's own search server"
