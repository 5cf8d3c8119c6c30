"""A key is given twice in one object.

Why it matters
--------------
Only the last of them counts, and nobody says so: the first one may have looked right for years.
When the key holds groups or pages, everything under the first one is missing from the site. It
mostly comes from a merge, or from copying an element and changing half of it.

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
Put both values together where that is what was meant, and remove the other key.

The quick fix removes the first one, which has no effect. It is offered, and not made by itself: the
first one may be the one that was meant. `fix --unsafe` does not make it either if the first one
holds an array or an object with something that the last one lacks.

Source: SERVICE.md, plain-json
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Fix, Severity
from docs_lsp.jsontree.edits import remove
from docs_lsp.jsontree.nodes import Node, Object, to_python
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, declare_rule


def _remove_first_key(subject: FixContext) -> Iterator[Fix]:
    """Remove the first member with the repeated key."""
    step = subject.step
    if step is None or not isinstance(step.node, Object):
        return
    key = step.node.items[step.index].key.value
    first = next(i for i, member in enumerate(step.node.items) if member.key.value == key)
    edits = remove(subject.data, step.node, step.at, [first])
    title = f"Remove the first {code(key)}, which has no effect"
    last = step.node.get(key)
    is_obvious = last is not None and _holds(last, step.node.items[first].value)
    yield from subject.offer(title, edits, preferred=is_obvious)


def _holds(value: Node, other: Node) -> bool:
    """Whether all that another value holds is in a value too; a plain value holds nothing."""
    match to_python(value), to_python(other):
        case dict(members), dict(others):
            return all(members.get(key) == value for key, value in others.items())
        case list(items), list(others):
            return all(item in items for item in others)
        case _, dict() | list() as others:
            return not others
    return True


duplicate_key = declare_rule(
    "duplicate-key", Severity.ERROR, __name__, fix=_remove_first_key, fixes=Fixes.OFFERED
)
