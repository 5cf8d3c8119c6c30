"""An element of the navigation is empty.

Why it matters
--------------
A group without pages is not shown. A tab, a menu entry or another section without content and
without `href` is shown, but opens nothing. Most are left over after the last page was moved away.

An element with `openapi`, `asyncapi`, `graphql` or `sdk`, its own or inherited, is not empty: its
pages are generated. But nothing is generated from a specification without operations, or from one
in which all of them are marked with `x-hidden` or `x-excluded`.

The service accepts a `navigation` that has only `pages`, `products` or `dropdowns`, even if that is
empty. Then the site has no pages at all.

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
Add pages, or a link if the element can be one, or remove it. The quick fix removes it, unless the
parent would then be empty, or the element names a specification. It is offered and not applied
without asking.

Source: SERVICE.md, allowed-children, generated-pages
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import join_codes
from docs_lsp.core.problem import FileEdit, Finding, Fix, Severity
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.edits import remove_children
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.rules.framework.fix_context import FixContext, find_array_step
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import (
    GENERATORS,
    has_content_under_unknown_key,
    has_empty_array,
)
from docs_lsp.schema.kinds import CONTAINERS, KINDS
from docs_lsp.site.navigation.element import Element

_OTHER_CONTENT = ("href", "root", "asyncapi", "graphql", "global", *GENERATORS)
_MAY_BE_EMPTY = frozenset(("pages", "products", "dropdowns"))
"""The content keys of `navigation` that the service accepts when they are empty."""


def _offer_element_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the element from its list, unless it is alone there or has `openapi`.

    The list may be in another file than the element.
    """
    placed = subject.placed
    document = subject.find_document(placed.file) if placed else None
    step = find_array_step(find_steps_to(document, placed.at)) if placed and document else None
    if placed is None or document is None or step is None or len(step.node.items) < 2:
        return
    if placed.element.has("openapi"):
        return  # Without it, nothing would name the specification.
    edits = remove_children(document.text.data, step.node, step.at, [step.index])
    if edits and step.child_offset == placed.at:
        changes = tuple(FileEdit(placed.file, *edit) for edit in edits)
        yield Fix(f"Remove {placed.element.label}", changes, preferred=True)


@element_rule(
    "empty-element", Severity.WARNING, fix=_offer_element_removal, fixes=FixSafety.OFFERED
)
def empty_element(element: Element) -> Iterator[Finding]:
    """Report each element that has no content, no link and no generated pages."""
    kind = element.kind
    if kind is None or not all(has_empty_array(element, key) for key in element.content_keys):
        return
    if not kind.title:
        yield from _report_empty_navigation(element)
        return
    if any(map(element.has, _OTHER_CONTENT)):
        return
    if element.get_text(kind.title) is None or not _has_closing_brackets(element):
        return  # It is being typed.
    context = element.context
    if context.asyncapi or context.hidden or element.get_flag("hidden"):
        return  # Pages may be generated here, or readers do not see it.
    if has_content_under_unknown_key(element):
        return
    if element.has("openapi"):
        yield from _report_specs_without_operations(element)
        return
    if context.openapi:
        return
    remedy = "Add pages, or remove it."
    if kind.takes_href:
        remedy = "Add pages or a link in `href`, or remove it."
    message = f"{element.label.capitalize()} is empty. {remedy}"
    yield element.make_value_finding(kind.title, message)


def _report_empty_navigation(element: Element) -> Iterator[Finding]:
    """Report the only content key of `navigation` if the service accepts it empty."""
    keys = element.content_keys
    if not keys or not _MAY_BE_EMPTY.issuperset(keys) or not _has_closing_brackets(element):
        return
    key = keys[0]
    kind = KINDS.get(CONTAINERS.get(key, ""))
    remedy = f"Add {kind.noun} with pages." if kind else "List the pages of the site."
    message = f"`{key}` is empty and `navigation` has nothing else, so the site has no pages."
    yield element.make_value_finding(key, f"{message} {remedy}")


def _report_specs_without_operations(element: Element) -> Iterator[Finding]:
    """Report `openapi` if none of the operations in its specifications is visible."""
    facts, value = element.context.facts, element.get_inlined("openapi")
    if facts is None or (isinstance(value, Object) and value.get("overlays") is not None):
        return  # An overlay may add operations, or change their marks.
    specs = facts.get_sound_specs(element.inner.openapi) or ()
    operations = [operation for spec in specs for operation in spec.all_operations]
    if not specs or any(not (operation.hidden or operation.excluded) for operation in operations):
        return
    names = join_codes((spec.file for spec in specs), "and")
    fault, remedy = f"{names} has no operations", "Add some"
    if operations:
        fault = f"Every operation of {names} is marked with `x-hidden` or `x-excluded`"
        remedy = "Remove some marks"
    at = element.find_value_spot if isinstance(value, String) else element.find_key_spot
    here = element.label
    yield element.make_finding(
        at("openapi"), f"{fault}, so {here} is empty. {remedy}, or remove {here}."
    )


def _has_closing_brackets(element: Element) -> bool:
    return all(layer.node.closed for layer in element.resolved.layers)
