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
asking: the first value may be the intended one.

Source: SERVICE.md, plain-json
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Fix, Severity
from docs_lsp.jsontree.edits import remove
from docs_lsp.jsontree.nodes import Object
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
    yield from subject.offer(title, edits, preferred=True)


duplicate_key = declare_rule(
    "duplicate-key", Severity.ERROR, __name__, fix=_remove_first_key, fixes=Fixes.OFFERED
)
