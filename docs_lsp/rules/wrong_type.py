"""A value has the wrong type.

Why it matters
--------------
A number instead of a string, `"true"` for `true`, one path instead of an array of paths: outside
the navigation the build fails. Inside a tab, a version or another section it does not fail. There
the service drops everything in the section, and its link opens an empty page.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        { "group": "Harbour", "pages": ["moorings", "fees"] },
        { "group": "Weather", "pages": "«tides»" }
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
Write the value with the type that the message names: without quotes for `true`, `false` and
numbers, in quotes for a string such as a version name, in square brackets for an array.

The quick fix does so if only one thing can be meant: `"true"` becomes `true`, `2` becomes `"2"`,
and a single path becomes an array of one. A `null` is removed, unless a value is required. So is a
link beside pages, which the service drops to keep the pages, and for which, once it is valid, it
would drop them. It is offered, and not applied by itself.

Source: SERVICE.md, lost-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.nodes import Array, Node, Number, Object, String
from docs_lsp.rules.framework.container_fixes import (
    is_link_beside_content,
    offer_item_removal,
    offer_member_removal,
)
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.schema.types import ListOf
from docs_lsp.schema.value_types import is_page_object_in


def _offer_converted_value(subject: FixContext) -> Iterator[Fix]:
    """Offer the value in the right type, if nothing is wrong with it then."""
    step = subject.step
    if subject.here is None or step is None or step.value is None:
        return
    wanted = subject.here.find_child_type_at(step)
    if wanted is None:
        return
    span = Span(step.value_offset, step.value_offset + step.value.size)
    written = subject.data[span.start : span.end].decode("utf-8", "replace")
    if is_link_beside_content(subject):
        yield from offer_member_removal(subject, preferred=True)
        return
    if written == "null":
        yield from _offer_null_removal(subject, step)
        return
    if isinstance(wanted, ListOf) and is_page_object_in(wanted, step.value):
        return  # A list of pages holds no such object.
    for text in _iter_possible_values(step.value, written):
        if is_json_valid_for(wanted, text):
            yield Fix(_render_fix_title(text), (subject.build_edit(span, text),), preferred=True)
            return


def _iter_possible_values(value: Node, written: str) -> Iterator[str]:
    """Yield JSON texts that a value of the wrong type may mean, likeliest first."""
    match value:
        case String():
            yield value.value.strip().lower()
            yield f"[{written}]"
        case Number():
            yield f'"{written}"'
            yield f'["{written}"]'
        case Array(items=[only], starts=[start]):
            encoded = written.encode()
            yield encoded[start : start + only.size].decode()
        case Object():
            yield f"[{written}]"


def _offer_null_removal(subject: FixContext, step: Step) -> Iterator[Fix]:
    """Offer to remove a `null`, if no value is required."""
    if isinstance(step.node, Array):
        if len(step.node.items) > 1:
            yield from offer_item_removal(subject, "Remove `null`", preferred=True)
        return
    placed = subject.placed
    if placed is not None and placed.at == step.at:
        element = placed.element
        key = step.key
        needed = element.record.find_missing_keys(frozenset(element.values) - {key})
        if key not in needed and key not in CHILD_KEYS:
            yield from offer_member_removal(subject, preferred=True)


def _render_fix_title(text: str) -> str:
    return f"Write {code(text)}" if "\n" not in text and len(text) < 40 else "Make it an array"


wrong_type = declare_rule(
    "wrong-type", Severity.ERROR, __name__, fix=_offer_converted_value, fixes=FixSafety.OFFERED
)
