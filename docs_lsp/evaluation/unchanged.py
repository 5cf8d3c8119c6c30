"""Whether an edit changed anything that a check of a container looks at.

A check of an object looks at its keys and plain values, at the strings in its lists, and at the
plain values of the objects in its lists (its children's titles, say); a check of an array at the
kind and keys of its items. What lies deeper is for the checks of the containers there. So of the
containers around an edit, all but the innermost two or three have nothing new to say.
"""

from __future__ import annotations

from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object

NOTHING = -1
"""All children are the same."""
TOO_MUCH = -2
"""Something has changed that a check looks at."""


def changed_child(old: Container, new: Container) -> int:
    """The index of the one child that has changed, out of sight of the container's own checks.

    `NOTHING` where only the space between the children has changed.
    """
    if len(old.items) != len(new.items) or old.faults or new.faults or not new.closed:
        return TOO_MUCH
    found = NOTHING
    for index, (before, after) in enumerate(zip(old.items, new.items, strict=True)):
        if before is not after:
            if found != NOTHING or not _looks_alike(before, after):
                return TOO_MUCH
            found = index
    return found


def _looks_alike(before: Node, after: Node) -> bool:
    """Whether the container around two versions of a child sees no difference."""
    if isinstance(before, Member) and isinstance(after, Member):
        return before.key.value == after.key.value and _holds_alike(before.value, after.value)
    if isinstance(before, Object) and isinstance(after, Object):
        return _is_plainly_alike(before, after)
    return isinstance(before, Array) and isinstance(after, Array)


def _holds_alike(before: Node, after: Node) -> bool:
    """Whether an object sees no difference between two versions of a value of its own."""
    if isinstance(before, Object) and isinstance(after, Object):
        return _is_plainly_alike(before, after)
    if not isinstance(before, Array) or not isinstance(after, Array):
        return False
    return len(before.items) == len(after.items) and all(
        one is other
        or (isinstance(one, Object) and isinstance(other, Object) and _is_plainly_alike(one, other))
        for one, other in zip(before.items, after.items, strict=True)
    )


def _is_plainly_alike(before: Object, after: Object) -> bool:
    """Whether two objects have the same keys and plain values; containers in them may differ."""
    return len(before.items) == len(after.items) and all(
        one is other
        or (
            one.key.value == other.key.value
            and type(one.value) is type(other.value)
            and isinstance(one.value, Container)
        )
        for one, other in zip(before.items, after.items, strict=True)
    )
