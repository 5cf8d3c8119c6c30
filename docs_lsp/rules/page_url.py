"""A URL stands where a page belongs.

Why it matters
--------------
`pages` lists files of the site. The service takes a URL there for the path of such a file, rewrites
it as it rewrites paths (`https://` becomes `https:/`) and finds nothing: readers get an entry that
leads to an error. A link to another website is an element of its own, with a title and an `href`.

Example
-------
```fail
"navigation": {
  "groups": [
    { "group": "Legal", "pages": ["imprint", "«https://example.com/terms»"] }
  ]
}
```
```pass
"navigation": {
  "global": { "anchors": [{ "anchor": "Terms", "href": "https://example.com/terms" }] },
  "groups": [
    { "group": "Legal", "pages": ["imprint"] }
  ]
}
```

Fix
---
Move the URL into the `href` of an anchor, a tab, a dropdown or a menu item. If it is the address of
a page of this very site, write the path of the page's file instead.

Source: navigation.md, Pages; service-facts 1.2
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._entries import Sort, entries
from docs_lsp.rules._rule import element_rule
from docs_lsp.rules._words import code
from docs_lsp.site.element import Element


@element_rule("page-url", Severity.ERROR)
def page_url(element: Element) -> Iterator[Finding]:
    """Each entry that is a URL."""
    for entry in entries(element, Sort.URL):
        yield element.at(
            entry.spot,
            f"{code(entry.text)} is a URL, and the service takes it for the path of a page: "
            "readers get an entry that leads nowhere. Put it into the `href` of an anchor or tab.",
        )
