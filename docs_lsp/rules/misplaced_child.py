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

from docs_lsp.core.problem import Finding, Fix, ProblemTag, Severity
from docs_lsp.jsontree.edits import (
    append_items,
    build_key_edit,
    get_dedented_text,
    insert_items,
    remove_children,
)
from docs_lsp.jsontree.nodes import Array, Broken, Object
from docs_lsp.rules.framework.container_fixes import offer_member_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import NAVIGATION, FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import (
    GENERATORS,
    describe_loss,
    has_content_under,
    has_title_of_other_kind,
    is_generated_tab,
)
from docs_lsp.schema.kinds import BESIDE_GENERATED, CHILD_KEYS, ROOT, Kind
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.schema.shape_keys import is_title_under_list_key
from docs_lsp.site.navigation.element import Element

_DROPPED = (ProblemTag.UNNECESSARY,)
_ALLOWED_PARENTS = {"sdk": "a tab or a group"}
_INVALID_BESIDE_GENERATOR = frozenset(("openapi", "asyncapi", "global"))


def _offer_move_or_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to move a misplaced child to where it is valid, or to remove it."""
    element, step = subject.element, subject.step
    kind = element.kind if element else None
    if element and element.record.name in GLOBAL_ENTRIES and element.has("href"):
        yield from offer_member_removal(subject)
    if element is None or kind is None or step is None or not isinstance(step.node, Object):
        return
    key = step.key
    filled = isinstance(step.value, Array) and bool(step.value.items)
    if filled and kind.name == "group" and key == "groups":
        yield from _offer_move_into_pages(subject, step.node)
    elif filled and key == kind.container and element.accepted_key:
        yield from _offer_move_beside(subject, kind)
    if not _lacks_content(element, kind):
        yield from offer_member_removal(subject, preferred=not filled)


def _offer_move_into_pages(subject: FixContext, node: Object) -> Iterator[Fix]:
    """Offer to move the groups of a group into its `pages`."""
    step = subject.step
    assert step is not None
    title = "Move them into `pages`"
    pages = node.get("pages")
    if pages is None:
        edit = build_key_edit(subject.data, node, step.at, step.index, "pages")
        yield from subject.offer_edits(title, [edit], preferred=True)
    elif isinstance(pages, Array):
        at = step.at + node.get_value_span("pages").start
        added = append_items(subject.data, pages, at, _list_item_texts(subject))
        removed = remove_children(subject.data, node, step.at, [step.index])
        yield from subject.offer_move(title, removed, added)


def _offer_move_beside(subject: FixContext, kind: Kind) -> Iterator[Fix]:
    """Offer to move elements out of an element of their own kind, to after it."""
    step, outer = subject.step, subject.here.steps[-2:-1] if subject.here else ()
    if step is None or not outer or not isinstance(outer[0].node, Array):
        return
    around = outer[0]
    assert isinstance(around.node, Array)
    added = insert_items(
        subject.data, around.node, around.at, around.index + 1, _list_item_texts(subject)
    )
    removed = remove_children(subject.data, step.node, step.at, [step.index])
    yield from subject.offer_move(f"Move them next to this {kind.label}", removed, added)


def _list_item_texts(subject: FixContext) -> list[str]:
    """Return the JSON texts of the items of the reported array, to be inserted elsewhere."""
    step = subject.step
    if step is None or not isinstance(step.value, Array):
        return []
    at = step.value_offset
    return [
        get_dedented_text(subject.data, item, at + start)
        for start, item in step.value.iter_children()
    ]


@element_rule(
    "misplaced-child",
    Severity.ERROR,
    on=NAVIGATION | GLOBAL_ENTRIES,
    fix=_offer_move_or_removal,
    fixes=FixSafety.OFFERED,
    keys=CHILD_KEYS.union(GENERATORS),
)
def misplaced_child(element: Element) -> Iterator[Finding]:
    """Report children and generators in an element that cannot have them."""
    if element.record.name in GLOBAL_ENTRIES:
        yield from _report_global_content(element)
    kind = element.kind
    if kind is None or has_title_of_other_kind(element):
        return
    generated = is_generated_tab(element)
    for key in element.values:
        if generated and (key in kind.order or key in _INVALID_BESIDE_GENERATOR):
            if key not in BESIDE_GENERATED:
                yield _build_beside_generator_finding(element, key)
        elif isinstance(element.get(key), Broken) or is_title_under_list_key(
            element.record, key, element.get_layer_node(0)
        ):
            continue  # The value is still being typed, or `unknown-key` reports it.
        elif key in GENERATORS and not getattr(kind, key):
            yield _build_generator_finding(element, key)
        elif key in CHILD_KEYS and key not in kind.order:
            yield _build_child_finding(element, kind, key)


def _report_global_content(element: Element) -> Iterator[Finding]:
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
            yield element.make_key_finding(key, message)
        elif has_content_under(element, key):
            remedy = f"Move `{key}` to an element of `navigation`."
            message = f"{fault}, so {describe_loss(element, key)}. {remedy}"
            yield element.make_key_finding(key, message, tags=_DROPPED)
        else:
            message = f"{fault}, so `{key}` is ignored. Remove it."
            yield element.make_key_finding(key, message, severity=Severity.WARNING, tags=_DROPPED)


def _build_child_finding(element: Element, kind: Kind, key: str) -> Finding:
    """Return the finding about a key for children that an element cannot have."""
    fault = f"{element.label.capitalize()} cannot have `{key}`"
    if not has_content_under(element, key):
        if _lacks_content(element, kind):
            message = f"{fault}, and docs.json is rejected without other content. Add `groups`."
            return element.make_key_finding(key, message)
        message = f"{fault}; it is ignored. Remove it."
        return element.make_key_finding(key, message, severity=Severity.WARNING, tags=_DROPPED)
    message = f"{fault}, so {describe_loss(element, key)}. {_render_remedy(kind, key)}"
    return element.make_key_finding(key, message, tags=_DROPPED)


def _lacks_content(element: Element, kind: Kind) -> bool:
    """Return whether `navigation` has only content that it cannot have, and must have other."""
    return kind is ROOT and not any(key in kind.order for key in element.content_keys)


def _render_remedy(kind: Kind, key: str) -> str:
    if kind.name == "group" and key == "groups":
        return "To nest groups, put them in `pages`."
    if key == "menu":
        return "A `menu` belongs to a tab or a product."
    if key == kind.container:
        return f"Move them next to this {kind.label}, or use another kind of children."
    return f"Move them out of {'it' if kind.title else '`navigation`'}."


def _build_generator_finding(element: Element, key: str) -> Finding:
    """Return the finding about a generator in an element that cannot have it."""
    message = (
        f"`{key}` is only allowed in {_ALLOWED_PARENTS[key]}; {element.label} is rejected because "
        "of it. Move it there."
    )
    return element.make_key_finding(key, message, loses=True)


def _build_beside_generator_finding(element: Element, key: str) -> Finding:
    """Return the finding about a key that a generated tab cannot have."""
    made_from = next(filter(element.has, GENERATORS))
    message = (
        f"`{key}` is not allowed beside `{made_from}`, only `groups` is; the tab is rejected "
        f"because of it. Move `{key}` to a tab of its own."
    )
    return element.make_key_finding(
        key, message, (element.find_key_spot(made_from), "The tab is generated from this")
    )
