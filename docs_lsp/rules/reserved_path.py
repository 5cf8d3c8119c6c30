"""A path belongs to the service's search server.

Why it matters
--------------
Every site has a search server for AI tools at `/mcp`, and a second one for readers who are logged
in at `/authed/mcp`, with its login below it. The service answers there itself. A page with this
address is never shown: readers get an error instead, although the page is in the navigation. A
redirect from there never happens, and a link to there does not show a page.

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
  "pages": ["index", "ai/mcp-server"]
}
```

Fix
---
Give the page another path, `mcp-server` for example: rename the file, its entry, and the links to
it. The quick fix for a page does all that. It is offered, and not made by itself: it changes the
address of the page.

Source: search-server.md, paths `/mcp` and `/authed/mcp` are reserved; service-facts 4
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.jsontree.edits import quoted
from docs_lsp.jsontree.nodes import Member, String
from docs_lsp.problem import FileEdit, Finding, Fix, MovedFile, Place, Problem, Severity
from docs_lsp.rules._entries import Sort, entries, page_of
from docs_lsp.rules._entry_fixes import entry_page, without_entry
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._reserved import is_reserved, own_addresses, path_in_site
from docs_lsp.rules._rule import NAVIGATION, Fixes, Rule
from docs_lsp.rules._words import code
from docs_lsp.site.nav.element import Element
from docs_lsp.site.pages import url_of, without_extension
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "reserved-path"
_GENERATING = frozenset(("openapiSource", "asyncapiSource", "graphqlSource", "sdk"))
_LINKS = frozenset(f"global{kind.capitalize()}" for kind in NAVIGATION - {"navigation", "group"})
_LOSSES = {
    "directory": "so pages generated there are never shown. Choose another folder.",
    "source": "so this redirect never happens. Choose another path.",
    "href": "so this link shows no page. Give the page another path.",
}
_TOP = Span(0, 0)


def _in_docs_json(element: Element) -> Iterator[Finding]:
    """Each key or entry of an object that puts something on a reserved path."""
    key = _key_of(element)
    path = path_in_site(element.text(key) or "")
    if path and is_reserved(path):
        yield element.at_value(key, f"{_fault(path)}, {_LOSSES[key]}")
    if key == "href":
        yield from _pages(element)


def _key_of(element: Element) -> str:
    """The key that holds a path, in this kind of object."""
    if element.record.name == "redirect":
        return "source"
    return "directory" if element.record.name in _GENERATING else "href"


def _pages(element: Element) -> Iterator[Finding]:
    for entry in entries(element, Sort.RESERVED):
        page = page_of(entry.text)
        message = (
            f"{_fault(url_of(page))}, so readers never see this page. Rename it, for example to "
            f"{code(_renamed(page))}."
        )
        yield element.at(entry.spot, message, places=tuple(_file(element, page)))


def _file(element: Element, page: str) -> Iterator[Place]:
    found = element.context.facts.pages.find(page) if element.context.facts else None
    if found:
        yield Place(found.file, _TOP, "The page that readers never see")


def _on_disk(overview: Overview) -> Iterator[Problem]:
    """Each page whose file lies on a reserved path, whether docs.json lists it or not, and each
    operation whose page is sent there."""
    for page, file in overview.facts.pages:
        if "mcp" in page and is_reserved(url_of(page)):
            message = (
                f"{_fault(url_of(page))}, so readers never see this page. Rename the file, and its "
                "entry in docs.json if it has one."
            )
            yield Problem(_NAME, file, _TOP, message, Severity.ERROR)
    for file, span, path in own_addresses(overview, is_reserved):
        message = f"{_fault(path)}, so readers never see this page. Give it another path."
        yield Problem(_NAME, file, span, message, Severity.ERROR)


def _renamed(page: str) -> str:
    """A free path for a page on a reserved one."""
    return page.replace("mcp", "mcp-server", 1).removesuffix("/index")


def _with_other_path(subject: Subject) -> Iterator[Fix]:
    """The page under another path, with its entries and links; a list without a dead entry."""
    facts = subject.facts
    is_page = subject.here is None and subject.problem.span == _TOP
    if facts is None or not (is_page or _is_entry(subject)):
        return
    page = entry_page(subject) if subject.here else without_extension(subject.problem.file)
    found = facts.pages.find(page)
    if found is None:
        yield from without_entry(subject)
        return
    new = _renamed(page)
    moved = MovedFile(found.file, new + found.file.removeprefix(page))
    if new not in facts.pages and not subject.files.exists(moved.to):
        edits = (*_entry_edits(subject, page, new), *_link_edits(subject, page, new))
        yield Fix(f"Rename the page to {code(new)}", (moved, *edits), preferred=True)


def _is_entry(subject: Subject) -> bool:
    """Whether the problem is about an item of `pages`, or a `root`."""
    child = subject.step.child if subject.step else None
    return isinstance(child, String) or (isinstance(child, Member) and child.key.value == "root")


def _entry_edits(subject: Subject, page: str, new: str) -> Iterator[FileEdit]:
    """The changes of all entries of a page, each once."""
    assert subject.overview is not None
    listings = subject.overview.navigation.by_page.get(page, ())
    places = dict.fromkeys((listing.file, listing.span) for listing in listings)
    yield from (FileEdit(file, span, quoted(new)[1:-1]) for file, span in places)


def _link_edits(subject: Subject, page: str, new: str) -> Iterator[FileEdit]:
    """The changes of all links in pages that count from the root of the site."""
    contents = subject.overview.contents if subject.overview else None
    address = url_of(page)
    for file, content in (contents or {}).items():
        for link in content.links:
            path = path_in_site(link.target)
            if path and path.rstrip("/") == address and link.target.startswith(path):
                span = Span(link.span.start, link.span.start + len(path.encode()))
                yield FileEdit(file, span, url_of(new))


def _fault(path: str) -> str:
    return f"{code('/' + path.strip('/'))} is the address of the service's own search server"


RESERVED_PATH = Rule(
    _NAME,
    Severity.ERROR,
    __doc__ or "",
    __file__,
    NAVIGATION | _GENERATING | _LINKS | {"redirect"},
    element=_in_docs_json,
    site=_on_disk,
    once=True,
    fix=_with_other_path,
    fixes=Fixes.OFFERED,
)
