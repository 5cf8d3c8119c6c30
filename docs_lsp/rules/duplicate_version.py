"""Two versions in one list have the same name.

Why it matters
--------------
A version is identified by its name: in the version switcher, in links and in search. The service
accepts two versions with the same name, and it is undefined which one is shown, so the pages of the
other one may be out of reach.

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
Give each version its own name, or merge the content of both into one.

Source: SERVICE.md, defaults
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.rules.navigation.sibling_labels import CHOICES, iter_repeated_values
from docs_lsp.site.navigation.element import Element


@element_rule("duplicate-version", Severity.ERROR, keys=CHOICES)
def duplicate_version(element: Element) -> Iterator[Finding]:
    """Report the second and every later version with the same name."""
    for version, spot, first in iter_repeated_values(element, "versions", "version"):
        message = (
            f"{code(version)} is listed twice, and it is undefined which version readers get. "
            "Rename one, or merge the two."
        )
        yield element.make_finding(spot, message, (first, "The first one"))
