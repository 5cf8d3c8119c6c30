"""The smallest edits that change a JSON text and leave the rest as its writer wrote it.

Nothing is ever written anew: commas, indentation, line ends and blank lines stay as they are, and
what is added is written like what stands beside it. Every function takes the text, a container of
its tree and `at`, the absolute byte offset at which the container starts; children are named by
their index, also members, whose keys may stand twice. Edits count from the text as it is, never
overlap or touch, and `apply` makes them.

A JSON value that goes in is given as text: at column 0, with LF line ends and two spaces for each
level. It takes on the indentation and the line ends of its new place. A document that is one line
stays one. `text_of` gives a value that stands somewhere in this form.

Where the container or what is in it has faults, the edits are made nevertheless and the result is
read: a comment stays, a trailing comma goes with the last child or serves the one that is added. If
the result is not what was asked for, or has more faults than before, there is no edit: None. Text
that is JSON always gives edits.
"""

from docs_lsp.jsontree.edits.children import (
    Edits,
    append_items,
    append_members,
    insert_items,
    insert_members,
    move,
    quote_json,
    remove,
    rename_key,
    replace_items,
    replace_members,
    replace_value,
    text_of,
)
from docs_lsp.jsontree.edits.edit import Edit, apply, merge_edits
from docs_lsp.jsontree.edits.indentation import LINE_END, STEP, LineStyle, indent_at
from docs_lsp.jsontree.edits.verification import verify_no_new_faults

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
    "merge_edits",
    "move",
    "quote_json",
    "remove",
    "rename_key",
    "replace_items",
    "replace_members",
    "replace_value",
    "text_of",
    "verify_no_new_faults",
]
