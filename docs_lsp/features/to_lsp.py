"""Turns spans, places and problems into LSP's shapes. The only feature others may import.

The shapes are plain dicts, not lsprotocol's classes: diagnostics are made on every keystroke,
and a thousand of them cost one millisecond this way instead of six.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import orjson

from docs_lsp.problem import Place, Problem, Tag
from docs_lsp.text import Encoding, Span, Text, encode

Json: TypeAlias = dict[str, Any]

SOURCE = "docs-lsp"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a client counts columns, and which parts of a diagnostic it understands."""

    encoding: Encoding = Encoding.UTF16
    related: bool = False
    links: bool = False
    tags: frozenset[Tag] = frozenset()


class Sources(Protocol):
    """What lies behind a site path or a rule's name, as the client knows it."""

    def text(self, file: str) -> Text:
        """The text that spans in a file refer to."""

    def uri(self, file: str) -> str:
        """The client's name for a file."""

    def link(self, rule: str) -> str | None:
        """The page that explains a rule."""


def range_of(text: Text, span: Span, encoding: Encoding) -> Json:
    """A span as the client counts."""
    (start_line, start_column), (end_line, end_column) = text.positions(span, encoding)
    return {
        "start": {"line": start_line, "character": start_column},
        "end": {"line": end_line, "character": end_column},
    }


def location(place: Place, sources: Sources, encoding: Encoding) -> Json:
    """A place in some file of the site."""
    text = sources.text(place.file)
    return {"uri": sources.uri(place.file), "range": range_of(text, place.span, encoding)}


def diagnostic(problem: Problem, text: Text, sources: Sources, dialect: Dialect) -> Json:
    """One problem, with only those parts that the client understands."""
    shape: Json = {
        "range": range_of(text, problem.span, dialect.encoding),
        "severity": int(problem.severity),
        "code": problem.rule,
        "source": SOURCE,
        "message": problem.message,
    }
    if dialect.links and (link := sources.link(problem.rule)):
        shape["codeDescription"] = {"href": link}
    if tags := [tag.value for tag in problem.tags if tag in dialect.tags]:
        shape["tags"] = tags
    if dialect.related and problem.related:
        shape["relatedInformation"] = [
            {"location": location(place, sources, dialect.encoding), "message": place.message}
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
