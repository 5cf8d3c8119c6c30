"""What was found in a container, in a form that stays true while the text around it changes."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import Finding
from docs_lsp.jsontree.nodes import Container, Member, Node
from docs_lsp.schema.types import Type
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.inheritance import Context


class LocalFindings(NamedTuple):
    """What was found in a container, taken for a type, in a context.

    It names children by their index and holds no nodes, so that containers that differ only in
    what no check sees can share it, and no container is part of a reference cycle.
    """

    node_type: Type
    context: Context
    inner: Context
    """The context of its children."""
    findings: tuple[Finding, ...] = ()
    """In this container itself; spans are counted from it."""
    children: tuple[tuple[int, LocalFindings], ...] = ()
    """The children in which something was found."""
    mounts: tuple[Mount, ...] = ()
    """What stands in other files in place of a `$ref` of this container."""
    spread: Element | None = None
    """The element, where a `$ref` spreads it over several files."""
    specs: frozenset[str] = frozenset()
    """The site paths of the specifications that this container and all below it put in force."""
    looks_deep: bool = False
    """Whether the findings of this container itself depend on all that is in it: on which of
    several kinds of content validates, say."""

    @property
    def has_findings(self) -> bool:
        """Whether there is anything to tell of this container or what is in it."""
        return bool(self.findings or self.children or self.mounts)


class Mount(NamedTuple):
    """Findings about a value in another file. Only findings that are not kept hold mounts."""

    file: str
    at: int
    node: Node
    found: LocalFindings
    key: str = ""
    """The key whose value it stands for; empty for a whole object or array."""


def child_of(node: Container, index: int) -> tuple[int, Node]:
    """Where the value of a container's child starts, counted from the container, and the value."""
    start, child = node.starts[index], node.items[index]
    if isinstance(child, Member):
        return start + child.value_start, child.value
    return start, child
