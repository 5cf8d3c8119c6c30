"""Bring an array of the navigation in sync with its source, by the smallest edits.

Existing items that are wanted are reordered, or removed, and new ones are added; all other items
stay after the item that they follow. An existing element is matched with the wanted one that most
of its entries belong to, and its title and its other keys are preserved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from docs_lsp.jsontree.edits import append_members, apply, quote_json
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, titles_in
from docs_lsp.site.sync.list_arranging import JsonPath, Slot, arrange, locate, path_to
from docs_lsp.site.sync.synced_element import SyncedElement
from docs_lsp.site.sync.wanted_entries import (
    WantedElement,
    WantedEntry,
    WantedItem,
    WantedList,
    entries_in,
    list_sources,
)


class Merged(NamedTuple):
    """A text with a synchronised array."""

    data: bytes
    added: tuple[str, ...]
    removed: tuple[str, ...]


def merge_list(data: bytes, element: SyncedElement, wanted: WantedList) -> Merged:
    """Return the file of an element with its array in sync; the same object if it already is."""
    path = path_to(data, element.at)
    node, at = locate(data, path)
    assert isinstance(node, Object)
    merger = _Merger(element, wanted)
    if element.key not in node.by_key:
        if not wanted.items:
            return Merged(data, (), ())
        data = apply(data, append_members(data, node, at, [(element.key, "[]")]) or ())
    list_node, _ = locate(data, (*path, element.key))
    assert isinstance(list_node, Array)
    merger.find_skipped(list_node, wanted.items)
    data = merger.step(data, (*path, element.key), wanted.items)
    return Merged(data, tuple(merger.added), tuple(merger.removed))


class _Merger:
    def __init__(self, element: SyncedElement, wanted: WantedList) -> None:
        self.key_of = element.key_of
        self.is_gone = element.is_gone
        self.wanted = frozenset(entry.key for entry in entries_in(wanted.items))
        self.skipped = set(wanted.elsewhere)
        """The keys of entries in places that are not changed."""
        self.added: list[str] = []
        self.removed: list[str] = []

    # Matching of existing elements

    def find_skipped(self, node: Array, items: Sequence[WantedItem]) -> None:
        """Record the keys of entries in elements that are not changed."""
        pairs = self.match_elements(node, items)
        for index, item in enumerate(node.items):
            if not isinstance(item, Object):
                continue
            wanted = pairs.get(index)
            below = item.get(wanted.list_key) if wanted and wanted.list_key else None
            if wanted is None or (wanted.list_key and not isinstance(below, Array)):
                self.skipped |= self.keys_in(item)
            else:
                root = item.get("root")
                key = self.key_of(root.value) if isinstance(root, String) else None
                self.skipped |= {key} if key else set()
                if isinstance(below, Array):
                    self.find_skipped(below, wanted.items)

    def match_elements(self, node: Array, items: Sequence[WantedItem]) -> dict[int, WantedElement]:
        """Match existing elements, by their index, with wanted ones."""
        left = [one for one in items if isinstance(one, WantedElement)]
        scores: list[tuple[int, int, int]] = []
        for index, item in enumerate(node.items):
            if isinstance(item, Object):
                keys = self.keys_in(item)
                for number, wanted in enumerate(left):
                    score = self.score(item, keys, wanted)
                    if score:
                        scores.append((-score, index, number))
        matches: dict[int, WantedElement] = {}
        taken: set[int] = set()
        for _, index, number in sorted(scores):
            if index not in matches and number not in taken:
                matches[index] = left[number]
                taken.add(number)
        return matches

    def score(self, item: Object, keys: frozenset[str], wanted: WantedElement) -> int:
        """Return how well an existing element matches a wanted one; 0 for not at all."""
        if "$ref" in item.by_key:
            return 0
        kinds = dict((kind.name, title) for kind, title in titles_in(item))
        if wanted.kind not in kinds:
            return 0
        own = frozenset(entry.key for entry in wanted.entries())
        shared = len(keys & own)
        if 2 * shared > len(keys & self.wanted):
            return 2 * shared
        href = item.get("href")
        if wanted.href:
            return int(isinstance(href, String) and href.value == wanted.href)
        if not (keys or own) and list_sources(item) & wanted.sources():
            return 2
        return int(kinds[wanted.kind] == wanted.title)

    def keys_in(self, node: Node) -> frozenset[str]:
        """Return the keys of all entries in an element, at any depth."""
        return frozenset(self._keys_in(node))

    def _keys_in(self, node: Node, key: str = "") -> Iterator[str]:
        if isinstance(node, String) and key in ("pages", "root"):
            entry_key = self.key_of(node.value)
            if entry_key is not None:
                yield entry_key
        elif isinstance(node, Member):
            yield from self._keys_in(node.value, node.key.value)
        elif isinstance(node, Container):
            inner = key if isinstance(node, Array) else ""
            for child in node.items:
                yield from self._keys_in(child, inner)

    # Changes

    def step(self, data: bytes, path: JsonPath, items: Sequence[WantedItem]) -> bytes:
        """Return the text with one array in sync, and those in it."""
        node, _ = locate(data, path)
        assert isinstance(node, Array)
        pairs = self.match_elements(node, items)
        slots = self.slots(node, items, pairs)
        data = arrange(data, path, slots)
        for place, slot in enumerate(slots):
            wanted = pairs.get(slot) if isinstance(slot, int) else None
            if wanted is not None and wanted.list_key:
                element, _ = locate(data, (*path, place))
                is_list = isinstance(element, Object) and isinstance(
                    element.get(wanted.list_key), Array
                )
                if is_list:
                    data = self.step(data, (*path, place, wanted.list_key), wanted.items)
        return data

    def slots(
        self, node: Array, items: Sequence[WantedItem], pairs: dict[int, WantedElement]
    ) -> list[Slot]:
        """Return the items of the wanted array."""
        keys = {
            index: self.key_of(item.value)
            for index, item in enumerate(node.items)
            if isinstance(item, String)
        }
        first: dict[str, int] = {}
        for index, key in keys.items():
            if key is not None:
                first.setdefault(key, index)
        here = {one.key for one in items if isinstance(one, WantedEntry)}
        ours = {first[key] for key in here & first.keys()} | pairs.keys()
        gone = {index for index in range(len(node.items)) if self._must_go(node, index, keys, here)}
        queue = self._queue(items, first, pairs)
        behind: dict[int, list[Slot]] = {-1: []}
        last = -1
        for index in range(len(node.items)):
            if index in ours:
                last = index
                behind[last] = []
            elif index not in gone:
                behind[last].append(index)
        queue = self._queue(items, first, pairs)
        following = (one for slot in queue for one in (slot, *_items_behind(slot, behind)))
        return [*behind[-1], *following]

    def _queue(
        self, items: Sequence[WantedItem], first: dict[str, int], pairs: dict[int, WantedElement]
    ) -> Iterator[Slot]:
        by_wanted = {id(one): index for index, one in pairs.items()}
        for item in items:
            if isinstance(item, WantedElement):
                index = by_wanted.get(id(item))
                text = item.render(frozenset(self.skipped)) if index is None else None
                if index is not None:
                    yield index
                elif text is not None:
                    new = [entry for entry in item.entries() if entry.key not in self.skipped]
                    if new or not item.list_key:
                        self.added += [wanted_entry.text for wanted_entry in new] or [item.title]
                        yield text
            elif item.key in first:
                yield first[item.key]
            elif item.key not in self.skipped:
                self.added.append(item.text)
                yield quote_json(item.text)

    def _must_go(
        self, node: Array, index: int, keys: dict[int, str | None], here: set[str]
    ) -> bool:
        item = node.items[index]
        if isinstance(item, Object):
            listed = self.keys_in(item)
            is_gone = (
                bool(listed)
                and all(map(self.is_gone, listed))
                and not _has_other_entries(item, self)
            )
        else:
            key = keys.get(index)
            if key is None or key in here:
                return False
            is_gone = self.is_gone(key)
            if not is_gone and key in self.wanted and key not in self.skipped:
                return True  # It is inserted where it belongs.
        if is_gone and isinstance(item, String):
            self.removed.append(item.value)
        return is_gone


def _items_behind(slot: Slot, behind: Mapping[int, list[Slot]]) -> list[Slot]:
    """Return the items from elsewhere that follow an item."""
    return behind[slot] if isinstance(slot, int) else []


def _has_other_entries(item: Object, merger: _Merger) -> bool:
    """Return whether an element has entries from elsewhere."""
    strings = [
        text
        for member in item.items
        if member.key.value in CHILD_KEYS
        for text in _strings(member.value)
    ]
    return any(merger.key_of(text) is None for text in strings)


def _strings(node: Node) -> Iterator[str]:
    if isinstance(node, String):
        yield node.value
    elif isinstance(node, Array):
        for child in node.items:
            yield from _strings(child)
    elif isinstance(node, Object):
        for member in node.items:
            if member.key.value in CHILD_KEYS:
                yield from _strings(member.value)
