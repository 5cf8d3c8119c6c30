"""The key or value at a position of docs.json, as JSON and as the format defines it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node, Object, String
from docs_lsp.schema.types import Property, Record, Type
from docs_lsp.schema.value_types import choose_value_type, find_child_type
from docs_lsp.site.navigation.refs import Layer
from docs_lsp.site.navigation.walk import Placed


class MemberAtCursor(NamedTuple):
    """A key of docs.json, or a value that is not an object or an array."""

    here: DocsCursor
    key: str
    """The key, or the key of the value (or of the array that contains it)."""
    record: Record | None
    """The type of the object with this key; None if the format does not know it."""
    placed: Placed | None
    """The object with this key, with its position and inherited values."""
    value: Node | None
    """The value; that of the key if the cursor is at a key."""
    wanted: Type | None
    """The expected type of the value, if the format knows it."""
    span: Span
    """The absolute span of the key or value at the cursor, without quotes."""

    @property
    def known(self) -> Property | None:
        """The definition of the key in the format, or None."""
        return self.record.properties.get(self.key) if self.record else None

    @property
    def text(self) -> str:
        """The value if it is a string, else an empty string."""
        return self.value.value if isinstance(self.value, String) else ""


class DocsCursor(NamedTuple):
    """A position in docs.json or in a file that a `$ref` names."""

    file: str
    document: Document
    offset: int
    """The absolute byte offset."""
    steps: tuple[Step, ...]
    """The containers around it in this file, the outermost first."""
    around: tuple[Placed, ...]
    """The known objects around it, the outermost first, in any file."""

    @property
    def step(self) -> Step | None:
        """The innermost container around it, and its child there; None without a container."""
        return self.steps[-1] if self.steps else None

    @property
    def placed(self) -> Placed | None:
        """The innermost known object around it, or None."""
        return self.around[-1] if self.around else None

    @property
    def key(self) -> MemberAtCursor | None:
        """The key at the cursor, or None."""
        step = self.step
        member = step.child if step else None
        if step is None or not isinstance(member, Member) or not member.key.value:
            return None
        if not step.child_offset <= self.offset <= step.child_offset + member.key.size:
            return None
        span = member.key.inner.shift(step.child_offset)
        return self._build_member(
            len(self.steps) - 1, member.value, self.find_child_type_at(step), span
        )

    @property
    def value(self) -> MemberAtCursor | None:
        """The value at the cursor; None if there is none, or it is an object or an array."""
        step = self.step
        value = step.value if step else None
        if step is None or value is None or isinstance(value, Container):
            return None
        if not step.value_offset <= self.offset <= step.value_offset + value.size:
            return None
        inner = value.inner if isinstance(value, String) else Span(0, value.size)
        keyed = [i for i, one in enumerate(self.steps) if isinstance(one.node, Object)]
        if not keyed:
            return None
        return self._build_member(
            keyed[-1], value, self.find_child_type_at(step), inner.shift(step.value_offset)
        )

    def find_step_around(self, span: Span) -> Step | None:
        """Return the innermost container whose child covers a span of this file, or None."""
        for step in reversed(self.steps):
            child = step.child
            if (
                child
                and step.child_offset <= span.start
                and span.end <= step.child_offset + child.size
            ):
                return step
        return None

    def find_child_type_at(self, step: Step) -> Type | None:
        """Return the expected type of the child at a step; None if it is unknown."""
        known = {id(layer.node): placed.element.record for placed, layer in self._iter_layers()}
        way = [*takewhile(lambda one: one is not step, self.steps), step]
        # Only the innermost container of a known type matters.
        first = max((i for i, one in enumerate(way) if id(one.node) in known), default=0)
        return find_type_at_steps(known.get(id(way[first].node)), way[first:])

    def _build_member(
        self, index: int, value: Node | None, wanted: Type | None, span: Span
    ) -> MemberAtCursor:
        """Return the data about the member of an object at the step with an index."""
        step = self.steps[index]
        placed = self._find_object(step.node)
        record: Type | None = placed.element.record if placed else None
        if record is None and index:
            around = self.find_child_type_at(self.steps[index - 1])
            record = choose_value_type(around, step.node) if around else None
        key = step.key
        known = record if isinstance(record, Record) else None
        return MemberAtCursor(self, key, known, placed, value, wanted, span)

    def _find_object(self, node: Container) -> Placed | None:
        """Return the known object that has this node among its layers, or None."""
        for placed in reversed(self.around):
            if placed.element.has_layer(node):
                return placed
        return None

    def _iter_layers(self) -> Iterator[tuple[Placed, Layer]]:
        for placed in self.around:
            for layer in placed.element.resolved.layers:
                yield placed, layer


def find_type_at_steps(wanted: Type | None, steps: Iterable[Step]) -> Type | None:
    """Return the expected type of the child at the end of steps; None if it is unknown.

    `wanted` is the type of the first container.
    """
    for step in steps:
        node_type = choose_value_type(wanted, step.node) if wanted and step.child else None
        wanted = find_child_type(node_type, step.node, step.index) if node_type else None
    return wanted
