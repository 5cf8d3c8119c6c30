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

from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Finding, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import NAVIGATION, element_rule
from docs_lsp.rules.links.service_paths import (
    find_matched_paths,
    iter_reserved_hrefs,
    parse_site_path,
)
from docs_lsp.rules.navigation.entries import ENTRY_KEYS
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path, page_to_url
from docs_lsp.site.routes.redirects import find_literal_prefix
from docs_lsp.site.routes.reserved import (
    complete_platform_path,
    complete_server_path,
    is_platform_file,
)

_NAME = "platform-path"
_GENERATING = frozenset(("openapiSource", "asyncapiSource", "graphqlSource", "sdk"))
_LOSSES = {
    "directory": "so pages generated there may never be shown. Choose another folder.",
    "source": "so this redirect may never apply. Remove it, or choose another path.",
}
_UNSEEN = "so this page may never be shown."
_TOP = Span(0, 0)


def _report_files(overview: Overview) -> Iterator[Problem]:
    """Report each page file and each generated page at a path that the service uses."""
    for page, file in overview.facts.pages:
        if not _is_certainly_free(page) and is_platform_file(page_to_url(page)):
            message = (
                f"{_describe_path(page_to_url(page))}, {_UNSEEN} Rename the file, and its entry in "
                "docs.json if it has one."
            )
            yield Problem(_NAME, file, _TOP, message, Severity.WARNING)
    for file, span, path in iter_reserved_hrefs(overview, is_platform_file):
        message = f"{_describe_path(path)}, {_UNSEEN} Give it another path."
        yield Problem(_NAME, file, span, message, Severity.WARNING)


@element_rule(
    _NAME,
    Severity.WARNING,
    on=NAVIGATION | _GENERATING | {"redirect"},
    keys=ENTRY_KEYS | {"source", "directory"},
    site=_report_files,
    once=True,
)
def platform_path(element: Element) -> Iterator[Finding]:
    """Report each key or entry that puts something at a path that the service uses."""
    if element.record.name in NAVIGATION:
        yield from _report_entries(element)
        return
    key = "source" if element.record.name == "redirect" else "directory"
    text = element.get_text(key) or ""
    path = parse_site_path(text)
    if path and is_platform_file(path):
        yield element.make_value_finding(key, f"{_describe_path(path)}, {_LOSSES[key]}")
    elif key == "source" and (taken := _find_matched_files(text)):
        message = (
            f"This source also matches {join_codes(taken, 'and')}, which the service serves to "
            "search engines and AI tools: they may be redirected. Make the source more specific."
        )
        yield element.make_value_finding(key, message, severity=Severity.INFORMATION)


def _find_matched_files(source: str) -> list[str]:
    """Return the generated files that a wildcard source matches, unless it matches `/mcp` too."""
    start = find_literal_prefix(source)
    if find_matched_paths(source, complete_server_path(start)):
        return []
    return find_matched_paths(source, complete_platform_path(start))


def _report_entries(element: Element) -> Iterator[Finding]:
    """Report the entries whose pages are at a path that the service uses."""
    facts = element.context.facts
    if facts is None:
        return
    odd = [text for text in element.listed if not _is_certainly_free(text)]
    listed = element.list_entries(odd) if odd else []
    listed += filter(None, [element.find_root_entry() if element.has("root") else None])
    for entry in listed:
        page = entry_to_page_path(entry.text)
        # Other rules report missing pages.
        page_file = facts.pages.find_page(page) if is_platform_file(page_to_url(page)) else None
        if page_file:
            message = f"{_describe_path(page_to_url(page))}, {_UNSEEN} Rename it."
            place = RelatedPlace(page_file.file, _TOP, "This page may never be shown")
            yield element.make_finding(entry.spot, message, places=(place,))


def _is_certainly_free(text: str) -> bool:
    """Return whether an entry is certainly not at such a reserved path, as nearly all are."""
    return not text.endswith((".txt", ".xml", "skill.md")) and ".well-known" not in text


def _describe_path(path: str) -> str:
    return f"{code('/' + path.strip('/'))} is served by the service, to search engines and AI tools"
