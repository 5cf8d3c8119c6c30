"""Reads an OpenAPI file, JSON or YAML, and finds out why the service would reject it.

This is not a validator: it checks what decides whether the document is used at all. Violations of
the OpenAPI schema are found by `openapi_schema`. `find_value_span` and `find_key_span` return the
smallest range that shows a mistake.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.json_reader import find_json_entries
from docs_lsp.formats.places import Depth, EntryPlace, KeyPath, ReadFault, WantedPlaces
from docs_lsp.formats.yaml_reader import read_yaml

# Deep enough for `paths`, path, method, and a key of the operation.
_PLACES_DEPTH = 4
_START = Span(0, 0)
_SUPPORTED = compile_lazily(r"3\.[012](?:\.|$)")
_EXTERNAL = compile_lazily(rb"""\$ref["']?\s*:\s*["']?[^#"'\s]""")
# An escaped lone surrogate: JSON allows it, but no text that is sent may contain it.
_LONE_SURROGATE = compile_lazily(
    r"\\u[dD][89abAB]\w\w(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]\w\w)\\u[dD][c-fC-F]\w\w"
)
_MAX_HOPS = 10
# Values of these keys are data shown to readers, in which a `$ref` has no meaning.
_DATA_KEYS = frozenset({"example", "examples", "default", "enum", "const"})
_WORD = compile_lazily(rb"[\w$.-]+|.")


class SpecText(NamedTuple):
    """The text of a parsed document, for questions that are asked later."""

    data: bytes
    is_yaml: bool

    def parse_values(self) -> object:
        """Return the values of the document. Invalid YAML is None, JSON raises `ValueError`."""
        if not self.is_yaml:
            return _parse_json_values(self.data)
        document = read_yaml(self.data, Depth(0))
        return None if isinstance(document, ReadFault) else document.value

    def find_entries(self, wanted: WantedPlaces) -> Mapping[KeyPath, EntryPlace]:
        """Return the places of the wanted keys and values; empty for invalid YAML or deep JSON."""
        if not self.is_yaml:
            try:
                return find_json_entries(self.data, wanted)
            except RecursionError:
                return {}
        document = read_yaml(self.data, wanted)
        return {} if isinstance(document, ReadFault) else document.entries


@dataclass(frozen=True)
class SpecReading:
    """The result of reading a file: root object, faults, and places of the outer keys."""

    root: Mapping[str, object]
    faults: tuple[ReadFault, ...] = ()
    usable: bool = True
    version: str | None = None
    source: SpecText = field(default=SpecText(b"", is_yaml=False), repr=False)

    @cached_property
    def places(self) -> Mapping[KeyPath, Span]:
        """The spans of the keys of the four outer levels, computed on first use."""
        entries = self.source.find_entries(Depth(_PLACES_DEPTH)) if self.source.data else {}
        return {path: entry.key for path, entry in entries.items()}

    def copy_without_values(self) -> SpecReading:
        """Return a copy without the values, which take far more memory than their file."""
        return replace(self, root={})


def read_spec(data: bytes, file: str) -> SpecReading:
    """Read a specification; an unusable one has a fault with the reason."""
    read = _read_json(data) if _is_likely_json(data, file) else _read_yaml(data)
    if isinstance(read, ReadFault):
        return SpecReading({}, (read,), usable=False)
    fault, version = _find_rejection(read)
    if fault:
        return replace(read, faults=(fault,), usable=False, version=version)
    return replace(read, faults=tuple(_iter_external_ref_fault(read.root, data)), version=version)


def resolve_ref(root: Mapping[str, object], value: object) -> object:
    """Return a value, or the target of its `$ref` within the document; None if that is missing."""
    for _ in range(_MAX_HOPS):
        keys = parse_ref_keys(value)
        if keys is None:
            break
        value = root
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
    return value


def parse_ref_keys(value: object) -> tuple[str, ...] | None:
    """Return the keys that a `$ref` within the document names; None for any other value."""
    ref = value.get("$ref") if isinstance(value, dict) else None
    if not isinstance(ref, str) or not ref.startswith("#/"):
        return None
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in ref[2:].split("/"))


def _is_likely_json(data: bytes, file: str) -> bool:
    return file.endswith(".json") or data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _read_json(data: bytes) -> SpecReading | ReadFault:
    """Read a file as JSON, or else as YAML; a fault if it is neither."""
    try:
        root = _parse_json_values(data)
    except (ValueError, RecursionError) as error:
        # Some `.json` files contain YAML, or JSON with comments.
        lenient = _read_yaml(data)
        return lenient if isinstance(lenient, SpecReading) else _build_json_fault(data, error)
    return _build_reading(root, SpecText(data, is_yaml=False))


_JSON_FAULTS = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before this",
    "Expecting ':' delimiter": "a colon is missing before this",
    "Expecting property name": "a key in double quotes is missing here",
    "Expecting value": "a value is missing here",
    "Extra data": "the document should end before this",
    "Illegal trailing comma": "a comma is not allowed before a closing bracket",
    "Invalid \\": "a backslash in a string is written `\\\\`",
    "Invalid control character": "a string cannot contain a line break or a tab",
    "Unterminated string": "the string that starts here is never closed",
}
"""Messages of the standard library and the message shown instead."""


def _parse_json_values(data: bytes) -> object:
    """Return the values of JSON text, with lone surrogates replaced. Raises `ValueError`."""
    values: object = json.loads(_LONE_SURROGATE.sub(r"\\ufffd", data.decode("utf-8-sig")))
    return values


def _build_json_fault(data: bytes, error: Exception) -> ReadFault:
    if isinstance(error, UnicodeDecodeError):
        span = Span(error.start, error.start + 1)
        return ReadFault(span, "The file is not UTF-8. Save it as UTF-8.")
    if not isinstance(error, json.JSONDecodeError):
        return ReadFault(_START, "The JSON is nested too deep to read.")
    before = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    offset = before + len(error.doc[: error.pos].encode())
    explanations = (ours for theirs, ours in _JSON_FAULTS.items() if error.msg.startswith(theirs))
    message = f"Invalid JSON: {next(explanations, 'something is out of place here')}."
    return ReadFault(Span(offset, min(offset + 1, len(data))), message)


def _read_yaml(data: bytes) -> SpecReading | ReadFault:
    document = read_yaml(data, Depth(0))
    if isinstance(document, ReadFault):
        return document
    return _build_reading(document.value, SpecText(data, is_yaml=True))


def _build_reading(root: object, source: SpecText) -> SpecReading | ReadFault:
    """Return the reading of a document; a fault if its root is not an object."""
    if not isinstance(root, dict):
        return ReadFault(
            _START,
            "This is not an OpenAPI document: the file must contain an object with `openapi`.",
        )
    return SpecReading(root, source=source)


def _find_rejection(read: SpecReading) -> tuple[ReadFault | None, str | None]:
    """Return the fault for which the whole document is rejected, or None, and its version."""
    root = read.root
    if "openapi" not in root:
        key, message = _explain_not_openapi(root)
        return ReadFault(read.places.get((key,), _START), message), None
    version = str(root["openapi"])
    if _SUPPORTED.match(version):
        return None, version
    return ReadFault(
        read.places.get(("openapi",), _START),
        f"OpenAPI `{version}` is not supported, only 3.0 and 3.1. Convert the document.",
    ), version


def _explain_not_openapi(root: Mapping[str, object]) -> tuple[str, str]:
    """Return the key at fault, and a sentence about a document that is not OpenAPI."""
    if "swagger" in root:
        version = root["swagger"]
        return "swagger", (
            f"This is Swagger `{version}`; only OpenAPI 3.0 and 3.1 are supported. Convert the "
            "document."
        )
    if "asyncapi" in root:
        return "asyncapi", "This is an AsyncAPI document. Name it under `asyncapi`."
    return "openapi", (
        "This is not an OpenAPI document: it has no `openapi` key. Add the version it follows, "
        'such as `"openapi": "3.1.0"`.'
    )


def _iter_external_ref_fault(root: Mapping[str, object], data: bytes) -> Iterator[ReadFault]:
    """Yield one fault for all references to other documents, at the first of them."""
    refs = list(dict.fromkeys(_find_external_refs(root))) if _EXTERNAL.search(data) else []
    if not refs:
        return
    more = f", and {len(refs) - 1} more like it," if len(refs) > 1 else ""
    yield ReadFault(
        _find_ref_span(refs[0], data),
        f"`{refs[0]}`{more} is outside of the document, and only references that begin with `#` "
        "are followed. Bundle the document into one file.",
    )


def _find_external_refs(root: object) -> Iterator[str]:
    """Yield the `$ref`s that lead out of a document, without those inside of plain data."""
    waiting, seen = [root], set[int]()
    while waiting:
        value = waiting.pop()
        # Aliases make one value appear in many places.
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, list):
            waiting += [each for each in reversed(value) if isinstance(each, dict | list)]
        elif isinstance(value, dict):
            ref = value.get("$ref")
            if isinstance(ref, str) and not ref.startswith("#") and ref.strip():
                yield ref
            below = [each for key, each in value.items() if key not in _DATA_KEYS]
            waiting += [each for each in reversed(below) if isinstance(each, dict | list)]


def _find_ref_span(ref: str, data: bytes) -> Span:
    """Return the span of the first `$ref` with this value in the text; empty if not found."""
    written = re.escape(ref.encode("utf-8", "replace"))
    match = re.search(rb"""\$ref["']?\s*:\s*["']?(""" + written + rb")", data)
    return Span(*match.span(1)) if match else _START


def find_value_span(path: KeyPath, entries: Mapping[KeyPath, EntryPlace], data: bytes) -> Span:
    """Return the span of the value at a path, without quotes; of its key if it is empty."""
    entry = entries.get(path)
    if entry is None or entry.value.start == entry.value.end:
        return find_key_span(path, entries, data)
    start, end = entry.value
    is_quoted = data[start : start + 1] in (b'"', b"'") and end - start > 2
    return Span(start + 1, end - 1) if is_quoted else entry.value


def find_key_span(path: KeyPath, entries: Mapping[KeyPath, EntryPlace], data: bytes) -> Span:
    """Return the span of the key at a path, or of the first word of an array item.

    Content included from elsewhere in the document has no place; then it is that of the nearest
    value around it, or an empty span.
    """
    known = (entries[path[:size]] for size in range(len(path), 0, -1) if path[:size] in entries)
    entry = next(known, None)
    if entry is None:
        return Span(0, 0)
    if entry.key != entry.value:
        return entry.key
    word = _WORD.match(data, entry.value.start, entry.value.end)
    return Span(*word.span()) if word else entry.value


def as_mapping(value: object) -> Mapping[str, Any]:
    """Return a value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """Return a value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return a value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def get_first_mapping(value: object) -> Mapping[str, Any]:
    """Return the first value of an object as an object; empty if there is none."""
    return as_mapping(next(iter(as_mapping(value).values()), None))
