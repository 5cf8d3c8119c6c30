"""A value is of another type than the key takes.

Why it matters
--------------
A number where a string belongs, `"true"` for `true`, one path where a list of paths belongs:
outside of the navigation the build fails on it. Inside a tab, a version or another section it
does not fail. There the service drops all that the section holds, and the link in the bar leads
to an empty page.

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
Write the value in the type that the message names: without quotes for `true`, `false` and
numbers, in quotes for a text such as a version name, in square brackets for a list.

The quick fix does so where only one thing can be meant: `"true"` becomes `true`, `2` becomes `"2"`,
and a single path becomes a list of one. It is offered, and not made by itself.

Source: service-facts 1.2, 2 and 3
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.nodes import Array, Literal, Node, Number, Object, String
from docs_lsp.problem import Fix, Severity
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._rule import Fixes, reported_elsewhere
from docs_lsp.rules._words import code
from docs_lsp.schema.fitting import fits
from docs_lsp.text import Span


def _converted(subject: Subject) -> Iterator[Fix]:
    """The same value in the type that belongs there, if that leaves nothing wrong."""
    step = subject.step
    if subject.here is None or step is None or step.value is None:
        return
    wanted = subject.here.wanted(step)
    if wanted is None:
        return
    span = Span(step.value_at, step.value_at + step.value.size)
    written = subject.data[span.start : span.end].decode("utf-8", "replace")
    for text in _forms(step.value, written):
        if fits(wanted, text):
            yield Fix(_title(text), (subject.edit(span, text),), preferred=True)
            return


def _forms(value: Node, written: str) -> Iterator[str]:
    """What may be meant by a value of the wrong type, as JSON, the likeliest first."""
    match value:
        case String():
            yield value.value.strip().lower()
            yield f"[{written}]"
        case Number() | Literal():
            yield f'"{written}"'
            yield f'["{written}"]'
        case Array(items=[only], starts=[start]):
            encoded = written.encode()
            yield encoded[start : start + only.size].decode()
        case Object():
            yield f"[{written}]"


def _title(text: str) -> str:
    return f"Write {code(text)}" if "\n" not in text and len(text) < 40 else "Make it a list"


RULE = reported_elsewhere(
    "wrong-type", Severity.ERROR, __name__, fix=_converted, fixes=Fixes.OFFERED
)
