"""Small changes of JSON text, in the hand of whoever wrote what stands beside them.

Written apart from the product's own edits, so that it can be judged by them. A new text may hold
the marks of `fault`. All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from tests.mutations.fault import Range, marked


class Where(NamedTuple):
    """An object or array, and where it stands."""

    file: str
    data: bytes
    node: Container
    at: int

    @property
    def span(self) -> Span:
        """All of it."""
        return Span(self.at, self.at + self.node.size)

    def range(self, span: Span | None = None) -> Range:
        """A place in it, or all of it."""
        return Range(self.file, span or self.span)

    def child(self, index: int) -> Span:
        """Where an item or a member stands, key and all."""
        start = self.at + self.node.starts[index]
        return Span(start, start + self.node.items[index].size)

    def has(self, key: str) -> bool:
        """Whether it is an object with a key."""
        return isinstance(self.node, Object) and key in self.node.by_key

    def key(self, key: str) -> Span:
        """Where a key stands that is given."""
        assert isinstance(self.node, Object)
        return self.node.get_key_span(key).shift(self.at)

    def value(self, key: str) -> Span:
        """Where the value of a key stands, with its quotes."""
        assert isinstance(self.node, Object)
        return self.node.get_value_span(key).shift(self.at)

    def get(self, key: str) -> Node | None:
        """The value of a key."""
        return self.node.get(key) if isinstance(self.node, Object) else None

    def text(self, key: str) -> str | None:
        """The value of a key if it is a string."""
        value = self.get(key)
        return value.value if isinstance(value, String) else None

    def raw(self, span: Span) -> str:
        """What stands in a range of the file."""
        return self.data[span.start : span.end].decode()

    def inside(self, key: str) -> Where | None:
        """The object or array under a key."""
        value = self.get(key)
        if not isinstance(value, Container):
            return None
        return Where(self.file, self.data, value, self.value(key).start)

    def item(self, index: int) -> Where | None:
        """An item that is an object or array itself."""
        child = self.node.items[index]
        at = self.at + self.node.starts[index]
        return Where(self.file, self.data, child, at) if isinstance(child, Container) else None

    def strings(self) -> Iterator[tuple[int, String]]:
        """The items that are strings."""
        for index, item in enumerate(self.node.items):
            if isinstance(item, String):
                yield index, item

    def inner(self, index: int) -> Span:
        """Where the characters of an item stand that is a string."""
        item = self.node.items[index]
        assert isinstance(item, String)
        return item.inner.shift(self.at + self.node.starts[index])

    # Changes

    def with_item(self, raw: str, index: int | None = None) -> FileEdit:
        """Put an item into a list, at the end or before another one."""
        return self._with_child(raw, len(self.node.items) if index is None else index)

    def with_member(self, key: str, raw: str, *, key_marked: bool = False) -> FileEdit:
        """Put a member at the end of an object."""
        name = json.dumps(key)
        return self._with_child(
            f"{marked(name) if key_marked else name}: {raw}", len(self.node.items)
        )

    def with_value(self, key: str, raw: str) -> FileEdit:
        """Give a key a value, whether it has one or not."""
        if self.has(key):
            return FileEdit(self.file, self.value(key), raw)
        return self.with_member(key, raw)

    def with_key(self, key: str, raw: str) -> FileEdit:
        """Write another key in place of one that is given."""
        return FileEdit(self.file, self.key(key), raw)

    def without(self, index: int) -> FileEdit:
        """Take an item or a member away, and its comma."""
        count = len(self.node.items)
        if count == 1:
            return FileEdit(self.file, self.child(0), "")
        if index + 1 < count:
            return FileEdit(
                self.file, Span(self.child(index).start, self.child(index + 1).start), ""
            )
        return FileEdit(self.file, Span(self.child(index - 1).end, self.child(index).end), "")

    def without_key(self, key: str) -> FileEdit:
        """Take a member away."""
        assert isinstance(self.node, Object)
        return self.without(self.node.by_key[key])

    def _with_child(self, raw: str, index: int) -> FileEdit:
        if not self.node.items:
            return FileEdit(self.file, Span(self.at + 1, self.at + 1), raw)
        lead = self.raw(Span(self.at + 1, self.child(0).start))
        if index == 0:
            return FileEdit(
                self.file, Span(self.at + 1, self.at + 1), f"{lead}{raw},{'' if lead else ' '}"
            )
        end = self.child(index - 1).end
        lead = lead if "\n" in lead else " "
        return FileEdit(self.file, Span(end, end), f",{lead}{raw}")


def containers(where: Where) -> Iterator[Where]:
    """A container and all in it."""
    yield where
    for index, child in enumerate(where.node.items):
        value = child.value if isinstance(child, Member) else child
        if isinstance(value, Container):
            start = where.at + where.node.starts[index]
            start += child.value_start if isinstance(child, Member) else 0
            yield from containers(Where(where.file, where.data, value, start))


def quoted(text: str) -> str:
    """A string as JSON."""
    return json.dumps(text, ensure_ascii=False)


def told(text: str) -> str:
    """A string as JSON, whose characters are to be reported."""
    return f'"{marked(quoted(text)[1:-1])}"'


def is_filled(where: Where | None) -> bool:
    """Whether there is a list, with something in it."""
    return where is not None and isinstance(where.node, Array) and bool(where.node.items)


def under(where: Where | None, *keys: str) -> Where | None:
    """The object or array that some keys lead to."""
    for key in keys:
        where = where.inside(key) if where else None
    return where
