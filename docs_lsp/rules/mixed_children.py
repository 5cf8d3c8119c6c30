"""An element holds several kinds of children.

Why it matters
--------------
A tab may hold anchors, and the anchors groups; but it cannot hold anchors and groups side by
side. Of several kinds of children the service keeps one and drops the others without a word: the
build is green, and the pages under them are gone from the sidebar and from search. In the same way
a group makes pages from `openapi` or from `asyncapi`, and not from both.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [{ "group": "Harbour", "pages": ["moorings", "fees"] }],
      «"pages"»: ["tides"]
    }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        { "group": "Harbour", "pages": ["moorings", "fees"] },
        { "group": "Weather", "pages": ["tides"] }
      ]
    }
  ]
}
```

Fix
---
Keep one kind of children at each level. Single pages beside groups go into a group of their own,
or everything goes into one `pages` list, which takes paths and groups in any order.

The quick fix moves what is dropped into a new entry of what is kept; another one removes it. Both
are offered, and not made by themselves.

Source: SERVICE.md, one-pattern
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.container_fixes import wrapping_or_removal
from docs_lsp.rules.framework.rule import NAVIGATION, Fixes, element_rule
from docs_lsp.rules.navigation.element_content import (
    dropped,
    is_generated,
    is_of_another_kind,
    loss,
)
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.site.navigation.element import Element

_KEPT = "The service keeps this"


@element_rule(
    "mixed-children",
    Severity.ERROR,
    on=NAVIGATION - {"navigation"},
    fix=wrapping_or_removal,
    fixes=Fixes.OFFERED,
    keys=CHILD_KEYS | {"asyncapi"},
)
def mixed_children(element: Element) -> Iterator[Finding]:
    """Each kind of children beside the one that is kept."""
    if element.record.kind == "group":
        yield from _second_source(element)
        return
    if len(element.content_keys) < 2 or is_generated(element) or is_of_another_kind(element):
        return
    kept = element.accepted_key
    if kept is None or kept == "href":
        return
    for key in dropped(element):
        message = (
            f"{element.label.capitalize()} takes one kind of children: the service keeps `{kept}` "
            f"and drops `{key}`, so {loss(element, key)}. {_remedy(kept, key)}"
        )
        yield element.at_key(key, message, (element.key_spot(kept), _KEPT))


def _second_source(group: Element) -> Iterator[Finding]:
    if group.has("openapi") and group.has("asyncapi"):
        message = (
            "A group takes one of these: the service keeps `openapi` and drops `asyncapi`, so it "
            "makes no pages from that. Give it a group of its own."
        )
        yield group.at_key("asyncapi", message, (group.key_spot("openapi"), _KEPT))


def _remedy(kept: str, key: str) -> str:
    if kept == "groups" and key == "pages":
        return "Put the pages into a group."
    return f"Move them into `{kept}`, or remove one of the two."
