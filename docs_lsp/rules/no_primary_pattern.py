"""The navigation holds nothing.

Why it matters
--------------
`navigation` is built from one kind of content at its root: pages, groups, tabs, anchors,
products, dropdowns, versions or languages. Without any of them there is no way to get to a page,
and the service refuses the file. The links in `global` do not count, they stand beside the
content.

Example
-------

```fail
"navigation": «{»
  "global": {
    "anchors": [{ "anchor": "Shop", "href": "https://example.com/shop" }]
  }
}
```

```pass
"navigation": {
  "global": {
    "anchors": [{ "anchor": "Shop", "href": "https://example.com/shop" }]
  },
  "groups": [{ "group": "Harbour", "pages": ["moorings", "fees"] }]
}
```

Fix
---
Start with `groups`, each with a `group` and its `pages`. Tabs, versions and languages can be put
around them later.

Source: navigation.md, Root and nesting rules; service-facts 1.2
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._content import has_misspelt_content
from docs_lsp.rules._rule import element_rule
from docs_lsp.site.element import Element, Spot
from docs_lsp.text import Span

_MESSAGE = (
    "`navigation` holds no content, and the service refuses it: give it one of `pages`, `groups`, "
    "`tabs`, `anchors`, `products`, `dropdowns`, `versions` or `languages`."
)


@element_rule("no-primary-pattern", Severity.ERROR, on=frozenset(("navigation",)))
def no_primary_pattern(element: Element) -> Iterator[Finding]:
    """A navigation without content."""
    if element.content_keys() or not element.node(0).closed or has_misspelt_content(element):
        return
    yield element.at(Spot(Span(0, 1)), _MESSAGE)
