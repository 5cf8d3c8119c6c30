"""Bring an array of the navigation in sync with its source, by the smallest edits.

Existing items that are wanted are reordered, or removed, and new ones are added; all other items
stay after the item that they follow. An existing element is matched with the wanted one that most
of its entries belong to, and its title and its other keys are preserved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import append_members, edit_document, quote_json
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, iter_kinds_and_titles
from docs_lsp.site.sync.list_arranging import (
    ItemOrIndex,
    JsonPath,
    find_json_path,
    locate_node,
    rearrange_items,
)
from docs_lsp.site.sync.synced_element import SyncedElement
from docs_lsp.site.sync.wanted_entries import (
    WantedElement,
    WantedEntry,
    WantedItem,
    collect_spec_names,
    iter_entries_in,
)


def merge_list(
    document: Document,
    element: SyncedElement,
    items: Sequence[WantedItem],
    elsewhere: frozenset[str],
) -> tuple[Document, tuple[str, ...], tuple[str, ...]]:
    """Return the file of an element with its array in sync, and what is added and removed.

    The file is the same object if it already is in sync. `items` is the wanted content, and
    `elsewhere` has the keys of entries in other elements, which are not listed twice.
    """
    path = find_json_path(document, element.at)
    node, at = locate_node(document, path)
    assert isinstance(node, Object)
    merger = _Merger(element, items, elsewhere)
    if element.key not in node.by_key:
        if not items:
            return document, (), ()
        edits = append_members(document.text.data, node, at, [(element.key, "[]")])
        document = edit_document(document, edits or ())
    list_node, _ = locate_node(document, (*path, element.key))
    assert isinstance(list_node, Array)
    merger.record_skipped_keys(list_node, items)
    document = merger.merge_array(document, (*path, element.key), items)
    return document, tuple(merger.added), tuple(merger.removed)


class _Merger:
    def __init__(
        self, element: SyncedElement, items: Sequence[WantedItem], elsewhere: frozenset[str]
    ) -> None:
        self.key_of = element.key_of
        self.has_no_target = element.has_no_target
        self.wanted = frozenset(entry.key for entry in iter_entries_in(items))
        self.keys_elsewhere = set(elsewhere)
        """The keys of entries in places that are not changed."""
        self.added: list[str] = []
        self.removed: list[str] = []

    # Matching of existing elements

    def record_skipped_keys(self, node: Array, items: Sequence[WantedItem]) -> None:
        """Record the keys of entries in elements that are not changed."""
        pairs, _ = self.match_elements(node, items)
        for index, item in enumerate(node.items):
            if not isinstance(item, Object):
                continue
            wanted = pairs.get(index)
            below = item.get(wanted.list_key) if wanted and wanted.list_key else None
            if wanted is None or (wanted.list_key and not isinstance(below, Array)):
                self.keys_elsewhere |= self.collect_keys(item)
            else:
                root = item.get("root")
                key = self.key_of(root.value) if isinstance(root, String) else None
                self.keys_elsewhere |= {key} if key else set()
                if isinstance(below, Array):
                    self.record_skipped_keys(below, wanted.items)

    def match_elements(
        self, node: Array, items: Sequence[WantedItem]
    ) -> tuple[dict[int, WantedElement], dict[int, int]]:
        """Map indexes of existing elements to wanted ones, and those of repeats to the first."""
        left = [one for one in items if isinstance(one, WantedElement)]
        scores: list[tuple[int, int, int]] = []
        for index, item in enumerate(node.items):
            if isinstance(item, Object):
                keys = self.collect_keys(item)
                for number, wanted in enumerate(left):
                    score = self.score_match(item, keys, wanted)
                    if score:
                        scores.append((-score, index, number))
        matches: dict[int, WantedElement] = {}
        repeats: dict[int, int] = {}
        taken: dict[int, int] = {}
        for _, index, number in sorted(scores):
            if index not in matches and number not in taken:
                matches[index] = left[number]
                taken[number] = index
            elif index not in matches:
                repeats.setdefault(index, taken[number])
        return matches, repeats

    def score_match(self, item: Object, keys: frozenset[str], wanted: WantedElement) -> int:
        """Return how well an existing element matches a wanted one; 0 for not at all."""
        if "$ref" in item.by_key:
            return 0
        kinds = dict((kind.name, title) for kind, title in iter_kinds_and_titles(item))
        if wanted.kind not in kinds:
            return 0
        own = frozenset(entry.key for entry in wanted.iter_entries())
        shared = len(keys & own)
        if 2 * shared > len(keys & self.wanted):
            return 2 * shared
        href = item.get("href")
        if wanted.href:
            return int(isinstance(href, String) and href.value == wanted.href)
        if not (keys or own) and collect_spec_names(item) & wanted.list_spec_sources():
            return 2
        return int(kinds[wanted.kind] == wanted.title)

    def collect_keys(self, node: Node) -> frozenset[str]:
        """Return the keys of an element's entries, at any depth, that the source decides about."""
        return frozenset(self._iter_keys(node))

    def _iter_keys(self, node: Node, key: str = "") -> Iterator[str]:
        """Yield the keys of the entries in a node that the source decides about."""
        if isinstance(node, String) and key in ("pages", "root"):
            entry_key = self.key_of(node.value)
            if entry_key is not None:
                yield entry_key
        elif isinstance(node, Member):
            yield from self._iter_keys(node.value, node.key.value)
        elif isinstance(node, Container):
            inner = key if isinstance(node, Array) else ""
            for child in node.items:
                yield from self._iter_keys(child, inner)

    # Changes

    def merge_array(
        self, document: Document, path: JsonPath, items: Sequence[WantedItem]
    ) -> Document:
        """Return the document with an array, and those in it, in sync; record what changes."""
        node, _ = locate_node(document, path)
        assert isinstance(node, Array)
        pairs, repeats = self.match_elements(node, items)
        arranged = self.arrange_items(node, items, pairs, repeats)
        document = rearrange_items(document, path, arranged)
        for place, each in enumerate(arranged):
            wanted = pairs.get(each) if isinstance(each, int) else None
            if wanted is not None and wanted.list_key:
                element, _ = locate_node(document, (*path, place))
                is_list = isinstance(element, Object) and isinstance(
                    element.get(wanted.list_key), Array
                )
                if is_list:
                    below = (*path, place, wanted.list_key)
                    document = self.merge_array(document, below, wanted.items)
        return document

    def arrange_items(
        self,
        node: Array,
        items: Sequence[WantedItem],
        pairs: dict[int, WantedElement],
        repeats: dict[int, int],
    ) -> list[ItemOrIndex]:
        """Return the items of the wanted array in order; records what is added and removed."""
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
        gone = {
            index
            for index in range(len(node.items))
            if self._record_if_removed(node, index, keys, here)
        }
        behind: dict[int, list[ItemOrIndex]] = {-1: [], **{index: [] for index in ours}}
        last = -1
        for index in range(len(node.items)):
            if index in ours:
                last = index
            elif index not in gone:
                # What is repeated follows its first one: it would be the first after a move.
                key = keys.get(index)
                before = repeats.get(index, last)
                if key is not None and key in here:
                    before = first[key]
                behind[before].append(index)
        queue = self._iter_wanted_items(items, first, pairs)
        following = (one for each in queue for one in (each, *_list_followers(each, behind)))
        return [*behind[-1], *following]

    def _iter_wanted_items(
        self, items: Sequence[WantedItem], first: dict[str, int], pairs: dict[int, WantedElement]
    ) -> Iterator[ItemOrIndex]:
        """Yield the index or, for a new one, the JSON of each wanted item; record additions."""
        by_wanted = {id(one): index for index, one in pairs.items()}
        for item in items:
            if isinstance(item, WantedElement):
                index = by_wanted.get(id(item))
                text = item.render_json(frozenset(self.keys_elsewhere)) if index is None else None
                if index is not None:
                    yield index
                elif text is not None:
                    new = [
                        entry
                        for entry in item.iter_entries()
                        if entry.key not in self.keys_elsewhere
                    ]
                    if new or not item.list_key:
                        self.added += [wanted_entry.text for wanted_entry in new] or [item.title]
                        yield text
            elif item.key in first:
                yield first[item.key]
            elif item.key not in self.keys_elsewhere:
                self.added.append(item.text)
                yield quote_json(item.text)

    def _record_if_removed(
        self, node: Array, index: int, keys: dict[int, str | None], here: set[str]
    ) -> bool:
        """Return whether an item leaves its place, and record an entry whose target is gone."""
        item = node.items[index]
        if isinstance(item, Object):
            listed = self.collect_keys(item)
            is_removed = (
                bool(listed)
                and all(map(self.has_no_target, listed))
                and not _has_other_entries(item, self)
            )
        else:
            key = keys.get(index)
            if key is None or key in here:
                return False
            is_removed = self.has_no_target(key)
            if not is_removed and key in self.wanted and key not in self.keys_elsewhere:
                return True  # It is inserted where it belongs.
        if is_removed and isinstance(item, String):
            self.removed.append(item.value)
        return is_removed


def _list_followers(
    each: ItemOrIndex, behind: Mapping[int, list[ItemOrIndex]]
) -> list[ItemOrIndex]:
    """Return the items from elsewhere that follow an item."""
    return behind[each] if isinstance(each, int) else []


def _has_other_entries(item: Object, merger: _Merger) -> bool:
    """Return whether an element has entries from elsewhere."""
    return any(merger.key_of(text) is None for text in _iter_content_strings(item))


def _iter_content_strings(node: Node) -> Iterator[str]:
    """Yield the strings in the content of an element, at any depth."""
    if isinstance(node, String):
        yield node.value
    elif isinstance(node, Array):
        for child in node.items:
            yield from _iter_content_strings(child)
    elif isinstance(node, Object):
        for member in node.items:
            if member.key.value in CHILD_KEYS:
                yield from _iter_content_strings(member.value)
