"""Two versions in one list have the same name.

Why it matters
--------------
A version is known by its name: in the version switcher, in links and in search. The service accepts
two versions of one name and does not say which of them it shows, so the pages that stand only in
the other one may be out of reach.

Example
-------
```fail
"navigation": {
  "versions": [
    { "version": "2.0", "pages": ["v2/start"] },
    { "version": "«2.0»", "pages": ["v1/start"] }
  ]
}
```
```pass
"navigation": {
  "versions": [
    { "version": "2.0", "pages": ["v2/start"] },
    { "version": "1.0", "pages": ["v1/start"] }
  ]
}
```

Fix
---
Give each version a name of its own, or put the content of both under one of them.

Source: SERVICE.md, defaults
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.rules.navigation.unique_labels import CHOICES, find_repeated_values
from docs_lsp.site.navigation.element import Element


@element_rule("duplicate-version", Severity.ERROR, keys=CHOICES)
def duplicate_version(element: Element) -> Iterator[Finding]:
    """The second and every later version of one name."""
    for version, spot, first in find_repeated_values(element, "versions", "version"):
        message = (
            f"Two versions here are called {code(version)}, and it is open which of them readers "
            "get. Rename one, or put both together."
        )
        yield element.finding_at(spot, message, (first, "The first one"))
