"""More than one language or version is the default.

Why it matters
--------------
The default is what readers see who have not chosen yet, and its pages come first for search engines
and AI tools. With two of them the choice is undefined: it may be the first, and it may change
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
Keep `default` on the one entry that readers should see first, and remove it from the others. The
quick fix keeps the first one and removes this one. It is offered, and not applied by itself,
because another one may be right.

Source: SERVICE.md, defaults
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.jsontree.nodes import Member
from docs_lsp.rules.framework.container_fixes import offer_member_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.sibling_labels import CHOICES, find_marked_defaults
from docs_lsp.site.navigation.element import Element

_SHOWN = 5
"""The number of other defaults that are shown."""


def _offer_default_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove this `default`, unless it is in another file."""
    step = subject.step
    if step and isinstance(step.child, Member) and step.child.key.value == "default":
        yield from offer_member_removal(subject, preferred=True)


@element_rule(
    "several-defaults",
    Severity.ERROR,
    fix=_offer_default_removal,
    fixes=FixSafety.OFFERED,
    keys=CHOICES,
)
def several_defaults(element: Element) -> Iterator[Finding]:
    """Report each `default: true` after the first one of an array."""
    for container in ("languages", "versions"):
        spots = find_marked_defaults(element, container)
        for spot in spots[1:]:
            message = (
                f"Several of these {container} are the default; which one is used is undefined. "
                "Keep `default` on one of them."
            )
            others = islice((other for other in spots if other is not spot), _SHOWN)
            places = ((other, "Also the default") for other in others)
            yield element.make_finding(spot, message, *places)
