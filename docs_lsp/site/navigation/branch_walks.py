"""Walk a docs.json in two steps, so that what is computed of an unchanged branch can be reused.

Outside of branches is what is too large or too small to be worth it. The walk of a branch depends
on nothing but its object, its type and the context, since a branch contains no `$ref`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Object
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Record, Type
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.refs import Parts, has_ref
from docs_lsp.site.navigation.walk import Placed, Walker

_SIZES = range(200, 10_000)
"""Sizes in bytes of the elements that are branches."""


class Branch(NamedTuple):
    """An element of the navigation, in docs.json itself, that was not walked."""

    node: Object
    at: int
    """Its absolute byte offset."""
    record: Record
    context: Context
    around: Placed | None
    key: str


class _BranchCollector(Walker):
    """Collects the objects that are not in a branch, and the branches."""

    def __init__(self, parts: Parts, name: str) -> None:
        super().__init__(parts, name, None, None)
        self.branches: list[Branch] = []

    def visit_container(
        self,
        node: Container,
        node_type: Type,
        context: Context,
        place: tuple[str, int],
        trail: tuple[str, ...],
        around: Placed | None,
        key: str,
    ) -> None:
        """Record an element of suitable size as a branch; walk into any other container."""
        if (
            isinstance(node_type, Record)
            and node_type.kind is not None
            and key != "navigation"  # An edit anywhere in it would have all of it walked.
            and node.size in _SIZES
            and isinstance(node, Object)
            and place[0] == self.name
            and not has_ref(node)
        ):
            self.branches.append(Branch(node, place[1], node_type, context, around, key))
        else:
            super().visit_container(node, node_type, context, place, trail, around, key)


def walk_outside_branches(
    parts: Parts, name: str, context: Context
) -> tuple[Sequence[Placed], Sequence[Branch]]:
    """Return the objects outside of the branches, and the branches; `context` is the root's."""
    document = parts.get(name)
    if not isinstance(document, Document) or not isinstance(document.tree.root, Object):
        return (), ()
    walker = _BranchCollector(parts, name)
    root, start = document.tree.root, document.tree.start
    walker.visit_container(root, DOCS, context, (name, start), (), None, "")
    branches = tuple(walker.branches)
    walker.branches.clear()  # As in `release_objects`: they hold the walker.
    return walker.release_objects(), branches


def walk_branch(parts: Parts, name: str, branch: Branch) -> Sequence[Placed]:
    """Return the objects of a branch, itself first."""
    walker = Walker(parts, name, None, None)
    place = (name, branch.at)
    walker.visit_container(
        branch.node, branch.record, branch.context, place, (), branch.around, branch.key
    )
    return walker.release_objects()
