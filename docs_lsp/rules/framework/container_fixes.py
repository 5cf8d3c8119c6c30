"""Fixes that remove, move and wrap members of objects, and remove items of arrays."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.edits import (
    Edits,
    append_items,
    append_members,
    get_dedented_text,
    merge_edits,
    remove_children,
    replace_members,
)
from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.navigation.element_content import is_accepted_without_link
from docs_lsp.rules.navigation.sibling_labels import suggest_title
from docs_lsp.schema.kinds import CONTAINERS, KINDS, SWITCHED
from docs_lsp.site.navigation.held_pages import is_dropped_duplicate
from docs_lsp.site.navigation.refs import is_file_used_once


def offer_member_removal(
    subject: FixContext, key: str | None = None, *, safe: bool = False, preferred: bool = False
) -> Iterator[Fix]:
    """Yield the fix that removes the member at the problem, or that of `key` in its object."""
    step = subject.step
    if step is None or not isinstance(step.node, Object):
        return
    index = step.index if key is None else step.node.by_key[key]
    edits = remove_children(subject.data, step.node, step.at, [index])
    name = step.node.items[index].key.value
    yield from subject.offer_edits(f"Remove {code(name)}", edits, safe=safe, preferred=preferred)


def offer_member_removal_at(subject: FixContext, file: str, span: Span) -> Iterator[Fix]:
    """Yield the fix that removes the member whose key is at a span of any docs.json file."""
    document = subject.find_document(file)
    step = find_steps_to(document, span.start)[-1] if document else None
    if document is None or step is None or not isinstance(step.node, Object):
        return
    edits = remove_children(document.text.data, step.node, step.at, [step.index])
    changes = tuple(FileEdit(file, *edit) for edit in edits or ())
    if changes:
        name = step.key
        yield Fix(f"Remove {code(name)}", changes, preferred=True)


def is_only_use(subject: FixContext, file: str = "") -> bool:
    """Return whether a file is used in only one place of docs.json, directly or by `$ref`.

    Then a change that is right for the element there affects no other. `file` defaults to the
    problem's file.
    """
    main = subject.here.around[0].file if subject.here and subject.here.around else ""
    parts = subject.overview.parts if subject.overview else {}
    return is_file_used_once(file or subject.problem.file, main, parts)


def is_link_beside_content(subject: FixContext) -> bool:
    """Return whether the problem is an invalid `href` on an element whose content is accepted."""
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object):
        return False
    return step.key == "href" and is_accepted_without_link(element)


def offer_unused_key_removal(subject: FixContext) -> Iterator[Fix]:
    """Yield the fix that removes a key without effect; safe if its file is used only once.

    If the file is used in several places of docs.json, the key may have an effect in another one.
    """
    yield from offer_member_removal(subject, safe=is_only_use(subject))


def read_member_json(subject: FixContext, key: str) -> str | None:
    """Return a key's value in the object at the problem as dedented JSON text, or None."""
    step = subject.step
    if step is None or not isinstance(step.node, Object) or key not in step.node.by_key:
        return None
    value = step.node.get(key)
    assert value is not None
    return get_dedented_text(subject.data, value, step.at + step.node.get_value_span(key).start)


def offer_wrapped_content(subject: FixContext, accepted_key: str | None) -> Iterator[Fix]:
    """Yield the fix that moves dropped content into a new entry of the accepted content."""
    step = subject.step
    if step is None or not isinstance(step.node, Object) or accepted_key not in step.node.by_key:
        return
    dropped = step.key
    target, value = step.node.get(accepted_key), step.value
    kind = KINDS.get(CONTAINERS.get(accepted_key, ""))
    if not isinstance(target, Array) or kind is None or value is None:
        return
    if dropped not in kind.children or kind.name in SWITCHED:
        return  # The name of a language or a version cannot be guessed.
    text = read_member_json(subject, dropped)
    assert text is not None
    siblings = [item.get(kind.name) for item in target.items if isinstance(item, Object)]
    taken = {title.value for title in siblings if isinstance(title, String)}
    title = json.dumps(suggest_title(value, taken), ensure_ascii=False)
    entry = render_json_object([(kind.name, title), (dropped, text)])
    at = step.at + step.node.get_value_span(accepted_key).start
    added = append_items(subject.data, target, at, [entry])
    removed = remove_children(subject.data, step.node, step.at, [step.index])
    yield from subject.offer_move(f"Move {code(dropped)} into a new {kind.label}", removed, added)


def offer_wrap_or_removal(subject: FixContext) -> Iterator[Fix]:
    """Yield the fixes that wrap dropped content in the accepted array, or remove one of the two.

    An empty accepted array is removed. If the accepted content lists the same pages, only the
    removal of the dropped content is offered, as a safe fix unless another place uses the file.
    """
    element, step = subject.element, subject.step
    if element is None or step is None or not isinstance(step.node, Object):
        return
    if is_dropped_duplicate(element, step.key):
        yield from offer_member_removal(subject, safe=is_only_use(subject), preferred=True)
        return
    accepted_key = element.accepted_key or ""
    accepted = step.node.get(accepted_key)
    if isinstance(accepted, Array) and not accepted.items:
        yield from offer_member_removal(subject, accepted_key, preferred=True)
    else:
        yield from offer_wrapped_content(subject, accepted_key)
    yield from offer_member_removal(subject)


def render_json_object(members: list[tuple[str, str]]) -> str:
    """Return the JSON text of an object with these keys and JSON values, one to a line."""
    lines = [f"{json.dumps(key)}: {value}".replace("\n", "\n  ") for key, value in members]
    return "{\n  " + ",\n  ".join(lines) + "\n}"


def build_member_move(subject: FixContext, place: str, json_value: str) -> Edits | None:
    """Return edits that replace the problem's member by one at a dotted path; None if taken.

    `place` is a path of keys from the root of docs.json, such as `navbar.links`. None if that key
    already exists, or the problem is in another file.
    """
    step = subject.step
    if step is None or not isinstance(step.node, Object):
        return None
    existing = _find_place(subject, place)
    if existing is None:
        return None
    target, at, (first, *rest) = existing
    if first in target.by_key:
        return None
    for key in reversed(rest):
        json_value = render_json_object([(key, json_value)])
    if target is step.node:
        # Both edits would touch the same gap, so the old member is rewritten instead.
        members = [(first, json_value)]
        return replace_members(subject.data, step.node, step.at, [step.index], members)
    removed = remove_children(subject.data, step.node, step.at, [step.index])
    added = append_members(subject.data, target, at, [(first, json_value)])
    return merge_edits((*removed, *added)) if removed and added else None


def build_members_move(subject: FixContext, keys: Collection[str], place: str) -> Edits | None:
    """Return edits that move members of the problem's object to a dotted place; None if taken.

    The object at `place` is created if it does not exist, and an object that loses all its members
    is removed. None also if the place is in another file.
    """
    steps = subject.here.steps if subject.here else ()
    step = subject.step
    existing = _find_place(subject, f"{place}.")
    if existing is None or step is None or not isinstance(step.node, Object):
        return None
    target, at, missing = existing
    members = [(key, read_member_json(subject, key) or "") for key in keys]
    *rest, _ = missing
    if any(key in target.by_key for key in (rest[:1] or keys)):
        return None
    for key in reversed(rest):
        members = [(key, render_json_object(members))]
    source: Container = step.node
    source_at = step.at
    gone = sorted(step.node.by_key[key] for key in keys)
    if len(gone) == len(source.items) and len(steps) > 1 and target is not source:
        outer = steps[-2]
        source, source_at, gone = outer.node, outer.at, [outer.index]
    if target is source:
        return replace_members(subject.data, source, source_at, gone, members)
    removed = remove_children(subject.data, source, source_at, gone)
    added = append_members(subject.data, target, at, members)
    return merge_edits((*removed, *added)) if removed and added else None


def _find_place(subject: FixContext, place: str) -> tuple[Object, int, list[str]] | None:
    """Return the innermost object on a dotted path, its offset and the missing keys, or None.

    The path is one of docs.json, the offset in bytes; None if docs.json is not the problem's file.
    """
    if subject.here is None or subject.here.around[0].file != subject.problem.file:
        return None
    target = subject.here.document.tree.root
    if not isinstance(target, Object):
        return None
    at = subject.here.document.tree.start
    first, *rest = place.split(".")
    while rest and isinstance(below := target.get(first), Object):
        at += target.get_value_span(first).start
        target = below
        first, *rest = rest
    return target, at, [first, *rest]


def offer_item_removal(
    subject: FixContext, title: str, span: Span | None = None, *, preferred: bool = False
) -> Iterator[Fix]:
    """Yield the fix that removes an item of the innermost array at the problem.

    It is the item around a span of the problem's file, by default the problem's own. Nothing is
    yielded if the array is in another file.
    """
    step, index = _find_array_and_index(subject, span or subject.problem.span)
    if step is not None and index >= 0:
        gone = remove_children(subject.data, step.node, step.at, [index])
        yield from subject.offer_edits(title, gone, preferred=preferred)


def find_item_at(subject: FixContext, span: Span) -> Node | None:
    """Return the item around a span in the innermost array at the problem, or None."""
    step, index = _find_array_and_index(subject, span)
    return step.node.items[index] if step is not None and index >= 0 else None


def _find_array_and_index(subject: FixContext, span: Span) -> tuple[Step | None, int]:
    """Return the array around the problem and the index of its item at a span; (None, -1)."""
    step = subject.array_step
    return step, bisect_right(step.node.starts, span.start - step.at) - 1 if step else -1
