"""Which key or value of docs.json the pointer is at, and what the format knows of it."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.jsontree.nodes import Container, Member, Node, Object, String
from docs_lsp.schema.types import Property, Record, Type
from docs_lsp.schema.value_types import resolve
from docs_lsp.site.navigation.locate import DocsCursor
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.text import Span


class HoverCursor(NamedTuple):
    """A key, or a value that is no object and no list."""

    here: DocsCursor
    key: str
    """The key, or the one that the value stands under, itself or in a list."""
    record: Record | None
    """What the object with this key is; None where the format does not know."""
    placed: Placed | None
    """The same with its place, and with what it inherits."""
    value: Node | None
    """The value; that of the key where a key is meant."""
    wanted: Type | None
    """The type of the value, where the format knows."""
    span: Span
    """What is pointed at, absolute: a text without its quotes."""

    @property
    def known(self) -> Property | None:
        """What the format says of the key."""
        return self.record.properties.get(self.key) if self.record else None

    @property
    def text(self) -> str:
        """The value, if it is a text."""
        return self.value.value if isinstance(self.value, String) else ""


def key_at(here: DocsCursor, offset: int) -> HoverCursor | None:
    """The key at an absolute offset."""
    step = here.steps[-1] if here.steps else None
    member = step.child if step else None
    if step is None or not isinstance(member, Member) or not member.key.value:
        return None
    if not step.child_at <= offset <= step.child_at + member.key.size:
        return None
    span = member.key.inner.shifted(step.child_at)
    return _pointed(here, len(here.steps) - 1, member.value, here.wanted(step), span)


def value_at(here: DocsCursor, offset: int) -> HoverCursor | None:
    """The value at an absolute offset."""
    step = here.steps[-1] if here.steps else None
    value = step.value if step else None
    if step is None or value is None or isinstance(value, Container):
        return None
    if not step.value_at <= offset <= step.value_at + value.size:
        return None
    inner = value.inner if isinstance(value, String) else Span(0, value.size)
    keyed = [i for i, one in enumerate(here.steps) if isinstance(one.node, Object)]
    if not keyed:
        return None
    return _pointed(here, keyed[-1], value, here.wanted(step), inner.shifted(step.value_at))


def _pointed(
    here: DocsCursor, index: int, value: Node | None, wanted: Type | None, span: Span
) -> HoverCursor:
    """Put together what is known of the member of the object at a step."""
    step = here.steps[index]
    placed = _placed(here, step.node)
    record: Type | None = placed.element.record if placed else None
    if record is None and index:
        around = here.wanted(here.steps[index - 1])
        record = resolve(around, step.node) if around else None
    key = step.node.items[step.index].key.value
    known = record if isinstance(record, Record) else None
    return HoverCursor(here, key, known, placed, value, wanted, span)


def _placed(here: DocsCursor, node: Container) -> Placed | None:
    """The object that the format knows, put together from this node among others."""
    for placed in reversed(here.around):
        if any(layer.node is node for layer in placed.element.resolved.layers):
            return placed
    return None
