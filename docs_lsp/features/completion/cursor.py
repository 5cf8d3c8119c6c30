"""The cursor's place in JSON and in the schema, with the keys and types that fit there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from docs_lsp.features._view import View
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.insertion_point import (
    STAND_IN,
    Expected,
    InsertionPoint,
    find_insertion_point,
)
from docs_lsp.jsontree.nodes import Array, Literal, Member, Node, Object, String
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.types import ElementType, ListOf, MapOf, OneOf, Property, Record, Type
from docs_lsp.schema.value_types import choose_value_type
from docs_lsp.site.navigation.docs_cursor import find_type_at_steps
from docs_lsp.site.navigation.element import ElementView
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.site import Site


@dataclass(frozen=True)
class CompletionCursor:
    """An insertion point in docs.json or in a file it includes."""

    view: View
    file: str
    point: InsertionPoint
    parts: Parts
    """The files of docs.json, this one with a placeholder at the insertion point."""
    around: tuple[Placed, ...]
    """The objects around the insertion point that the format knows, the outermost first."""
    holder: Type | None
    """The type of the container around it, or of the whole file; None if any type is allowed."""
    can_ask_again: bool
    """Whether the client can request completion again for what is to be filled in."""

    @property
    def step(self) -> Step | None:
        """The innermost container, and the placeholder in it; None without a container."""
        return self.point.steps[-1] if self.point.steps else None

    @cached_property
    def query(self) -> str:
        """The text typed so far, without quotes."""
        return self.point.query

    @cached_property
    def placed(self) -> Placed | None:
        """The object whose key or value is typed, or None if the format does not know it."""
        step = self.step
        holders = (
            one for one in reversed(self.around) if step and one.element.has_layer(step.node)
        )
        return next(holders, None)

    @cached_property
    def key(self) -> str:
        """The innermost key around the cursor that is not being typed itself; may be empty."""
        for step in reversed(self.point.steps):
            if isinstance(step.child, Member) and step.child.key.value != STAND_IN:
                return step.child.key.value
        return ""

    @cached_property
    def existing_keys(self) -> frozenset[str]:
        """The keys that the object already has, including those from `$ref`s."""
        keys = set(self.placed.element.values) if self.placed else set()
        if self.step and isinstance(self.step.node, Object):
            keys |= self.step.node.by_key.keys()
        return frozenset(keys - {STAND_IN})

    @cached_property
    def possible_records(self) -> tuple[Record | MapOf, ...]:
        """The records that the object around the cursor may be, judging by its keys."""
        records = [
            alternative
            for alternative in iter_alternatives(self.holder)
            if isinstance(alternative, Record | MapOf)
        ]
        if self.placed and self.placed.element.record not in records:
            records = [self.placed.element.record]
        known = [_count_known_keys(record, self.existing_keys) for record in records]
        best = [one for one, count in zip(records, known, strict=True) if count == max(known)]
        if len(best) < 2:
            return tuple(best)
        selected = self._resolve_discriminator()
        return (selected,) if selected in best else tuple(best)

    def _resolve_discriminator(self) -> Record | MapOf | None:
        """Return the record that the value of the discriminator key selects, or None."""
        holder, node = self.holder, self.step.node if self.step else None
        if not isinstance(holder, OneOf) or not isinstance(node, Object):
            return None
        case = node.get(holder.discriminator or "")
        return holder.cases.get(case.value) if isinstance(case, String) else None

    @property
    def properties_by_name(self) -> Mapping[str, tuple[Record, Property]]:
        """The keys that the object may have, each with its record and property."""
        properties: dict[str, tuple[Record, Property]] = {}
        for record in self.possible_records:
            if isinstance(record, Record):
                for name, known in record.properties.items():
                    properties.setdefault(name, (record, known))
        return properties

    @cached_property
    def property(self) -> Property | None:
        """The schema property whose value is typed; None for an item, a key or an unknown key."""
        if self.point.expected is not Expected.VALUE:
            return None
        _, known = self.properties_by_name.get(self.key, (None, None))
        return known

    @cached_property
    def wanted_types(self) -> tuple[Type, ...]:
        """The types that are allowed here, if the cursor is not at a key."""
        if self.point.expected is Expected.WHOLE:
            return tuple(iter_alternatives(self.holder))
        if self.point.expected is Expected.ITEM:
            holder, step = self.holder, self.step
            list_ = choose_value_type(holder, step.node) if holder and step else None
            return tuple(iter_alternatives(list_.item)) if isinstance(list_, ListOf) else ()
        types: dict[Type, None] = {}
        for record in self.possible_records:
            type_ = record.value if isinstance(record, MapOf) else None
            if isinstance(record, Record) and self.key in record.properties:
                type_ = record.properties[self.key].type
            types |= dict.fromkeys(iter_alternatives(type_))
        return tuple(types)

    @cached_property
    def siblings(self) -> frozenset[str]:
        """The other strings of the array in which an item is typed."""
        step = self.step
        if step is None or not isinstance(step.node, Array):
            return frozenset()
        others = (item.value for item in step.node.items if isinstance(item, String))
        return frozenset(others) - {STAND_IN}

    def iter_sibling_objects(self) -> Iterator[Object | ElementView]:
        """Yield the other objects of the array around the cursor's object or item.

        Their `$ref`s are resolved.
        """
        outer, key, own = None, self.key, None
        if self.point.expected is Expected.ITEM:
            outer = self.around[-1] if self.around else None
        elif self.placed:
            outer, key = self.placed.around, self.placed.key
            own = self.placed.element.resolved.layers[-1].node
        if outer and isinstance(outer.element.get(key), Array):
            for other in outer.element.list_children(key):
                if other.resolved.layers[-1].node is not own:
                    yield other
        else:
            yield from self._iter_file_sibling_objects()

    def _iter_file_sibling_objects(self) -> Iterator[Object]:
        """Yield the other objects of the array that is the whole file."""
        steps = self.point.steps
        inner = steps[-1:] if self.point.expected is Expected.ITEM else steps[-2:-1]
        for step in inner:
            if isinstance(step.node, Array):
                for index, item in enumerate(step.node.items):
                    if isinstance(item, Object) and index != step.index:
                        yield item

    def collect_sibling_strings(self, key: str) -> frozenset[str]:
        """Return the strings that the sibling objects have under a key."""
        values = (neighbour.get(key) for neighbour in self.iter_sibling_objects())
        return frozenset(value.value for value in values if isinstance(value, String))

    def has_default_sibling(self) -> bool:
        """Return whether one of the sibling objects is already the default."""
        return any(
            _is_true_literal(neighbour.get("default")) for neighbour in self.iter_sibling_objects()
        )


def find_completion_cursor(
    view: View, file: str, offset: int, *, can_ask_again: bool
) -> CompletionCursor | None:
    """Return the place of a byte offset, or None if nothing can be typed there.

    None also for a file that is not part of docs.json.
    """
    site = view.site
    document = site.parts.get(file)
    point = find_insertion_point(document, offset) if isinstance(document, Document) else None
    if point is None:
        return None
    parts = {**site.parts, file: point.document}
    drafted = Site(site.name, parts, site.settings, site.facts, site.contents)
    if not drafted.can_become_service_site(STAND_IN):
        return None
    role = drafted.navigator.find_file_role(file)
    if role is None:
        return None
    wanted, around = role
    around = drafted.navigator.find_objects_around(file, point.at) or around
    holder = find_type_at_steps(wanted, point.steps[:-1])
    return CompletionCursor(view, file, point, parts, around, holder, can_ask_again)


def iter_alternatives(type_: Type | None) -> Iterator[Type]:
    """Yield the alternatives of a type; elements as the records that they are."""
    match type_:
        case OneOf():
            for alternative in type_.alternatives:
                yield from iter_alternatives(alternative)
        case ElementType():
            yield get_element_record(type_.kind)
        case None:
            return
        case _:
            yield type_


def _count_known_keys(record: Record | MapOf, keys: frozenset[str]) -> int:
    """Return how many of the keys a record knows; 0 for a `MapOf`."""
    return 0 if isinstance(record, MapOf) else len(keys & record.properties.keys())


def _is_true_literal(node: Node | None) -> bool:
    return isinstance(node, Literal) and node.value is True
