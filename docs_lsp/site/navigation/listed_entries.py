"""Count the pages and endpoints that docs.json lists, updated after every edit.

Going through a large navigation takes too long for completion. So all entries are counted once for
each scan of the disk, and after that only the parts of the trees that changed are counted again:
the old tree and the new one share everything else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest

from docs_lsp.core.text import measure_common_ends
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.pages import PageIndex, normalise_entry

_LISTS = "pages"
_ROOT = "root"


class ListedEntries:
    """The number of times that each page or endpoint is listed, in any element."""

    def __init__(self, pages: Collection[str] = ()) -> None:
        """Start with no entries; `pages` are those of the site."""
        self.unlisted_pages: set[str] = set()
        """The pages of the site that nothing lists."""
        self._pages = pages
        self._counts: dict[str, int] = {}
        self._roots: dict[str, Node] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """The counts of listed page paths, and of endpoints as written; at least 1."""
        return self._counts

    def update_counts(self, parts: Parts) -> None:
        """Update the counts to the newest trees."""
        roots = {name: part.tree.root for name, part in parts.items() if isinstance(part, Document)}
        for name in {**self._roots, **roots}:
            # A file that contains an array is referenced where an array is allowed.
            self._recount_changed(self._roots.get(name), roots.get(name), _LISTS)
        if not self._roots:  # A new set, since the old one would not release memory.
            self.unlisted_pages = {page for page in self._pages if page not in self._counts}
        self._roots = roots

    def _recount_changed(self, old: Node | None, new: Node | None, key: str) -> None:
        """Update the counts for a value that replaces another one under the same key."""
        if old is new:
            return
        if isinstance(old, Container) and type(old) is type(new):
            assert isinstance(new, Container)
            self._recount_changed_items(old.items, new.items, key)
            return
        self._add_to_counts(old, key, -1)
        self._add_to_counts(new, key, 1)

    def _recount_changed_items(self, old: list[Node], new: list[Node], key: str) -> None:
        """Update the counts for the items between those that both lists begin and end with."""
        head, tail = measure_common_ends(old, new)  # Two nodes are equal only if they are the same.
        gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
        for before, after in zip_longest(gone, come):
            inner_before, key_before = _find_listing_value(before, key)
            inner_after, key_after = _find_listing_value(after, key)
            if key_before == key_after:
                self._recount_changed(inner_before, inner_after, key_after)
            else:
                self._add_to_counts(inner_before, key_before, -1)
                self._add_to_counts(inner_after, key_after, 1)

    def _add_to_counts(self, node: Node | None, key: str, by: int) -> None:
        """Add `by` to the count of each page listed in a value, and update `unlisted_pages`."""
        counts = self._counts
        for entry in _iter_entries(node, key):
            page = normalise_entry(entry).rstrip("/")
            count = counts.get(page, 0) + by
            if count:
                counts[page] = count
                self.unlisted_pages.discard(page)
            else:
                del counts[page]
                if page in self._pages:
                    self.unlisted_pages.add(page)


def update_listed_entries(parts: Parts, pages: PageIndex) -> ListedEntries:
    """Update the counts shared by all trees of a site to its newest trees, and return them.

    `pages` are those of the same site. The result is mutable: only one thread may use it.
    """
    entries = _get_shared_entries(pages)
    entries.update_counts(parts)
    return entries


# One cached value and no weak keys: trees cache findings along with the page index, so the value
# would keep its own key alive.
@lru_cache(maxsize=1)
def _get_shared_entries(pages: PageIndex) -> ListedEntries:
    return ListedEntries(pages.by_path)


def _find_listing_value(child: Node | None, key: str) -> tuple[Node | None, str]:
    """Return the value of a child that may list something, and its effective key.

    `key` is that of the container.
    """
    if isinstance(child, Member):
        key, child = child.key.value, child.value
        lists = _ROOT
    elif isinstance(child, String):
        lists = _LISTS
    else:
        return child, ""
    return (None, key) if type(child) is String and key != lists else (child, key)


def _iter_entries(node: Node | None, key: str) -> Iterator[str]:
    """Yield the entries in a value under a key."""
    waiting = [(node, key)]
    while waiting:
        node, key = waiting.pop()
        if type(node) is String:
            if key in (_LISTS, _ROOT):
                yield node.value
        elif isinstance(node, Array):
            if key == _LISTS:
                yield from [item.value for item in node.items if type(item) is String]
            waiting += [(item, "") for item in node.items if isinstance(item, Container)]
        elif isinstance(node, Object):
            waiting += [
                (member.value, member.key.value)
                for member in node.items
                if isinstance(member.value, Container) or member.key.value == _ROOT
            ]
