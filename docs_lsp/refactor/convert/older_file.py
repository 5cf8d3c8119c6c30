"""Reads a mint.json, or an older docs.json, and converts it."""

from __future__ import annotations

from docs_lsp.core.text import Encoding, Text
from docs_lsp.files.files import Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object, to_python
from docs_lsp.refactor.convert import Conversion, convert_docs
from docs_lsp.site.pages import PAGE_EXTENSIONS


class NotConvertible(Exception):
    """The file is no mint.json: the reason, as the rest of a sentence about it."""


def convert_older_file(text: Text | bytes, files: Files) -> Conversion:
    """Return the docs.json that a file corresponds to, given the files of its folder.

    Raises `NotConvertible` if it is not a JSON object with `navigation`.
    """
    document = Document.from_text(text)
    fault = next(document.iter_faults(), None)
    if fault is not None:
        line, _ = document.text.to_position(fault[0] + fault[1].start, Encoding.UTF32)
        raise NotConvertible(f"is not valid JSON in line {line + 1}: {fault[1].message}")
    root = document.tree.root
    old = to_python(root)
    if not isinstance(root, Object) or not isinstance(old, dict):
        raise NotConvertible("does not hold a JSON object, so it is no mint.json.")
    if "navigation" not in old:
        raise NotConvertible("has no `navigation`, so it is no mint.json.")
    return convert_docs(old, lambda address: _has_page(files, address))


def _has_page(files: Files, address: str) -> bool:
    """Whether a page has an address, as a file of that path or as the `index` of that folder."""
    folder = address.strip("/")
    pages = (folder, f"{folder}/index") if folder else ("index",)
    return any(files.exists(page + end) for page in pages for end in PAGE_EXTENSIONS)
