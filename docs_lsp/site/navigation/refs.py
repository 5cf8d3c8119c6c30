"""Resolve `$ref`: a docs.json that is split into several files (SERVICE.md, references).

`{"$ref": "./file.json", ...}` is allowed anywhere. The path is relative to the file that contains
it and must stay inside the site. A referenced object is merged with the keys beside the `$ref`,
which win; any other referenced value replaces the whole object.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import NamedTuple, TypeAlias, TypeVar

from docs_lsp.core.problem import Finding, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Broken, Container, Member, Node, Object, String
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.types import ListOf, MapOf, OneOf, Record, Type
from docs_lsp.schema.value_types import MISSPELT_REFS, choose_ref_value_type

Parts: TypeAlias = Mapping[str, Document | str]
"""The files of one docs.json by site path; a string says why a file cannot be read."""

_C = TypeVar("_C", bound=Container)
_R = TypeVar("_R")
_OTHER_FORMATS = (
    *(".yaml", ".yml", ".toml", ".md", ".mdx", ".html"),
    *(".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx"),
)


_LONGEST_CIRCLE = 6
"""Maximum number of files of a loop that are named in a message."""


class Layer(NamedTuple):
    """An object that is merged with others, and its position."""

    file: str
    node: Object
    at: int
    """The absolute byte offset in the file; -1 for the object that holds the `$ref` itself."""


@dataclass(slots=True)
class Resolved:
    """A value after its `$ref`s are resolved."""

    layers: tuple[Layer, ...]
    """The object itself and the objects it refers to, the one that wins first."""
    replacement: tuple[str, int, Node] | None = None
    """File, offset and value of a target that is not an object and replaces this one."""
    known: bool = True
    """Whether all targets could be read."""
    findings: tuple[Finding, ...] = ()
    """The mistakes in the `$ref` of the first layer."""


class RefLoop:
    """A `$ref` to a file that already led to it."""

    __slots__ = ("_finding", "_trail")

    def __init__(self, trail: tuple[str, ...]) -> None:
        """Store the files of the loop, the one that holds the `$ref` last."""
        self._trail = trail
        self._finding: Finding | None = None

    def make_finding(self, node: Object, target: str, parts: Parts | None) -> Finding:
        """Return the finding for the loop; cached, so the same for every use of the file."""
        if self._finding is None:
            trail = self._trail
            circle = trail[trail.index(target) :] if target in trail else trail
            shown = (*circle[:2], "…", circle[-1]) if len(circle) > _LONGEST_CIRCLE else circle
            names = " → ".join(name if name == "…" else f"`{name}`" for name in (*shown, target))
            remedy = "Remove it." if len(circle) == 1 else "Remove it, or another one of the loop."
            message = f"This `$ref` leads back to itself ({names}), so the build fails. {remedy}"
            places = tuple(_iter_loop_places(circle[:-1], (*circle[1:], target), parts))
            self._finding = Finding("unresolved-ref", _find_ref_span(node), message, places=places)
        return self._finding


Follow: TypeAlias = Callable[[Object, str, tuple[str, ...]], Resolved]
"""A function that resolves the `$ref` of an object in a file.

The last argument lists the files whose `$ref`s led there.
"""


def count_bytes(parts: Parts) -> int:
    """Return the number of bytes in all files of one docs.json."""
    return sum(len(part.text) for part in parts.values() if isinstance(part, Document))


@lru_cache(maxsize=1 << 13)  # Each reference is asked for several times on every keystroke.
def resolve_ref_path(file: str, ref: str) -> str | None:
    """Return the site path that a `$ref` in a file names; None if it is outside the site."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file), ref.replace("\\", "/")))
    if ref.startswith("/") or path == ".." or path.startswith("../") or ":" in path.split("/")[0]:
        return None
    return path


def may_be_json(path: str) -> bool:
    """Return whether a file may contain JSON, going by its name.

    Other files are never read as a part.
    """
    return not path.lower().endswith(_OTHER_FORMATS)


def make_ref(target: str, file: str) -> str:
    """Return the `$ref` by which a file names a site path."""
    path = posixpath.relpath(target or ".", posixpath.dirname(file) or ".")
    return path if path.startswith("../") else f"./{path}"


_NONE: Mapping[int, str] = {}
_NO_CIRCLES: Mapping[int, RefLoop] = {}


def resolve_object_ref(
    node: Object,
    file: str,
    parts: Parts | None,
    trail: tuple[str, ...] = (),
    refused: Mapping[int, str] = _NONE,
    circles: Mapping[int, RefLoop] = _NO_CIRCLES,
) -> Resolved:
    """Resolve the `$ref` of an object, and those of the files it leads to.

    `trail` lists the files that led here, the first one first. `refused` has the objects whose
    `$ref` is not followed, with a message or an empty string, and `circles` those whose `$ref` is
    part of a loop; both by identity.
    """
    result = Resolved((Layer(file, node, -1),))
    if "$ref" not in node.by_key:
        result.known = not node.by_key or node.by_key.keys().isdisjoint(MISSPELT_REFS)
        return result
    target = _require_target(result, node, file)
    if target is None:
        return result
    if target == file or target in trail:
        result.known = False
        circle = circles.get(id(node)) or RefLoop((*trail, file))
        result.findings += (circle.make_finding(node, target, parts),)
    elif parts is None or target not in parts or id(node) in circles:
        result.known = False
    elif id(node) in refused:
        result.known = False
        if message := refused[id(node)]:
            finding = Finding(
                "unresolved-ref", _find_ref_span(node), message, severity=Severity.WARNING
            )
            result.findings += (finding,)
    elif isinstance(part := parts[target], str):
        _add_unreadable_finding(result, node, target, part)
    elif isinstance(root := part.tree.root, Object):
        inner = resolve_object_ref(root, target, parts, (*trail, file), refused, circles)
        _add_layers(result, Layer(target, root, part.tree.start), inner)
    else:
        result.known = not isinstance(root, Broken)
        result.replacement = (target, part.tree.start, root)
    return result


def _require_target(result: Resolved, node: Object, file: str) -> str | None:
    """Return the site path that an object's `$ref` names, or add a finding and return None."""
    ref = node.get("$ref")
    if not isinstance(ref, String):
        if ref is not None and not isinstance(ref, Broken):
            _add_fault(result, node, "`$ref` must be the path of a JSON file, as a string.")
        return None
    target = resolve_ref_path(file, ref.value)
    if target is None:
        _add_fault(result, node, _explain_outside(ref.value, file))
    elif not may_be_json(target):
        _add_fault(result, node, _explain_no_json(ref.value))
    else:
        return target
    return None


def _add_layers(result: Resolved, layer: Layer, inner: Resolved) -> None:
    """Add the layers and findings of a referenced object to the object that refers to it."""
    result.known = inner.known
    result.replacement = inner.replacement
    result.layers = (*result.layers, layer, *inner.layers[1:])
    result.findings += tuple(
        finding._replace(layer=finding.layer + 1) for finding in inner.findings
    )


def _add_unreadable_finding(result: Resolved, node: Object, target: str, reason: str) -> None:
    """Add a finding that says why a file could not be read."""
    missing = reason.endswith("does not exist.")
    remedy = " The build fails. Correct the path, or create the file." if missing else ""
    if missing and "#" in target:
        remedy = (
            " The build fails. A `$ref` refers to a whole file: remove the part after `#`, or move "
            "that part to a file of its own."
        )
    _add_fault(result, node, reason + remedy)


def choose_ref_type(node_type: Type, followed: Resolved) -> Type | None:
    """Return the type of a referenced value, out of those allowed in its place, or None."""
    if not isinstance(node_type, OneOf):
        return node_type
    if followed.replacement is not None:
        return choose_ref_value_type(
            node_type, followed.replacement[2].json_kind, frozenset(), None
        )
    layers = [layer.node for layer in followed.layers]
    keys = frozenset(key for node in layers for key in node.by_key) - {"$ref"}
    named = node_type.discriminator or ""
    case = next((node.get(named) for node in layers if named in node.by_key), None)
    text = case.value if isinstance(case, String) else None
    return choose_ref_value_type(node_type, "object", keys, text)


def report_wrong_ref_kind(node: Object, followed: Resolved, node_type: Type) -> Iterator[Finding]:
    """Yield a finding if a `$ref` leads to an object instead of an array, or vice versa."""
    if not followed.known or (followed.replacement is None and len(followed.layers) < 2):
        return
    if followed.replacement is None:
        file, noun = followed.layers[1].file, "an object"
        wanted = "an array" if isinstance(node_type, ListOf) else ""
    else:
        file, noun = followed.replacement[0], "an array"
        wanted = (
            _describe_expected_kind(node_type) if isinstance(followed.replacement[2], Array) else ""
        )
    if wanted:
        message = f"`{file}` contains {noun}, but {wanted} belongs here. Put only that in the file."
        yield Finding("wrong-type", _find_ref_span(node), message)


def _describe_expected_kind(node_type: Type) -> str:
    """Return a noun for the value that is required instead of an array; empty if none."""
    if isinstance(node_type, OneOf):
        return "" if "array" in node_type.json_kinds else node_type.noun
    if not isinstance(node_type, Record | MapOf):
        return ""
    kind = KINDS.get(node_type.kind or "") if isinstance(node_type, Record) else None
    return f"a single {kind.label}" if kind else node_type.noun


def _explain_outside(ref: str, file: str) -> str:
    where = f"`{ref}` is outside the site"
    right = make_ref(ref.lstrip("/"), file)
    if ref.startswith("/") and resolve_ref_path(file, right):
        reason = "Paths are relative to the file that they are in"
        return f"{where}, because it begins with `/`. {reason}: write `{right}`."
    remedy = "Move the file into the folder of docs.json."
    return f"{where}, so it is not followed. {remedy}"


def _explain_no_json(ref: str) -> str:
    return f"`{ref}` is not a JSON file, so the build fails. Move its content to a JSON file."


def _add_fault(result: Resolved, node: Object, message: str) -> None:
    """Add a finding about an object's `$ref`, and mark the result as not fully known."""
    result.known = False
    result.findings += (Finding("unresolved-ref", _find_ref_span(node), message),)


def _iter_loop_places(
    files: tuple[str, ...], targets: tuple[str, ...], parts: Parts | None
) -> Iterator[RelatedPlace]:
    """Yield the places where each file of a loop names the next one."""
    for file, target in zip(files, targets, strict=False):
        part = (parts or {}).get(file)
        if isinstance(part, Document):
            for at, ref in iter_refs(part):
                if resolve_ref_path(file, ref.value) == target:
                    span = ref.inner.shift(at)
                    yield RelatedPlace(file, span, f"Part of the loop: it names `{target}`.")
                    break


def _find_ref_span(node: Object) -> Span:
    """Return the span of an object's `$ref`, inside its quotes, relative to the object."""
    span = node.get_value_span("$ref")
    value = node.get("$ref")
    return value.inner.shift(span.start) if isinstance(value, String) else span


def iter_refs(document: Document) -> Iterator[tuple[int, String]]:
    """Yield every `$ref` string of a file, with its absolute byte offset."""
    root = document.tree.root
    if isinstance(root, Container):
        yield from _iter_refs_in(root, document.tree.start)


def cache_by_shape(compute: Callable[[_C], _R]) -> Callable[[_C], _R]:
    """Decorate a function of a container to cache its result with the container.

    The result must depend only on the container's keys and the kinds of its values.
    """

    @wraps(compute)
    def compute_once(node: _C) -> _R:
        results = node.shape_cache
        if results is None:
            results = node.shape_cache = {}
        elif compute in results:
            known: _R = results[compute]
            return known
        result = results[compute] = compute(node)
        return result

    return compute_once


def has_ref(node: Container) -> bool:
    """Return whether a container has a `$ref` at any level."""
    if node.height == 1:
        return type(node) is Object and "$ref" in node.by_key
    return _has_ref_below(node)


def has_refs_to_files(part: Document | str) -> bool:
    """Return whether a file has a `$ref` at any level."""
    root = part.tree.root if isinstance(part, Document) else None
    return isinstance(root, Container) and has_ref(root)


@cache_by_shape
def _has_ref_below(node: Container) -> bool:
    """Return whether a container with other containers in it has a `$ref` at any level."""
    prior: Container | None = node.previous
    if prior is not None and not has_ref(prior):
        changed = _unwrap_member(node.items[node.changed_index])  # Nothing else has changed.
        return isinstance(changed, Container) and has_ref(changed)
    if type(node) is Object and "$ref" in node.by_key:
        return True
    # Only containers have a height; most values are none.
    values = (_unwrap_member(child) for child in node.items if child.height)
    return any(isinstance(value, Container) and has_ref(value) for value in values)


def _unwrap_member(child: Node) -> Node:
    """Return the value of a member; any other node as it is."""
    return child.value if isinstance(child, Member) else child


def _iter_refs_in(node: Container, at: int) -> Iterator[tuple[int, String]]:
    if not has_ref(node):
        return
    if isinstance(node, Object):
        ref = node.get("$ref")
        if isinstance(ref, String):
            yield at + node.get_value_span("$ref").start, ref
        for start, member in zip(node.starts, node.items, strict=True):
            if isinstance(member.value, Container):
                yield from _iter_refs_in(member.value, at + start + member.value_start)
    else:
        for start, item in zip(node.starts, node.items, strict=True):
            if isinstance(item, Container):
                yield from _iter_refs_in(item, at + start)


class RefToFile(NamedTuple):
    """A `$ref` to a file inside the site."""

    node: Object
    """The object that holds it."""
    target: str
    """The site path of the file."""
    depth: int
    """The number of containers around the object in its file."""


def list_refs_to_files(part: Document | str | None, file: str) -> Sequence[RefToFile]:
    """Return the `$ref`s of a file to files inside the site, in order; cached with its tree."""
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(root, Container) or not has_ref(root):
        return ()
    if root.cache is None:
        root.cache = {}
    known: tuple[str, Sequence[RefToFile]] | None = root.cache.get(list_refs_to_files)
    if known is None or known[0] != file:
        refs: list[RefToFile] = []
        _add_refs_to_files(refs, root, file, 0)
        known = root.cache[list_refs_to_files] = file, refs
    return known[1]


def _add_refs_to_files(refs: list[RefToFile], node: Container, file: str, depth: int) -> None:
    """Append the `$ref`s to files in a container to a list, outer ones first."""
    if type(node) is Object and "$ref" in node.by_key:
        ref = node.get("$ref")
        target = resolve_ref_path(file, ref.value) if isinstance(ref, String) else None
        if target is not None:
            refs.append(RefToFile(node, target, depth))
    if node.height > 1:
        for value in map(_unwrap_member, node.items):
            if isinstance(value, Container) and has_ref(value):
                _add_refs_to_files(refs, value, file, depth + 1)


def list_reachable_files(name: str, parts: Parts) -> list[str]:
    """Return the file `name` and the known files that its `$ref`s lead to, without repeats."""
    files = [name]
    passed = {name}
    for file in files:  # The list grows during the iteration.
        for target in _list_targets(file, parts.get(file)):
            if target in parts and target not in passed:
                passed.add(target)
                files.append(target)
    return files


def iter_documents(name: str, parts: Parts) -> Iterator[tuple[str, Document]]:
    """Yield the file `name` and those that its `$ref`s lead to, without unreadable ones."""
    for file in list_reachable_files(name, parts):
        part = parts.get(file)
        if isinstance(part, Document):
            yield file, part


def _list_targets(file: str, part: Document | str | None) -> Collection[str]:
    """Return the files inside the site that the `$ref`s of a file name, each once."""
    return dict.fromkeys(ref.target for ref in list_refs_to_files(part, file))


def is_file_used_once(file: str, name: str, parts: Parts) -> bool:
    """Return whether the content of a file is used exactly once in docs.json.

    It is if the file is `name`, or if a single chain of `$ref`s leads to it. Then a change in it
    has no effect elsewhere.
    """
    sources: dict[str, list[str]] = {}
    for other, part in parts.items():
        for _, ref in iter_refs(part) if isinstance(part, Document) else ():
            if (target := resolve_ref_path(other, ref.value)) is not None:
                sources.setdefault(target, []).append(other)
    passed = set()
    while file != name and file not in passed:
        passed.add(file)
        if len(sources.get(file, ())) != 1:
            return False
        (file,) = sources[file]
    return file == name


def find_unread_files(parts: Parts, among: Iterable[str] | None = None) -> frozenset[str]:
    """Return the files that a `$ref` names and that have not been read.

    With `among`, only `$ref`s in these files are considered.
    """
    return frozenset(
        target
        for file in (parts if among is None else among)
        for target in _list_targets(file, parts[file])
        if target not in parts and may_be_json(target)
    )
