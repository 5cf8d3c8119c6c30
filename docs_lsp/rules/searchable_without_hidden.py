"""`searchable` is set on an element that is not hidden.

Why it matters
--------------
`searchable` keeps the pages of a hidden tab or group in search: it has an effect only beside
`hidden: true`. A visible element is always searched, and `searchable: false` does not exclude it.
To exclude single pages from search, set `noindex` or `searchable: false` in their frontmatter.

Example
-------

```fail
"navigation": {
  "groups": [
    { "group": "Harbour", «"searchable"»: true, "pages": ["moorings", "fees"] }
  ]
}
```

```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "hidden": true, "searchable": true, "pages": ["moorings", "fees"] }
  ]
}
```

Fix
---
Remove the key, or add `hidden: true` beside it if the pages should not be listed.

The quick fix removes the key. It is safe, because the key has no effect. If several `$ref`s refer
to the element, it is only offered, because the key may have an effect in another place.

Source: SERVICE.md, hidden-elements
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, ProblemTag, Severity
from docs_lsp.rules.framework.container_fixes import offer_unused_key_removal
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.site.navigation.element import Element


@element_rule(
    "searchable-without-hidden",
    Severity.HINT,
    on={"tab", "group"},
    fix=offer_unused_key_removal,
    fixes=FixSafety.SOME_SAFE,
    keys={"searchable"},
)
def searchable_without_hidden(element: Element) -> Iterator[Finding]:
    """Report `searchable` without `hidden: true` on the element or around it."""
    if not element.has("searchable") or element.context.hidden:
        return
    if not element.has("hidden") or element.get_flag("hidden") is False:
        message = (
            f"`searchable` has no effect without `hidden: true`, which {element.label} does not "
            "have. Remove it."
        )
        yield element.make_key_finding("searchable", message, tags=(ProblemTag.UNNECESSARY,))
