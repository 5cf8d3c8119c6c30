"""Computes the smallest edits that change JSON text and leave everything else as written.

Nothing is reformatted: commas, indentation, line breaks and blank lines stay as they are, and new
content is formatted like its neighbours. Every function takes the text, a container of its tree and
`at`, the absolute byte offset at which the container starts. Children are named by their index,
also members, whose keys may be duplicates. The offsets of edits refer to the original text, edits
never overlap or touch, and `apply_edits` applies them.

A JSON value to insert is given as text that starts at column 0, with LF line breaks and two spaces
for each level. It gets the indentation and the line breaks of its new place. A document on a single
line stays on one line. `get_dedented_text` returns a value of a document in this form.

If the container or its content has faults, the edits are computed nevertheless and the result is
parsed: a comment stays, a trailing comma is removed with the last child or used for the one that is
added. If the result is not the intended one, or has more faults than before, the function returns
None. Valid JSON always gives edits.
"""

from docs_lsp.core.edits import Edit, apply_edits, merge_edits
from docs_lsp.jsontree.edits.children import (
    Edits,
    append_items,
    append_members,
    build_key_edit,
    build_value_edit,
    insert_items,
    insert_members,
    move_children,
    quote_json,
    remove_children,
    replace_items,
    replace_members,
)
from docs_lsp.jsontree.edits.indentation import (
    LINE_END,
    STEP,
    LineStyle,
    detect_line_break,
    get_dedented_text,
    get_indent,
)
from docs_lsp.jsontree.edits.verification import edit_document, verify_no_new_faults

__all__ = [
    "LINE_END",
    "STEP",
    "Edit",
    "Edits",
    "LineStyle",
    "append_items",
    "append_members",
    "apply_edits",
    "build_key_edit",
    "build_value_edit",
    "detect_line_break",
    "edit_document",
    "get_dedented_text",
    "get_indent",
    "insert_items",
    "insert_members",
    "merge_edits",
    "move_children",
    "quote_json",
    "remove_children",
    "replace_items",
    "replace_members",
    "verify_no_new_faults",
]
