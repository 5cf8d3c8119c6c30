"""The navigation has no content.

Why it matters
--------------
`navigation` is built from one kind of content at its root: pages, groups, tabs, anchors, products,
dropdowns, versions or languages. Without any of them no page can be reached, and the service
rejects the file. The links in `global` do not count, they are shown beside the content. Content
under an unknown key is reported as `unknown-key`.

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
around them later. The quick fix adds a first group; it is offered, and not applied by itself. Where
the content is at the top level of docs.json instead, move it into `navigation`.

Source: SERVICE.md, one-pattern
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import append_members
from docs_lsp.jsontree.nodes import Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import (
    has_content_at_top,
    has_reported_unknown_content,
)
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.router import get_path_resolver

_FIRST_PAGES = 5
_MESSAGE = (
    "`navigation` has no content and is rejected. Add one of `pages`, `groups`, `tabs`, `anchors`, "
    "`products`, `dropdowns`, `versions` or `languages`."
)


def _offer_first_group(subject: FixContext) -> Iterator[Fix]:
    """Offer a group with the pages at the top level of the site that readers can reach."""
    step = subject.here.step if subject.here else None
    if step is None or not isinstance(step.node, Object) or has_content_at_top(subject.overview):
        return
    pages = ["index"]
    if subject.overview is not None:
        redirects = get_path_resolver(subject.overview).redirects
        top = [
            page.page
            for page in subject.overview.facts.pages
            if "/" not in page.page and not redirects.find_match(page_to_url(page.page))
        ]
        pages = sorted(top, key=lambda page: (page != "index", page))[:_FIRST_PAGES]
    if pages:
        group = {"group": "Getting started", "pages": pages}
        text = json.dumps([group], indent=2, ensure_ascii=False)
        edits = append_members(subject.data, step.node, step.at, [("groups", text)])
        yield from subject.offer_edits("Add a first group", edits, preferred=True)


@element_rule(
    "no-primary-pattern",
    Severity.ERROR,
    on={"navigation"},
    fix=_offer_first_group,
    fixes=FixSafety.OFFERED,
)
def no_primary_pattern(element: Element) -> Iterator[Finding]:
    """Report a navigation without content."""
    if (
        element.content_keys
        or not element.get_layer_node(0).closed
        or has_reported_unknown_content(element)
    ):
        return
    yield element.make_finding(Spot(Span(0, 1)), _MESSAGE)
