"""Applies an edit within a string value, as most typing is, without parsing."""

from __future__ import annotations

from bisect import bisect_right

from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Container, Member, Node, String, SyntaxTree
from docs_lsp.jsontree.parser import find_plain_end


def apply_text_edit(
    tree: SyntaxTree, data: bytes, start: int, old_end: int, new_end: int
) -> SyntaxTree | None:
    """Return the tree of `data` after an edit within a string value, or None for other edits.

    `tree` is the tree before the edit, which replaced the bytes from `start` to `old_end` by those
    from `start` to `new_end`. None also if the tree has any fault: then the text must be parsed.
    """
    if tree.faults or tree.unmatched or not tree.root.clean:
        return None
    place = find_edited_string(tree, start, old_end)
    if place is None:
        return None
    path, (at, before) = place
    end = before + new_end - old_end
    if find_plain_end(data, at) != end:
        return None
    return tree._replace(root=_rebuild_path(path, build_string(data[at:end])))


def find_edited_string(
    tree: SyntaxTree, start: int, old_end: int
) -> tuple[list[tuple[Container, int]], Span] | None:
    """Return the path to the string value around an edit, and its absolute span, or None.

    The path has the containers around the string, the outermost first, each with the index of the
    child on the way. The edit is of the bytes from `start` to `old_end`.
    """
    path: list[tuple[Container, int]] = []
    node, at = tree.root, tree.start
    while isinstance(node, Container):
        index = bisect_right(node.starts, start - at) - 1
        if index < 0:
            return None
        path.append((node, index))
        offset, node = node.get_value_at(index)
        at += offset
    if type(node) is not String or not at < start <= old_end < at + node.size:
        return None
    return path, Span(at, at + node.size)


def build_string(raw: bytes) -> String:
    """Return the node of a JSON string without escapes or faults, given with its quotes."""
    return String(raw[1:-1].decode("utf-8", "replace"), len(raw))


def _rebuild_path(path: list[tuple[Container, int]], value: Node) -> Node:
    """Return the outermost of nested containers with another innermost value."""
    for container, index in reversed(path):
        child = container.items[index]
        if type(child) is Member:
            value = Member(child.key, value, child.value_start, child.value_start + value.size)
        value = container.replace_child(index, value)
        value.shape_cache = container.shape_cache
    return value
