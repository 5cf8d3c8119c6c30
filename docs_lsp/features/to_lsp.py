"""Turns spans, places and problems into LSP's shapes. The only feature others may import.

The shapes are plain dicts, not lsprotocol's classes: diagnostics are made on every keystroke,
and a thousand of them cost one millisecond this way instead of six.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeAlias

import orjson

from docs_lsp.core.problem import Problem, Tag
from docs_lsp.core.text import Encoding, Span, Text, encode

Json: TypeAlias = dict[str, Any]

SOURCE = "docs-lsp"


@dataclass(frozen=True, slots=True)
class Dialect:
    """The encoding of a client's columns, and the parts of a diagnostic that it understands."""

    encoding: Encoding = Encoding.UTF16
    related: bool = False
    links: bool = False
    tags: frozenset[Tag] = frozenset()


class Sources(Protocol):
    """Gives the texts and URIs of a site's files, and the links to rules."""

    def text(self, file: str) -> Text:
        """The text that spans in a file refer to."""

    def uri(self, file: str) -> str:
        """The client's name for a file."""

    def link(self, rule: str) -> str | None:
        """The page that explains a rule."""


def range_of(text: Text, span: Span, encoding: Encoding) -> Json:
    """A span as the client counts."""
    return _range(*text.positions(span, encoding))


def diagnostics(
    file: str, problems: Sequence[Problem], sources: Sources, dialect: Dialect
) -> list[Json]:
    """The problems of a file, with only those parts that the client understands."""
    ranges = _ranges(sources.text(file), [one.span for one in problems], dialect.encoding)
    locations = _locations(problems, sources, dialect.encoding) if dialect.related else {}
    rules = {problem.rule for problem in problems} if dialect.links else ()
    links = {rule: sources.link(rule) for rule in rules}
    return [
        _diagnostic(problem, where, locations, links, dialect)
        for problem, where in zip(problems, ranges, strict=True)
    ]


def _locations(
    problems: Iterable[Problem], sources: Sources, encoding: Encoding
) -> dict[tuple[str, Span], Json]:
    """The second places of some problems."""
    spans: dict[str, list[Span]] = {}
    for problem in problems:
        for place in problem.related:
            spans.setdefault(place.file, []).append(place.span)
    locations: dict[tuple[str, Span], Json] = {}
    for file, wanted in spans.items():
        uri, ranges = sources.uri(file), _ranges(sources.text(file), wanted, encoding)
        for span, where in zip(wanted, ranges, strict=True):
            locations[file, span] = {"uri": uri, "range": where}
    return locations


def _ranges(text: Text, spans: Sequence[Span], encoding: Encoding) -> list[Json]:
    return [_range(*found) for found in text.all_positions(spans, encoding)]


def _range(start: tuple[int, int], end: tuple[int, int]) -> Json:
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def _diagnostic(
    problem: Problem,
    where: Json,
    locations: Mapping[tuple[str, Span], Json],
    links: Mapping[str, str | None],
    dialect: Dialect,
) -> Json:
    shape: Json = {
        "range": where,
        "severity": int(problem.severity),
        "code": problem.rule,
        "source": SOURCE,
        "message": problem.message,
    }
    if link := links.get(problem.rule):
        shape["codeDescription"] = {"href": link}
    if tags := [tag.value for tag in problem.tags if tag in dialect.tags]:
        shape["tags"] = tags
    if dialect.related and problem.related:
        shape["relatedInformation"] = [
            {"location": locations[place.file, place.span], "message": place.message}
            for place in problem.related
        ]
    return shape


class RawJson:
    """A value that is JSON text already, to be put into a larger one as it is."""

    __slots__ = ("json",)

    def __init__(self, json: bytes) -> None:
        """Take over JSON text, which must be valid."""
        self.json = json


def to_json(value: object, default: Callable[[Any], Any] | None = None) -> bytes:
    """Write a value as JSON. Lone surrogates, which many clients cannot read, become U+FFFD."""

    def fragment(part: Any) -> Any:
        return orjson.Fragment(part.json) if isinstance(part, RawJson) else other(part)

    def plain(part: Any) -> Any:
        return json.loads(part.json) if isinstance(part, RawJson) else other(part)

    other = default or _refuse
    try:
        return orjson.dumps(value, default=fragment)
    except TypeError:
        return encode(json.dumps(value, ensure_ascii=False, default=plain))


def _refuse(value: object) -> Any:
    raise TypeError(f"a {type(value).__name__} has no JSON form")


class ItemKind(IntEnum):
    """LSP's `CompletionItemKind`, as far as used: it decides the picture beside a proposal."""

    METHOD = 2
    VARIABLE = 6
    CLASS = 7
    PROPERTY = 10
    VALUE = 12
    KEYWORD = 14
    SNIPPET = 15
    FILE = 17
    REFERENCE = 18
    ENUM_MEMBER = 20


class SymbolKind:
    """The numbers of LSP's SymbolKind that fit what a site consists of."""

    FILE = 1
    MODULE = 2
    NAMESPACE = 3
    PACKAGE = 4
    METHOD = 6
    STRING = 15
    NUMBER = 16
    BOOLEAN = 17
    ARRAY = 18
    OBJECT = 19
    NULL = 21
