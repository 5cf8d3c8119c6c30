"""Which values of docs.json the service reads only after an action, with the mistakes they have.

A value is not read under an unknown key, where another type is expected, or in an element that
cannot hold it, so what is wrong in it is reported only once it is in a place that counts. Such
mistakes are not exchanged for another: they were there, and the writer who has the content
published would have made them otherwise, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from docs_lsp.core.text import Span, measure_common_prefix
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String


def find_value_read_now(before: bytes, after: bytes) -> Span | None:
    """Return the value in `after` whose key, or an array around it, is all that has changed."""
    start = measure_common_prefix(before, after)
    common_end = measure_common_prefix(before[start:][::-1], after[start:][::-1])
    old = before[start : len(before) - common_end]
    end = len(after) - common_end
    if _is_array_of(old, after[start:end]):
        return Span(start, end)
    steps = find_steps_to(Document.from_text(after), start)
    if not steps or not isinstance(steps[-1].child, Member):
        return None
    value = steps[-1].value_offset
    if not steps[-1].child_offset <= start <= end < value or b":" in old:
        return None
    return Span(value, value + steps[-1].child.value.size)


def _is_array_of(old: bytes, new: bytes) -> bool:
    try:
        return bool(json.loads(old) == [json.loads(new)])
    except ValueError:
        return False


def find_unread_values(site: Snapshot) -> frozenset[str]:
    """The JSON of the objects, arrays and strings that the service does not look into."""
    overview, part = site.get_overview(), site.parts.get(site.name)
    if overview is None or not isinstance(part, Document):
        return frozenset()
    read = {part.tree.start}
    for placed in overview.objects:
        node = placed.element.get_layer_node(0)
        if placed.file == site.name and isinstance(node, Object):
            read.add(placed.at)
            known = placed.element.record.properties
            for start, member in zip(node.starts, node.items, strict=True):
                if member.key.value in known:
                    value = placed.at + start + member.value_start
                    read.add(value)
                    if isinstance(member.value, Array):
                        read.update(value + start for start in member.value.starts)
    return frozenset(
        _normalise(part.text.data[at : at + node.size])
        for at, node in _iter_values(part.tree.root, part.tree.start)
        if at not in read
    )


def _iter_values(node: Node, at: int) -> Iterator[tuple[int, Node]]:
    """Yield the objects, arrays and strings of a tree with their offsets."""
    if isinstance(node, Member):
        yield from _iter_values(node.value, at + node.value_start)
        return
    if isinstance(node, Container | String):
        yield at, node
    if isinstance(node, Container):
        for start, child in node.iter_children():
            yield from _iter_values(child, at + start)


def _normalise(text: bytes) -> str:
    """Return JSON without its layout; broken JSON stays as it is."""
    try:
        return json.dumps(json.loads(text))
    except ValueError:
        return text.decode("utf-8", "replace")


def count_in_values(places: Iterable[Span], docs: bytes, values: frozenset[str]) -> int:
    """Count the places in strings, or else objects or arrays, that are among some values."""
    document = Document.from_text(docs)
    return sum(
        any(_normalise(docs[slice(*span)]) in values for span in _find_innermost(document, start))
        for start, _ in places
    )


def _find_innermost(document: Document, offset: int) -> Iterator[Span]:
    """Yield the object or array around an offset, and the string there."""
    step = find_steps_to(document, offset)[-1]
    yield Span(step.at, step.at + step.node.size)
    if isinstance(step.value, String):
        yield Span(step.value_offset, step.value_offset + step.value.size)
