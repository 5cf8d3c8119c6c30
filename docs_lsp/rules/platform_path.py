"""A path is reserved for a file that the service generates.

Why it matters
--------------
The service itself serves `/llms.txt`, `/llms-full.txt`, `/robots.txt`, `/sitemap.xml`, `/skill.md`
and everything below `/.well-known/` to search engines and AI tools. A page at such a path may never
be shown, and a redirect from there may never apply, or redirect those who request the file; so may
one whose wildcard matches it. Links to these paths are fine, and so is a file of exactly that name,
such as `llms.txt`: it replaces the generated one.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "map", "«.well-known/security»"] },
"redirects": [{ "source": "«/sitemap.xml»", "destination": "/map" }]
--- index.mdx
# Home
--- .well-known/security.mdx
# Security
--- map.mdx
# Map
```
```pass
--- docs.json
"navigation": { "pages": ["index", "map", "security"] },
"redirects": [{ "source": "/sitemap", "destination": "/map" }]
--- index.mdx
# Home
--- security.mdx
# Security
--- map.mdx
# Map
```

Fix
---
Give the page another path: rename the file, its entry, and the links to it. Remove the redirect, or
add a file of that name to the folder of docs.json.

Source: SERVICE.md, platform-files
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Finding, Place, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import NAVIGATION, element_rule
from docs_lsp.rules.links.reserved_paths import find_matched_paths, find_own_addresses, path_in_site
from docs_lsp.rules.navigation.entries import ENTRY_KEYS
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import page_of, url_of
from docs_lsp.site.routes.redirects import literal_of
from docs_lsp.site.routes.reserved import find_platform_files, find_reserved_addresses, is_platform

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "platform-path"
_GENERATING = frozenset(("openapiSource", "asyncapiSource", "graphqlSource", "sdk"))
_LOSSES = {
    "directory": "so pages generated there may never be shown. Choose another folder.",
    "source": "so this redirect may never apply. Remove it, or choose another path.",
}
_UNSEEN = "so this page may never be shown."
_TOP = Span(0, 0)


def _check_files(overview: Overview) -> Iterator[Problem]:
    """Report each page file and each generated page at such a path."""
    for page, file in overview.facts.pages:
        if not _is_plain(page) and is_platform(url_of(page)):
            message = (
                f"{_fault(url_of(page))}, {_UNSEEN} Rename the file, and its entry in docs.json "
                "if it has one."
            )
            yield Problem(_NAME, file, _TOP, message, Severity.WARNING)
    for file, span, path in find_own_addresses(overview, is_platform):
        message = f"{_fault(path)}, {_UNSEEN} Give it another path."
        yield Problem(_NAME, file, span, message, Severity.WARNING)


@element_rule(
    _NAME,
    Severity.WARNING,
    on=NAVIGATION | _GENERATING | {"redirect"},
    keys=ENTRY_KEYS | {"source", "directory"},
    site=_check_files,
    once=True,
)
def platform_path(element: Element) -> Iterator[Finding]:
    """Report each key or entry of an object that puts something at such a path."""
    if element.record.name in NAVIGATION:
        yield from _check_pages(element)
        return
    key = "source" if element.record.name == "redirect" else "directory"
    text = element.text(key) or ""
    path = path_in_site(text)
    if path and is_platform(path):
        yield element.finding_at_value(key, f"{_fault(path)}, {_LOSSES[key]}")
    elif key == "source" and (taken := _find_taken_files(text)):
        message = (
            f"This source also matches {join_words(list(map(code, taken)), 'and')}, which the "
            "service serves to search engines and AI tools: they may be redirected. Make the "
            "source more specific."
        )
        yield element.finding_at_value(key, message, severity=Severity.INFORMATION)


def _find_taken_files(source: str) -> list[str]:
    """Return the generated files that a wildcard source matches, unless it matches `/mcp` too."""
    start = literal_of(source)
    if find_matched_paths(source, find_reserved_addresses(start)):
        return []
    return find_matched_paths(source, find_platform_files(start))


def _check_pages(element: Element) -> Iterator[Finding]:
    facts = element.context.facts
    if facts is None:
        return
    odd = [text for text in element.listed if not _is_plain(text)]
    listed = element.entries(odd) if odd else []
    listed += filter(None, [element.root_entry() if element.has("root") else None])
    for entry in listed:
        page = page_of(entry.text)
        # Other rules report missing pages.
        page_file = facts.pages.find(page) if is_platform(url_of(page)) else None
        if page_file:
            message = f"{_fault(url_of(page))}, {_UNSEEN} Rename it."
            place = Place(page_file.file, _TOP, "This page may never be shown")
            yield element.finding_at(entry.spot, message, places=(place,))


def _is_plain(text: str) -> bool:
    """Return whether an entry is certainly not at such a path, as nearly all are."""
    return not text.endswith((".txt", ".xml", "skill.md")) and ".well-known" not in text


def _fault(path: str) -> str:
    return f"{code('/' + path.strip('/'))} is served by the service, to search engines and AI tools"
