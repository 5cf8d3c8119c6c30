"""A language is listed twice.

Why it matters
--------------
The service accepts both entries, and it is undefined which one is shown for the language. Readers
get one of the two sections; everything listed only in the other may be out of reach in the switcher
and in search.

Example
-------
```fail
"navigation": {
  "languages": [
    { "language": "fr", "pages": ["fr/index"] },
    { "language": "«fr»", "pages": ["fr/guides"] }
  ]
}
```
```pass
"navigation": {
  "languages": [
    { "language": "fr", "pages": ["fr/index", "fr/guides"] },
    { "language": "es", "pages": ["es/index"] }
  ]
}
```

Fix
---
Merge the content of both entries into one, or correct the language code of one of them.

Source: SERVICE.md, defaults
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.rules.navigation.sibling_labels import CHOICES, iter_repeated_values
from docs_lsp.site.navigation.element import Element


@element_rule("duplicate-language", Severity.ERROR, keys=CHOICES)
def duplicate_language(element: Element) -> Iterator[Finding]:
    """Report the second and every later entry with the same language."""
    for language, spot, first in iter_repeated_values(element, "languages", "language"):
        message = (
            f"{code(language)} is listed twice, and it is undefined which entry readers get. Merge "
            "the two, or correct the code of one."
        )
        yield element.make_finding(spot, message, (first, "The first one"))
