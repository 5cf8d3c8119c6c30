"""The navigation has several kinds of content at its root.

Why it matters
--------------
`navigation` has one kind of content at its root. Of several, the service keeps the first valid one,
in an order of its own (products, languages, versions, tabs, dropdowns, anchors, groups, pages), and
silently drops the others. The build succeeds, and all pages under the others are missing from the
site.

Example
-------

```fail
"navigation": {
  "tabs": [
    { "tab": "Guides", "pages": ["moorings"] }
  ],
  «"groups"»: [
    { "group": "Weather", "pages": ["tides", "winds"] }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    { "tab": "Guides", "pages": ["moorings"] },
    {
      "tab": "Weather",
      "groups": [{ "group": "Weather", "pages": ["tides", "winds"] }]
    }
  ]
}
```

Fix
---
Move what is dropped into an entry of what is kept. Links that should be on every page go into
`global`, which is allowed beside the content.

The quick fix moves what is dropped into a new entry of what is kept, if a title can be made up for
that; another one removes it. Both are offered, and not applied by themselves. Content that only
lists pages that are also listed in the kept part is removed without asking.

Source: SERVICE.md, one-pattern, order-of-patterns
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.container_fixes import offer_wrap_or_removal
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import (
    build_dropped_content_finding,
    find_dropped_keys,
)
from docs_lsp.site.navigation.element import Element


@element_rule(
    "several-primary-patterns",
    Severity.ERROR,
    on={"navigation"},
    fix=offer_wrap_or_removal,
    fixes=FixSafety.SOME_SAFE,
)
def several_primary_patterns(element: Element) -> Iterator[Finding]:
    """Report each kind of content at the root beside the accepted one."""
    if len(element.content_keys) < 2:
        return
    accepted_key = element.accepted_key
    for key in find_dropped_keys(element):
        remedy = f"Move them into `{accepted_key}`, or remove one of the two."
        fault = f"`navigation` can have `{accepted_key}` or `{key}`, not both"
        yield build_dropped_content_finding(element, key, fault, remedy)
