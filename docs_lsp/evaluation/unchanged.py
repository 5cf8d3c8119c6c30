"""Whether an edit changed anything that a check of a container looks at.

A check of an object looks at its keys and plain values, at the strings in its lists, and at the
plain values of the objects in its lists (its children's titles, say); a check of an array at the
kind and keys of its items. What lies deeper is for the checks of the containers there. So of the
containers around an edit, all but the innermost two or three have nothing new to say.

The parser tells where an edit lies: a container that differs from an earlier version in one child
only names both (`prior`, `changed`).
"""

from __future__ import annotations

from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object


def is_out_of_sight(before: Container, after: Container) -> bool:
    """Whether the checks of a container see no difference to its `prior` version."""
    old, new = before.items[after.changed], after.items[after.changed]
    return _holds(old, new) if isinstance(after, Object) else _lists(old, new)


def _lists(before: Node, after: Node) -> bool:
    """Whether an array sees no difference between two versions of one of its items."""
    if isinstance(before, Object) and isinstance(after, Object):
        return _is_plainly_alike(before, after)
    return isinstance(before, Array) and isinstance(after, Array)


def _holds(before: Node, after: Node) -> bool:
    """Whether an object sees no difference between two versions of one of its members."""
    assert isinstance(before, Member) and isinstance(after, Member)
    old, new = before.value, after.value
    if isinstance(old, Object) and isinstance(new, Object):
        return _is_plainly_alike(old, new)
    if not isinstance(old, Array) or not isinstance(new, Array) or new.prior is not old:
        return False
    item, other = old.items[new.changed], new.items[new.changed]
    return isinstance(item, Object) and isinstance(other, Object) and _is_plainly_alike(item, other)


def _is_plainly_alike(before: Object, after: Object) -> bool:
    """Whether two versions of an object have the same keys and plain values."""
    if after.prior is not before:
        return False
    old, new = before.items[after.changed].value, after.items[after.changed].value
    return type(old) is type(new) and isinstance(new, Container)
