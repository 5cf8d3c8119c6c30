"""Read docs.json with the files that its `$ref`s name, and as the service does: as strict JSON.

Source: SERVICE.md, references.
"""

from __future__ import annotations

import json
from typing import NoReturn

from docs_lsp.core.current_work import record_file
from docs_lsp.core.text import Text
from docs_lsp.files.files import FileFault, Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from docs_lsp.jsontree.tree_edit import TreeEdit
from docs_lsp.site.navigation import refs
from docs_lsp.site.navigation.refs import Follow, Parts, has_ref, may_be_json, resolve_ref_path
from docs_lsp.site.navigation.unfolding import get_ref_limits

MAX_SIZE = 10 << 20
"""Maximum size in bytes of a docs.json that is checked; the largest real ones have 2.5 MB."""


def read_missing_parts(parts: Parts, files: Files) -> Parts:
    """Read the missing files that `$ref`s name; return all parts, the same object if none is."""
    known = dict(parts)
    wanted = refs.find_unread_files(known)
    while wanted:
        known.update({path: read_part(files, path) for path in sorted(wanted)})
        wanted = refs.find_unread_files(known, wanted)
    return known if len(known) > len(parts) else parts


def read_part(files: Files, path: str) -> Document | str:
    """Read and parse one file of docs.json; a string says why it cannot be read."""
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


class Rejected(Exception):
    """Raised if the service rejects the whole file."""


def require_readable_root(name: str, parts: Parts) -> tuple[Node, bool]:
    """Return the root of docs.json, and whether it is the file's own tree. Raises `Rejected`.

    The service cannot read a rejected file.
    """
    if not get_ref_limits(parts, name).is_whole:
        raise Rejected
    plain, part = _require_json(name, parts, ()), parts[name]
    if isinstance(part, Document) and _is_plain(part):
        return part.tree.root, True
    return Document.from_text(json.dumps(plain)).tree.root, False


def _require_json(file: str, parts: Parts, trail: tuple[str, ...]) -> object:
    """Return the JSON value of a file with its `$ref`s replaced. Raises `Rejected`."""
    part = parts.get(file)
    if not isinstance(part, Document) or file in trail:
        raise Rejected
    try:
        value = json.loads(part.text.data, parse_constant=_reject_constant)
    except ValueError as fault:
        raise Rejected from fault
    return _merge_refs(value, file, parts, (*trail, file))


def _is_plain(document: Document) -> bool:
    """Return whether a file can be used as parsed: no `$ref`, no repeated key, no fault."""
    root = document.tree.root
    is_sound = root.clean and not document.tree.faults
    return is_sound and isinstance(root, Object) and _are_objects_plain(root)


def _are_objects_plain(root: Node) -> bool:
    """Return whether no object in a tree has a `$ref` or a repeated key."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Object) and not _has_plain_keys(node):
            return False
        waiting += (child for _, child in node.iter_children() if child.height)
    return True


def _has_plain_keys(node: Object) -> bool:
    """Return whether an object has neither a `$ref` nor a repeated key."""
    return "$ref" not in node.by_key and len(node.by_key) == len(node.items)


def is_still_plain(edit: TreeEdit) -> bool:
    """Return whether a plain docs.json is still plain after an edit; examines only new nodes."""
    container = edit.innermost
    if isinstance(container, Object) and not _has_plain_keys(container):
        return False
    if not isinstance(edit.root, Object) or not all(map(_are_objects_plain, edit.new_children)):
        return False
    try:
        json.loads(edit.text, parse_constant=_reject_constant)
    except (ValueError, Rejected, RecursionError):
        return False
    return True


def is_same_value(before: bytes, after: bytes) -> bool:
    """Return whether the service reads the same value, its keys in the same order, in two texts.

    False if it cannot read one of them.
    """
    try:
        old, new = (json.loads(text, parse_constant=_reject_constant) for text in (before, after))
        return json.dumps(old) == json.dumps(new)
    except (ValueError, Rejected, RecursionError):
        return False


def _reject_constant(_constant: str) -> NoReturn:
    raise Rejected


def _merge_refs(value: object, file: str, parts: Parts, trail: tuple[str, ...]) -> object:
    """Return a value with its `$ref`s replaced by what they lead to. Raises `Rejected`."""
    if isinstance(value, list):
        return [_merge_refs(item, file, parts, trail) for item in value]
    if not isinstance(value, dict):
        return value
    own = {
        key: _merge_refs(each, file, parts, trail) for key, each in value.items() if key != "$ref"
    }
    if "$ref" not in value:
        return own
    ref = value["$ref"]
    target = resolve_ref_path(file, ref) if isinstance(ref, str) else None
    if target is None or not may_be_json(target):
        raise Rejected
    inner = _require_json(target, parts, trail)
    return {**inner, **own} if isinstance(inner, dict) else inner


def inline_refs(node: Node, file: str, trail: tuple[str, ...], follow: Follow) -> Node:
    """Return a value with all resolvable `$ref`s replaced; the result has no valid positions.

    `file` contains the value, and `trail` lists the files whose `$ref`s led to it.
    """
    if not isinstance(node, Container) or not has_ref(node):
        return node
    if not isinstance(node, Object):
        items = [inline_refs(item, file, trail, follow) for item in node.items]
        return Array(items, node.starts, node.size, (), closed=True)
    followed = follow(node, file, trail)
    if followed.replacement is not None:
        target, _, value = followed.replacement
        return inline_refs(value, target, (*trail, file), follow)
    members: dict[str, Member] = {}
    for layer in followed.layers:
        for key, index in layer.node.by_key.items():
            if key not in members:
                member = layer.node.items[index]
                value = inline_refs(member.value, layer.file, trail, follow)
                members[key] = Member(member.key, value, member.value_start, member.size)
        trail = (*trail, layer.file)
    if len(followed.layers) > 1:
        members.pop("$ref", None)
    return Object([*members.values()], [0] * len(members), 0, (), closed=True)
