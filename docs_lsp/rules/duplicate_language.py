"""The same language stands twice in one list.

Why it matters
--------------
The service accepts both entries and does not say which of them it shows for the language. Readers
get one of the two sections; all that is listed in the other one may be out of reach in the switcher
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
Put the content of both entries under one of them, or give the other one the code that was meant.

Source: SERVICE.md, defaults
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.rules.navigation.unique_labels import CHOICES, find_repeated_values
from docs_lsp.site.navigation.element import Element


@element_rule("duplicate-language", Severity.ERROR, keys=CHOICES)
def duplicate_language(element: Element) -> Iterator[Finding]:
    """The second and every later entry of a language."""
    for language, spot, first in find_repeated_values(element, "languages", "language"):
        message = (
            f"The language {code(language)} stands here twice, and it is open which of the two "
            "readers get. Put both together, or correct the code of one."
        )
        yield element.finding_at(spot, message, (first, "The first one"))
