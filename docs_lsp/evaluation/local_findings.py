"""Findings about a container in a form that stays valid while the text around it changes."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import Finding
from docs_lsp.jsontree.nodes import Container, Member, Node
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
    spread: Element | None = None
    """The element, if it is spread over several files by `$ref`."""
    specs: frozenset[str] = frozenset()
    """The site paths of the specifications that apply in this container or below it."""
    looks_deep: bool = False
    """Whether the findings of this container itself depend on everything in it.

    For example on which of several kinds of content is valid.
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
