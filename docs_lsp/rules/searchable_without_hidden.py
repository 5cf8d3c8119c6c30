"""An element that is not hidden says whether it can be searched.

Why it matters
--------------
`searchable` brings the pages of a hidden tab or group back into search: it counts only beside
`hidden: true`. An element that readers see is searched anyway, and `searchable: false` does not
take it out. To keep single pages out of search, write `noindex` or `searchable: false` in their
frontmatter.

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
Remove the key, or write `hidden: true` beside it where the pages are not to be listed.

The quick fix removes the key. It is safe, as the key does nothing. Where several `$ref`s bring the
element it is only offered, because the key may do something in another place.

Source: SERVICE.md, hidden-elements
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity, Tag
from docs_lsp.rules.framework.container_fixes import remove_idle_key
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.site.navigation.element import Element


@element_rule(
    "searchable-without-hidden",
    Severity.HINT,
    on=frozenset(("tab", "group")),
    fix=remove_idle_key,
    fixes=Fixes.SOME_SAFE,
    keys=frozenset(("searchable",)),
)
def searchable_without_hidden(element: Element) -> Iterator[Finding]:
    """`searchable` without `hidden: true` beside it or around it."""
    if not element.has("searchable") or element.context.hidden:
        return
    if not element.has("hidden") or element.flag("hidden") is False:
        message = (
            f"`searchable` counts only beside `hidden: true`, which {element.label} does not have, "
            "so it has no effect. Remove it."
        )
        yield element.finding_at_key("searchable", message, tags=(Tag.UNNECESSARY,))
