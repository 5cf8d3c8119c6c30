"""A key appears twice in one object.

Why it matters
--------------
Only the last value is used, without any warning: the first one may have looked right for years. If
the key holds groups or pages, everything under the first one is missing from the site. It mostly
comes from a merge, or from copying an element and changing half of it.

Example
-------

```fail
"navigation": {
  "groups": [
    {
      "group": "Harbour",
      "pages": ["moorings"],
      «"pages"»: ["fees", "tides"]
    }
  ]
}
```

```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings", "fees", "tides"] }
  ]
}
```

Fix
---
Merge both values if that is what was intended, and remove the other key.

The quick fix removes the first one, which has no effect. It is offered and not applied without
asking: the first value may be the intended one. `fix --unsafe` does not apply it either if the
first value is an array or object with something that the last one lacks.

Source: SERVICE.md, plain-json
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Severity
from docs_lsp.jsontree.edits import remove_children
from docs_lsp.jsontree.nodes import Node, Object, to_python
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, declare_rule


def _offer_first_key_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the first member with the repeated key."""
    step = subject.step
    if step is None or not isinstance(step.node, Object):
        return
    key = step.key
    first = next(i for i, member in enumerate(step.node.items) if member.key.value == key)
    edits = remove_children(subject.data, step.node, step.at, [first])
    title = f"Remove the first {code(key)}, which has no effect"
    last = step.node.get(key)
    is_obvious = last is not None and _has_content_of(last, step.node.items[first].value)
    yield from subject.offer_edits(title, edits, preferred=is_obvious)


def _has_content_of(value: Node, other: Node) -> bool:
    """Return whether `value` has all members or items of `other`; True if that has none."""
    match to_python(value), to_python(other):
        case dict(members), dict(others):
            return all(members.get(key) == value for key, value in others.items())
        case list(items), list(others):
            return all(item in items for item in others)
        case _, dict() | list() as others:
            return not others
    return True


duplicate_key = declare_rule(
    "duplicate-key", Severity.ERROR, __name__, fix=_offer_first_key_removal, fixes=FixSafety.OFFERED
)
