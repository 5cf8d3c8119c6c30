"""An element has several kinds of children.

Why it matters
--------------
A tab may have anchors, and the anchors groups; but it cannot have anchors and groups side by side.
Of several kinds of children the service keeps the first valid one, in an order of its own, and
silently drops the others: the build succeeds, and the pages under them are missing from the sidebar
and from search. In the same way, a group generates pages from `openapi` or from `asyncapi`, not
from both.

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
Keep one kind of children at each level. Single pages beside groups go into a group of their own, or
everything goes into one `pages` array, which accepts paths and groups in any order.

The quick fix moves what is dropped into a new entry of what is kept; another one removes it. Both
are offered, and not applied by themselves. Content that only lists pages that are also listed in
the kept part is removed without asking.

Source: SERVICE.md, one-pattern
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.rules.framework.container_fixes import offer_wrap_or_removal
from docs_lsp.rules.framework.rule import NAVIGATION, FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import (
    build_dropped_content_finding,
    find_dropped_keys,
    has_title_of_other_kind,
    is_generated_tab,
)
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.site.navigation.element import Element


@element_rule(
    "mixed-children",
    Severity.ERROR,
    on=NAVIGATION - {"navigation"},
    fix=offer_wrap_or_removal,
    fixes=FixSafety.SOME_SAFE,
    keys=CHILD_KEYS | {"asyncapi"},
)
def mixed_children(element: Element) -> Iterator[Finding]:
    """Report each kind of children beside the accepted one."""
    if element.record.kind == "group":
        yield from _report_second_source(element)
        return
    if (
        len(element.content_keys) < 2
        or is_generated_tab(element)
        or has_title_of_other_kind(element)
    ):
        return
    accepted_key = element.accepted_key
    if accepted_key is None or accepted_key == "href":
        return
    for key in find_dropped_keys(element):
        fault = f"{element.label.capitalize()} can have `{accepted_key}` or `{key}`, not both"
        yield build_dropped_content_finding(element, key, fault, _render_remedy(accepted_key, key))


def _report_second_source(group: Element) -> Iterator[Finding]:
    """Report `asyncapi` beside `openapi` in a group."""
    if group.has("openapi") and group.has("asyncapi"):
        message = (
            "A group can have `openapi` or `asyncapi`, not both; `asyncapi` is ignored. Move it to "
            "a group of its own."
        )
        yield group.make_key_finding(
            "asyncapi", message, (group.find_key_spot("openapi"), "This one is used")
        )


def _render_remedy(accepted_key: str, key: str) -> str:
    if accepted_key == "groups" and key == "pages":
        return "Put the pages in a group."
    return f"Move them into `{accepted_key}`, or remove one of the two."
