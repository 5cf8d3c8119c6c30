"""What an edit has left as it was, as far as a check sees.

A check of an object looks at its keys and plain values, at the strings in its lists, and at the
plain values of the objects in its lists (its children's titles, say); a check of an array at the
kind and keys of its items. What lies deeper is for the checks of the containers there. So of the
containers around an edit, all but the innermost two or three have nothing new to say; only an
element with several kinds of content is looked at again, as the one that validates is kept.

The tree notes where an edit lies: a container that differs from its `previous` version in one child
only names both.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.evaluation.local_findings import LocalFindings
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from docs_lsp.schema.types import Type
from docs_lsp.site.navigation.inheritance import Context


class ReusableFindings(NamedTuple):
    """What is left of the findings about the earlier version of a container."""

    findings: LocalFindings
    """They hold for its own part; those about the child may be others now."""
    child: Container
    """The one child that has changed."""
    before: LocalFindings | None
    """What was found in it before; None where no one looks into it."""


def reusable_findings(
    node: Container, node_type: Type, context: Context
) -> ReusableFindings | None:
    """What is left of earlier findings about a container; None where it has to be checked again."""
    prior: Container | None = node.previous
    known: LocalFindings | None = prior.check_result if prior is not None else None
    if known is None or known.node_type is not node_type or known.context != context:
        return None
    if known.findings or known.looks_deep:
        return None  # They may have moved within the container, or depend on the edit.
    before, after = _find_changed_values(node)
    if not _looks_alike(node, before, after):
        return None
    assert isinstance(before, Container) and isinstance(after, Container)
    return ReusableFindings(known, after, before.check_result)


def was_sound(node: Container, node_type: Type) -> bool:
    """Whether an earlier version of a container was looked at as the same type, and nothing was
    wrong with it: only the child that has changed since can be."""
    known: LocalFindings | None = node.previous.check_result if node.previous is not None else None
    return known is not None and known.node_type is node_type and not known.findings


def has_same_shape(node: Object, node_type: Type) -> bool:
    """Whether an object differs from an earlier version that was sound only in what is inside of a
    list."""
    if not was_sound(node, node_type):
        return False
    before, after = _find_changed_values(node)
    return isinstance(before, Array) and isinstance(after, Array)


def _looks_alike(node: Container, before: Node, after: Node) -> bool:
    """Whether the checks of a container see no difference between two versions of a child."""
    if isinstance(before, Object) and isinstance(after, Object):
        return _is_plainly_alike(before, after)
    if not isinstance(before, Array) or not isinstance(after, Array):
        return False
    if isinstance(node, Array):
        return True
    if after.previous is not before:
        return False
    item, other = _find_changed_values(after)
    return isinstance(item, Object) and isinstance(other, Object) and _is_plainly_alike(item, other)


def _is_plainly_alike(before: Object, after: Object) -> bool:
    """Whether two versions of an object have the same keys and plain values."""
    if after.previous is not before:
        return False
    old, new = _find_changed_values(after)
    return type(old) is type(new) and isinstance(new, Container)


def _find_changed_values(node: Container) -> tuple[Node, Node]:
    """The changed item or member value: as it was in `previous`, and as it is."""
    before, after = node.previous.items[node.changed_index], node.items[node.changed_index]
    return (before.value, after.value) if isinstance(after, Member) else (before, after)
