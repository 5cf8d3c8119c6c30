"""Moves elements into files of their own, referenced by `$ref`, and back again."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable, Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.problem import DeletedFile, FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    Edit,
    apply_edits,
    build_value_edit,
    get_dedented_text,
    quote_json,
)
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.refactor.member_edits import iter_member_texts, set_json_member
from docs_lsp.refactor.selection import Changes, Offer, Selection, label_item
from docs_lsp.schema.kinds import KINDS, iter_kinds_and_titles
from docs_lsp.site.navigation.refs import Parts, iter_refs, make_ref, resolve_ref_path

_FOLDER = "navigation"
_SMALLEST = 200
"""The smallest element worth extracting, in bytes."""
_NO_NAME = compile_lazily(r"[^a-z0-9]+")
_MARKS = compile_lazily("[\u0300-\u036f]")
"""Combining marks, such as accents, of decomposed characters."""


def offer_extraction(selection: Selection) -> Iterator[Offer]:
    """Offer to move the selected element into a file of its own, if it has 200 bytes or more."""
    if len(selection.indexes) != 1:
        return
    item = selection.items[0]
    if not isinstance(item, Object) or not item.clean or "$ref" in item.by_key:
        return
    if item.size >= _SMALLEST and KINDS.keys() & item.by_key.keys():
        file = _find_free_path(selection, item)
        title = f"Move {label_item(item)} into `{file}`"
        yield Offer(title, "refactor.extract", lambda: _extract_element(selection, item, file))


def _extract_element(selection: Selection, item: Object, file: str) -> Changes:
    index, here = selection.indexes.start, selection.here.file
    text = get_dedented_text(selection.data, item, selection.get_item_offset(index))
    ref = f'{{ "$ref": {quote_json(make_ref(file, here))} }}'
    edit = build_value_edit(selection.data, selection.node, selection.at, index, ref)
    content = copy_line_breaks(f"{rebase_refs(text, here, file)}\n", selection.data)
    return (NewFile(file, content), *selection.build_changes([edit]))


def _find_free_path(selection: Selection, item: Object) -> str:
    """Return an unused path named after the element, beside the file that contains it."""
    title = next((title for _, title in iter_kinds_and_titles(item)), "")
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", title.casefold()))
    name = _NO_NAME.sub("-", plain).strip("-") or "part"
    folder = posixpath.dirname(selection.here.file) or _FOLDER
    return selection.choose_free_path(f"{folder}/{name}")


def offer_inlining(site: Snapshot, file: str, span: Span) -> Iterator[Offer]:
    """Offer to replace the `$ref` in a span by its file's content, and to delete an unused file."""
    document = site.parts.get(file)
    step = _find_ref_step(document, span) if isinstance(document, Document) else None
    if not isinstance(document, Document) or step is None:
        return
    node = step.value
    ref = node.get("$ref") if isinstance(node, Object) and node.clean else None
    target = resolve_ref_path(file, ref.value) if isinstance(ref, String) else None
    part = site.parts.get(target or "")
    if target and isinstance(part, Document) and next(part.iter_faults(), None) is None:
        title = f"Bring `{target}` back into this file"
        yield Offer(
            title, "refactor.inline", lambda: _build_inlining(site.parts, file, step, target)
        )


def _find_ref_step(document: Document, span: Span) -> Step | None:
    """Return the step to the object whose `$ref` contains an end of the span, or None."""
    for offset in span:
        *_, around, step = (None, None, *find_steps_to(document, offset))
        if around and step and isinstance(step.node, Object) and "$ref" in step.node.by_key:
            return around
    return None


def _build_inlining(parts: Parts, file: str, step: Step, target: str) -> Changes:
    """Return the changes that inline a file, and delete it if no other `$ref` names it."""
    document, part, node = parts[file], parts[target], step.value
    assert isinstance(document, Document)
    assert isinstance(part, Document)
    assert isinstance(node, Object)
    text = get_dedented_text(part.text.data, part.tree.root, part.tree.start)
    text = rebase_refs(text, target, file)
    if isinstance(part.tree.root, Object):
        text = _override_members(
            text, iter_member_texts(document.text.data, node, step.value_offset)
        )
    edit = build_value_edit(document.text.data, step.node, step.at, step.index, text)
    deletions = () if _is_named_elsewhere(parts, target) else (DeletedFile(target),)
    return (FileEdit(file, *edit), *deletions)


def _override_members(text: str, members: Iterable[tuple[str, str]]) -> str:
    """Return an object with the values of the keys beside its `$ref`, which override its own."""
    data = text.encode()
    for key, value in members:
        if key != "$ref":
            data = set_json_member(data, 0, key, value)
    return data.decode()


def _is_named_elsewhere(parts: Parts, target: str) -> bool:
    """Return whether more than one `$ref` names a file."""
    names = [
        resolve_ref_path(file, ref.value)
        for file, part in parts.items()
        if isinstance(part, Document)
        for _, ref in iter_refs(part)
    ]
    return names.count(target) > 1


def rebase_refs(text: str, old: str, new: str) -> str:
    """Return JSON text of the file `old` for the file `new`, with its relative `$ref`s adapted."""
    document = Document.from_text(text)
    edits = []
    for at, ref in iter_refs(document):
        target = resolve_ref_path(old, ref.value)
        if target is not None and resolve_ref_path(new, ref.value) != target:
            span = Span(at, at + ref.size)
            edits.append(Edit(span, quote_json(make_ref(target, new))))
    return apply_edits(document.text.data, edits).decode()
