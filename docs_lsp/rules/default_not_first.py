"""The default language or version is not the first in its list.

Why it matters
--------------
Readers who have not chosen yet land on the default. The switcher shows the entries in the order of
the list, and without `default` the first one is used. So anyone who reads the list, or the
switcher, assumes that the first entry is the default.

Hidden entries before it are not counted, because readers do not see them.

Example
-------
```fail
"navigation": {
  "versions": [
    { "version": "1.0", "pages": ["v1/start"] },
    { "version": "2.0", «"default"»: true, "pages": ["v2/start"] }
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
Move the entry to the front of its list. The quick fix does that; it is offered and not applied
without asking, because readers see the order.

Source: SERVICE.md, defaults
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.jsontree.edits import move_children
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.sibling_labels import (
    CHOICES,
    find_marked_defaults,
    list_visible_siblings,
)
from docs_lsp.schema.kinds import KINDS, SWITCHED
from docs_lsp.site.navigation.element import Element


def _offer_move_to_front(subject: FixContext) -> Iterator[Fix]:
    """Offer to move the default entry to the front of its list."""
    step = subject.array_step
    if step is not None:
        edits = move_children(subject.data, step.node, step.at, [step.index], step.node, step.at, 0)
        yield from subject.offer_edits("Move it to the front", edits)


@element_rule(
    "default-not-first",
    Severity.HINT,
    fix=_offer_move_to_front,
    fixes=FixSafety.CHOICE,
    keys=CHOICES,
)
def default_not_first(element: Element) -> Iterator[Finding]:
    """Report the only `default: true` of a list if a visible entry comes before it."""
    for key in SWITCHED:
        container = KINDS[key].container
        if element.accepted_key != container or len(find_marked_defaults(element, container)) != 1:
            continue
        siblings = list_visible_siblings(element, container)
        defaults = [child for child in siblings if child.get_flag("default") is True]
        if len(defaults) != 1 or defaults[0] is siblings[0]:
            continue
        first = siblings[0].get_text(key)
        message = (
            f"Readers land on this {key}, although {code(first) if first else 'another'} comes "
            "first in the list. Move the default to the front."
        )
        related = [(siblings[0].find_value_spot_in_parent(key), "The first one")] if first else []
        yield element.make_finding(
            defaults[0].find_key_spot_in_parent("default"), message, *related
        )
