"""Edits that put fields into the frontmatter of a page."""

from __future__ import annotations

import json
from collections.abc import Mapping

from docs_lsp.jsontree.edits import quoted
from docs_lsp.jsontree.nodes import Array, Literal, Node, Number, String
from docs_lsp.problem import FileEdit
from docs_lsp.site.mdx.frontmatter import Frontmatter, find_block
from docs_lsp.text import Span

_LOOKED_AT_FOR_LINE_ENDS = 4096


def yaml_value(node: Node | None) -> str | None:
    """A plain JSON value, or a list of some, as YAML; None for anything else."""
    if isinstance(node, String):
        return quoted(node.value)
    if isinstance(node, Number | Literal):
        return json.dumps(node.value)
    if not isinstance(node, Array):
        return None
    items = [yaml_value(item) for item in node.items]
    return None if None in items else f"[{', '.join(filter(None, items))}]"


def with_fields(
    file: str, data: bytes, frontmatter: Frontmatter, fields: Mapping[str, str]
) -> FileEdit | None:
    """The edit that gives a page fields, whose values are YAML, as far as it does not have them;
    None where it has all of them."""
    new = {name: value for name, value in fields.items() if name not in frontmatter.values}
    if not new:
        return None
    newline = "\r\n" if b"\r\n" in data[:_LOOKED_AT_FOR_LINE_ENDS] else "\n"
    lines = "".join(f"{name}: {value}{newline}" for name, value in new.items())
    block = find_block(data)
    if block.end:
        return FileEdit(file, Span(block.end, block.end), lines)
    top = block.body_start
    return FileEdit(file, Span(top, top), f"---{newline}{lines}---{newline}")
