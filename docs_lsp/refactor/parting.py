"""A large element in a file of its own, and back again."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import replace_value, text_of
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.problem import DeletedFile, NewFile
from docs_lsp.refactor.selection import Changes, Offer, Selection, label_of
from docs_lsp.schema.kinds import KINDS
from docs_lsp.site.refs import refs_in, target_of

_FOLDER = "navigation"
_SMALLEST = 200
"""Elements of fewer bytes are no easier to read elsewhere."""
_NO_NAME = re.compile(r"[^a-z0-9]+")


def offers(selection: Selection) -> Iterator[Offer]:
    """Move one element into a file, or bring one back that a `$ref` names."""
    if len(selection.indexes) != 1:
        return
    item = selection.items[0]
    if not isinstance(item, Object) or not item.closed:
        return
    if "$ref" in item.by_key:
        target = _target(selection, item)
        if target is not None:
            title = f"Bring `{target}` back into this file"
            yield Offer(title, "refactor.inline", lambda: _inlined(selection, target))
    elif item.size >= _SMALLEST and not item.has_ref and KINDS.keys() & item.by_key.keys():
        file = _free_name(selection, item)
        title = f"Move {label_of(item)} into `{file}`"
        yield Offer(title, "refactor.extract", lambda: _extracted(selection, item, file))


def _extracted(selection: Selection, item: Object, file: str) -> Changes:
    index = selection.indexes.start
    text = text_of(selection.data, item, selection.start(index))
    folder = posixpath.dirname(selection.here.file)
    path = f"./{posixpath.relpath(file, folder or '.')}"
    ref = f'{{ "$ref": {json.dumps(path, ensure_ascii=False)} }}'
    edit = replace_value(selection.data, selection.node, selection.at, index, ref)
    return (NewFile(file, f"{text}\n"), *selection.made([edit]))


def _free_name(selection: Selection, item: Object) -> str:
    """A file that there is not yet, called after the element, beside the one it stands in."""
    titles = (item.get(kind) for kind in KINDS)
    title = next((one.value for one in titles if isinstance(one, String)), "")
    name = _NO_NAME.sub("-", title.casefold()).strip("-") or "part"
    folder = posixpath.dirname(selection.here.file) or _FOLDER
    for number in range(1, 1000):
        file = f"{folder}/{name}{f'-{number}' if number > 1 else ''}.json"
        if not selection.files.exists(file):
            break
    return file


def _target(selection: Selection, item: Object) -> str | None:
    """The file that a `$ref` with nothing beside it names, if all of it can be brought here."""
    ref = item.get("$ref")
    if len(item.items) != 1 or not isinstance(ref, String):
        return None
    target = target_of(selection.here.file, ref.value)
    part = selection.site.parts.get(target or "")
    if not isinstance(part, Document) or not isinstance(part.tree.root, Object):
        return None
    readable = next(part.faults(), None) is None and not part.tree.root.has_ref
    return target if readable else None


def _inlined(selection: Selection, target: str) -> Changes:
    part = selection.site.parts[target]
    assert isinstance(part, Document)
    text = text_of(part.text.data, part.tree.root, part.tree.start)
    index = selection.indexes.start
    edit = replace_value(selection.data, selection.node, selection.at, index, text)
    gone = () if _is_named_elsewhere(selection, target) else (DeletedFile(target),)
    return (*selection.made([edit]), *gone)


def _is_named_elsewhere(selection: Selection, target: str) -> bool:
    """Whether more than one `$ref` names a file."""
    names = [
        target_of(file, ref.value)
        for file, part in selection.site.parts.items()
        if isinstance(part, Document)
        for _, ref in refs_in(part)
    ]
    return names.count(target) > 1
