"""Decides when a site is served with its previous docs.json: while the current one is broken."""

from __future__ import annotations

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.site.navigation.refs import Parts, list_reachable_files
from docs_lsp.site.navigation_completeness import HARMLESS_FAULTS


def choose_parts(name: str, current: Parts, previous: Parts | None) -> tuple[Parts, str]:
    """Return the current parts, or the previous ones if docs.json is broken, and the reason or "".

    Without `previous` ones, which were read without faults, the current ones are used anyway.
    """
    trouble = _describe_trouble(name, current)
    if trouble and previous is not None:
        return previous, trouble
    return current, trouble


def _describe_trouble(name: str, parts: Parts) -> str:
    """Return the reason why docs.json or a part of it cannot be read, or ""."""
    for file in list_reachable_files(name, parts):
        part = parts[file]
        if not isinstance(part, Document):
            return part
        for at, fault in part.iter_faults():
            if fault.code not in HARMLESS_FAULTS:
                line = part.text.find_line_number(at + fault.start) + 1
                return f"`{file}`, line {line}: {fault.message}"
    docs = parts[name]
    if isinstance(docs, Document) and not isinstance(docs.tree.root, Object):
        return f"`{name}` must contain an object."
    return ""
