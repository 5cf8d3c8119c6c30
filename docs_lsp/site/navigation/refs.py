"""`$ref`: a docs.json that is spread over several files (SERVICE.md, references).

`{"$ref": "./file.json", ...}` may stand in any place. The path is relative to the file that holds
it and must stay inside the site. An object there is merged with the keys beside the `$ref`, which
win; anything else takes the place of the whole object.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import NamedTuple, TypeAlias, TypeVar

from docs_lsp.core.problem import Finding, Place, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import (
    Array,
    Broken,
    Container,
    Member,
    Node,
    Object,
    String,
)
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.types import ListOf, MapOf, OneOf, Record, Type
from docs_lsp.schema.value_types import MISSPELT_REFS, resolve_ref_value_type

Parts: TypeAlias = Mapping[str, Document | str]
"""The files of one docs.json by site path; a text says why a file cannot be read."""

_C = TypeVar("_C", bound=Container)
_R = TypeVar("_R")
_OTHER_FORMATS = (
    *(".yaml", ".yml", ".toml", ".md", ".mdx", ".html"),
    *(".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx"),
)


_LONGEST_CIRCLE = 6
"""How many files of a circle are named in full."""


class Layer(NamedTuple):
    """One of the objects that an object is put together from, and where it stands."""

    file: str
    node: Object
    at: int
    """Its absolute offset in the file; -1 for the object that holds the `$ref` itself."""


@dataclass(slots=True)
class Resolved:
    """What a value is once its `$ref`s are followed."""

    layers: tuple[Layer, ...]
    """The object itself and what it refers to, the one that wins first."""
    replacement: tuple[str, int, Node] | None = None
    """File, offset and value of a target that is not an object and stands in place of this one."""
    known: bool = True
    """Whether all targets could be looked at."""
    findings: tuple[Finding, ...] = ()
    """What is wrong with the `$ref` of the first layer."""


class Circle:
    """A `$ref` that leads back to a file which led to it."""

    __slots__ = ("_finding", "_trail")

    def __init__(self, trail: tuple[str, ...]) -> None:
        """Keep the files that led there, the one that holds the `$ref` last."""
        self._trail = trail
        self._finding: Finding | None = None

    def make_finding(self, node: Object, target: str, parts: Parts | None) -> Finding:
        """What is said of it: the same in each place where the file is brought in."""
        if self._finding is None:
            trail = self._trail
            circle = trail[trail.index(target) :] if target in trail else trail
            shown = (*circle[:2], "…", circle[-1]) if len(circle) > _LONGEST_CIRCLE else circle
            names = " → ".join(name if name == "…" else f"`{name}`" for name in (*shown, target))
            remedy = (
                "Remove it." if len(circle) == 1 else "Remove it, or another one of the circle."
            )
            message = (
                f"This `$ref` leads back to itself ({names}), and the build stops there. {remedy}"
            )
            places = tuple(_mentions(circle[:-1], (*circle[1:], target), parts))
            self._finding = Finding("unresolved-ref", _span(node), message, places=places)
        return self._finding


Follow: TypeAlias = Callable[[Object, str, tuple[str, ...]], Resolved]
"""Follows the `$ref` of an object in a file; the last argument are the files that led there."""


def size_of(parts: Parts) -> int:
    """The number of bytes in all files of one docs.json."""
    return sum(len(part.text) for part in parts.values() if isinstance(part, Document))


@lru_cache(maxsize=1 << 13)  # Each reference is asked for several times on every keystroke.
def target_of(file: str, ref: str) -> str | None:
    """The site path that a `$ref` in a file names; None where it leads out of the site."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file), ref.replace("\\", "/")))
    if ref.startswith("/") or path == ".." or path.startswith("../") or ":" in path.split("/")[0]:
        return None
    return path


def may_be_json(path: str) -> bool:
    """Whether a file may hold JSON, going by its name; one that cannot is never read as a part."""
    return not path.lower().endswith(_OTHER_FORMATS)


def ref_to(target: str, file: str) -> str:
    """The `$ref` by which a file names a site path."""
    path = posixpath.relpath(target or ".", posixpath.dirname(file) or ".")
    return path if path.startswith("../") else f"./{path}"


_NONE: Mapping[int, str] = {}
_NO_CIRCLES: Mapping[int, Circle] = {}


def resolve(
    node: Object,
    file: str,
    parts: Parts | None,
    trail: tuple[str, ...] = (),
    refused: Mapping[int, str] = _NONE,
    circles: Mapping[int, Circle] = _NO_CIRCLES,
) -> Resolved:
    """Follow the `$ref` of an object. `trail` are the files that led here, the first one first.

    `refused` are the objects whose `$ref` is not followed, with what is to be said of that, and
    `circles` those whose `$ref` leads in a circle; by identity.
    """
    result = Resolved((Layer(file, node, -1),))
    if "$ref" not in node.by_key:
        result.known = node.by_key.keys().isdisjoint(MISSPELT_REFS)
        return result
    target = _find_target(result, node, file)
    if target is None:
        return result
    if target == file or target in trail:
        result.known = False
        circle = circles.get(id(node)) or Circle((*trail, file))
        result.findings += (circle.make_finding(node, target, parts),)
    elif parts is None or target not in parts or id(node) in circles:
        result.known = False
    elif id(node) in refused:
        result.known = False
        if message := refused[id(node)]:
            finding = Finding("unresolved-ref", _span(node), message, severity=Severity.WARNING)
            result.findings += (finding,)
    elif isinstance(part := parts[target], str):
        _report_unread(result, node, target, part)
    elif isinstance(root := part.tree.root, Object):
        inner = resolve(root, target, parts, (*trail, file), refused, circles)
        _add_layers(result, Layer(target, root, part.tree.start), inner)
    else:
        result.known = not isinstance(root, Broken)
        result.replacement = (target, part.tree.start, root)
    return result


def _find_target(result: Resolved, node: Object, file: str) -> str | None:
    """The site path that an object's `$ref` names; None where it names none, which is reported."""
    ref = node.get("$ref")
    if not isinstance(ref, String):
        if ref is not None and not isinstance(ref, Broken):
            _fault(result, node, "`$ref` takes the path of a JSON file, as a string.")
        return None
    target = target_of(file, ref.value)
    if target is None:
        _fault(result, node, _explain_outside(ref.value, file))
    elif not may_be_json(target):
        _fault(result, node, _explain_no_json(ref.value))
    else:
        return target
    return None


def _add_layers(result: Resolved, layer: Layer, inner: Resolved) -> None:
    """Put what a `$ref` brings behind the object that holds it."""
    result.known = inner.known
    result.replacement = inner.replacement
    result.layers = (*result.layers, layer, *inner.layers[1:])
    result.findings += tuple(
        finding._replace(layer=finding.layer + 1) for finding in inner.findings
    )


def _report_unread(result: Resolved, node: Object, target: str, reason: str) -> None:
    """Note that a file could not be read, and why."""
    missing = reason.endswith("does not exist.")
    remedy = " The build stops there. Correct the path, or create the file." if missing else ""
    if missing and "#" in target:
        remedy = (
            " The build stops there. A `$ref` takes a whole file: leave out what stands behind "
            "`#`, or put that part into a file of its own."
        )
    _fault(result, node, reason + remedy)


def type_of(node_type: Type, followed: Resolved) -> Type | None:
    """The type of what a `$ref` brings, out of those that its place takes; None where it takes
    nothing of that kind."""
    if not isinstance(node_type, OneOf):
        return node_type
    if followed.replacement is not None:
        return resolve_ref_value_type(
            node_type, followed.replacement[2].json_kind, frozenset(), None
        )
    layers = [layer.node for layer in followed.layers]
    keys = frozenset(key for node in layers for key in node.by_key) - {"$ref"}
    named = node_type.discriminator or ""
    case = next((node.get(named) for node in layers if named in node.by_key), None)
    text = case.value if isinstance(case, String) else None
    return resolve_ref_value_type(node_type, "object", keys, text)


def misfits(node: Object, followed: Resolved, node_type: Type) -> Iterator[Finding]:
    """What is wrong with the kind of value that a `$ref` brings: an object where only a list may
    stand, or a list where only an object may."""
    if not followed.known or (followed.replacement is None and len(followed.layers) < 2):
        return
    if followed.replacement is None:
        file, noun = followed.layers[1].file, "an object"
        wanted = "a list" if isinstance(node_type, ListOf) else ""
    else:
        file, noun = followed.replacement[0], "a list"
        wanted = (
            _noun_instead_of_list(node_type) if isinstance(followed.replacement[2], Array) else ""
        )
    if wanted:
        message = f"`{file}` holds {noun}, and {wanted} belongs here. Put just that into the file."
        yield Finding("wrong-type", _span(node), message)


def _noun_instead_of_list(node_type: Type) -> str:
    """What a list cannot stand for; empty where it may."""
    if isinstance(node_type, OneOf):
        return "" if "array" in node_type.json_kinds else node_type.noun
    if not isinstance(node_type, Record | MapOf):
        return ""
    kind = KINDS.get(node_type.kind or "") if isinstance(node_type, Record) else None
    return f"a single {kind.label}" if kind else node_type.noun


def _explain_outside(ref: str, file: str) -> str:
    where = f"`{ref}` leads out of the site"
    right = ref_to(ref.lstrip("/"), file)
    if ref.startswith("/") and target_of(file, right):
        reason = "A path counts from the file that it stands in"
        return f"{where}, because it begins with `/`. {reason}: write `{right}`."
    remedy = "Move the file beside docs.json or below it."
    return f"{where}, and the service does not follow it there. {remedy}"


def _explain_no_json(ref: str) -> str:
    return (
        f"`{ref}` is not JSON, and a `$ref` takes nothing else: the build stops there. Write what "
        "it holds into a JSON file."
    )


def _fault(result: Resolved, node: Object, message: str) -> None:
    result.known = False
    result.findings += (Finding("unresolved-ref", _span(node), message),)


def _mentions(
    files: tuple[str, ...], targets: tuple[str, ...], parts: Parts | None
) -> Iterator[Place]:
    """Where each file of a cycle names the next one."""
    for file, target in zip(files, targets, strict=False):
        part = (parts or {}).get(file)
        if isinstance(part, Document):
            for at, ref in refs_in(part):
                if target_of(file, ref.value) == target:
                    span = ref.inner.shift(at)
                    yield Place(file, span, f"Part of the cycle: it names `{target}`.")
                    break


def _span(node: Object) -> Span:
    span = node.value_span("$ref")
    value = node.get("$ref")
    return value.inner.shift(span.start) if isinstance(value, String) else span


def refs_in(document: Document) -> Iterator[tuple[int, String]]:
    """Every `$ref` string of a file, with its absolute offset."""
    root = document.tree.root
    if isinstance(root, Container):
        yield from _refs(root, document.tree.start)


def cache_by_shape(compute: Callable[[_C], _R]) -> Callable[[_C], _R]:
    """A function of a container's keys and the kinds of its values, and of nothing else, whose
    result is kept with the container."""

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
    """Whether a `$ref` stands anywhere in a container, so that it also depends on other files."""
    if node.height == 1:
        return type(node) is Object and "$ref" in node.by_key
    return _has_ref_below(node)


def names_other_files(part: Document | str) -> bool:
    """Whether a `$ref` stands anywhere in a file."""
    root = part.tree.root if isinstance(part, Document) else None
    return isinstance(root, Container) and has_ref(root)


@cache_by_shape
def _has_ref_below(node: Container) -> bool:
    """Whether a `$ref` stands in a container that holds others."""
    prior: Container | None = node.previous
    if prior is not None and not has_ref(prior):
        changed = _value(node.items[node.changed_index])  # Nothing else is new.
        return isinstance(changed, Container) and has_ref(changed)
    if type(node) is Object and "$ref" in node.by_key:
        return True
    values = map(_value, node.items)
    return any(isinstance(value, Container) and has_ref(value) for value in values)


def _value(child: Node) -> Node:
    return child.value if isinstance(child, Member) else child


def _refs(node: Container, at: int) -> Iterator[tuple[int, String]]:
    if not has_ref(node):
        return
    if isinstance(node, Object):
        ref = node.get("$ref")
        if isinstance(ref, String):
            yield at + node.value_span("$ref").start, ref
        for start, member in zip(node.starts, node.items, strict=True):
            if isinstance(member.value, Container):
                yield from _refs(member.value, at + start + member.value_start)
    else:
        for start, item in zip(node.starts, node.items, strict=True):
            if isinstance(item, Container):
                yield from _refs(item, at + start)


def list_reachable_files(name: str, parts: Parts) -> list[str]:
    """The file `name` and those known ones that its `$ref`s lead to, each once."""
    files = [name]
    passed = {name}
    for file in files:  # It grows while it is walked.
        for target in _targets(file, parts.get(file)):
            if target in parts and target not in passed:
                passed.add(target)
                files.append(target)
    return files


def _targets(file: str, part: Document | str | None) -> Collection[str]:
    """The files inside the site that the `$ref`s of a file name, each once; kept with its tree."""
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(root, Container) or not has_ref(root):
        return ()
    if root.cache is None:
        root.cache = {}
    known: tuple[str, Collection[str]] | None = root.cache.get(_targets)
    if known is None or known[0] != file:
        texts = dict.fromkeys(ref.value for _, ref in _refs(root, 0))
        targets = (target_of(file, text) for text in texts)
        known = file, dict.fromkeys(target for target in targets if target is not None)
        root.cache[_targets] = known
    return known[1]


def stands_once(file: str, name: str, parts: Parts) -> bool:
    """Whether what a file holds stands in one place of docs.json, so that a change in it changes
    nothing elsewhere: it is the file `name`, or one `$ref` alone leads to it."""
    sources: dict[str, list[str]] = {}
    for other, part in parts.items():
        for _, ref in refs_in(part) if isinstance(part, Document) else ():
            if (target := target_of(other, ref.value)) is not None:
                sources.setdefault(target, []).append(other)
    passed = set()
    while file != name and file not in passed:
        passed.add(file)
        if len(sources.get(file, ())) != 1:
            return False
        (file,) = sources[file]
    return file == name


def find_unread_files(parts: Parts, among: Iterable[str] | None = None) -> frozenset[str]:
    """The files that some `$ref` names and that have not been read yet; only `$ref`s of the files
    `among` some where such are given."""
    return frozenset(
        target
        for file in (parts if among is None else among)
        for target in _targets(file, parts[file])
        if target not in parts and may_be_json(target)
    )
