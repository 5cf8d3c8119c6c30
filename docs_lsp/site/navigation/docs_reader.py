"""Read docs.json and the files that its `$ref`s name."""

from __future__ import annotations

from docs_lsp.core.current_work import record_file
from docs_lsp.core.text import Text
from docs_lsp.files.files import FileFault, Files
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation import refs
from docs_lsp.site.navigation.refs import Parts

MAX_SIZE = 10 << 20
"""Maximum size in bytes of a docs.json that is checked; the largest real ones have 2.5 MB."""


def read_missing_parts(parts: Parts, files: Files) -> Parts:
    """Return the parts with all files that `$ref`s name; the same object if none is missing."""
    known = dict(parts)
    wanted = refs.find_unread_files(known)
    while wanted:
        known.update({path: read_part(files, path) for path in sorted(wanted)})
        wanted = refs.find_unread_files(known, wanted)
    return known if len(known) > len(parts) else parts


def read_part(files: Files, path: str) -> Document | str:
    """Read one file; a string says why it cannot be read."""
    record_file(path)
    try:
        return parse_document_or_explain(path, Text.from_data(files.read(path)))
    except FileFault as fault:
        return str(fault)


def parse_document_or_explain(path: str, text: Text) -> Document | str:
    """Parse the text of one file; a string says why it is not checked."""
    if len(text) > MAX_SIZE:
        size = len(text) >> 20
        return f"`{path}` is larger than {MAX_SIZE >> 20} MB ({size} MB), so it is not checked."
    return Document.from_text(text)
