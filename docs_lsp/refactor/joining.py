"""What a `$ref` names, brought back into the file that names it."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.cursor import Step, steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edit, append_members, apply, replace_value, text_of
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.problem import DeletedFile, FileEdit
from docs_lsp.refactor._refs import with_refs_from
from docs_lsp.refactor.selection import Changes, Offer
from docs_lsp.site.navigation.refs import Parts, refs_in, target_of
from docs_lsp.snapshot import Snapshot
from docs_lsp.text import Span


def offers(site: Snapshot, file: str, span: Span) -> Iterator[Offer]:
    """Bring back what the `$ref` in a span of docs.json or one of its parts names."""
    document = site.parts.get(file)
    step = _around_ref(document, span) if isinstance(document, Document) else None
    if not isinstance(document, Document) or step is None:
        return
    node = step.value
    ref = node.get("$ref") if isinstance(node, Object) and node.clean else None
    target = target_of(file, ref.value) if isinstance(ref, String) else None
    part = site.parts.get(target or "")
    if target and isinstance(part, Document) and next(part.faults(), None) is None:
        title = f"Bring `{target}` back into this file"
        yield Offer(title, "refactor.inline", lambda: _inlined(site.parts, file, step, target))


def _around_ref(document: Document, span: Span) -> Step | None:
    """The way to an object with a `$ref` that one end of a span stands in."""
    for offset in span:
        *_, around, step = (None, None, *steps_to(document, offset))
        if around and step and isinstance(step.node, Object) and "$ref" in step.node.by_key:
            return around
    return None


def _inlined(parts: Parts, file: str, step: Step, target: str) -> Changes:
    document, part, node = parts[file], parts[target], step.value
    assert isinstance(document, Document)
    assert isinstance(part, Document)
    assert isinstance(node, Object)
    text = text_of(part.text.data, part.tree.root, part.tree.start)
    text = with_refs_from(text, target, file)
    for name, value in _beside(document.text.data, node, step.value_at):
        text = _with_member(text, name, value)
    edit = replace_value(document.text.data, step.node, step.at, step.index, text)
    gone = () if _is_named_elsewhere(parts, target) else (DeletedFile(target),)
    return (FileEdit(file, *edit), *gone)


def _beside(data: bytes, node: Object, at: int) -> Iterator[tuple[str, str]]:
    """The keys beside a `$ref`, which outweigh those of the file, with their values."""
    for start, member in zip(node.starts, node.items, strict=True):
        if member.key.value != "$ref":
            value_at = at + start + member.value_start
            yield member.key.value, text_of(data, member.value, value_at)


def _with_member(text: str, key: str, value: str) -> str:
    """The text of an object with another value for a key; any other text as it is."""
    document = Document.of(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    if not isinstance(root, Object):
        return text
    edits: tuple[Edit, ...] | None
    if key in root.by_key:
        edits = (replace_value(data, root, at, root.by_key[key], value),)
    else:
        edits = append_members(data, root, at, [(key, value)])
    return apply(data, edits or ()).decode()


def _is_named_elsewhere(parts: Parts, target: str) -> bool:
    """Whether more than one `$ref` names a file."""
    names = [
        target_of(file, ref.value)
        for file, part in parts.items()
        if isinstance(part, Document)
        for _, ref in refs_in(part)
    ]
    return names.count(target) > 1
