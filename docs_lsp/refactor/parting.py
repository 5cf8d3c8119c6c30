"""A large element in a file of its own."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator

from docs_lsp.jsontree.edits import quoted, replace_value, text_of
from docs_lsp.jsontree.nodes import Object
from docs_lsp.problem import NewFile
from docs_lsp.refactor._refs import with_refs_from
from docs_lsp.refactor.selection import Changes, Offer, Selection, label_of
from docs_lsp.schema.kinds import KINDS, titles_in
from docs_lsp.site.navigation.refs import ref_to

_FOLDER = "navigation"
_SMALLEST = 200
"""Elements of fewer bytes are no easier to read elsewhere."""
_NO_NAME = re.compile(r"[^a-z0-9]+")
_MARKS = re.compile("[\u0300-\u036f]")
"""Accents and the like, once a letter and its accent are two characters."""


def offers(selection: Selection) -> Iterator[Offer]:
    """Move one element into a file."""
    if len(selection.indexes) != 1:
        return
    item = selection.items[0]
    if not isinstance(item, Object) or not item.clean or "$ref" in item.by_key:
        return
    if item.size >= _SMALLEST and KINDS.keys() & item.by_key.keys():
        file = _free_name(selection, item)
        title = f"Move {label_of(item)} into `{file}`"
        yield Offer(title, "refactor.extract", lambda: _extracted(selection, item, file))


def _extracted(selection: Selection, item: Object, file: str) -> Changes:
    index, here = selection.indexes.start, selection.here.file
    text = text_of(selection.data, item, selection.start(index))
    ref = f'{{ "$ref": {quoted(ref_to(file, here))} }}'
    edit = replace_value(selection.data, selection.node, selection.at, index, ref)
    return (NewFile(file, f"{with_refs_from(text, here, file)}\n"), *selection.made([edit]))


def _free_name(selection: Selection, item: Object) -> str:
    """A file that there is not yet, called after the element, beside the one it stands in."""
    title = next((title for _, title in titles_in(item)), "")
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", title.casefold()))
    name = _NO_NAME.sub("-", plain).strip("-") or "part"
    folder = posixpath.dirname(selection.here.file) or _FOLDER
    return selection.free_name(f"{folder}/{name}")
