"""Mistakes that make a file unreadable, or that only an editor reads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Object, Scalar, String
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import UNREADABLE
from tests.mutations.scene import Scene, pick
from tests.mutations.surgery import Where

_WORD = re.compile(r"[A-Za-z][\w-]*")


@plants("syntax-error")
def missing_comma(scene: Scene, chance: Random) -> Fault | None:
    """Readers of diffs know it best: a line added, the comma of the line above forgotten."""
    return _comma(scene, chance, "a comma is missing", "")


@plants("syntax-error")
def colon_for_comma(scene: Scene, chance: Random) -> Fault | None:
    return _comma(scene, chance, "a colon for a comma", ":")


@plants("syntax-error")
def missing_colon(scene: Scene, chance: Random) -> Fault | None:
    return _colon(scene, chance, "a colon is missing", "")


@plants("syntax-error")
def comma_for_colon(scene: Scene, chance: Random) -> Fault | None:
    return _colon(scene, chance, "a comma for a colon", ",")


@plants("syntax-error")
def missing_closing_quote(scene: Scene, chance: Random) -> Fault | None:
    return _string_without(scene, chance, "the closing quote is missing", last=True)


@plants("syntax-error")
def missing_opening_quote(scene: Scene, chance: Random) -> Fault | None:
    return _string_without(scene, chance, "the opening quote is missing", last=False)


@plants("syntax-error")
def single_quotes(scene: Scene, chance: Random) -> Fault | None:
    def changed(raw: str) -> str | None:
        inner = raw[1:-1]
        return None if "'" in inner or "\\" in inner else marked(f"'{inner}'")

    return _string(scene, chance, "single quotes", changed)


@plants("syntax-error")
def bare_key(scene: Scene, chance: Random) -> Fault | None:
    places = [
        (where, member.key.value)
        for where in _objects(scene)
        for member in where.node.items
        if _WORD.fullmatch(member.key.value) and "-" not in member.key.value
    ]
    found = pick(chance, places)
    if found is None:
        return None
    where, key = found
    return planted("a key without quotes", where.with_key(key, marked(key)))


@plants("syntax-error")
def literal_of_another_language(scene: Scene, chance: Random) -> Fault | None:
    places = [
        (where, member.key.value)
        for where in _objects(scene)
        for member in where.node.items
        if isinstance(member.value, Scalar) and member.value.json_kind == "boolean"
    ]
    found = pick(chance, places)
    if found is None:
        return None
    where, key = found
    raw = where.raw(where.value(key)).capitalize()
    return planted(f"{raw} for a literal", where.with_value(key, marked(raw)))


@plants("syntax-error")
def missing_closing_bracket(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, scene.everywhere[1:])
    if where is None:
        return None
    end = where.span.end
    parent = _around(scene, where)
    edit = FileEdit(where.file, Span(end - 1, end), "")
    return planted("a closing bracket is missing", edit, at=(parent.range(),))


@plants("syntax-error")
def missing_opening_bracket(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, scene.everywhere[1:])
    if where is None:
        return None
    edit = FileEdit(where.file, Span(where.at, where.at + 1), "")
    parent = _around(scene, where)
    return planted("an opening bracket is missing", edit, at=(parent.range(),))


@plants("syntax-error")
def bracket_too_many(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, scene.everywhere[1:])
    if where is None:
        return None
    end = where.span.end
    bracket = marked("]" if isinstance(where.node, Array) else "}")
    return planted("a bracket too many", FileEdit(where.file, Span(end, end), bracket))


@plants("syntax-error")
def comma_too_many(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.everywhere if len(one.node.items) > 1])
    if where is None:
        return None
    end = where.child(chance.randrange(len(where.node.items) - 1)).end
    near = where.range(Span(end, end + 1))
    return planted("two commas", FileEdit(where.file, Span(end, end), marked(",")), at=(near,))


@plants("syntax-error")
def text_behind_the_end(scene: Scene, chance: Random) -> Fault | None:
    where = scene.root
    end = where.span.end
    edit = FileEdit(where.file, Span(end, end), f"\n{marked('<<<<<<< HEAD')}\n")
    return planted("text behind the end", edit)


@plants("syntax-error", implied=UNREADABLE)
def another_encoding(scene: Scene, _chance: Random) -> Fault | None:
    """As an editor for Windows may save it: one error, not one for each character."""
    where = scene.root
    try:
        text = json.dumps(json.loads(where.data), ensure_ascii=True, indent=2)
    except ValueError:
        return None
    # UTF-16 without a mark; what is ASCII has the same bytes as these characters have in UTF-8.
    raw = "".join(f"{char}\0" for char in text)
    edit = FileEdit(where.file, Span(0, len(where.data)), raw)
    return planted("UTF-16", edit, at=(Range(where.file, Span(0, 1)),))


@plants("trailing-comma")
def comma_at_the_end(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.everywhere if one.node.items])
    if where is None:
        return None
    end = where.child(len(where.node.items) - 1).end
    return planted("a trailing comma", FileEdit(where.file, Span(end, end), marked(",")))


@plants("comment")
def comment_of_a_line(scene: Scene, chance: Random) -> Fault | None:
    data = scene.root.data
    ends = [
        match.start()
        for match in re.finditer(rb"(?<=,)\r?\n", data)
        if match.start() > scene.root.at
    ]
    at = pick(chance, ends)
    if at is None:
        return None
    edit = FileEdit(scene.root.file, Span(at, at), f" {marked('// for later')}")
    return planted("a comment at the end of a line", edit)


@plants("comment")
def comment_between(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.everywhere if one.node.items])
    if where is None:
        return None
    start = where.child(chance.randrange(len(where.node.items))).start
    edit = FileEdit(where.file, Span(start, start), f"{marked('/* for later */')} ")
    return planted("a comment before an item", edit)


@plants("duplicate-key")
def member_twice(scene: Scene, chance: Random) -> Fault | None:
    """The same value too, so that nothing else changes."""
    where = pick(chance, [scene.where(one) for one in scene.placed])
    if where is None:
        return None
    scalars = [one for one in where.node.items if isinstance(one.value, Scalar)]
    member = pick(chance, scalars)
    if member is None:
        return None
    key = member.key.value
    raw = where.raw(where.value(key))
    return planted(f"`{key}` twice", where.with_member(key, raw, key_marked=True))


def _comma(scene: Scene, chance: Random, what: str, sign: str) -> Fault | None:
    """A comma between two children that another sign, or none, stands for."""
    where = pick(chance, [one for one in scene.everywhere if len(one.node.items) > 1])
    if where is None:
        return None
    index = chance.randrange(len(where.node.items) - 1)
    gap = Span(where.child(index).end, where.child(index + 1).start)
    new = where.raw(gap).replace(",", sign)
    near = where.range(Span(gap.start - 1, gap.end + 1))
    return planted(what, FileEdit(where.file, gap, new), at=(near,))


def _colon(scene: Scene, chance: Random, what: str, sign: str) -> Fault | None:
    """A colon behind a key that another sign, or none, stands for."""
    where = pick(chance, _objects(scene))
    if where is None:
        return None
    index = chance.randrange(len(where.node.items))
    member, start = where.node.items[index], where.child(index).start
    gap = Span(start + member.key.size, start + member.value_start)
    near = where.range(Span(start, where.child(index).end))
    new = where.raw(gap).replace(":", sign)
    return planted(what, FileEdit(where.file, gap, new or " "), at=(near,))


def _objects(scene: Scene) -> list[Where]:
    return [one for one in scene.everywhere if isinstance(one.node, Object) and one.node.items]


def _around(scene: Scene, where: Where) -> Where:
    """The innermost container around another one."""
    around = [
        one
        for one in scene.everywhere
        if one.at < where.at and where.span.end <= one.span.end and one.node is not where.node
    ]
    return around[-1]


def _strings(where: Where) -> Iterator[Span]:
    for index, child in enumerate(where.node.items):
        start = where.child(index).start
        if isinstance(where.node, Object):
            yield Span(start, start + child.key.size)
            start, child = start + child.value_start, child.value
        if isinstance(child, String):
            yield Span(start, start + child.size)


def _string(
    scene: Scene, chance: Random, what: str, changed: Callable[[str], str | None]
) -> Fault | None:
    where: Where | None = pick(chance, [one for one in scene.everywhere if one.node.items])
    span = pick(chance, list(_strings(where))) if where else None
    if where is None or span is None:
        return None
    new = changed(where.raw(span))
    return None if new is None else planted(what, FileEdit(where.file, span, new))


def _string_without(scene: Scene, chance: Random, what: str, *, last: bool) -> Fault | None:
    """A string without one of its quotes; to be reported in its line."""
    where: Where | None = pick(chance, [one for one in scene.everywhere if one.node.items])
    span = pick(chance, list(_strings(where))) if where else None
    if where is None or span is None or b"\n" not in where.data:
        return None
    line = re.compile(rb"[^\r\n]*").match(where.data, span.start)
    assert line is not None
    at = span.end - 1 if last else span.start
    near = where.range(Span(span.start, max(line.end(), span.end)))
    return planted(what, FileEdit(where.file, Span(at, at + 1), ""), at=(near,))
