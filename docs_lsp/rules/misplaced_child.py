"""An element has a kind of child that it cannot have.

Why it matters
--------------
Each element accepts certain kinds of children. A group accepts only `pages`, which may contain
further groups; a `menu` belongs to a tab or a product; no element directly contains its own kind.
The service silently drops anything in the wrong place, and every page in it is missing from the
site.

An entry of `global` is a link and has no children: the service drops them, and without `href` it
rejects docs.json.

`sdk` belongs to a tab or a group. Elsewhere the service rejects the element. It also rejects a tab
that has `sdk` and anything else but `groups`.

Example
-------

```fail
"navigation": {
  "groups": [
    {
      "group": "Harbour",
      «"groups"»: [
        { "group": "Arriving", "pages": ["moorings", "fees"] }
      ]
    }
  ]
}
```

```pass
"navigation": {
  "groups": [
    {
      "group": "Harbour",
      "pages": [
        { "group": "Arriving", "pages": ["moorings", "fees"] }
      ]
    }
  ]
}
```

Fix
---
Put groups that are directly in a group into its `pages`. Move other children to an element that
accepts them, or put an element in between: a tab that should contain tabs can contain dropdowns
instead.

The quick fix puts groups of a group into its `pages`, and moves children of an element's own kind
next to it. Another one removes what has no effect. They are offered, and not applied by themselves.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity, Tag
from docs_lsp.jsontree.edits import (
    append_items,
    insert_items,
    merge_edits,
    remove,
    rename_key,
    text_of,
)
from docs_lsp.jsontree.nodes import Array, Broken, Object
from docs_lsp.rules.framework.container_fixes import remove_member
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import NAVIGATION, Fixes, element_rule
from docs_lsp.rules.navigation.element_content import (
    GENERATORS,
    describe_loss,
    is_filled,
    is_generated,
    is_of_another_kind,
)
from docs_lsp.schema.kinds import BESIDE_GENERATED, CHILD_KEYS, ROOT, Kind
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.schema.shape_keys import is_title_under_list_key
from docs_lsp.site.navigation.element import Element

_DROPPED = (Tag.UNNECESSARY,)
_HOMES = {"sdk": "a tab or a group"}
_REFUSED_BESIDE = frozenset(("openapi", "asyncapi", "global"))


def _move_or_remove(subject: FixContext) -> Iterator[Fix]:
    """Offer to move a misplaced child to where it is valid, or to remove it."""
    element, step = subject.element, subject.step
    kind = element.kind if element else None
    if element and element.record.name in GLOBAL_ENTRIES and element.has("href"):
        yield from remove_member(subject)
    if element is None or kind is None or step is None or not isinstance(step.node, Object):
        return
    key = step.node.items[step.index].key.value
    filled = isinstance(step.value, Array) and bool(step.value.items)
    if filled and kind.name == "group" and key == "groups":
        yield from _move_into_pages(subject, step.node)
    elif filled and key == kind.container and element.accepted_key:
        yield from _move_beside(subject, kind)
    yield from remove_member(subject, preferred=not filled)


def _move_into_pages(subject: FixContext, node: Object) -> Iterator[Fix]:
    """Offer to move the groups of a group into its `pages`."""
    step = subject.step
    assert step is not None
    title = "Move them into `pages`"
    pages = node.get("pages")
    if pages is None:
        edit = rename_key(subject.data, node, step.at, step.index, "pages")
        yield from subject.offer(title, [edit], preferred=True)
    elif isinstance(pages, Array):
        at = step.at + node.value_span("pages").start
        added = append_items(subject.data, pages, at, _texts(subject))
        removed = remove(subject.data, node, step.at, [step.index])
        if added and removed:
            yield from subject.offer(title, merge_edits((*added, *removed)), preferred=True)


def _move_beside(subject: FixContext, kind: Kind) -> Iterator[Fix]:
    """Offer to move elements out of an element of their own kind, to after it."""
    step, outer = subject.step, subject.here.steps[-2:-1] if subject.here else ()
    if step is None or not outer or not isinstance(outer[0].node, Array):
        return
    around = outer[0]
    assert isinstance(around.node, Array)
    added = insert_items(subject.data, around.node, around.at, around.index + 1, _texts(subject))
    removed = remove(subject.data, step.node, step.at, [step.index])
    if added and removed:
        title = f"Move them next to this {kind.label}"
        yield from subject.offer(title, merge_edits((*added, *removed)), preferred=True)


def _texts(subject: FixContext) -> list[str]:
    """Return the JSON texts of the items of the reported array, to be inserted elsewhere."""
    step = subject.step
    if step is None or not isinstance(step.value, Array):
        return []
    at = step.value_at
    return [text_of(subject.data, item, at + start) for start, item in step.value.children()]


@element_rule(
    "misplaced-child",
    Severity.ERROR,
    on=NAVIGATION | GLOBAL_ENTRIES,
    fix=_move_or_remove,
    fixes=Fixes.OFFERED,
    keys=CHILD_KEYS.union(GENERATORS),
)
def misplaced_child(element: Element) -> Iterator[Finding]:
    """Report children and generators in an element that cannot have them."""
    if element.record.name in GLOBAL_ENTRIES:
        yield from _check_global(element)
    kind = element.kind
    if kind is None or is_of_another_kind(element):
        return
    generated = is_generated(element)
    for key in element.values:
        if generated and (key in kind.order or key in _REFUSED_BESIDE):
            if key not in BESIDE_GENERATED:
                yield _report_beside_generator(element, key)
        elif isinstance(element.get(key), Broken) or is_title_under_list_key(
            element.record, key, element.node(0)
        ):
            continue  # The value is still being typed, or `unknown-key` reports it.
        elif key in GENERATORS and not getattr(kind, key):
            yield _report_generator(element, key)
        elif key in CHILD_KEYS and key not in kind.order:
            yield _report_child(element, kind, key)


def _check_global(element: Element) -> Iterator[Finding]:
    """Report the content of a link in `global`.

    Only one finding if it has no `href`, because one `href` would replace all content.
    """
    fault = "An entry of `global` is a link and cannot have content"
    for key in element.content_keys[: None if element.has("href") else 1]:
        if not element.has("href"):
            message = (
                f"{fault}; docs.json is rejected without `href`. Add `href`, and move `{key}` to "
                "an element of `navigation`."
            )
            yield element.finding_at_key(key, message)
        elif is_filled(element, key):
            remedy = f"Move `{key}` to an element of `navigation`."
            message = f"{fault}, so {describe_loss(element, key)}. {remedy}"
            yield element.finding_at_key(key, message, tags=_DROPPED)
        else:
            message = f"{fault}, so `{key}` is ignored. Remove it."
            yield element.finding_at_key(key, message, severity=Severity.WARNING, tags=_DROPPED)


def _report_child(element: Element, kind: Kind, key: str) -> Finding:
    fault = f"{element.label.capitalize()} cannot have `{key}`"
    if not is_filled(element, key):
        if kind is ROOT and not any(other in kind.order for other in element.content_keys):
            message = f"{fault}, and docs.json is rejected without other content. Add `groups`."
            return element.finding_at_key(key, message)
        message = f"{fault}; it is ignored. Remove it."
        return element.finding_at_key(key, message, severity=Severity.WARNING, tags=_DROPPED)
    message = f"{fault}, so {describe_loss(element, key)}. {_remedy(kind, key)}"
    return element.finding_at_key(key, message, tags=_DROPPED)


def _remedy(kind: Kind, key: str) -> str:
    if kind.name == "group" and key == "groups":
        return "To nest groups, put them in `pages`."
    if key == "menu":
        return "A `menu` belongs to a tab or a product."
    if key == kind.container:
        return f"Move them next to this {kind.label}, or use another kind of children."
    return f"Move them out of {'it' if kind.title else '`navigation`'}."


def _report_generator(element: Element, key: str) -> Finding:
    message = (
        f"`{key}` is only allowed in {_HOMES[key]}; {element.label} is rejected because of it. "
        "Move it there."
    )
    return element.finding_at_key(key, message, loses=True)


def _report_beside_generator(element: Element, key: str) -> Finding:
    made_from = next(filter(element.has, GENERATORS))
    message = (
        f"`{key}` is not allowed beside `{made_from}`, only `groups` is; the tab is rejected "
        f"because of it. Move `{key}` to a tab of its own."
    )
    return element.finding_at_key(
        key, message, (element.key_spot(made_from), "The tab is generated from this")
    )
