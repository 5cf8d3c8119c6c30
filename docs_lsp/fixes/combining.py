"""Which fixes can be made together: each may be right by itself and still harm beside another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from docs_lsp.files.draft import Draft
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from docs_lsp.schema.kinds import titles_in

_Item = TypeVar("_Item")


def select_harmless(
    items: Sequence[_Item], is_harmful: Callable[[list[_Item]], bool]
) -> list[_Item]:
    """Return as many of some items, in order, as do no harm together."""
    return _extend([], list(items), is_harmful)


def _extend(
    able: list[_Item], others: list[_Item], is_harmful: Callable[[list[_Item]], bool]
) -> list[_Item]:
    middle = len(others) // 2 or len(others)
    for half in filter(None, (others[:middle], others[middle:])):
        if not is_harmful([*able, *half]):
            able = [*able, *half]
        elif len(half) > 1:
            able = _extend(able, half, is_harmful)
    return able


def count_repetitions(parts: Mapping[str, Document | str], draft: Draft | None = None) -> int:
    """Return the number of keys that the parts of docs.json give again in one object, and of titles
    that they give again in one array, or would in a draft that changes some of them."""
    count = 0
    for file, part in parts.items():
        content = draft.changed.get(file) if draft is not None else None
        document = part if content is None else Document.from_text(content)
        if isinstance(document, Document):
            count += _count_in(document.tree.root)
    return count


def _count_in(root: Node) -> int:
    count = 0
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Member):
            node = node.value
        if isinstance(node, Object):
            count += len(node.items) - len(node.by_key)
        elif isinstance(node, Array):
            titles = [title for item in node.items for title in _titles_of(item)]
            count += len(titles) - len(set(titles))
        if isinstance(node, Container):
            nodes += node.items
    return count


def _titles_of(node: Node) -> Iterator[tuple[str, str]]:
    if isinstance(node, Object):
        yield from ((kind.name, title) for kind, title in titles_in(node))
