"""An element of the navigation holds nothing.

Why it matters
--------------
A group without pages is not shown. A tab, a menu entry or another section without content and
without `href` is shown and leads nowhere. Mostly it is what remains when the last page was moved
away.

An element whose pages are generated, because `openapi`, `asyncapi`, `graphql` or `sdk` is in
force, is not empty.

Example
-------

```fail
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings", "fees"] },
    { "group": "«Weather»", "pages": [] }
  ]
}
```

```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings", "fees"] },
    { "group": "Weather", "pages": ["tides"] }
  ]
}
```

Fix
---
Give it pages, or a link where it may be one, or remove it. The quick fix removes it, unless the
element around it would be empty then. It is offered, and not made by itself.

Source: navigation.md, Groups; service-facts 1.1
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.cursor import steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import remove
from docs_lsp.jsontree.nodes import Array
from docs_lsp.problem import FileEdit, Finding, Fix, Severity
from docs_lsp.rules._content import GENERATORS, has_misspelt_content, is_empty
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._rule import NAVIGATION, Fixes, element_rule
from docs_lsp.site.nav.element import Element

_FILLINGS = ("href", "root", "openapi", "asyncapi", "global", *GENERATORS)


def _without_element(subject: Subject) -> Iterator[Fix]:
    """Take the element out of its list, wherever what it holds stands."""
    placed = subject.here.placed if subject.here else None
    part = _document(placed.file, subject) if placed else None
    steps = steps_to(part, placed.at) if placed and part else ()
    step = next((each for each in reversed(steps) if isinstance(each.node, Array)), None)
    if placed is None or part is None or step is None or len(step.node.items) < 2:
        return
    edits = remove(part.text.data, step.node, step.at, [step.index])
    if edits and step.child_at == placed.at:
        changes = tuple(FileEdit(placed.file, *edit) for edit in edits)
        yield Fix(f"Remove {placed.element.label}", changes, preferred=True)


def _document(file: str, subject: Subject) -> Document | None:
    if subject.here and subject.here.file == file:
        return subject.here.document
    part = subject.overview.parts.get(file) if subject.overview else None
    return part if isinstance(part, Document) else None


@element_rule(
    "empty-element",
    Severity.WARNING,
    on=NAVIGATION - {"navigation"},
    fix=_without_element,
    fixes=Fixes.OFFERED,
)
def empty_element(element: Element) -> Iterator[Finding]:
    """An element that has no content, no link and nothing to generate pages from."""
    kind = element.kind
    if kind is None or not all(is_empty(element, key) for key in element.content_keys()):
        return
    if any(map(element.has, _FILLINGS)) or not _is_whole(element, kind.title):
        return
    context = element.context
    if context.openapi or context.asyncapi or context.hidden or element.flag("hidden"):
        return  # Pages may be generated here, or nobody is to see it.
    if has_misspelt_content(element):
        return
    remedy = "Give it pages, or remove it."
    if kind.takes_href:
        remedy = "Give it pages or a link in `href`, or remove it."
    message = f"{element.label.capitalize()} holds nothing, so readers find nothing in it. {remedy}"
    yield element.at_value(kind.title, message)


def _is_whole(element: Element, title: str) -> bool:
    """Whether the element is not being typed just now: it has its title and its bracket."""
    return element.text(title) is not None and all(
        layer.node.closed for layer in element.resolved.layers
    )
