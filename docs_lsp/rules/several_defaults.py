"""More than one language or version of a list is the default.

Why it matters
--------------
The default is where readers land who have not chosen yet, and search engines and AI tools are given
its pages first. With two of them the choice is not defined: it may be the first, and it may change
without notice.

Example
-------
```fail
"navigation": {
  "versions": [
    { "version": "2.0", "default": true, "pages": ["v2/start"] },
    { "version": "1.0", "default": «true», "pages": ["v1/start"] }
  ]
}
```
```pass
"navigation": {
  "versions": [
    { "version": "2.0", "default": true, "pages": ["v2/start"] },
    { "version": "1.0", "pages": ["v1/start"] }
  ]
}
```

Fix
---
Keep `default` on the one entry where readers are to land, and remove it from the others.

Source: navigation.md, Versions; service-facts 0, 1.1 and 1.2
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._rule import element_rule
from docs_lsp.rules._siblings import marked_default
from docs_lsp.site.element import Element


@element_rule("several-defaults", Severity.ERROR)
def several_defaults(element: Element) -> Iterator[Finding]:
    """Each `default: true` after the first one of a list."""
    for container in ("languages", "versions"):
        spots = marked_default(element, container)
        for spot in spots[1:]:
            message = (
                f"Another one of these {container} is the default already, and it is open which "
                "one readers get. Keep `default` on one of them."
            )
            others = ((other, "A default as well") for other in spots if other is not spot)
            yield element.at(spot, message, *others)
