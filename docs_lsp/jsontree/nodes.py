"""The syntax tree of JSON text, whose nodes have relative positions only.

A node has its size and the starts of its children relative to its own start, never its absolute
offset. An edit therefore creates new nodes along one path only; all others are shared between the
versions.

The content of a node never changes once the parser has made it. Four attributes of a container do
change: `check_result`, `cache` and `shape_cache`, in which readers of the tree store what they
computed from it, and `previous`, its version before an edit, until a reader drops that.

All offsets and sizes are in UTF-8 bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from docs_lsp.core.text import Span


class SyntaxFault(NamedTuple):
    """A place where the text is not JSON, relative to the start of the node that has it.

    `code` is the name of the rule that reports it. `related` is the start, end and message of a
    second place of the same node, such as the bracket that is never closed.
    """

    start: int
    end: int
    code: str
    message: str
    related: tuple[int, int, str] | None = None
    insert: str | None = None
    """The replacement for the range that makes the text valid JSON, if that is certain."""


class Node:
    """A value, or a member of an object."""

    __slots__ = ("clean", "faults", "height", "size")

    json_kind: ClassVar[str] = ""
    """The JSON type of the value: string, number, boolean, null, array or object; empty for none.
    """

    size: int
    faults: tuple[SyntaxFault, ...]
    """The faults of this node itself, not those of its children."""
    clean: bool
    """Whether neither this node nor any node in it has a fault."""
    height: int
    """The depth of nested containers, this one included."""

    def iter_children(self) -> Iterator[tuple[int, Node]]:
        """Yield each child with its start relative to the start of this node."""
        return iter(())


class Scalar(Node):
    """A string, number, true, false or null, or a place where no value can be read."""

    __slots__ = ("value",)

    value: Any

    def __init__(self, value: Any, size: int, faults: tuple[SyntaxFault, ...] = ()) -> None:
        """Create a leaf of `size` bytes."""
        self.value = value
        self.size = size
        self.faults = faults
        self.clean = not faults
        self.height = 0


class String(Scalar):
    """A JSON string; `size` includes its quotes."""

    __slots__ = ("inner",)

    json_kind = "string"
    value: str
    inner: Span
    """The span inside the quotes, relative to the opening quote."""

    def __init__(
        self, value: str, size: int, faults: tuple[SyntaxFault, ...] = (), inner: Span | None = None
    ) -> None:
        """Create a string of `size` bytes, quotes included."""
        super().__init__(value, size, faults)
        self.inner = inner or _get_inner_span(size)


@lru_cache(maxsize=1024)
def _get_inner_span(size: int) -> Span:
    """Return the cached span inside the quotes of a string of `size` bytes."""
    return Span(1, size - 1)


def build_plain_string(raw: bytes) -> String:
    """Return the node of a string without escapes or faults, given with its quotes."""
    return String(raw[1:-1].decode("utf-8", "replace"), len(raw))


class Number(Scalar):
    """A number."""

    __slots__ = ()

    json_kind = "number"
    value: int | float


class Literal(Scalar):
    """`true`, `false` or `null`."""

    __slots__ = ()

    value: bool | None

    @property
    def json_kind(self) -> str:  # type: ignore[override]  # one class serves two JSON types
        """`boolean` or `null`."""
        return "null" if self.value is None else "boolean"


class Broken(Scalar):
    """A place where a value is expected but missing or unreadable."""

    __slots__ = ()

    value: None


class Member(Node):
    """A key and its value. `key` is empty if a value has no key."""

    __slots__ = ("key", "value", "value_start")

    key: String
    value: Node
    value_start: int

    def __init__(self, key: String, value: Node, value_start: int, size: int) -> None:
        """Create a member, which has no faults itself; the value is at `value_start`."""
        self.key = key
        self.value = value
        self.value_start = value_start
        self.size = size
        self.faults = ()
        self.clean = key.clean and value.clean
        self.height = value.height

    def iter_children(self) -> Iterator[tuple[int, Node]]:
        """Yield the key, then the value."""
        yield 0, self.key
        yield self.value_start, self.value


class Container(Node):
    """An array or an object: its children and their starts, relative to the bracket."""

    __slots__ = (
        "cache",
        "changed_index",
        "check_result",
        "closed",
        "items",
        "previous",
        "shape_cache",
        "starts",
    )

    bracket: ClassVar[int]
    """The opening bracket, as a byte."""
    items: list[Any]
    starts: list[int]
    closed: bool
    """Whether the text has its closing bracket."""
    check_result: Any
    """The result of the check of this container, set by the check."""
    cache: dict[object, Any] | None
    """Results of functions that depend on the container only, or that check their other inputs."""
    shape_cache: dict[object, Any] | None
    """Results of functions that depend only on the keys and on the kinds of the values.

    Versions of a container that differ in a string only share them.
    """
    previous: Any
    """The container before an edit inside one of its children, if that has a `check_result`.

    A check that has compared the two removes it.
    """
    changed_index: int
    """The index of that child; meaningless without `previous`."""

    def __init__(
        self,
        items: list[Any],
        starts: list[int],
        size: int,
        faults: tuple[SyntaxFault, ...],
        closed: bool,
    ) -> None:
        """Create a container of `size` bytes, brackets included."""
        self.items = items
        self.starts = starts
        self.size = size
        self.faults = faults
        self.closed = closed
        self.check_result = None
        self.cache = None
        self.shape_cache = None
        self.previous = None
        self.changed_index = -1
        clean = not faults
        height = 0
        for item in items:
            if not item.clean:
                clean = False
            if item.height > height:
                height = item.height
        self.clean = clean
        self.height = height + 1

    def replace_child(self, index: int, child: Any, starts: list[int] | None = None) -> Self:
        """Return the container with another child at an index; a member must keep its key.

        Only for a container in which nothing else has a fault, and for a member with the same key.
        A caller that does not need the starts of the later children passes the old `starts`, since
        computing them takes longest in an array of thousands.
        """
        old = self.items[index]
        shift = child.size - old.size
        new = type(self).__new__(type(self))
        new.items = self.items.copy()
        new.items[index] = child
        new.starts = self.starts if starts is None else starts
        if shift and starts is None:
            new.starts = self.starts[: index + 1]
            new.starts += [start + shift for start in self.starts[index + 1 :]]
        new.size = self.size + shift
        new.faults = self.faults
        new.closed = self.closed
        new.clean = child.clean
        new.height = self.height
        if child.height != old.height:
            new.height = 1 + max(item.height for item in new.items)
        new.check_result = None
        new.cache = None
        new.shape_cache = None
        new.previous = self if self.check_result is not None else None
        new.changed_index = index
        return new

    def replace_value(self, index: int, value: Node, starts: list[int] | None = None) -> Self:
        """Return the container with another item, or value of a member; see `replace_child`."""
        child = self.items[index]
        if type(child) is Member:
            value = Member(child.key, value, child.value_start, child.value_start + value.size)
        return self.replace_child(index, value, starts)

    def get_value_at(self, index: int) -> tuple[int, Node]:
        """Return start, relative to the bracket, and node of an item or a member's value."""
        start, child = self.starts[index], self.items[index]
        if type(child) is Member:
            return start + child.value_start, child.value
        return start, child

    def iter_children(self) -> Iterator[tuple[int, Node]]:
        """Yield the items or members in order, each with its start."""
        return zip(self.starts, self.items, strict=True)


NO_CHILDREN: list[Any] = []
"""The items and the starts of containers without any: a text may have thousands of these."""
_NO_KEYS: dict[str, int] = {}


class Array(Container):
    """A JSON array."""

    __slots__ = ()

    json_kind = "array"
    bracket = ord("[")
    items: list[Node]

    def copy_without_items(self, start: int, stop: int) -> Array:
        """Return the array without some items; its size and the later starts are not adjusted.

        Only for an array without faults. The starts of the items behind the removed ones, and the
        size, are those of before.
        """
        new = copy(self)
        new.items = self.items[:start] + self.items[stop:]
        new.starts = self.starts[:start] + self.starts[stop:]
        if not any(item.height + 1 == self.height for item in new.items):
            new.height = 1 + max((item.height for item in new.items), default=0)
        new.check_result = new.cache = new.shape_cache = new.previous = None
        return new


class Object(Container):
    """A JSON object. A key may occur twice; as in JSON parsers the last one counts."""

    __slots__ = ("by_key",)

    json_kind = "object"
    bracket = ord("{")
    items: list[Member]
    by_key: dict[str, int]
    """The index of the member that counts, by key."""

    def __init__(
        self,
        items: list[Member],
        starts: list[int],
        size: int,
        faults: tuple[SyntaxFault, ...],
        closed: bool,
    ) -> None:
        """Create an object and index its members by key."""
        super().__init__(items, starts, size, faults, closed)
        self.by_key = (
            {member.key.value: index for index, member in enumerate(items)} if items else _NO_KEYS
        )

    def replace_child(self, index: int, child: Any, starts: list[int] | None = None) -> Self:
        """Return the object with another member of the same key at an index."""
        new = super().replace_child(index, child, starts)
        new.by_key = self.by_key
        return new

    def get(self, key: str) -> Node | None:
        """Return the node of a key's value, that of the last one if it is duplicated, or None."""
        index = self.by_key.get(key)
        return None if index is None else self.items[index].value

    def get_key_span(self, key: str) -> Span:
        """Return the span of an existing key with its quotes, relative to the object's start."""
        index = self.by_key[key]
        start = self.starts[index]
        return Span(start, start + self.items[index].key.size)

    def get_value_span(self, key: str) -> Span:
        """Return the span of the value of an existing key, relative to the object's start."""
        index = self.by_key[key]
        member = self.items[index]
        start = self.starts[index] + member.value_start
        return Span(start, start + member.value.size)


class SyntaxTree(NamedTuple):
    """A parsed text: its root value, the start of that, and the faults outside of it."""

    root: Node
    start: int
    faults: tuple[SyntaxFault, ...]
    unmatched: bool
    """Whether the brackets do not match, so that the text was also parsed by its indentation."""
    by_indent: bool = False
    """Whether this tree is the result of that second parse."""
    indented: SyntaxTree | None = None
    """The tree of the second parse, if it has more faults than this one."""
    balance: tuple[int, int] = (0, 0)
    """Whether the text has more (1) or fewer (-1) closing than opening brackets, for `]` and `}`.

    The second parse depends on it.
    """


def to_python(node: Node) -> Any:
    """Return the plain Python value of a node; unreadable values become None."""
    match node:
        case Object():
            return {member.key.value: to_python(member.value) for member in node.items}
        case Array():
            return [to_python(item) for item in node.items]
        case Scalar():
            return node.value
        case _:
            return None
