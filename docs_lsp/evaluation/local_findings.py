"""Findings about a container in a form that stays valid while the text around it changes.

After an edit it is decided here which of them can be reused. A check of an object looks at its keys
and plain values, at the strings in its arrays, and at the plain values of the objects in its arrays
(such as the titles of its children); a check of an array looks at the kinds and keys of its items.
Everything deeper is for the checks of the containers there. So among the containers around an edit,
all but the innermost two or three have the same findings; only an element with several kinds of
content is checked again, because the valid one is accepted.

The tree records where an edit is: a container that differs from its `previous` version in one child
only refers to both.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from docs_lsp.core.problem import Finding
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from docs_lsp.schema.types import Type
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.inheritance import Context


class LocalFindings(NamedTuple):
    """The findings about a container of a type in a context.

    Children are named by their index and no nodes are held, so that containers that differ only in
    ways no check sees can share the findings, and no container is part of a reference cycle.
    """

    node_type: Type
    context: Context
    inner: Context
    """The context of its children."""
    findings: tuple[Finding, ...] = ()
    """The findings about this container itself; spans are relative to it."""
    children: tuple[tuple[int, LocalFindings], ...] = ()
    """The children with findings, by index."""
    mounts: tuple[Mount, ...] = ()
    """The results for the values of other files that a `$ref` of this container references.

    They may be without findings.
    """
    split_element: Element | None = None
    """The element, if a `$ref` adds to it from another file; else None."""
    specs: frozenset[str] = frozenset()
    """The site paths of the specifications that apply in this container or below it."""
    looks_deep: bool = False
    """Whether the findings of this container itself depend on everything in it.

    An element with several kinds of content has the first one that is valid.
    """

    @property
    def has_findings(self) -> bool:
        """Whether there are findings about this container or anything in it."""
        return bool(self.findings or self.children) or any(
            mount.found.has_findings for mount in self.mounts
        )


class Mount(NamedTuple):
    """Findings about a value in another file. Only findings that are not cached have mounts."""

    file: str
    at: int
    node: Node
    found: LocalFindings
    key: str = ""
    """The key whose value it provides; empty for a whole object or array."""


def get_child_value(node: Container, index: int) -> tuple[int, Node]:
    """Return the start, relative to the container, and the node of a child's value."""
    start, child = node.starts[index], node.items[index]
    if isinstance(child, Member):
        return start + child.value_start, child.value
    return start, child


ReusableFindings: TypeAlias = tuple[LocalFindings, Container, LocalFindings | None]
"""The findings about the previous version of a container that are still valid for itself.

The second value is the only child that has changed, the last one the previous findings about it;
None if no check looks into it.
"""


def find_reusable_findings(
    node: Container, node_type: Type, context: Context
) -> ReusableFindings | None:
    """Return the reusable findings about a container; None if it must be checked again."""
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
    return known, after, before.check_result


def was_sound(node: Container, node_type: Type) -> bool:
    """Return whether a container's previous version had no findings itself, checked as this type.

    Then only the child that has changed since can have findings.
    """
    known: LocalFindings | None = node.previous.check_result if node.previous is not None else None
    return known is not None and known.node_type is node_type and not known.findings


def has_same_shape(node: Object, node_type: Type) -> bool:
    """Return whether an object without findings has only changed inside of an array since."""
    if not was_sound(node, node_type):
        return False
    before, after = _find_changed_values(node)
    return isinstance(before, Array) and isinstance(after, Array)


def _looks_alike(node: Container, before: Node, after: Node) -> bool:
    """Return whether a container's checks see no difference between two versions of a child."""
    if isinstance(before, Object) and isinstance(after, Object):
        return _has_same_plain_values(before, after)
    if not isinstance(before, Array) or not isinstance(after, Array):
        return False
    if isinstance(node, Array):
        return True
    if after.previous is not before:
        return False
    item, other = _find_changed_values(after)
    return (
        isinstance(item, Object)
        and isinstance(other, Object)
        and _has_same_plain_values(item, other)
    )


def _has_same_plain_values(before: Object, after: Object) -> bool:
    """Return whether two versions of an object surely differ only in one object or array."""
    if after.previous is not before:
        return False
    old, new = _find_changed_values(after)
    return type(old) is type(new) and isinstance(new, Container)


def _find_changed_values(node: Container) -> tuple[Node, Node]:
    """Return the changed item or member value, in the `previous` version and now."""
    before, after = node.previous.items[node.changed_index], node.items[node.changed_index]
    return (before.value, after.value) if isinstance(after, Member) else (before, after)
