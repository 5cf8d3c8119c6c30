"""Converts spans, places and problems to LSP. The only feature that others may import.

The results are plain dicts, not lsprotocol's classes: diagnostics are built on every keystroke, and
a thousand of them take one millisecond this way instead of six.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeAlias

import orjson

from docs_lsp.core.problem import Problem, ProblemTag
from docs_lsp.core.text import Encoding, Span, Text, encode_text

Json: TypeAlias = dict[str, Any]

SOURCE = "docs-lsp"
TOP_RANGE: Json = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


@dataclass(frozen=True, slots=True)
class ClientDialect:
    """The encoding of a client's columns, and the parts of a diagnostic that it supports."""

    encoding: Encoding = Encoding.UTF16
    related: bool = False
    links: bool = False
    tags: frozenset[ProblemTag] = frozenset()


class SourceFiles(Protocol):
    """Provides the texts and URIs of a site's files, and the links to rules."""

    def text(self, file: str) -> Text:
        """Return the text that spans in a file refer to."""

    def uri(self, file: str) -> str:
        """Return the client's URI for a file."""

    def link(self, rule: str) -> str | None:
        """Return the address of the page that explains a rule; None if there is none."""


def build_range(text: Text, span: Span, encoding: Encoding) -> Json:
    """Return a byte span as an LSP range, in the client's encoding."""
    return _build_range_from_positions(*text.to_range(span, encoding))


def build_diagnostics(
    file: str, problems: Sequence[Problem], sources: SourceFiles, dialect: ClientDialect
) -> list[Json]:
    """Return the problems of a file as diagnostics, in the form that the client supports."""
    ranges = _build_ranges(sources.text(file), [one.span for one in problems], dialect.encoding)
    locations = (
        _build_related_locations(problems, sources, dialect.encoding) if dialect.related else {}
    )
    rules = {problem.rule for problem in problems} if dialect.links else ()
    links = {rule: sources.link(rule) for rule in rules}
    return [
        _build_diagnostic(problem, where, locations, links, dialect)
        for problem, where in zip(problems, ranges, strict=True)
    ]


def _build_related_locations(
    problems: Iterable[Problem], sources: SourceFiles, encoding: Encoding
) -> dict[tuple[str, Span], Json]:
    """Return the LSP locations of the related places of some problems."""
    spans: dict[str, list[Span]] = {}
    for problem in problems:
        for place in problem.related:
            spans.setdefault(place.file, []).append(place.span)
    locations: dict[tuple[str, Span], Json] = {}
    for file, wanted in spans.items():
        uri, ranges = sources.uri(file), _build_ranges(sources.text(file), wanted, encoding)
        for span, where in zip(wanted, ranges, strict=True):
            locations[file, span] = {"uri": uri, "range": where}
    return locations


def _build_ranges(text: Text, spans: Sequence[Span], encoding: Encoding) -> list[Json]:
    return [_build_range_from_positions(*found) for found in text.to_ranges(spans, encoding)]


def _build_range_from_positions(start: tuple[int, int], end: tuple[int, int]) -> Json:
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def _build_diagnostic(
    problem: Problem,
    where: Json,
    locations: Mapping[tuple[str, Span], Json],
    links: Mapping[str, str | None],
    dialect: ClientDialect,
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
    """JSON text that is put into a larger value unchanged."""

    __slots__ = ("json",)

    def __init__(self, json: bytes) -> None:
        """Store JSON text, which must be valid."""
        self.json = json


def serialise_json(value: object, default: Callable[[Any], Any] | None = None) -> bytes:
    """Serialise a value as JSON. Lone surrogates, which many clients cannot read, become U+FFFD."""

    def encode_fragment(part: Any) -> Any:
        """Return raw JSON as a fragment of orjson; pass any other value to `default`."""
        return orjson.Fragment(part.json) if isinstance(part, RawJson) else other(part)

    def decode_raw_json(part: Any) -> Any:
        """Return raw JSON parsed; pass any other value to `default`."""
        return json.loads(part.json) if isinstance(part, RawJson) else other(part)

    other = default or _raise_not_serialisable
    try:
        return orjson.dumps(value, default=encode_fragment)
    except TypeError:
        return encode_text(json.dumps(value, ensure_ascii=False, default=decode_raw_json))


def _raise_not_serialisable(value: object) -> Any:
    raise TypeError(f"a {type(value).__name__} has no JSON form")


class ItemKind(IntEnum):
    """LSP's `CompletionItemKind`, as far as used: it determines the icon of an item."""

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
    """The numbers of LSP's SymbolKind that are used for the content of a site."""

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
