"""What every edit keeps to, in texts of any style."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from docs_lsp.jsontree import edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import apply_edits
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from tests.jsontree import strategies
from tests.jsontree.styles import ON_LINES, ON_ONE_LINE, Style, blanks, irregular, scalars, values

SEEDS = strategies.seeds()
EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "100"))
law = settings(max_examples=EXAMPLES)

styles = st.sampled_from([*ON_LINES, *ON_ONE_LINE])


class Found(NamedTuple):
    """A container of a text and the plain data it stands for."""

    data: bytes
    node: Container
    at: int
    value: Any

    def make(self, made: edits.Edits | None) -> bytes:
        assert made is not None
        return apply_edits(self.data, made)


@st.composite
def samples(draw: st.DrawFn) -> dict[str, Any]:
    """Plain data whose text shows the style it is written in, with no key twice."""
    value = draw(st.dictionaries(st.sampled_from("abc"), values, min_size=1))
    count = iter(range(1000))
    return {"style": [0, 0], "value": _with_own_keys(value, count)}


def _with_own_keys(value: Any, count: Iterator[int]) -> Any:
    if isinstance(value, dict):
        return {f"{key}{next(count)}": _with_own_keys(each, count) for key, each in value.items()}
    return [_with_own_keys(each, count) for each in value] if isinstance(value, list) else value


def containers(data: bytes, value: Any) -> list[Found]:
    """Every container of a text and the part of its plain data that it stands for."""
    found: list[Found] = []

    def look(node: Node, at: int, value: Any) -> None:
        if not isinstance(node, Container):
            return
        found.append(Found(data, node, at, value))
        for start, child in node.iter_children():
            if isinstance(child, Member):
                look(child.value, at + start + child.value_start, value[child.key.value])
            else:
                look(child, at + start, value[node.starts.index(start)])

    document = Document.from_text(data)
    look(document.tree.root, document.tree.start, value)
    return found


def children(value: Any) -> list[Any]:
    return list(value.items()) if isinstance(value, dict) else list(value)


def fill(value: Any, new: list[Any]) -> None:
    """Give a list or a dictionary other children."""
    value.clear()
    if isinstance(value, dict):
        value.update(new)
    else:
        value.extend(new)


def put(found: Found, index: int, new: list[Any], style: Style) -> edits.Edits | None:
    if isinstance(found.node, Object):
        members = [(key, style.argument(value)) for key, value in new]
        return edits.insert_members(found.data, found.node, found.at, index, members)
    assert isinstance(found.node, Array)
    items = [style.argument(value) for value in new]
    return edits.insert_items(found.data, found.node, found.at, index, items)


def exchange(found: Found, gone: set[int], new: list[Any], style: Style) -> edits.Edits | None:
    if isinstance(found.node, Object):
        members = [(key, style.argument(value)) for key, value in new]
        return edits.replace_members(found.data, found.node, found.at, gone, members)
    assert isinstance(found.node, Array)
    items = [style.argument(value) for value in new]
    return edits.replace_items(found.data, found.node, found.at, gone, items)


def new_children(draw: st.DataObject, found: Found, among: Any = values) -> list[Any]:
    new = draw.draw(st.lists(among, min_size=1, max_size=3))
    if isinstance(found.node, Object):
        return [(f"new {number}", value) for number, value in enumerate(new)]
    return new


def some(draw: st.DataObject, count: int) -> list[int]:
    return draw.draw(st.lists(st.integers(0, count - 1), unique=True)) if count else []


@st.composite
def endings(draw: st.DrawFn) -> dict[str, Any]:
    return {"bom": draw(st.booleans()), "end": draw(st.sampled_from(["", "\n", "\r\n"]))}


# In a regular style the text afterwards is what a program would have written afresh.


@law
@given(samples(), styles, endings(), st.data())
def test_what_is_left_looks_as_if_it_had_never_been_more(
    value: Any, style: Style, ending: Any, draw: st.DataObject
) -> None:
    data = style.written(value, **ending)
    found = draw.draw(st.sampled_from(containers(data, value)))
    gone = some(draw, len(found.node.items))
    after = found.make(edits.remove_children(data, found.node, found.at, gone))
    left = [child for index, child in enumerate(children(found.value)) if index not in gone]
    fill(found.value, left)
    assert after == style.written(value, **ending)


@law
@given(samples(), styles, endings(), st.data())
def test_what_is_added_looks_as_if_it_had_always_been_there(
    value: Any, style: Style, ending: Any, draw: st.DataObject
) -> None:
    data = style.written(value, **ending)
    found = draw.draw(st.sampled_from(containers(data, value)))
    before = children(found.value)
    index = draw.draw(st.integers(0, len(before)))
    new = new_children(draw, found)
    after = found.make(put(found, index, new, style))
    fill(found.value, [*before[:index], *new, *before[index:]])
    assert after == style.written(value, **ending)


@law
@given(samples(), styles, endings(), st.data())
def test_what_is_exchanged_looks_as_if_it_had_always_been_there(
    value: Any, style: Style, ending: Any, draw: st.DataObject
) -> None:
    data = style.written(value, **ending)
    full = [found for found in containers(data, value) if found.node.items]
    found = draw.draw(st.sampled_from(full))
    before = children(found.value)
    gone = draw.draw(st.sets(st.integers(0, len(before) - 1), min_size=1))
    new = new_children(draw, found)
    after = found.make(exchange(found, gone, new, style))
    left = [child for index, child in enumerate(before) if index not in gone]
    fill(found.value, [*left[: min(gone)], *new, *left[min(gone) :]])
    assert after == style.written(value, **ending)


@law
@given(samples(), styles, endings(), st.data())
def test_what_is_added_can_be_taken_out_again(
    value: Any, style: Style, ending: Any, draw: st.DataObject
) -> None:
    data = style.written(value, **ending)
    found = draw.draw(st.sampled_from(containers(data, value)))
    index = draw.draw(st.integers(0, len(found.node.items)))
    new = new_children(draw, found)
    after = Document.from_text(found.make(put(found, index, new, style)))
    node = _at(after, found.at)
    back = edits.remove_children(after.text.data, node, found.at, range(index, index + len(new)))
    assert back is not None
    assert apply_edits(after.text.data, back) == data


@law
@given(samples(), styles, endings(), st.data())
def test_what_is_moved_looks_as_if_it_had_always_been_there(
    value: Any, style: Style, ending: Any, draw: st.DataObject
) -> None:
    data = style.written(value, **ending)
    found = containers(data, value)
    source, target = (draw.draw(st.sampled_from(found)) for _ in "ab")
    indexes = some(draw, len(source.node.items))
    index = draw.draw(st.integers(0, len(target.node.items)))
    made = _moved(source, indexes, target, index)
    expected = _value_moved(source, indexes, target, index)
    if expected is None:
        assert made is None
        return
    after = source.make(made)
    fill(source.value, expected[0])
    fill(target.value, expected[1])
    assert after == style.written(value, **ending)


def _moved(source: Found, indexes: list[int], target: Found, index: int) -> edits.Edits | None:
    return edits.move_children(
        source.data, source.node, source.at, indexes, target.node, target.at, index
    )


def _value_moved(
    source: Found, indexes: list[int], target: Found, index: int
) -> tuple[list[Any], list[Any]] | None:
    """The children of both afterwards."""
    old = children(source.value)
    moved = [old[each] for each in sorted(indexes)]
    left = [child for each, child in enumerate(old) if each not in indexes]
    spans = [
        (source.at + source.node.starts[each], source.node.items[each].size) for each in indexes
    ]
    if any(start <= target.at < start + size for start, size in spans):
        return None
    if source.at == target.at:
        before = [old[each] for each in range(index) if each not in indexes]
        whole = [*before, *moved, *left[len(before) :]]
        return whole, whole
    if isinstance(target.value, dict) and isinstance(source.value, list):
        return None
    if isinstance(target.value, list) and isinstance(source.value, dict):
        moved = [child for _, child in moved]
    others = children(target.value)
    return left, [*others[:index], *moved, *others[index:]]


@law
@given(samples(), styles, st.data())
def test_another_value_looks_as_if_it_had_always_been_there(
    value: Any, style: Style, draw: st.DataObject
) -> None:
    data = style.written(value)
    full = [found for found in containers(data, value) if found.node.items]
    found = draw.draw(st.sampled_from(full))
    index = draw.draw(st.integers(0, len(found.node.items) - 1))
    new = draw.draw(values)
    edit = edits.build_value_edit(data, found.node, found.at, index, style.argument(new))
    key = list(found.value)[index] if isinstance(found.value, dict) else index
    if isinstance(new, str) and isinstance(found.value[key], str):
        assert data[edit.span.start - 1 : edit.span.start] == b'"'
        assert data[edit.span.end : edit.span.end + 1] == b'"'
    found.value[key] = new
    assert apply_edits(data, [edit]) == style.written(value)


@law
@given(samples(), styles, st.text(), st.data())
def test_another_key_is_all_that_changes(
    value: Any, style: Style, key: str, draw: st.DataObject
) -> None:
    data = style.written(value)
    full = [found for found in containers(data, value) if isinstance(found.node, Object)]
    found = draw.draw(st.sampled_from([each for each in full if each.node.items]))
    index = draw.draw(st.integers(0, len(found.node.items) - 1))
    assert isinstance(found.node, Object)
    after = apply_edits(data, [edits.build_key_edit(data, found.node, found.at, index, key)])
    members = children(found.value)
    members[index] = (key, members[index][1])
    assume(len(dict(members)) == len(members))
    fill(found.value, members)
    assert json.loads(after) == value


@law
@given(samples(), styles, st.data())
def test_a_text_that_is_taken_out_stands_at_the_margin_with_two_spaces_for_a_level(
    value: Any, style: Style, draw: st.DataObject
) -> None:
    data = style.written(value)
    found = draw.draw(st.sampled_from(containers(data, value)))
    assert edits.get_dedented_text(data, found.node, found.at) == style.argument(found.value)


# In any text that is JSON the value afterwards is the one asked for.


@law
@given(samples(), st.data())
def test_edits_do_what_they_say_however_the_text_is_spaced(value: Any, draw: st.DataObject) -> None:
    data = irregular(value, lambda: draw.draw(blanks)).encode()
    found = draw.draw(st.sampled_from(containers(data, value)))
    before = children(found.value)
    gone = some(draw, len(before))
    after = found.make(edits.remove_children(data, found.node, found.at, gone))
    fill(found.value, [child for index, child in enumerate(before) if index not in gone])
    assert json.loads(after) == value

    index = draw.draw(st.integers(0, len(before)))
    new = new_children(draw, found)
    after = found.make(put(found, index, new, Style("  ")))
    fill(found.value, [*before[:index], *new, *before[index:]])
    assert json.loads(after) == value
    if not {"\n", "\r"} & set(data.decode()):
        assert not {"\n", "\r"} & set(after.decode())

    if gone:
        after = found.make(exchange(found, set(gone), new, Style("  ")))
        left = [child for each, child in enumerate(before) if each not in gone]
        fill(found.value, [*left[: min(gone)], *new, *left[min(gone) :]])
        assert json.loads(after) == value


@law
@given(samples(), st.data())
def test_moves_do_what_they_say_however_the_text_is_spaced(value: Any, draw: st.DataObject) -> None:
    data = irregular(value, lambda: draw.draw(blanks)).encode()
    found = containers(data, value)
    source, target = (draw.draw(st.sampled_from(found)) for _ in "ab")
    indexes = some(draw, len(source.node.items))
    index = draw.draw(st.integers(0, len(target.node.items)))
    made = _moved(source, indexes, target, index)
    expected = _value_moved(source, indexes, target, index)
    assert (made is None) == (expected is None)
    if made is not None and expected is not None:
        fill(source.value, expected[0])
        fill(target.value, expected[1])
        assert json.loads(apply_edits(data, made)) == value


@law
@given(samples(), samples(), styles, st.data())
def test_a_text_from_another_document_takes_on_the_looks_of_its_new_place(
    value: Any, other: Any, style: Style, draw: st.DataObject
) -> None:
    text = irregular(other, lambda: draw.draw(blanks)).encode()
    from_other = edits.get_dedented_text(
        text, Document.from_text(text).tree.root, Document.from_text(text).tree.start
    )
    data = style.written(value)
    lists = [found for found in containers(data, value) if isinstance(found.node, Array)]
    found = draw.draw(st.sampled_from(lists))
    assert isinstance(found.node, Array)
    after = found.make(edits.append_items(data, found.node, found.at, [from_other]))
    found.value.append(other)
    assert json.loads(after) == value
    assert not {"\r", "\n"} & set(after.decode().replace(style.newline, ""))


# Lines


lines = st.lists(st.tuples(scalars, st.sampled_from(["", "\n", "  \n", "\n\n"])), min_size=2)


@law
@given(lines, st.sampled_from(["  ", "\t", "       "]), st.data())
def test_lines_that_nobody_touched_are_the_same(
    rows: list[tuple[Any, str]], indent: str, draw: st.DataObject
) -> None:
    pieces = [f"{blank}{indent}{json.dumps(value)}" for value, blank in rows]
    data = ("[\n" + ",\n".join(pieces) + "\n]\n").encode()
    root = Document.from_text(data).tree.root
    assert isinstance(root, Array)
    index = draw.draw(st.integers(0, len(rows) - 1))

    made = edits.remove_children(data, root, 0, [index])
    assert made is not None
    rest = pieces[:index] + pieces[index + 1 :]
    if index + 1 < len(rows):
        rest[index] = rows[index][1] + rest[index]
    assert apply_edits(data, made).decode() == "[\n" + ",\n".join(rest) + "\n]\n"

    made = edits.insert_items(data, root, 0, index, ['"new"', '{\n  "a": 1\n}'])
    assert made is not None
    new = [f'{indent}"new"', f'{indent}{{\n{indent}{indent}"a": 1\n{indent}}}']
    pieces[index] = pieces[index].removeprefix(rows[index][1])
    new[0] = rows[index][1] + new[0]
    pieces[index:index] = new
    assert apply_edits(data, made).decode() == "[\n" + ",\n".join(pieces) + "\n]\n"


# In a text with faults nothing gets worse.


@law
@given(st.sampled_from(SEEDS), strategies.edits, st.data())
def test_edits_of_a_text_with_faults_make_it_no_worse(
    seed: bytes, script: Any, draw: st.DataObject
) -> None:
    *_, document = strategies.played(Document.from_text(seed), script)
    data = document.text.data
    found = list(_containers(document.tree.root, document.tree.start))
    assume(found)
    (source, at), (target, target_at) = (draw.draw(st.sampled_from(found)) for _ in "ab")
    indexes = some(draw, len(source.items))
    index = draw.draw(st.integers(0, len(target.items)))
    before = _count_faults(document)
    made = [
        edits.remove_children(data, source, at, indexes),
        edits.move_children(data, source, at, indexes, target, target_at, index),
    ]
    if isinstance(target, Array):
        new = ['"x"', '{\n  "a": 1\n}']
        made.append(edits.insert_items(data, target, target_at, index, new))
    if isinstance(source, Array):
        made.append(edits.replace_items(data, source, at, indexes, ['"x"', "[\n  1\n]"]))
    if isinstance(target, Object):
        new_members = [("x", "[\n  1\n]")]
        made.append(edits.insert_members(data, target, target_at, index, new_members))
    for each in made:
        if each is not None:
            after = Document.from_text(apply_edits(data, each))
            # Where indentation has to say which brackets are missing, each line is evidence, and
            # an edit removes some. So who offers an edit of such a text reads the result first.
            assert _count_faults(after) <= before or document.tree.by_indent
    for index in indexes:
        for other in ('"x"', "[\n  1\n]"):
            apply_edits(data, [edits.build_value_edit(data, source, at, index, other)])
        if isinstance(source, Object):
            apply_edits(data, [edits.build_key_edit(data, source, at, index, "x")])


def _count_faults(document: Document) -> int:
    """Count the faults; one that names several missing brackets at the end counts for each.

    An edit may move such brackets to places of their own, where each is a fault.
    """
    together = (
        re.search(r"(\d+) closing brackets", fault.message) for _, fault in document.iter_faults()
    )
    return sum(int(match[1]) if match else 1 for match in together)


def _containers(node: Node, at: int) -> Iterator[tuple[Container, int]]:
    if isinstance(node, Container):
        yield node, at
    for start, child in node.iter_children():
        yield from _containers(child, at + start)


def _at(document: Document, at: int) -> Container:
    return next(
        node for node, start in _containers(document.tree.root, document.tree.start) if start == at
    )
