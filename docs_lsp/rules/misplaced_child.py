"""An element holds a kind of child that it cannot hold.

Why it matters
--------------
Each element takes certain kinds of children. A group takes nothing but `pages`, in which further
groups may stand; a `menu` belongs to a tab or a product; no element holds its own kind directly.
What stands in the wrong place the service drops without a word, and every page under it is gone.

An entry of `global` is a link and holds no children: the service drops them, and without `href` it
refuses docs.json.

`graphql` belongs to a tab and `sdk` to a tab or a group. Elsewhere the service refuses the
element. So it does when a tab with one of them holds anything else but `groups`.

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
Put groups that stand in a group into its `pages`. Move other children to an element that takes
them, or put an element in between: a tab that should hold tabs can hold dropdowns instead.

The quick fix puts groups of a group into its `pages`, and moves children of an element's own kind
beside it. Another one removes what has no effect. They are offered, and not made by themselves.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity
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
from docs_lsp.site.navigation.element import Element

_HOMES = {"sdk": "a tab or a group"}
_REFUSED_BESIDE = frozenset(("openapi", "asyncapi", "global"))


def _move_or_remove(subject: FixContext) -> Iterator[Fix]:
    """What stands in the wrong place, in the place where it counts; or nowhere."""
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
    """The groups of a group, in its `pages`."""
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
    """The elements that stand in one of their own kind, behind it."""
    step, outer = subject.step, subject.here.steps[-2:-1] if subject.here else ()
    if step is None or not outer or not isinstance(outer[0].node, Array):
        return
    around = outer[0]
    assert isinstance(around.node, Array)
    added = insert_items(subject.data, around.node, around.at, around.index + 1, _texts(subject))
    removed = remove(subject.data, step.node, step.at, [step.index])
    if added and removed:
        title = f"Move them beside this {kind.label}"
        yield from subject.offer(title, merge_edits((*added, *removed)), preferred=True)


def _texts(subject: FixContext) -> list[str]:
    """The items of the list that the problem is about, to be put elsewhere."""
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
    """Children and generators in an element that cannot hold them."""
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
        elif isinstance(element.get(key), Broken):
            continue  # It is still being typed.
        elif key in GENERATORS and not getattr(kind, key):
            yield _report_generator(element, key)
        elif key in CHILD_KEYS and key not in kind.order:
            yield _report_child(element, kind, key)


def _check_global(element: Element) -> Iterator[Finding]:
    """What stands in a link of `global`: one finding, as one `href` would have to replace it."""
    fault = "An entry of `global` is a link and holds no content"
    for key in element.content_keys[: None if element.has("href") else 1]:
        if not element.has("href"):
            message = (
                f"{fault}; without `href` the service refuses docs.json. Add `href`, and put "
                f"`{key}` into an element of `navigation` itself."
            )
            yield element.finding_at_key(key, message)
        elif is_filled(element, key):
            remedy = f"Put `{key}` into an element of `navigation` itself."
            message = f"{fault}, so {describe_loss(element, key)}. {remedy}"
            yield element.finding_at_key(key, message)
        else:
            message = f"{fault}, so `{key}` has no effect. Remove it."
            yield element.finding_at_key(key, message, severity=Severity.WARNING)


def _report_child(element: Element, kind: Kind, key: str) -> Finding:
    fault = f"{element.label.capitalize()} cannot hold `{key}`"
    if not is_filled(element, key):
        if kind is ROOT and not any(other in kind.order for other in element.content_keys):
            fault += ", and without other content the service rejects docs.json. Add `groups`."
            return element.finding_at_key(key, fault)
        message = f"{fault}, so it has no effect. Remove it."
        return element.finding_at_key(key, message, severity=Severity.WARNING)
    message = (
        f"{fault}: the service drops it, so {describe_loss(element, key)}. {_remedy(kind, key)}"
    )
    return element.finding_at_key(key, message)


def _remedy(kind: Kind, key: str) -> str:
    if kind.name == "group" and key == "groups":
        return "To nest groups, put them into `pages`."
    if key == "menu":
        return "A `menu` belongs to a tab or a product."
    if key == kind.container:
        return f"Move them beside this {kind.label}, or give it another kind of children."
    return f"Move them out of {'it' if kind.title else '`navigation`'}."


def _report_generator(element: Element, key: str) -> Finding:
    message = (
        f"`{key}` belongs to {_HOMES[key]}, and the service refuses {element.label} with it. "
        "Move it there."
    )
    return element.finding_at_key(key, message, loses=True)


def _report_beside_generator(element: Element, key: str) -> Finding:
    made_from = next(filter(element.has, GENERATORS))
    message = (
        f"This tab is made from `{made_from}`, and the service refuses it with anything beside "
        f"that but `groups`. Move `{key}` to a tab of its own."
    )
    return element.finding_at_key(
        key, message, (element.key_spot(made_from), "The tab is made from this")
    )
