"""An object of docs.json with `$ref`s resolved, as rules see it, and its inherited values.

The helpers that make findings know the file of each key and count spans from the object there, so
that a rule never handles absolute offsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Container as Holding
from typing import NamedTuple

from docs_lsp.core.memo import Memo
from docs_lsp.core.problem import Finding, Remark
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Container, Literal, Node, Object, String
from docs_lsp.schema.accepted_content import is_valid_content
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, ROOT
from docs_lsp.schema.model_parts import LINK
from docs_lsp.schema.types import Record
from docs_lsp.site.navigation.docs_reader import inline_refs
from docs_lsp.site.navigation.inheritance import Context, derive_child_context, list_sources
from docs_lsp.site.navigation.refs import Follow, Resolved, cache_by_shape, has_ref
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

_KINDS = {**KINDS, ROOT.name: ROOT}
_NO_SPECS: frozenset[str] = frozenset()
_COUNTS_FILLED_ONLY = frozenset(("tabs", "anchors", "groups", "languages", "versions"))
"""Arrays that the service ignores if they are empty."""


class Spot(NamedTuple):
    """A range in one layer of an object, relative to the bracket of that layer.

    Layer numbers after the object's own layers mean the values of keys that `$ref`s replace.
    """

    span: Span
    layer: int = 0


class LocatedValue(NamedTuple):
    """The value of a key, in the file that it is in."""

    file: str
    at: int
    """The absolute byte offset in the file."""
    node: Node


class Entry(NamedTuple):
    """A string of an object or of one of its arrays, such as an item of `pages`."""

    text: str
    spot: Spot
    """The range inside the quotes."""


class ElementView:
    """An object merged with those that its `$ref`s lead to: its layers.

    The first layer that has a key wins.
    """

    __slots__ = ("_layer_by_key", "get", "has", "resolved", "values")

    get: Callable[[str], Node | None]
    """Return the value of a key, or None."""
    has: Callable[[str], bool]
    """Return whether a key is present."""

    def __init__(self, resolved: Resolved) -> None:
        """Merge the layers of an object whose `$ref`s are resolved."""
        self.resolved = resolved
        layers = resolved.layers
        items = layers[0].node.items
        self.values: dict[str, Node] = {
            key: items[index].value for key, index in layers[0].node.by_key.items()
        }
        """The effective values by key; without `$ref` if it is resolved."""
        self._layer_by_key: dict[str, int] | None = None
        if len(layers) > 1:
            self._layer_by_key = {}
            for index, layer in enumerate(layers):
                for key, at in layer.node.by_key.items():
                    if self._layer_by_key.setdefault(key, index) == index:
                        self.values[key] = layer.node.items[at].value
            self.values.pop("$ref", None)
        # These are called dozens of times for each of thousands of objects.
        self.get, self.has = self.values.get, self.values.__contains__

    def find_layer(self, key: str) -> int:
        """Return the index of the layer whose value of a key is effective; 0 if none has it."""
        return 0 if self._layer_by_key is None else self._layer_by_key.get(key, 0)

    def get_layer_node(self, layer: int) -> Object:
        """Return the JSON object itself (0), or the one that its `$ref` number `layer` leads to."""
        return self.resolved.layers[layer].node

    def has_layer(self, node: object) -> bool:
        """Return whether a node is the JSON object itself or one that its `$ref`s lead to."""
        return any(layer.node is node for layer in self.resolved.layers)

    def get_text(self, key: str) -> str | None:
        """Return the value of a key if it is a string, else None."""
        value = self.get(key)
        return value.value if isinstance(value, String) else None

    def get_flag(self, key: str) -> bool | None:
        """Return the value of a key if it is `true` or `false`, else None."""
        value = self.get(key)
        return value.value if isinstance(value, Literal) else None

    def find_key_spot(self, key: str) -> Spot:
        """Return the range of a present key with its quotes, relative to the object that has it."""
        layer = self.find_layer(key)
        return Spot(self.get_layer_node(layer).get_key_span(key), layer)

    def find_value_spot(self, key: str) -> Spot:
        """Return the range of a present key's value, as `find_key_spot`; of a string its text."""
        layer = self.find_layer(key)
        span = self.get_layer_node(layer).get_value_span(key)
        value = self.get_layer_node(layer).get(key)
        if isinstance(value, String):
            span = value.inner.shift(span.start)
        return Spot(span, layer)


class ChildView(ElementView):
    """An element in an array of another element; its spots are relative to that element."""

    __slots__ = ("_outer", "_start")

    def __init__(self, resolved: Resolved, start: int, outer: int) -> None:
        """Store an element that starts at `start` in the layer `outer` of its parent."""
        super().__init__(resolved)
        self._start = start
        self._outer = outer

    def find_value_spot_in_parent(self, key: str) -> Spot:
        """Return the range of a key's value; that of the whole `$ref` if it is in another file."""
        return self._shift_to_parent(
            super().find_value_spot("$ref" if self.find_layer(key) else key)
        )

    def find_key_spot_in_parent(self, key: str) -> Spot:
        """Return the range of a key; that of the whole `$ref` if it is in another file."""
        if self.find_layer(key):
            return self.find_value_spot_in_parent(key)
        return self._shift_to_parent(super().find_key_spot(key))

    def _shift_to_parent(self, spot: Spot) -> Spot:
        return Spot(spot.span.shift(self._start), self._outer)


_NOTHING: Mapping[str, LocatedValue] = {}


class Element(ElementView, Memo):
    """An object that the format knows, with the values it inherits."""

    __slots__ = (
        *("_follow", "_made", "_trail", "accepted_key", "content_keys", "context", "get_resolved"),
        *("inner", "is_known", "kind", "listed", "record", "ref_values", "rival_keys"),
    )

    get_resolved: Callable[[str], Node | None]
    """Return the value of a key, or the value that its `$ref` replaces it with.

    A `$ref` beside other keys, which win, is returned as it is.
    """

    def __init__(
        self,
        resolved: Resolved,
        record: Record,
        context: Context,
        follow: Follow,
        trail: tuple[str, ...] = (),
    ) -> None:
        """Store an object of type `record`; `context` is inherited.

        `trail` lists the files whose `$ref`s led to it.
        """
        super().__init__(resolved)
        self.record = record
        self.context = context
        self._follow = follow
        self._trail = trail
        self._made: dict[object, object] = {}
        self.ref_values: Mapping[str, LocatedValue] = _NOTHING
        """The values that `$ref`s replace, by key, in the order of their layer numbers."""
        self.get_resolved = self.get
        if len(resolved.layers) > 1 or has_ref(resolved.layers[0].node):
            self.ref_values = {
                key: found for key in self.values if (found := self._find_ref_value(key))
            }
            nodes = {key: found.node for key, found in self.ref_values.items()}
            self.get_resolved = {**self.values, **nodes}.get
        self.kind = _KINDS.get(record.kind or "")
        """The kind of navigation element; None for other objects."""
        self.inner = (
            context
            if record.kind is None
            else derive_child_context(self.values, record.kind, context, self.list_spec_sources)
        )
        self.content_keys = [key for key in self.values if key in CHILD_KEYS]
        """The keys present here that hold children, allowed or not."""
        self.listed: Sequence[str] = ()
        """The strings in `pages`, in order."""
        self.rival_keys: Sequence[str] = ()
        """The content keys that the service chooses from, in its order, if there are several.

        The choice depends on all content below them.
        """
        self.accepted_key: str | None = None
        """The content key, or `href`, that the service accepts; the first one if none is valid."""
        self.is_known = resolved.known and "sourceRef" not in self.values
        """Whether all of its content could be read."""
        if self.values:
            self._choose_content()

    def _choose_content(self) -> None:
        """Set `listed`, `rival_keys` and `accepted_key` from the keys that are present."""
        pages, kind = self.get_resolved("pages"), self.kind
        if isinstance(pages, Array):
            self.listed = [item.value for item in pages.items if type(item) is String]
        present_keys = [key for key in kind.order if key in self.values] if kind else []
        content_keys = [*filter(self._is_effective_content, present_keys)]
        if len(content_keys) > 1 and content_keys[0] != "href":
            self.rival_keys = content_keys
            content_keys = [next(filter(self.is_valid_content, content_keys), content_keys[0])]
        self.accepted_key = content_keys[0] if content_keys else None

    @property
    def label(self) -> str:
        """The element's name in messages."""
        if self.kind is ROOT:
            return "`navigation`"
        return f"this {self.kind.label if self.kind else 'object'}"

    def _is_effective_content(self, key: str) -> bool:
        """Return whether the service considers a key as the content of this element.

        It ignores some empty arrays, and values and links that it cannot read.
        """
        value = self.get_resolved(key)
        if key == "href":
            return isinstance(value, String) and LINK.accepts(value.value)
        if isinstance(value, Array):
            return bool(value.items) or key not in _COUNTS_FILLED_ONLY
        return isinstance(value, Object)

    def is_valid_content(self, key: str) -> bool:
        """Return whether the value of a content key is valid for the service, at all levels."""
        return self.cached_for(_has_valid_content, key)

    def list_entries(self, among: Holding[str] | None = None) -> list[Entry]:
        """Return the strings in `pages`, in order; with `among`, only those in that collection."""
        return self._list_array_strings("pages", among)

    def list_strings(self, key: str) -> list[Entry]:
        """Return the string under a key, or those in the array there."""
        value = self.get_resolved(key)
        if not isinstance(value, String):
            return self._list_array_strings(key)
        return [Entry(value.value, self.find_resolved_spot(key))]

    def _list_array_strings(self, key: str, among: Holding[str] | None = None) -> list[Entry]:
        """Return the strings in the array under a key; with `among`, only those in that."""
        value = self.get_resolved(key)
        if not isinstance(value, Array):
            return []
        (at, _), layer = self.find_resolved_spot(key)
        return [
            Entry(item.value, Spot(item.inner.shift(at + start), layer))
            for start, item in zip(value.starts, value.items, strict=True)
            if type(item) is String and (among is None or item.value in among)
        ]

    def resolve_object(self, key: str) -> Resolved | None:
        """Return the object under a key with its `$ref`s resolved; None for any other value."""
        value = self.values.get(key)
        if not isinstance(value, Object):
            return None
        resolved = self._follow(value, *self._locate_layer(self.find_layer(key)))
        return resolved if resolved.replacement is None else None

    def get_inlined(self, key: str) -> Node | None:
        """Return a key's value, or None, with `$ref`s replaced; it has no valid positions."""
        value = self.values.get(key)
        if not isinstance(value, Container) or not has_ref(value):
            return value
        return inline_refs(value, *self._locate_layer(self.find_layer(key)), self._follow)

    def list_spec_sources(self, key: str) -> tuple[str, ...]:
        """Return the specifications in `openapi` or `asyncapi`, as written."""
        return list_sources(self.get_inlined(key))

    def get_ref_value(self, key: str) -> LocatedValue | None:
        """Return the value that a key's `$ref` leads to, with its place, unless it is an object."""
        ref_value = self.ref_values.get(key)
        return None if ref_value is None or isinstance(ref_value.node, Object) else ref_value

    def _find_ref_value(self, key: str) -> LocatedValue | None:
        """Return the value of a key that is written as one `$ref` alone; None for any other."""
        value = self.values[key]
        if type(value) is not Object or "$ref" not in value.by_key:
            return None
        resolved = self._follow(value, *self._locate_layer(self.find_layer(key)))
        if resolved.replacement is not None:
            return LocatedValue(*resolved.replacement)
        if len(resolved.layers) != 2 or len(value.by_key) > 1:
            return None
        layer = resolved.layers[1]
        return LocatedValue(layer.file, layer.at, layer.node)

    def find_resolved_spot(self, key: str) -> Spot:
        """Return the range of a key's resolved value; for a string, inside its quotes."""
        ref_value = self.ref_values.get(key)
        if ref_value is None:
            return self.find_value_spot(key)
        span = (
            ref_value.node.inner
            if isinstance(ref_value.node, String)
            else Span(0, ref_value.node.size)
        )
        return Spot(span, len(self.resolved.layers) + [*self.ref_values].index(key))

    def find_root_entry(self) -> Entry | None:
        """Return the `root` page of a group, or None."""
        text = self.get_text("root") if self.record.kind == "group" else None
        return Entry(text, self.find_value_spot("root")) if text is not None else None

    def list_children(self, key: str) -> Sequence[ChildView]:
        """Return the objects in the array under a key, cached; empty if there is no array."""
        return self.cached_for(Element._make_children, key)

    def _make_children(self, key: str) -> Sequence[ChildView]:
        value = self.get_resolved(key)
        if not isinstance(value, Array):
            return ()
        return [*self.iter_children(key, range(len(value.items)))]

    def iter_children(self, key: str, indexes: Iterable[int]) -> Iterator[ChildView]:
        """Yield the objects at some indexes of the array under a key; the array must be there."""
        value = self.get_resolved(key)
        assert isinstance(value, Array)
        (at, _), layer = self.find_resolved_spot(key)
        home = self._locate_resolved_value(key)
        for index in indexes:
            item = value.items[index]
            if isinstance(item, Object):
                yield ChildView(self._follow(item, *home), at + value.starts[index], layer)

    def count_entries_under(self, key: str) -> int:
        """Return the number of page entries under a key, in any file."""
        return self._count_entries_in(self.get(key), *self._locate_layer(self.find_layer(key)), key)

    def count_all_entries(self) -> int:
        """Return the number of page entries in the element, in any file."""
        return sum(self.count_entries_under(key) for key in self.values)

    def _locate_resolved_value(self, key: str) -> tuple[str, tuple[str, ...]]:
        """Return the file of a key's resolved value, and the files whose `$ref`s led there."""
        file, trail = self._locate_layer(self.find_layer(key))
        ref_value = self.ref_values.get(key)
        return (ref_value.file, (*trail, file)) if ref_value else (file, trail)

    def _locate_layer(self, layer: int) -> tuple[str, tuple[str, ...]]:
        """Return the file of a layer, and the files whose `$ref`s led there."""
        return _locate_layer_in(self.resolved, layer, self._trail)

    def _count_entries_in(
        self, node: Node | None, file: str, trail: tuple[str, ...], key: str = ""
    ) -> int:
        """Return the number of entries in the value of a key; `file` and `trail` locate it."""
        if not isinstance(node, Container):
            return 0
        if not has_ref(node):
            return count_entries(node, in_pages=key == "pages")
        if isinstance(node, Object):
            return self._count_entries_in_object(node, file, trail, key)
        strings = sum(type(item) is String for item in node.items) if key == "pages" else 0
        return strings + sum(self._count_entries_in(item, file, trail) for item in node.items)

    def _count_entries_in_object(
        self, node: Object, file: str, trail: tuple[str, ...], key: str
    ) -> int:
        followed = self._follow(node, file, trail)
        if followed.replacement is not None:
            target, _, value = followed.replacement
            return self._count_entries_in(value, target, (*trail, file), key)
        view = ElementView(followed)
        return sum(
            self._count_entries_in(
                view.get(inner), *_locate_layer_in(followed, view.find_layer(inner), trail), inner
            )
            for inner in view.values
        )

    # Findings

    def make_finding(
        self, spot: Spot, message: str, *related: tuple[Spot, str], **more: object
    ) -> Finding:
        """Make a finding at a spot; `related` has other spots with a remark for each."""
        remarks = tuple(Remark(other.span, said, other.layer) for other, said in related)
        return Finding("", spot.span, message, spot.layer, remarks, **more)  # type: ignore[arg-type]  # the keywords are those of Finding

    def make_key_finding(
        self, key: str, message: str, *related: tuple[Spot, str], **more: object
    ) -> Finding:
        """Make a finding on a present key."""
        return self.make_finding(self.find_key_spot(key), message, *related, **more)

    def make_value_finding(
        self, key: str, message: str, *related: tuple[Spot, str], **more: object
    ) -> Finding:
        """Make a finding on the value of a present key."""
        return self.make_finding(self.find_value_spot(key), message, *related, **more)


def _has_valid_content(element: Element, key: str) -> bool:
    return is_valid_content(key, element.get_inlined(key))


def _locate_layer_in(
    resolved: Resolved, layer: int, trail: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Return the file of a layer, and the files whose `$ref`s led there."""
    layers = resolved.layers
    return layers[layer].file, (*trail, *(one.file for one in layers[:layer]))


def count_entries(node: Container, *, in_pages: bool = False) -> int:
    """Return the number of page entries in a container: the strings of every `pages` in it.

    `in_pages` means that the container itself is the value of `pages`.
    """
    if isinstance(node, Object):
        return 0 if node.height == 1 else _count_object_entries(node)
    strings = sum(type(item) is String for item in node.items) if in_pages else 0
    if node.height == 1:
        return strings
    return strings + sum(count_entries(item) for item in node.items if isinstance(item, Container))


@cache_by_shape
def _count_object_entries(node: Object) -> int:
    """Return the number of page entries in an object, at any depth; cached with its shape."""
    return sum(
        count_entries(member.value, in_pages=member.key.value == "pages")
        for member in node.items
        if isinstance(member.value, Container)
    )


def collect_spec_paths(element: Element) -> frozenset[str]:
    """Return the site paths of the OpenAPI files that an object itself names, also in entries.

    They are in `openapi`, or in endpoints in `pages`.
    """
    if not element.record.kind and element.record.name != "api":
        return _NO_SPECS
    named = [*element.list_spec_sources("openapi")]
    for text in element.listed:
        endpoint = parse_endpoint_entry(text) if " " in text else None
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            named.append(endpoint.spec)
    if not named:
        return _NO_SPECS
    return frozenset(filter(None, map(resolve_spec_path, named)))
