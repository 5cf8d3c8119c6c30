"""Inserts, removes, replaces, renames and moves children of a container.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from docs_lsp.core.edits import Edit, merge_edits
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import verification
from docs_lsp.jsontree.edits.indentation import STEP, LineStyle, get_dedented_text
from docs_lsp.jsontree.edits.insertion import Insertion
from docs_lsp.jsontree.edits.removal import iter_removals
from docs_lsp.jsontree.edits.separators import ChildPosition, Gaps, choose_colon
from docs_lsp.jsontree.nodes import Array, Broken, Container, Member, Object, String

Edits = tuple[Edit, ...]
_HALF_CHARACTER = compile_lazily("[\ud800-\udfff]")


def remove_children(data: bytes, node: Container, at: int, indexes: Iterable[int]) -> Edits | None:
    """Return edits that remove children with their commas; None if faults prevent it.

    A child that has its lines to itself is removed with them, and the surrounding text stays. With
    the last child the comma before it is removed. If all children are removed, nothing remains
    between the brackets. None if the result is not as intended, because the text has faults.
    """
    if not verification.may_be_edited(data, node):
        return None
    removed = sorted(set(indexes))
    gaps = Gaps.from_container(data, node, at)
    return _verify_replacement(gaps, merge_edits(iter_removals(gaps, removed)), removed, 0, ())


def insert_items(
    data: bytes, node: Array, at: int, index: int, values: Sequence[str]
) -> Edits | None:
    """Return edits that insert JSON values before an item or at the end, or None on faults.

    Among items on lines of their own each value gets a line with their indentation; in an array on
    one line, or wrapped at the margin, it is put in the row. An array on one line that gets a value
    of several lines is split onto lines. An empty array is split onto lines if its brackets are on
    two lines, if a value has several lines, or if arrays with items are formatted so elsewhere in
    the document.
    """
    return _insert_texts(Gaps.from_container(data, node, at), index, values)


def append_items(data: bytes, node: Array, at: int, values: Sequence[str]) -> Edits | None:
    """Return edits that insert JSON values after the last item; None if faults prevent it."""
    return insert_items(data, node, at, len(node.items), values)


def insert_members(
    data: bytes, node: Object, at: int, index: int, members: Sequence[tuple[str, str]]
) -> Edits | None:
    """Return edits that insert keys with JSON values before a member, or None on faults.

    Keys are given as plain text. The space around the colon is that of the neighbouring member; for
    everything else see `insert_items`.
    """
    gaps = Gaps.from_container(data, node, at)
    return _insert_texts(gaps, index, _render_members(gaps, index, members))


def append_members(
    data: bytes, node: Object, at: int, members: Sequence[tuple[str, str]]
) -> Edits | None:
    """Return edits that append keys with JSON values to an object; None if faults prevent it.

    Keys are given as plain text; see `insert_members`.
    """
    return insert_members(data, node, at, len(node.items), members)


def replace_items(
    data: bytes, node: Array, at: int, indexes: Iterable[int], values: Sequence[str]
) -> Edits | None:
    """Return edits that put JSON values in place of items, at the first one; None on faults."""
    return _replace_children(Gaps.from_container(data, node, at), sorted(set(indexes)), values)


def replace_members(
    data: bytes, node: Object, at: int, indexes: Iterable[int], members: Sequence[tuple[str, str]]
) -> Edits | None:
    """Return edits that put keys with JSON values in place of members; None on faults."""
    gaps, removed = Gaps.from_container(data, node, at), sorted(set(indexes))
    return _replace_children(gaps, removed, _render_members(gaps, min(removed, default=0), members))


def move_children(
    data: bytes,
    source: Container,
    source_at: int,
    indexes: Iterable[int],
    target: Container,
    target_at: int,
    index: int,
) -> Edits | None:
    """Return edits that move children before a child of either container; None if impossible.

    They are put before the child at `index`. Indexes refer to the text before the move. The
    children keep their order and formatting. Members that move to an array lose their keys. None if
    an item would need a key, or if the target is inside of the moved children.
    """
    removed = sorted(set(indexes))
    gaps = Gaps.from_container(data, source, source_at)
    spans = [gaps.get_child_span(each) for each in removed]
    if any(start <= target_at < end for start, end in spans):
        return None
    if type(source) is type(target) and source_at == target_at:
        return _move_within(gaps, removed, index)
    if isinstance(source, Array) and isinstance(target, Object):
        return None
    removals = remove_children(data, source, source_at, removed)
    texts = _extract_texts(gaps, removed, with_key=isinstance(target, Object))
    added = _insert_texts(Gaps.from_container(data, target, target_at), index, texts, step=None)
    if removals is None or added is None:
        return None
    edits = merge_edits((*removals, *added))
    return verification.verify_no_new_faults(Document.from_text(data), edits)


def _insert_texts(
    gaps: Gaps, index: int, texts: Sequence[str], step: str | None = STEP
) -> Edits | None:
    """Return edits that insert items or members before the child at an index, or None."""
    if not verification.may_be_edited(gaps.data, gaps.node):
        return None
    at_end = 0 < gaps.count <= index
    position = ChildPosition(gaps.count - 1, behind=True) if at_end else ChildPosition(index)
    edits = Insertion(gaps, texts, step).build_edits_at(position)
    return _verify_replacement(gaps, edits, (), index, texts)


def _render_members(gaps: Gaps, index: int, members: Iterable[tuple[str, str]]) -> list[str]:
    """Return keys and values formatted like the member at an index."""
    colon = choose_colon(gaps, index)
    return [quote_json(key) + colon + value.strip() for key, value in members]


def _replace_children(gaps: Gaps, removed: list[int], texts: Sequence[str]) -> Edits | None:
    """Return edits that replace some children by texts at the place of the first, or None."""
    if not texts or not removed:
        return remove_children(gaps.data, gaps.node, gaps.at, removed)
    if not verification.may_be_edited(gaps.data, gaps.node):
        return None
    edits = _build_replacement_edits(gaps, removed, Insertion(gaps, texts))
    return _verify_replacement(gaps, edits, removed, removed[0], texts)


def _verify_replacement(
    gaps: Gaps, edits: Edits, removed: Sequence[int], index: int, texts: Sequence[str]
) -> Edits | None:
    """Return edits that remove children and put texts before the one at an index, or None.

    None if they have another result, because the container has faults.
    """
    if gaps.node.clean:
        return edits
    new, new_faults = verification.parse_children(gaps.node, texts)
    children = verification.list_child_contents(gaps.node)
    left_out = set(removed)
    before = [child for at, child in enumerate(children[:index]) if at not in left_out]
    behind = [child for at, child in enumerate(children[index:], index) if at not in left_out]
    return verification.verify_edits(gaps, edits, [*before, *new, *behind], new_faults)


def _build_replacement_edits(gaps: Gaps, removed: list[int], new: Insertion) -> Edits:
    """Return edits that put new children in place of others, at the first of them."""
    first, run = removed[0], 1
    if new.needs_line_split():
        return new.build_line_split(first, removed)
    while run < len(removed) and removed[run] == first + run and gaps.are_plain((first + run,)):
        run += 1
    return merge_edits(
        (new.build_replacement(first, first + run - 1), *iter_removals(gaps, removed[run:]))
    )


def _move_within(gaps: Gaps, indexes: list[int], index: int) -> Edits | None:
    """Return edits that move children before another one of the same container, or None."""
    if not verification.may_be_edited(gaps.data, gaps.node):
        return None
    moved = set(indexes)
    others = [each for each in range(gaps.count) if each not in moved]
    before = [each for each in others if each < index]
    behind = others[len(before) :]
    order = [*before, *indexes, *behind]
    if order == list(range(gaps.count)):
        return ()
    position = ChildPosition(behind[0]) if behind else ChildPosition(before[-1], behind=True)
    texts = _extract_texts(gaps, indexes, with_key=True)
    added = Insertion(gaps, texts, step=None).build_edits_at(position)
    edits = merge_edits((*added, *iter_removals(gaps, indexes)))
    if gaps.node.clean:
        return edits
    children = verification.list_child_contents(gaps.node)
    return verification.verify_edits(gaps, edits, [children[each] for each in order])


def _extract_texts(gaps: Gaps, indexes: Iterable[int], *, with_key: bool) -> list[str]:
    """Return the dedented texts of children, members with or without their keys."""
    texts = []
    for index in indexes:
        child, start = gaps.node.items[index], gaps.get_child_span(index).start
        if isinstance(child, Member) and not with_key:
            start += child.value_start
            child = child.value
        texts.append(get_dedented_text(gaps.data, child, start, step=None))
    return texts


def build_value_edit(data: bytes, node: Container, at: int, index: int, json_value: str) -> Edit:
    """Return the edit that replaces an item, or the value of a member, by a JSON value.

    If a string replaces a string, only the text between the quotes changes. A member without a
    value gets one.
    """
    child = node.items[index]
    start = at + node.starts[index]
    missing = ""
    if isinstance(child, Member):
        if isinstance(child.value, Broken) and not child.value.size:
            missing = _render_missing_colon(data[start + child.key.size : start + child.size])
        start += child.value_start
        child = child.value
    text = json_value.strip()
    if isinstance(child, String) and child.clean and text.startswith('"'):
        return Edit(child.inner.shift(start), text[1:-1])
    style = LineStyle.detect(data, node, at)
    text = style.indent_text(text, style.base_at(data, start))
    return Edit(Span(start, start + child.size), missing + text)


def build_key_edit(data: bytes, node: Object, at: int, index: int, key: str) -> Edit:
    """Return the edit that gives a member another key; only the text between the quotes changes.

    The key is given as plain text.
    """
    member = node.items[index]
    start = at + node.starts[index]
    if member.key.clean and member.key.size:
        return Edit(member.key.inner.shift(start), quote_json(key)[1:-1])
    has_colon = data[start : start + 1] == b":"
    colon = "" if member.key.size or has_colon else ": "
    return Edit(Span(start, start + member.key.size), quote_json(key) + colon)


def quote_json(text: str) -> str:
    """Return a text as a JSON string; lone surrogates are escaped, as no file has them."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    written = json.dumps(text, ensure_ascii=False)
    return json.dumps(text) if _HALF_CHARACTER.search(written) else written


def _render_missing_colon(between: bytes) -> str:
    """Return the missing text between a key and a new value after it."""
    if b":" not in between:
        return ": "
    return "" if between.endswith((b" ", b"\t", b"\n", b"\r")) else " "
