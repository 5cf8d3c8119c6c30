"""Completion in docs-lsp.toml: tables, keys, and values with a fixed set, such as rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._prose import ProseRenderer
from docs_lsp.features._settings_schema import (
    TableAtCursor,
    find_table_around,
    iter_tables,
    list_keys,
    list_values,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import ItemKind, Json, build_range

_NAME = compile_lazily(rb"[ \t]*(\[{0,2}[\w.-]*)\Z")
_VALUE = compile_lazily(rb"[ \t]*([\w-]+)[ \t]*=[ \t]*((?:\"[^\"#]*|\w*))\Z")
_NAME_REST = compile_lazily(rb"[\w.-]*\]{0,2}")
_VALUE_REST = compile_lazily(rb"[\w./-]*\"?")


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
