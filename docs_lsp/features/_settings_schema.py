"""The schema of docs-lsp.toml, as completion and hover look things up in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Text
from docs_lsp.features.to_lsp import Json
from docs_lsp.formats.places import KeyPath
from docs_lsp.rules import all_rules

_RULE = ("ignore", "rule")
_HEADER = compile_lazily(rb"^[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]")
_KEY = compile_lazily(rb"^[ \t]*([\w-]+)[ \t]*=")


class TableAtCursor(NamedTuple):
    """The table around a line, and what it contains."""

    path: tuple[str, ...]
    keys: frozenset[str]
    headers: frozenset[str]
    """The names of all tables that the file has, but for those of arrays."""


@cache
def load_schema() -> Json:
    """Return the JSON Schema of docs-lsp.toml."""
    from docs_lsp.settings.reader import build_settings_schema  # It needs pydantic.

    return build_settings_schema({name: rule.title for name, rule in all_rules().items()})


def find_property(path: KeyPath) -> Json | None:
    """Return the schema of a key or a table, given its path; None if there is no such setting."""
    node: Json | None = load_schema()
    for step in path:
        if node is None:
            return None
        node = _resolve(node)
        below = node.get("items") if isinstance(step, int) else _list_properties(node).get(step)
        node = below if isinstance(below, dict) else None
    return node and {**_resolve(node), **{key: node[key] for key in node if key != "$ref"}}


def iter_tables() -> Iterator[tuple[str, Json, bool]]:
    """Yield the name, the schema and whether it is an array of tables, of each table."""
    waiting = [(name, node) for name, node in _list_properties(load_schema()).items()]
    while waiting:
        name, node = waiting.pop(0)
        is_list = "items" in node
        table = _resolve(node["items"] if is_list else node)
        if table.get("type") == "object":
            yield name, {**table, **node}, is_list
            waiting += [(f"{name}.{key}", below) for key, below in _list_properties(table).items()]


def list_keys(table: Sequence[str]) -> Mapping[str, Json]:
    """Return the plain keys of a table, with their schemas."""
    node = find_property(tuple(table)) if table else load_schema()
    if node and "items" in node:
        node = _resolve(node["items"])
    return {key: each for key, each in _list_properties(node or {}).items() if not _is_table(each)}


def list_values(path: Sequence[str]) -> Mapping[str, str]:
    """Return the values of a key with a fixed set, as in TOML, each with its meaning or ""."""
    if tuple(path) == _RULE:
        return {f'"{name}"': rule.title for name, rule in sorted(all_rules().items())}
    node = list_keys(path[:-1]).get(path[-1]) or {}
    alternatives = [node, *node.get("anyOf", ())]
    if any(each.get("type") == "boolean" for each in alternatives):
        return {"true": "", "false": ""}
    values = [value for each in alternatives for value in _resolve(each).get("enum", ())]
    return {f'"{value}"': "" for value in values if isinstance(value, str)}


def find_table_around(text: Text, offset: int) -> TableAtCursor:
    """Return the table around an offset, of a text that need not be valid TOML."""
    current, path = text.find_line_number(offset), ""
    keys: set[str] = set()
    headers: set[str] = set()
    is_inside = True
    for number in range(text.line_count):
        line = text.data[slice(*text.get_line_span(number))]
        if header := _HEADER.match(line):
            name = header[2].decode()
            if header[1] == b"[":
                headers.add(name)
            if number <= current:
                path, keys = name, set()
            is_inside = number <= current
        elif is_inside and number != current and (key := _KEY.match(line)):
            keys.add(key[1].decode())
    return TableAtCursor(
        tuple(path.split(".")) if path else (), frozenset(keys), frozenset(headers)
    )


def _resolve(node: Json) -> Json:
    """Return the schema that a `$ref` names, or the node itself."""
    reference = node.get("$ref")
    if isinstance(reference, str):
        resolved: Json = load_schema()["$defs"][reference.rpartition("/")[2]]
        return resolved
    return node


def _list_properties(node: Json) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = _resolve(node).get("properties", {})
    return properties


def _is_table(node: Json) -> bool:
    below = _resolve(node["items"]) if "items" in node else _resolve(node)
    return below.get("type") == "object"
