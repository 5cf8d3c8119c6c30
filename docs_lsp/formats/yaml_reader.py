"""Reads untrusted YAML once, in bounded time and memory, with positions.

Values are built from the parser's events rather than by PyYAML's constructor, which is slower and
has no places for keys. An alias is shared instead of copied, and its expanded size is counted, so
that a bomb is rejected before it is written out as JSON. Deep nesting ends in a fault, not in a
crash.

Plain scalars have the meaning they have for the service, a JavaScript program: `yes` is a string,
and so are dates, which JSON does not have. Keys are always strings. Of a duplicate key the last
value is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.places import (
    Depth,
    EntryPlace,
    KeyPath,
    ReadFault,
    WantedPlaces,
    compute_byte_offsets,
    convert_to_bytes,
)
from docs_lsp.formats.yaml_faults import MAX_DEPTH, TOO_DEEP, build_yaml_fault

MAX_EXPANDED = 5_000_000
OUTERMOST = Depth(1)

# An event of PyYAML, whose type stubs do not cover the C parser.
Event = Any
_Place = tuple[int, int]

# libyaml follows YAML 1.1, in which these end a line; for the service they are ordinary characters.
_NO_LINE_ENDS = str.maketrans("\u0085\u2028\u2029", "\uf085\uf828\uf829")
_LINE_ENDS = str.maketrans("\uf085\uf828\uf829", "\u0085\u2028\u2029")

_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = compile_lazily(r"[-+]?[0-9]{1,18}")
_FLOAT = compile_lazily(r"[-+]?(?:\.[0-9]+|[0-9]+\.?[0-9]*)(?:[eE][-+]?[0-9]+)?")
_NUMBER_STARTS = frozenset("+-.0123456789")
_BLANKS = " \t\r\n"
_TAG = compile_lazily(r"!\S*")
_CORE_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """The content of YAML text, and the places that were wanted."""

    value: object
    entries: Mapping[KeyPath, EntryPlace]
    repeated: tuple[Span, ...] = ()
    """The spans of keys that occur earlier in their mapping."""
    tags: tuple[Span, ...] = ()
    """The spans of tags that YAML itself does not define, such as `!x`."""


def read_yaml(data: bytes, wanted: WantedPlaces = OUTERMOST) -> YamlDocument | ReadFault:
    """Read the first document of YAML text, or return the fault why it cannot be read.

    Content of aliases and merge keys (`<<`) has no place of its own.
    """
    import yaml

    try:
        source = _Source.from_bytes(data)
    except UnicodeDecodeError as error:
        span = Span(error.start, error.start + 1)
        return ReadFault(span, "The file is not UTF-8. Save it as UTF-8.")
    try:
        # Without libyaml, Python code produces the same events, more slowly.
        parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(source.parsed)
        builder = _DocumentBuilder(parser.get_event, source)
        value = builder.read_document(wanted)
    except _RejectedYaml as refused:
        return ReadFault(source.to_byte_span(*refused.place), refused.message)
    except yaml.YAMLError as error:
        return build_yaml_fault(error, source.text, source.to_byte_span)
    repeated = tuple(source.to_byte_span(*place) for place in builder.repeated)
    tags = tuple(source.to_byte_span(*place) for place in builder.tags)
    return YamlDocument(value, source.to_byte_entries(builder.places), repeated, tags)


def parse_plain_scalar(text: str) -> str | int | float | bool | None:
    """Return the value of a plain scalar; numbers that JSON cannot represent stay strings."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    return text


class _RejectedYaml(Exception):
    """The text is too deep or would grow too large; `place` shows it, in characters."""

    def __init__(self, event: Event, message: str) -> None:
        super().__init__(message)
        self.place = _get_place(event)
        self.message = message


class _Source(NamedTuple):
    """The text, as it is and as given to the parser, with the same number of characters."""

    text: str
    parsed: str
    start: int

    @classmethod
    def from_bytes(cls, data: bytes) -> _Source:
        """Decode a text, without a byte order mark. Raises `UnicodeDecodeError`."""
        text = data.decode()
        plain = text.removeprefix("\ufeff")
        odd = len(text) != len(data) and any(end in plain for end in "\u0085\u2028\u2029")
        parsed = plain.translate(_NO_LINE_ENDS) if odd else plain
        return cls(plain, parsed, 3 if plain is not text else 0)

    def to_byte_span(self, start: int, end: int) -> Span:
        """Return the byte span of a range of characters, which may end after the text."""
        start, end = min(start, len(self.text)), min(end, len(self.text))
        offsets = compute_byte_offsets(self.text, (start, end), self.start)
        return Span(offsets[start], offsets[end])

    def to_byte_entries(
        self, places: Mapping[KeyPath, tuple[_Place, _Place]]
    ) -> dict[KeyPath, EntryPlace]:
        """Convert ranges of characters to byte spans."""
        return convert_to_bytes(self.text, places, self.start)


class _DocumentBuilder:
    """Builds the value of the first document from the parser's events."""

    def __init__(self, event: Callable[[], Event], source: _Source) -> None:
        from yaml import events as kinds

        self.places: dict[KeyPath, tuple[_Place, _Place]] = {}
        self.repeated: list[_Place] = []
        self.tags: list[_Place] = []
        self._event = event
        self._kinds = kinds
        self._source = source
        self._has_line_ends = source.parsed is not source.text
        self._anchors: dict[str, tuple[object, int]] = {}
        self._expanded = 0
        self._last: Event | None = None

    def read_document(self, wanted: WantedPlaces) -> object:
        """Return the value of the first document, and record its places; None for an empty text.

        Raises `_RejectedYaml`, or an error of the library for invalid YAML.
        """
        kinds, value = self._kinds, None
        while not isinstance(event := self._event(), kinds.DocumentEndEvent | kinds.StreamEndEvent):
            if isinstance(event, kinds.NodeEvent):
                value = self._read_value(event, (), wanted, 0)
        return value

    def _read_value(
        self, event: Event, path: KeyPath, wanted: WantedPlaces | None, depth: int
    ) -> object:
        """Return the value that begins with an event; `path` is its path if it is `wanted`."""
        kinds, kind = self._kinds, type(event)
        before, self._expanded = self._expanded, self._expanded + 1
        value: object
        if kind is kinds.ScalarEvent:
            self._last = event
            value = self._read_scalar(event)
        elif kind is kinds.AliasEvent:
            self._last = event
            return self._read_alias(event)
        elif depth >= MAX_DEPTH:
            raise _RejectedYaml(event, TOO_DEEP)
        elif kind is kinds.MappingStartEvent:
            value = self._read_mapping(path, wanted, depth + 1)
        else:
            value = self._read_sequence(path, wanted, depth + 1)
        if event.anchor is not None:
            self._anchors[event.anchor] = value, self._expanded - before
        if event.tag is not None:
            self._record_custom_tag(event)
        return value

    def _record_custom_tag(self, event: Event) -> None:
        """Record the place of a tag that is not one of YAML's own."""
        if event.tag != "!" and not event.tag.startswith(_CORE_TAG):
            tag = _TAG.search(self._source.text, event.start_mark.index)
            self.tags.append(tag.span() if tag else _get_place(event))

    def _read_alias(self, event: Event) -> object:
        """Return an alias's value. Raises `_RejectedYaml` if unknown, or if it is too much."""
        if event.anchor not in self._anchors:
            raise _RejectedYaml(event, f"`*{event.anchor}` names no anchor that ends before it.")
        value, size = self._anchors[event.anchor]
        self._expanded += size
        if self._expanded > MAX_EXPANDED:
            raise _RejectedYaml(
                event,
                "Written out, the aliases make this YAML too large to read. "
                "Use fewer aliases of aliases.",
            )
        return value

    def _read_scalar(self, event: Event) -> object:
        text = self._get_text(event)
        if event.implicit[0] or (event.tag or "").endswith((":int", ":float", ":bool")):
            return parse_plain_scalar(text)
        return text

    def _get_text(self, event: Event) -> str:
        """Return a scalar's text, with the line ends that were hidden from the parser."""
        value: str = event.value
        return value.translate(_LINE_ENDS) if self._has_line_ends else value

    def _read_sequence(
        self, path: KeyPath, wanted: WantedPlaces | None, depth: int
    ) -> list[object]:
        end = self._kinds.SequenceEndEvent
        items: list[object] = []
        while type(event := self._event()) is not end:
            items.append(self._read_child(event, event, path, len(items), wanted, depth))
        self._record_end(event)
        return items

    def _read_mapping(
        self, path: KeyPath, wanted: WantedPlaces | None, depth: int
    ) -> dict[str, object]:
        """Return a mapping with what `<<` merges into it, and record repeated keys."""
        end = self._kinds.MappingEndEvent
        entries: dict[str, object] = {}
        merged: list[object] = []
        while type(event := self._event()) is not end:
            key = self._read_key(event, depth)
            if key in entries and event.start_mark.index < event.end_mark.index:
                self.repeated.append(_get_place(event))
            value = self._read_child(event, self._event(), path, key, wanted, depth)
            if key == "<<" and isinstance(value, dict | list):
                merged += value if isinstance(value, list) else [value]
            else:
                entries[key] = value
        self._record_end(event)
        for other in merged:
            entries = other | entries if isinstance(other, dict) else entries
        return entries

    def _record_end(self, event: Event) -> None:
        """Remember the end of a value; a block has none of its own and is ignored."""
        # A block has no closing character; its end event is at the next token.
        first, last = _get_place(event)
        if first != last:
            self._last = event

    def _read_key(self, event: Event, depth: int) -> str:
        """Return a key as a string; empty for a sequence, a mapping or an alias as a key."""
        if type(event) is self._kinds.ScalarEvent:
            return self._get_text(event)
        self._read_value(event, (), None, depth)
        return ""

    def _read_child(
        self,
        at: Event,
        event: Event,
        above: KeyPath,
        step: str | int,
        around: WantedPlaces | None,
        depth: int,
    ) -> object:
        """Return the value that begins with an event, and record its place if it is wanted.

        `at` is the event of its key, or the same event for an item of a sequence.
        """
        wanted = around.narrow_to_child(step) if around is not None else None
        if wanted is None:
            return self._read_value(event, (), None, depth)
        path = (*above, step)
        value = self._read_value(event, path, wanted, depth)
        begin, end = _get_place(event)[0], _get_place(self._last or event)[1]
        shown = self._source.text[begin:end].rstrip(_BLANKS)
        place = begin, begin + len(shown)
        self.places[path] = place if at is event else _get_place(at), place
        return value


def _get_place(event: Event) -> _Place:
    """Return the start and the end of an event, as character indexes."""
    return event.start_mark.index, event.end_mark.index
