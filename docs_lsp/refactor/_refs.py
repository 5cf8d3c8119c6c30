"""How a `$ref` names a file, for text that goes from one file to another."""

from __future__ import annotations

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edit, apply, quoted
from docs_lsp.site.navigation.refs import ref_to, refs_in, target_of
from docs_lsp.text import Span


def with_refs_from(text: str, old: str, new: str) -> str:
    """A JSON text that stood in one file, with its `$ref`s as they have to be in another one."""
    document = Document.of(text)
    edits = []
    for at, ref in refs_in(document):
        target = target_of(old, ref.value)
        if target is not None and target_of(new, ref.value) != target:
            span = Span(at, at + ref.size)
            edits.append(Edit(span, quoted(ref_to(target, new))))
    return apply(document.text.data, edits).decode()
