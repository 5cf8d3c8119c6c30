"""Specifications as agents get them: without what a `Visibility` in a description hides.

The service does not say what becomes of a `Visibility` there, so it hides what it hides in a page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from docs_lsp.formats.spec_reader import SpecText, read_spec
from docs_lsp.mdx.components.audiences import VISIBILITY
from docs_lsp.site.specifications.extension_blocks import EXTENSIONS
from mcp_preview.markdown.concealed_text import remove_concealed_text

_DESCRIPTION, _CONTENT = "description", "content"


def may_conceal(data: bytes) -> bool:
    """Return whether a document may have content that agents do not get."""
    return VISIBILITY.encode() in data


def parse_document_for_agents(source: SpecText) -> tuple[object, bool]:
    """Return the values of a document without what agents do not get, and whether that is all.

    Raises like `SpecText.parse_values`.
    """
    values = source.parse_values()
    is_whole = not (may_conceal(source.data) and _remove_concealed_descriptions(values))
    return values, is_whole


def render_document_for_agents(data: bytes, file: str) -> bytes | None:
    """Return a document of any kind without what agents do not get.

    None if there may be such content and the document cannot be read.
    """
    if not may_conceal(data):
        return data
    source = read_spec(data, file).source
    if not source.data:
        return None
    values, is_whole = parse_document_for_agents(source)
    if not isinstance(values, dict):
        return None
    return data if is_whole else render_document(values, source)


def render_document(content: Mapping[str, object], source: SpecText) -> bytes:
    """Return the content of a document in the format of its text."""
    return _render_yaml(content) if source.is_yaml else _render_json(content, source.data)


def _render_json(content: Mapping[str, object], written: bytes) -> bytes:
    """Return JSON, indented if the original has several lines."""
    indent = 2 if b"\n" in written.strip() else None
    return json.dumps(content, indent=indent, ensure_ascii=False).encode("utf-8", "replace")


def _render_yaml(content: Mapping[str, object]) -> bytes:
    import yaml

    text: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    return text.encode("utf-8", "replace")


def _remove_concealed_descriptions(root: object) -> bool:
    """Remove such content from a parsed specification, in place; return whether there was any.

    It is looked for in descriptions, and in the content that an extension adds to a page.
    """
    has_changed = False
    waiting, seen = [root], set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue  # An alias of YAML.
        if isinstance(value, list):
            parts = value
        elif isinstance(value, dict):
            has_changed |= _remove_from_field(value, _DESCRIPTION)
            for name in EXTENSIONS:
                block = value.get(name)
                has_changed |= isinstance(block, dict) and _remove_from_field(block, _CONTENT)
            parts = [each for key, each in value.items() if key not in EXTENSIONS]
        else:
            continue
        seen.add(id(value))
        waiting += parts
    return has_changed


def _remove_from_field(fields: dict[str, object], name: str) -> bool:
    """Remove concealed text from a field, if it is a string; return whether there was any."""
    written = fields.get(name)
    if not isinstance(written, str) or VISIBILITY not in written:
        return False
    fields[name] = remove_concealed_text(written)
    return fields[name] != written
