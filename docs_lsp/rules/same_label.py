"""Two neighbouring elements have the same title.

Why it matters
--------------
Readers distinguish the tabs, groups and entries of a menu by their titles. Two of the same name
side by side look like a mistake, and readers do not know which of them to open. Hidden elements and
blank titles are not reported here.

Example
-------

```fail
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings"] },
    { "group": "«Harbour»", "pages": ["fees"] }
  ]
}
```

```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings"] },
    { "group": "Fees", "pages": ["fees"] }
  ]
}
```

Fix
---
Give one of them another title, or merge their content.

Source: SERVICE.md, groups
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Severity
from docs_lsp.jsontree.nodes import Container, Object, String
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.schema.kinds import CONTAINERS, KINDS, SWITCHED
from docs_lsp.site.navigation.element import Element, Spot

_TITLES = {**CONTAINERS, "pages": "group"}


@element_rule("same-label", Severity.HINT, keys=frozenset(_TITLES))
def same_label(element: Element) -> Iterator[Finding]:
    """Report each element whose title an earlier one in the same array has too."""
    key = element.accepted_key
    title = _TITLES.get(key or "")
    if key is None or title is None or title in SWITCHED:
        return
    value = element.get_resolved(key)
    if not isinstance(value, Container) or value.height == 1 or _have_distinct_titles(value, title):
        return
    first: dict[str, Spot] = {}
    for child in element.list_children(key):
        text = child.get_text(title)
        if not text or not text.strip() or child.get_flag("hidden"):
            continue
        spot = child.find_value_spot_in_parent(title)
        if text in first:
            message = (
                f"Another {KINDS[title].label} beside this one is also called {code(text)}. Rename "
                "one of them."
            )
            yield element.make_finding(spot, message, (first[text], "The first one"))
        first.setdefault(text, spot)


def _have_distinct_titles(items: Container, key: str) -> bool:
    """Return whether all titles of an array certainly differ; a fast check, which is cached."""
    if items.cache is None:
        items.cache = {}
    question = _have_distinct_titles, key
    known: bool | None = items.cache.get(question)
    if known is None:
        known = items.cache[question] = _keeps_titles(items, key) or _compare_titles(items, key)
    return known


def _keeps_titles(items: Container, title: str) -> bool:
    """Return whether the titles are those of the array before an edit, which differed."""
    before: Container | None = items.previous
    if before is None or not (before.cache or {}).get((_have_distinct_titles, title)):
        return False
    old, new = before.items[items.changed_index], items.items[items.changed_index]
    if not isinstance(old, Object) or not isinstance(new, Object) or "$ref" in new.by_key:
        return False
    was, now = old.get(title), new.get(title)
    return isinstance(was, String) and isinstance(now, String) and was.value == now.value


def _compare_titles(items: Container, title: str) -> bool:
    """Return whether all titles of an array differ; False if a `$ref` may hold another one."""
    objects = [item for item in items.items if isinstance(item, Object)]
    if any("$ref" in item.by_key for item in objects):
        return False
    nodes = [item.get(title) for item in objects]
    titles = [node.value for node in nodes if isinstance(node, String)]
    return len(titles) == len(set(titles))
