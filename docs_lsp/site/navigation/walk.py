"""Collect every known object of a docs.json, with its inherited values and its position.

A walk takes time proportional to the file, so nothing that must keep up with typing makes one;
`walk_toward` walks only to one place, and `walk_within` only through a visible part of a file.
`$ref`s are followed, and referenced objects are located in the files they are in.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Object
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import ListOf, Record, Type
from docs_lsp.schema.value_types import find_typed_children, find_typed_items, find_typed_members
from docs_lsp.site.navigation import refs
from docs_lsp.site.navigation.element import Element, LocatedValue, Spot
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.refs import Parts, Resolved
from docs_lsp.site.navigation.unfolding import get_ref_limits


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """An element and its position."""

    element: Element
    around: Placed | None
    """The known object around it; None for the root of docs.json."""
    key: str
    """The key of that object under which it is, directly or in an array."""
    starts: tuple[int, ...]
    """The absolute byte offset of each of its layers."""

    @property
    def file(self) -> str:
        """The file that the object itself is in, regardless of its `$ref`."""
        return self.element.resolved.layers[0].file

    @property
    def at(self) -> int:
        """The absolute byte offset of its bracket in that file."""
        return self.starts[0]

    def locate_spot(self, spot: Spot) -> tuple[str, Span]:
        """Return the file of a spot, and its absolute span there."""
        layers = self.element.resolved.layers
        if spot.layer < len(layers):
            return layers[spot.layer].file, spot.span.shift(self.starts[spot.layer])
        ref_value = [*self.element.ref_values.values()][spot.layer - len(layers)]
        return ref_value.file, spot.span.shift(ref_value.at)

    def find_value(self, key: str) -> LocatedValue | None:
        """Return the value of a key or of its `$ref`, with its place; None if there is none.

        A `$ref` that leads to an object is not replaced.
        """
        value = self.element.get(key)
        ref_value = self.element.get_ref_value(key)
        if value is None or ref_value is not None:
            return ref_value
        layer = self.element.find_layer(key)
        at = self.starts[layer] + self.element.get_layer_node(layer).get_value_span(key).start
        return LocatedValue(self.element.resolved.layers[layer].file, at, value)

    def list_outward(self) -> list[Placed]:
        """Return this object and those around it, up to the root of docs.json."""
        chain = [self]
        while (around := chain[-1].around) is not None:
            chain.append(around)
        return chain


KnownElements: TypeAlias = dict[tuple[int, int, int, tuple[str, ...]], Element]
"""Elements of one state of a docs.json, by the identity of their object, type and context, and by
the files that led there."""


def walk_docs(parts: Parts, name: str, context: Context) -> tuple[Placed, ...]:
    """Return all objects of a docs.json that the format knows, in the order of the text.

    A referenced object takes the place of its `$ref`. `context` is that of the whole docs.json.
    """
    return _walk_objects(parts, name, context, None)


def walk_toward(
    parts: Parts,
    name: str,
    context: Context,
    file: str,
    offset: int,
    known: KnownElements | None = None,
) -> tuple[Placed, ...]:
    """Return the objects around an absolute byte offset, outermost first; add new ones to `known`.

    A file that several `$ref`s name is seen from the last one. Elements in `known`, from other
    walks of the same parts, are reused.
    """
    target = (file, Span(offset, offset))
    objects = _walk_objects(parts, name, context, target, known)
    innermost = next(
        (placed for placed in reversed(objects) if _covers_offset(placed, file, offset)), None
    )
    return () if innermost is None else tuple(reversed(innermost.list_outward()))


def walk_within(
    parts: Parts, name: str, context: Context, file: str, span: Span
) -> tuple[Placed, ...]:
    """Return the objects that an absolute byte range touches, in the order of the text.

    The objects that lead to them are included; some of these may be in other files.
    """
    return _walk_objects(parts, name, context, (file, span))


def _covers_offset(placed: Placed, file: str, offset: int) -> bool:
    layers = placed.element.resolved.layers
    return any(
        layer.file == file and start <= offset <= start + layer.node.size
        for layer, start in zip(layers, placed.starts, strict=True)
    )


def _walk_objects(
    parts: Parts,
    name: str,
    context: Context,
    target: tuple[str, Span] | None,
    known: KnownElements | None = None,
) -> tuple[Placed, ...]:
    """Return the objects of a docs.json; with a target, only those that may lead to it."""
    document = parts.get(name)
    if not isinstance(document, Document) or not isinstance(document.tree.root, Object):
        return ()
    walker = Walker(parts, name, target, known)
    walker.visit_container(
        document.tree.root, DOCS, context, (name, document.tree.start), (), None, ""
    )
    return walker.release_objects()


class Walker:
    """Collects objects; with a target only those on the way to it."""

    def __init__(
        self, parts: Parts, name: str, target: tuple[str, Span] | None, known: KnownElements | None
    ) -> None:
        self.known = known
        self.parts = parts
        self.name = name
        self.unfolding = get_ref_limits(parts, name)
        self.target = target
        self.found: list[Placed] = []

    def release_objects(self) -> tuple[Placed, ...]:
        """Return the collected objects and forget them.

        Each object holds the walker: as a cycle they would outlive their use.
        """
        objects = tuple(self.found)
        self.known = None
        self.found.clear()
        return objects

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
        """Collect the objects in a container that starts at `place` and is of a type."""
        if not isinstance(node, Object):
            self.visit_children(node, node_type, context, place, trail, around, key)
            return
        file, at = place
        followed = self.resolve_object(node, file, trail)
        if "$ref" in node.by_key:
            node_type = refs.choose_ref_type(node_type, followed) or node_type
        if followed.replacement is not None:
            target, start, value = followed.replacement
            if isinstance(value, Container) and self.may_lead_to_target(value, target, start):
                below = (*trail, file)
                self.visit_container(value, node_type, context, (target, start), below, around, key)
            return
        layers = followed.layers
        inner = context
        if isinstance(node_type, Record):
            element = self.find_element(followed, node_type, context, trail)
            starts = (at, *(layer.at for layer in layers[1:]))
            around = Placed(element, around, key, starts)
            inner = element.inner
            self.found.append(around)
        seen: set[str] = set()
        for index, layer in enumerate(layers):
            below = (*trail, *(one.file for one in layers[:index])) if index else trail
            here = (layer.file, layer.at if index else at)
            if layer.node.height > 1:
                self.visit_children(layer.node, node_type, inner, here, below, around, key, seen)
            if index + 1 < len(layers):
                seen |= layer.node.by_key.keys()

    def find_element(
        self, followed: Resolved, record: Record, context: Context, trail: tuple[str, ...]
    ) -> Element:
        """Return the element of a resolved object, one from an earlier walk if possible."""
        if self.known is None:
            return Element(followed, record, context, self.resolve_object, trail)
        key = (id(followed.layers[0].node), id(record), id(context), trail)
        if key not in self.known:
            self.known[key] = Element(followed, record, context, self.resolve_object, trail)
        return self.known[key]

    def visit_children(
        self,
        node: Container,
        node_type: Type,
        context: Context,
        place: tuple[str, int],
        trail: tuple[str, ...],
        around: Placed | None,
        key: str,
        hidden: Collection[str] = (),
    ) -> None:
        """Collect the objects in the children of a container, except those under `hidden` keys."""
        file, at = place
        for index, child, wanted in self.select_children(node, node_type, file, at):
            start = at + node.starts[index]
            if isinstance(node, Object):
                member = node.items[index]
                if member.key.value in hidden:
                    continue
                if isinstance(node_type, Record):
                    key = member.key.value
                start += member.value_start
            if self.may_lead_to_target(child, file, start):
                self.visit_container(child, wanted, context, (file, start), trail, around, key)

    def select_children(
        self, node: Container, node_type: Type, file: str, at: int
    ) -> list[tuple[int, Container, Type]]:
        """Return the children to visit; with a target, only those that may lead to it."""
        if self.target is None or self.target[0] != file:
            return find_typed_children(node, node_type)
        # No `$ref` leads to docs.json itself, which would be a circle.
        if file != self.name and refs.has_ref(node):
            return find_typed_children(node, node_type)
        first, last = self.target[1]
        start = max(bisect_right(node.starts, first - at) - 1, 0)
        touched = range(start, bisect_right(node.starts, last - at))
        if isinstance(node, Object):
            return find_typed_members(node, node_type, touched)
        if isinstance(node, Array) and isinstance(node_type, ListOf):
            return find_typed_items(node, node_type, touched)
        return []

    def may_lead_to_target(self, child: Container, file: str, start: int) -> bool:
        """Return whether a child may contain the target, or there is none."""
        if self.target is None:
            return True
        target_file, (first, last) = self.target
        if file == target_file and start <= last and first <= start + child.size:
            return True
        # No `$ref` leads to docs.json itself, which would be a circle.
        return target_file != self.name and refs.has_ref(child)

    def resolve_object(self, node: Object, file: str, trail: tuple[str, ...]) -> Resolved:
        """Resolve the `$ref`s of an object, in a file that the `$ref`s of `trail` lead to."""
        return self.unfolding.resolve_object(node, file, self.parts, trail)
