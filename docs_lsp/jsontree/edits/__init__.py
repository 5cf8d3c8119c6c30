"""The smallest edits that change a JSON text and leave the rest as its writer wrote it."""

from docs_lsp.jsontree.edits.children import (
    Edits,
    append_items,
    append_members,
    insert_items,
    insert_members,
    move,
    remove,
    replace_items,
    replace_members,
    text_of,
)
from docs_lsp.jsontree.edits.edit import Edit, apply, joined
from docs_lsp.jsontree.edits.indentation import LINE_END, STEP, LineStyle, indent_at
from docs_lsp.jsontree.edits.replacement import quoted, rename_key, replace_value

__all__ = [
    "LINE_END",
    "STEP",
    "Edit",
    "Edits",
    "LineStyle",
    "append_items",
    "append_members",
    "apply",
    "indent_at",
    "insert_items",
    "insert_members",
    "joined",
    "move",
    "quoted",
    "remove",
    "rename_key",
    "replace_items",
    "replace_members",
    "replace_value",
    "text_of",
]
