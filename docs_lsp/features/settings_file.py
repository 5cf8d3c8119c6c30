"""Completion and hover in docs-lsp.toml, from its schema.

Completion proposes tables, keys, and values with a fixed set, such as rules. Hover shows a summary
of a rule, or the description of a setting.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._prose import ProseRenderer
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import ItemKind, Json, build_range
from docs_lsp.formats import toml_reader
from docs_lsp.formats.places import KeyPath
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import parse_explanation, render_summary
from docs_lsp.rules.framework.rule import Rule

_NAME = compile_lazily(rb"[ \t]*(\[{0,2}[\w.-]*)\Z")
_VALUE = compile_lazily(rb"[ \t]*([\w-]+)[ \t]*=[ \t]*((?:\"[^\"#]*|\w*))\Z")
_NAME_REST = compile_lazily(rb"[\w.-]*\]{0,2}")
_VALUE_REST = compile_lazily(rb"[\w./-]*\"?")
_LONGEST = 300
_MARKS = str.maketrans("", "", "*`")
_RULE = ("ignore", "rule")
_HEADER = compile_lazily(rb"^[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]")
_KEY = compile_lazily(rb"^[ \t]*([\w-]+)[ \t]*=")


class _SettingsProposal(NamedTuple):
    """Something that can replace a range of bytes of docs-lsp.toml."""

    label: str
    kind: ItemKind
    span: Span
    new: str
    detail: str = ""
    note: str = ""
    """Our own description of it, in Markdown."""


def answer_settings_completion(
    view: View, file: str, offset: int, encoding: Encoding, abilities: CompletionAbilities
) -> Json:
    """Return the answer to `textDocument/completion` at a byte offset of docs-lsp.toml."""
    prose, items = ProseRenderer(view, abilities.markdown), []
    for number, item in enumerate(_iter_items(view, file, offset)):
        where = build_range(view.text(file), item.span, encoding)
        shape: Json = {
            "label": item.label,
            "kind": int(item.kind),
            "sortText": f"{number:04}",
            "textEdit": {"range": where, "newText": item.new},
        }
        if item.detail:
            shape["detail"] = item.detail
        if item.note:
            note = prose.render_own_markdown(item.note)
            shape["documentation"] = prose.build_markup_content(note)
        items.append(shape)
    return {"isIncomplete": False, "items": items}


def _iter_items(view: View, file: str, offset: int) -> Iterator[_SettingsProposal]:
    text = view.text(file)
    start, end = text.get_line_span(text.find_line_number(offset))
    before, behind = text.data[start:offset], text.data[offset:end]
    around = find_table_around(text, offset)
    if match := _VALUE.match(before):
        rest = _VALUE_REST.match(behind)
        span = Span(start + match.start(2), offset + (rest.end() if rest else 0))
        yield from _iter_value_items((*around.path, match[1].decode()), span)
    elif match := _NAME.match(before):
        rest = _NAME_REST.match(behind)
        span = Span(start + match.start(1), offset + (rest.end() if rest else 0))
        has_value = behind.lstrip()[:1] == b"="
        if not match[1].startswith(b"["):
            yield from _iter_key_items(around, span, has_value=has_value)
        if not has_value:
            yield from _iter_table_items(around, span)


def _iter_value_items(path: tuple[str, ...], span: Span) -> Iterator[_SettingsProposal]:
    for value, meaning in list_values(path).items():
        yield _SettingsProposal(value, ItemKind.ENUM_MEMBER, span, value, detail=meaning)


def _iter_key_items(
    around: TableAtCursor, span: Span, *, has_value: bool
) -> Iterator[_SettingsProposal]:
    for key, schema in list_keys(around.path).items():
        if key not in around.keys:
            new = key if has_value else f"{key} = "
            note = schema.get("description", "")
            yield _SettingsProposal(key, ItemKind.PROPERTY, span, new, note=note)


def _iter_table_items(around: TableAtCursor, span: Span) -> Iterator[_SettingsProposal]:
    for name, schema, is_list in iter_tables():
        header = f"[[{name}]]" if is_list else f"[{name}]"
        if is_list or name not in around.headers:
            note = schema.get("description", "")
            yield _SettingsProposal(header, ItemKind.CLASS, span, header, note=note)


def answer_settings_hover(
    text: Text, offset: int, encoding: Encoding, *, reads_markdown: bool
) -> Json | None:
    """Return the answer to `textDocument/hover` at an offset of docs-lsp.toml, or None."""
    reference = find_rule_name(text.data, offset)
    if reference is not None:
        card, span = render_rule_card(reference[0]), reference[1]
    elif setting := _find_setting(text.data, offset):
        card, span = setting
    else:
        return None
    return {
        "contents": {
            "kind": "markdown" if reads_markdown else "plaintext",
            "value": card if reads_markdown else card.translate(_MARKS),
        },
        "range": build_range(text, span, encoding),
    }


def _find_setting(data: bytes, offset: int) -> tuple[str, Span] | None:
    """Return the card and the place of the key or the table at an offset, or None."""
    for path, (key, value) in toml_reader.find_toml_places(data).items():
        is_header = data[value.end : value.end + 1] == b"]"
        for span in (key, value) if is_header else (key,):
            if _contains_offset(span, offset) and isinstance(path[-1], str):
                schema = find_property(path)
                return (_render_setting_card(path, schema), span) if schema else None
    return None


def _render_setting_card(path: KeyPath, schema: Json) -> str:
    """Return the description of a setting in Markdown, with its values and its default."""
    name = ".".join(step for step in path if isinstance(step, str))
    values = ", ".join(f"`{value}`" for value in list_values(name.split(".")))
    default = schema.get("default")
    lines = [f"**`{name}`**", schema.get("description", "")]
    lines.append(f"Values: {values}" if values and len(values) < _LONGEST else "")
    lines.append("" if default in (None, "", [], {}) else f"Default: `{json.dumps(default)}`")
    return "\n\n".join(filter(None, lines))


def render_rule_card(rule: Rule) -> str:
    """Return a summary of a rule in Markdown: the fact, the reason, the severity, the fix."""
    fix = parse_explanation(rule).find_section("Fix").paragraphs[:1]
    return "\n\n".join((render_summary(rule), *(f"**Fix**: {text}" for text in fix)))


def render_plain_rule_card(rule: Rule) -> str:
    """Return a summary of a rule as plain text."""
    return render_rule_card(rule).translate(_MARKS)


def find_rule_name(data: bytes, offset: int) -> tuple[Rule, Span] | None:
    """Return the rule that is named at an offset, with the span of its name, or None.

    Rules are named in `[rules]`, and as `rule` of an `[[ignore]]`.
    """
    for path, place in toml_reader.find_toml_places(data).items():
        match path:
            case ("rules", str(name)) if _contains_offset(place.key, offset):
                return _find_named_rule(name, place.key)
            case ("ignore", int(), "rule") if _contains_offset(place.value, offset):
                return _find_named_rule(_parse_toml_value(data, place.value), place.value)
    return None


def _contains_offset(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _find_named_rule(name: object, span: Span) -> tuple[Rule, Span] | None:
    rule = all_rules().get(name) if isinstance(name, str) else None
    return None if rule is None else (rule, span)


def _parse_toml_value(data: bytes, span: Span) -> object:
    """Return the value in a span of TOML, or None if it cannot be parsed."""
    try:
        return tomllib.loads(f"value = {data[span.start : span.end].decode()}")["value"]
    except ValueError:
        return None


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
