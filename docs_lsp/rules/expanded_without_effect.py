"""A group at the top level says whether it is expanded.

Why it matters
--------------
`expanded` says whether a group inside another group is unfolded at first. Groups at the top level
are always unfolded and cannot be folded, so the key has no effect there, whatever it says.

Example
-------

```fail
"navigation": {
  "groups": [
    { "group": "Harbour", «"expanded"»: true, "pages": ["moorings", "fees"] }
  ]
}
```

```pass
"navigation": {
  "groups": [
    {
      "group": "Harbour",
      "pages": [
        "moorings",
        { "group": "Fees", "expanded": true, "pages": ["fees/boats", "fees/ships"] }
      ]
    }
  ]
}
```

Fix
---
Remove the key. To have a group that folds, put it into the `pages` of another one.

The quick fix removes the key. It is safe, as the key does nothing. Where several `$ref`s bring the
group it is only offered, because the key may do something in another place.

Source: SERVICE.md, groups
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity, Tag
from docs_lsp.rules.framework.container_fixes import remove_idle_key
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.site.navigation.element import Element

_MESSAGE = (
    "`expanded` has an effect only on a group inside another group; at the top level groups are "
    "always unfolded. Remove it."
)


@element_rule(
    "expanded-without-effect",
    Severity.HINT,
    on=frozenset(("group",)),
    fix=remove_idle_key,
    fixes=Fixes.SOME_SAFE,
    keys=frozenset(("expanded",)),
)
def expanded_without_effect(element: Element) -> Iterator[Finding]:
    """`expanded` on a group that stands in no other one."""
    if not element.context.in_pages and element.has("expanded"):
        yield element.finding_at_key("expanded", _MESSAGE, tags=(Tag.UNNECESSARY,))
