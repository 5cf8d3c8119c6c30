"""`expanded` is set on a group at the top level.

Why it matters
--------------
`expanded` determines whether a group inside another group is expanded at first. Groups at the top
level are always expanded and cannot be collapsed, so the key has no effect there.

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
Remove the key. To make a group collapsible, move it into the `pages` of another group.

The quick fix removes the key. It is safe, because the key has no effect. If several `$ref`s name
the file of the group, it is only offered, because the key may have an effect in another place.

Source: SERVICE.md, groups
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, ProblemTag, Severity
from docs_lsp.rules.framework.container_fixes import offer_unused_key_removal
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.site.navigation.element import Element

_MESSAGE = "`expanded` has no effect here: groups at the top level are always expanded. Remove it."


@element_rule(
    "expanded-without-effect",
    Severity.HINT,
    on={"group"},
    fix=offer_unused_key_removal,
    fixes=FixSafety.SOME_SAFE,
    keys={"expanded"},
)
def expanded_without_effect(element: Element) -> Iterator[Finding]:
    """Report `expanded` on a group that is not inside another group."""
    # `wrong-type` reports a value of another type.
    is_accepted = element.get_flag("expanded") is not None
    if not element.context.in_pages and is_accepted:
        yield element.make_key_finding("expanded", _MESSAGE, tags=(ProblemTag.UNNECESSARY,))
