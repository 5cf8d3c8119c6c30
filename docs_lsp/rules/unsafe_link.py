"""A link has an unsafe scheme.

Why it matters
--------------
`javascript:` runs a script with all rights that a reader has on the site, which is how accounts are
taken over. Browsers do not open a `data:` URL from a link, and a `file:` URL refers to a file on
the reader's own computer. The service accepts all of them.

Example
-------
```fail
"navbar": {
  "links": [
    { "label": "Print", "href": "«javascript:window.print()»" },
    { "label": "Tides", "href": "/tides" }
  ]
}
```
```pass
"navbar": {
  "links": [
    { "label": "Print", "href": "/print" },
    { "label": "Tides", "href": "/tides" }
  ]
}
```

Fix
---
Link to a page of the site or to an `https://` URL. A script belongs in a component of a page. In
the footer the service rejects such links itself, and `invalid-value` reports it.

Source: SERVICE.md, hrefs
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.routes.docs_links import FREE, HREFS, LINK_KEYS, iter_links

_SCHEMES = {
    "javascript": "runs a script in the reader's browser",
    "vbscript": "runs a script in the reader's browser",
    "data": "is not opened by browsers",
    "file": "refers to a file on the reader's own computer",
}
_UNSAFE = compile_lazily(rf"({'|'.join(_SCHEMES)}):", re.IGNORECASE)


@element_rule(
    "unsafe-link", Severity.ERROR, on=frozenset(HREFS) - {"footerLink"} | {"banner"}, keys=LINK_KEYS
)
def unsafe_link(element: Element) -> Iterator[Finding]:
    """Report each link with an unsafe scheme."""
    for text, spot in iter_links(element):
        # Elsewhere a link that starts with a space is malformed, which another rule reports.
        match = _UNSAFE.match(text.lstrip() if element.record.name in FREE else text)
        if match:
            message = (
                f"A link with {code(match[0])} {_SCHEMES[match[1].lower()]}. Link to a page or to "
                "an `https://` URL instead."
            )
            yield element.make_finding(spot, message)
