"""The tree of a JSON text, whose nodes know each other's places but not their own.

A node knows its size and where its children start counted from its own start, never its absolute
offset. An edit therefore makes new nodes along one path only; all others are shared between the
versions.

What a node holds of the text never changes once the parser has made it. Four attributes of a
container do change: `check_result`, `cache` and `shape_cache`, in which readers of the tree keep
what they computed from it, and `previous`, its version before an edit, until a reader drops that.

All offsets and sizes are in UTF-8 bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from docs_lsp.core.text import Span


class SyntaxFault(NamedTuple):
    """A place where the text is not JSON, counted from the start of the node that holds it.

    `code` is the name of the rule that reports it. `related` names a second place of the same
    node, such as the bracket that is never closed.
    """

    start: int
    end: int
    code: str
    message: str
    related: tuple[int, int, str] | None = None
    insert: str | None = None
    """What to put in place of the range so that the text is JSON again, where that is certain."""


class Node:
    """Anything that can stand where a value belongs."""

    __slots__ = ("clean", "faults", "height", "size")

    json_kind: ClassVar[str] = ""
    """The value's JSON type: string, number, boolean, null, array, object, or nothing."""

    size: int
    faults: tuple[SyntaxFault, ...]
    """The faults of this node itself, not those of its children."""
    clean: bool
    """Whether neither this node nor anything in it has a fault."""
    height: int
    """How many containers are nested in the deepest place, this one included."""

    def children(self) -> Iterator[tuple[int, Node]]:
        """Each child with its start counted from this node's start."""
        return iter(())


class Scalar(Node):
    """A string, number, true, false, null, or a place where no value can be read."""

    __slots__ = ("value",)

    value: Any

    def __init__(self, value: Any, size: int, faults: tuple[SyntaxFault, ...] = ()) -> None:
        """Make a leaf of `size` bytes."""
        self.value = value
        self.size = size
        self.faults = faults
        self.clean = not faults
        self.height = 0


class String(Scalar):
    """A text; `size` counts its quotes."""

    __slots__ = ("inner",)

    json_kind = "string"
    value: str
    inner: Span
    """Where the characters inside the quotes stand, counted from the opening quote."""

    def __init__(
        self, value: str, size: int, faults: tuple[SyntaxFault, ...] = (), inner: Span | None = None
    ) -> None:
        """Make a string of `size` bytes, quotes included."""
        super().__init__(value, size, faults)
        self.inner = inner or _inner_span(size)


@lru_cache(maxsize=1024)
def _inner_span(size: int) -> Span:
    """The inside of a text with its quotes; most are of few sizes, and share it."""
    return Span(1, size - 1)


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
    """A place where a value belongs and none, or nothing readable, stands."""

    __slots__ = ()

    value: None


class Member(Node):
    """A key and its value. `key` is missing where a value stands without one."""

    __slots__ = ("key", "value", "value_start")

    key: String
    value: Node
    value_start: int

    def __init__(
        self,
        key: String,
        value: Node,
        value_start: int,
        size: int,
        faults: tuple[SyntaxFault, ...] = (),
    ) -> None:
        """Make a member; the key stands at its start, the value at `value_start`."""
        self.key = key
        self.value = value
        self.value_start = value_start
        self.size = size
        self.faults = faults
        self.clean = not faults and key.clean and value.clean
        self.height = value.height

    def children(self) -> Iterator[tuple[int, Node]]:
        """The key, then the value."""
        yield 0, self.key
        yield self.value_start, self.value


class Container(Node):
    """An array or an object: its children and where each starts, counted from the bracket."""

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
    """The opening bracket."""
    items: list[Any]
    starts: list[int]
    closed: bool
    """Whether its closing bracket stands in the text."""
    check_result: Any
    """The result of checking it, set by the check."""
    cache: dict[object, Any] | None
    """The results of functions that depend on nothing but the container, or know what else they
    depend on."""
    shape_cache: dict[object, Any] | None
    """The results of functions that depend on the keys and on the kinds of the values alone:
    versions of a container that differ in a text share them."""
    previous: Any
    """The container before an edit inside one of its children, if that has a `check_result`. A
    check that has compared the two removes it."""
    changed_index: int
    """The index of that child; without meaning where there is no `previous`."""

    def __init__(
        self,
        items: list[Any],
        starts: list[int],
        size: int,
        faults: tuple[SyntaxFault, ...],
        closed: bool,
    ) -> None:
        """Make a container of `size` bytes, brackets included."""
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

    def with_child(self, index: int, child: Any, starts: list[int] | None = None) -> Self:
        """The container with another child in place of one of its own.

        Only for a container in which nothing else has a fault, and for a member with the same key.
        Whoever does not ask where the children behind it start gives the `starts` of before: to
        count them takes longer than all else in a list of thousands.
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

    def value_at(self, index: int) -> tuple[int, Node]:
        """Where an item, or the value of a member, starts, counted from the bracket; and itself."""
        start, child = self.starts[index], self.items[index]
        if type(child) is Member:
            return start + child.value_start, child.value
        return start, child

    def children(self) -> Iterator[tuple[int, Node]]:
        """The items or members in order."""
        return zip(self.starts, self.items, strict=True)


class Array(Container):
    """A list of values."""

    __slots__ = ()

    json_kind = "array"
    bracket = ord("[")
    items: list[Node]


class Object(Container):
    """A set of members. A key may stand twice; the last one is the one a JSON parser keeps."""

    __slots__ = ("by_key",)

    json_kind = "object"
    bracket = ord("{")
    items: list[Member]
    by_key: dict[str, int]
    """The index of the member that counts for each key."""

    def __init__(
        self,
        items: list[Member],
        starts: list[int],
        size: int,
        faults: tuple[SyntaxFault, ...],
        closed: bool,
    ) -> None:
        """Make an object and note which member counts for each key."""
        super().__init__(items, starts, size, faults, closed)
        self.by_key = {member.key.value: index for index, member in enumerate(items)}

    def with_child(self, index: int, child: Any, starts: list[int] | None = None) -> Self:
        """The object with another value in place of one of its own."""
        new = super().with_child(index, child, starts)
        new.by_key = self.by_key
        return new

    def get(self, key: str) -> Node | None:
        """The value of a key, or None where the key is not given."""
        index = self.by_key.get(key)
        return None if index is None else self.items[index].value

    def key_span(self, key: str) -> Span:
        """Where a key that is given stands, quotes included, counted from the object's start."""
        index = self.by_key[key]
        start = self.starts[index]
        return Span(start, start + self.items[index].key.size)

    def value_span(self, key: str) -> Span:
        """Where the value of a key that is given stands, counted from the object's start."""
        index = self.by_key[key]
        member = self.items[index]
        start = self.starts[index] + member.value_start
        return Span(start, start + member.value.size)


class SyntaxTree(NamedTuple):
    """A parsed text: its top value, where that starts, and the faults outside of it."""

    root: Node
    start: int
    faults: tuple[SyntaxFault, ...]
    unmatched: bool
    """Whether the brackets do not match, so that the text was read by its indentation too."""
    by_indent: bool = False
    """Whether this is that second reading."""
    indented: SyntaxTree | None = None
    """The second reading, where it made less sense than this one."""
    balance: tuple[int, int] = (0, 0)
    """Whether the text has more closing brackets than opening ones (1), or fewer (-1), `]` and
    `}`: the second reading depends on that."""


def to_python(node: Node) -> Any:
    """The plain Python value that a JSON parser would give; unreadable values become None."""
    match node:
        case Object():
            return {member.key.value: to_python(member.value) for member in node.items}
        case Array():
            return [to_python(item) for item in node.items]
        case Scalar():
            return node.value
        case _:
            return None
