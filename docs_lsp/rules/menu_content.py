"""An entry of a tab's menu holds more than groups, pages or a link.

Why it matters
--------------
The entries of a tab's `menu` are meant to hold groups, pages or an external link. The service
reads other sections in them as well, but that is not a part of the format that is promised: a
menu that leads to another row of tabs may look different tomorrow, or not at all.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "menu": [
        {
          "item": "Harbour",
          «"tabs"»: [{ "tab": "Arriving", "pages": ["moorings"] }]
        }
      ]
    }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "menu": [
        {
          "item": "Harbour",
          "groups": [{ "group": "Arriving", "pages": ["moorings"] }]
        }
      ]
    }
  ]
}
```

Fix
---
Make groups of what the entry holds, or move it out of the menu into a tab of its own.

Source: navigation.md, Menu (inside a tab); service-facts 0 and 1.1
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._content import is_of_another_kind
from docs_lsp.rules._rule import element_rule
from docs_lsp.site.element import Element


@element_rule("menu-content", Severity.WARNING, on=frozenset(("item",)))
def menu_content(element: Element) -> Iterator[Finding]:
    """What a menu entry holds, where it should not."""
    kept = element.kept()
    kind = element.kind
    if kept is None or kind is None or kept in kind.documented or is_of_another_kind(element):
        return
    message = (
        f"A menu item may hold only `groups`, `pages` or a link in `href`, not `{kept}`. Make "
        "groups of it, or move it out of the menu."
    )
    yield element.at_key(kept, message)
