"""Which fixes can be made together: each may be right by itself and still harm beside another."""

from __future__ import annotations

from bisect import bisect, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from docs_lsp.core.problem import FileChange, FileEdit, MovedFile
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from docs_lsp.schema.kinds import iter_kinds_and_titles
from docs_lsp.site.navigation.refs import Parts

_Item = TypeVar("_Item")


class ClaimedPlaces:
    """The places that chosen fixes change."""

    def __init__(self) -> None:
        """Start with all places free."""
        self._spans: dict[str, list[Span]] = {}
        self._whole: set[str] = set()
        """The files that are created, deleted or moved."""

    def claim(self, changes: Sequence[FileChange]) -> bool:
        """Claim the places of some changes; False, without claiming, if one of them is taken."""
        if not all(map(self._is_free, changes)):
            return False
        for change in changes:
            if isinstance(change, FileEdit):
                insort(self._spans.setdefault(change.file, []), change.span)
            else:
                self._whole.update(iter_changed_files(change))
        return True

    def _is_free(self, change: FileChange) -> bool:
        if any(file in self._whole for file in iter_changed_files(change)):
            return False
        if isinstance(change, FileEdit):
            taken = self._spans.get(change.file, [])
            index = bisect(taken, change.span)
            # Claimed spans do not overlap, so only neighbours can conflict.
            return not any(
                _is_conflict(span, change.span) for span in taken[max(index - 2, 0) : index + 2]
            )
        return change.file not in self._spans


def iter_changed_files(change: FileChange) -> Iterator[str]:
    """Yield the files that a change concerns: one, or two if it moves a file."""
    yield change.file
    if isinstance(change, MovedFile):
        yield change.to


def _is_conflict(one: Span, other: Span) -> bool:
    """Return whether two edits cannot be applied together; removals may be adjacent."""
    if one.start == one.end or other.start == other.end:
        return one.start <= other.end and other.start <= one.end
    return one.start < other.end and other.start < one.end


def select_harmless(
    items: Sequence[_Item], is_harmful: Callable[[list[_Item]], bool]
) -> list[_Item]:
    """Return the items, in order, without those that do harm beside the ones before them."""
    return _extend([], list(items), is_harmful)


def _extend(
    able: list[_Item], others: list[_Item], is_harmful: Callable[[list[_Item]], bool]
) -> list[_Item]:
    """Return `able` with as many of the others as do no harm together."""
    middle = len(others) // 2 or len(others)
    for half in filter(None, (others[:middle], others[middle:])):
        if not is_harmful([*able, *half]):
            able = [*able, *half]
        elif len(half) > 1:
            able = _extend(able, half, is_harmful)
    return able


def count_repetitions(parts: Parts) -> Counter[tuple[str, str]]:
    """Count the repeated keys of objects and titles of arrays, by kind (or "") and name."""
    counts: Counter[tuple[str, str]] = Counter()
    for part in parts.values():
        if isinstance(part, Document):
            counts.update(_find_repetitions(part.tree.root))
    return counts


def _find_repetitions(root: Node) -> Iterator[tuple[str, str]]:
    """Yield the kind and name of each repeated key or title; a key has an empty kind."""
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Member):
            node = node.value
        if isinstance(node, Object) and len(node.by_key) < len(node.items):
            yield from _iter_repeated_names(("", member.key.value) for member in node.items)
        elif isinstance(node, Array):
            yield from _iter_repeated_names(
                title for item in node.items for title in _iter_titles(item)
            )
        if isinstance(node, Container) and node.height > 1:
            nodes += node.items


def _iter_repeated_names(names: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield a name once for each time that it is repeated."""
    seen = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


def _iter_titles(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the kind and the title of an element, for each key that makes it one."""
    if isinstance(node, Object):
        yield from ((kind.name, title) for kind, title in iter_kinds_and_titles(node))
