"""Read OpenAPI documents: the operations that docs.json can name.

A document at a URL is never downloaded: callers treat such a reference as unknown. Positions are
computed on demand; JSON is read without them, which is several times faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.places import ReadFault
from docs_lsp.formats.spec_reader import SpecReading, as_mapping, read_spec, resolve_ref
from docs_lsp.site.specifications.endpoints import METHODS, WEBHOOK
from docs_lsp.site.specifications.extension_blocks import (
    EXTENSIONS,
    BlockFault,
    find_extension_faults,
)

if TYPE_CHECKING:
    from docs_lsp.openapi_schema.violations import Violation

_METHODS = {method.lower(): method for method in METHODS if method != WEBHOOK}
_PARAMETER = compile_lazily(r"\{[^{}/]*\}")
_COMPARED = 24
_MOST_SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class Operation:
    """An endpoint or webhook. A webhook has the method `WEBHOOK` and its name as path."""

    method: str
    path: str
    keys: tuple[str, ...]
    """The path of keys to it in the document."""
    summary: str | None = None
    description: str | None = None
    operation_id: str | None = None
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    hidden: bool = False
    """Whether `x-hidden` is true: it has a page that no navigation shows."""
    excluded: bool = False
    """Whether `x-excluded` is true: it has no page."""
    blocks: Mapping[str, object] = field(default_factory=dict)
    """Its extension blocks, `x-site` and `x-mint`, as written, valid or not."""
    path_groups: tuple[object, ...] | None = None
    """Access groups that the extension block of its path adds, as written; None for no list."""

    @property
    def extension(self) -> Mapping[str, object]:
        """The merged content of its extension blocks, without those of a wrong type."""
        merged: dict[str, object] = {}
        for block in self.blocks.values():
            merged |= block if isinstance(block, dict) else {}
        if self.path_groups is not None:
            own = _wrap_in_list(merged["groups"]) if "groups" in merged else []
            merged["groups"] = [*self.path_groups, *own]
        return merged

    @property
    def page_fields(self) -> dict[str, object]:
        """The frontmatter that its extension blocks set for its page."""
        extension = self.extension
        metadata = extension.get("metadata")
        fields = dict(metadata) if isinstance(metadata, dict) else {}
        fields.pop("openapi", None)
        if "groups" in extension:
            fields["groups"] = extension["groups"]
        return fields

    def __str__(self) -> str:
        """Return the operation as docs.json writes it: `GET /users`, `webhook orderPaid`."""
        return f"webhook {self.path}" if self.method == WEBHOOK else f"{self.method} {self.path}"


@dataclass(frozen=True, eq=False)
class Spec:
    """An OpenAPI document. An unusable one has no operations, and a fault that says why.

    Faults prevent the document or parts of it from being read.
    """

    file: str
    usable: bool
    faults: tuple[ReadFault, ...] = ()
    version: str | None = None
    title: str | None = None
    operations: Mapping[tuple[str, str], Operation] = field(default_factory=dict)
    """Endpoints by method, in capitals, and path."""
    webhooks: Mapping[str, Operation] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    """The group title of each declared tag: its `x-group` or its name."""
    read: SpecReading | None = field(default=None, repr=False)

    @property
    def is_sound(self) -> bool:
        """Whether all of it could be read."""
        return self.usable and not self.faults

    @cached_property
    def all_operations(self) -> tuple[Operation, ...]:
        """The endpoints and the webhooks."""
        return (*self.operations.values(), *self.webhooks.values())

    def find_operation(self, method: str, path: str) -> Operation | None:
        """Return the operation of a method, in any case, and a path, or None.

        One `/` at the end of the path may be missing or added.
        """
        method = method.upper()
        if method == WEBHOOK:
            return self.webhooks.get(path)
        exact = self.operations.get((method, path))
        return exact or self.operations.get((method, toggle_slash(path)))

    def list_methods(self, path: str) -> tuple[str, ...]:
        """Return the methods of a path; empty if the document lacks it."""
        return (
            self._methods_by_path.get(path) or self._methods_by_path.get(toggle_slash(path)) or ()
        )

    def find_path_with_other_parameters(self, path: str) -> str | None:
        """Return the document's path that differs only in the names of its parameters, or None."""
        if path in self._methods_by_path:
            return None
        shape = _PARAMETER.sub("{}", path)
        return self._paths_by_shape.get(shape) or self._paths_by_shape.get(toggle_slash(shape))

    def suggest_operations(self, method: str, path: str) -> tuple[Operation, ...]:
        """Return the operations that an unknown endpoint most likely means, best first."""
        method = method.upper()
        if method == WEBHOOK:
            return tuple(self.webhooks[name] for name in _find_close_names(path, self.webhooks))
        same = self.find_path_with_other_parameters(path) or path
        is_known = bool(self.list_methods(same))
        paths = [same] if is_known else _find_close_names(path, self._methods_by_path)
        operations = [
            self.find_operation(each, near) for near in paths for each in self.list_methods(near)
        ]
        operations.sort(key=lambda operation: operation is None or operation.method != method)
        return tuple(operation for operation in operations if operation)[:_MOST_SUGGESTED]

    def find_operations_at(self, offset: int) -> tuple[Operation, ...]:
        """Return the operation around a byte offset of the file, or else all of the path there.

        Empty if the offset is before all paths.
        """
        places = self.read.places if self.read else {}
        before = [(span.start, path) for path, span in places.items() if span.start <= offset]
        if not before:
            return ()
        _, path = max(before, key=lambda one: one[0])
        every = self.all_operations
        exact = tuple(
            operation for operation in every if path[: len(operation.keys)] == operation.keys
        )
        return exact or tuple(operation for operation in every if path[:2] == operation.keys[:2])

    def locate_operation(self, method: str, path: str, key: str | None = None) -> Span | None:
        """Return the span of an operation's key, or one inside it such as `x-hidden`; or None.

        For an operation from a `$ref`, it is the span of its path. None if unknown.
        """
        operation = self.find_operation(method, path)
        if operation is None or self.read is None:
            return None
        places = self.read.places
        if key is not None:
            return places.get((*operation.keys, key))
        return places.get(operation.keys) or places.get(operation.keys[:2])

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """The violations of the OpenAPI schema, computed on first access.

        A document with violations is usable nevertheless: the service shows what it can read.
        """
        if self.read is None or self.version is None:
            return ()
        # These imports are needed only here.
        from docs_lsp.openapi_schema.violations import find_violations

        return find_violations(self.read.source, self.version)

    @cached_property
    def block_faults(self) -> tuple[BlockFault, ...]:
        """The mistakes in extension blocks, computed on first access."""
        if self.read is None:
            return ()
        return find_extension_faults(self.read.source)

    @cached_property
    def _methods_by_path(self) -> dict[str, tuple[str, ...]]:
        methods: dict[str, tuple[str, ...]] = {}
        for method, path in self.operations:
            methods[path] = (*methods.get(path, ()), method)
        return methods

    @cached_property
    def _paths_by_shape(self) -> dict[str, str]:
        return {_PARAMETER.sub("{}", path): path for path in self._methods_by_path}


def parse_spec(data: bytes, file: str) -> Spec:
    """Parse an OpenAPI document; never raises, but returns an unusable one if it is rejected."""
    read = read_spec(data, file)
    if not read.usable:
        return Spec(file, False, read.faults, read.version)
    info = as_mapping(read.root.get("info"))
    operations = {(each.method, each.path): each for each in _iter_endpoints(read.root)}
    webhooks = {each.path: each for each in _iter_webhooks(read.root)}
    return Spec(
        file=file,
        usable=True,
        faults=read.faults,
        version=read.version,
        title=_str_or_none(info.get("title")),
        operations=operations,
        webhooks=webhooks,
        tags=dict(_iter_tag_titles(read.root)),
        read=read.copy_without_values(),
    )


def _iter_endpoints(root: Mapping[str, object]) -> Iterator[Operation]:
    """Yield the operations under `paths`, in the order of the document."""
    for path, item in as_mapping(root.get("paths")).items():
        fields = as_mapping(resolve_ref(root, item))
        for key, value in fields.items():
            method = _METHODS.get(key.lower())
            if method and isinstance(value, dict):
                yield _make_operation(method, path, ("paths", path, key), value, fields)
        # In OpenAPI 3.2, methods with other names are here.
        for key, value in as_mapping(fields.get("additionalOperations")).items():
            if isinstance(value, dict):
                keys = ("paths", path, "additionalOperations", key)
                yield _make_operation(key.upper(), path, keys, value, fields)


def _iter_webhooks(root: Mapping[str, object]) -> Iterator[Operation]:
    """Yield the first operation of each webhook."""
    for name, item in as_mapping(root.get("webhooks")).items():
        fields = as_mapping(resolve_ref(root, item))
        for key, value in fields.items():
            if key in _METHODS and isinstance(value, dict):
                yield _make_operation(WEBHOOK, name, ("webhooks", name, key), value, fields)
                break


def _make_operation(
    method: str,
    path: str,
    keys: tuple[str, ...],
    value: Mapping[str, object],
    item: Mapping[str, object],
) -> Operation:
    """Make an operation of its object, and of the object of its path, `item`."""
    blocks = [as_mapping(item.get(name)) for name in EXTENSIONS]
    above = [_wrap_in_list(block["groups"]) for block in blocks if "groups" in block]
    return Operation(
        method=method,
        path=path,
        keys=keys,
        summary=_str_or_none(value.get("summary")),
        description=_str_or_none(value.get("description")),
        operation_id=_str_or_none(value.get("operationId")),
        tags=_keep_strings(value.get("tags")),
        deprecated=value.get("deprecated") is True,
        hidden=value.get("x-hidden") is True,
        excluded=value.get("x-excluded") is True,
        blocks={name: value[name] for name in EXTENSIONS if name in value},
        path_groups=tuple(group for groups in above for group in groups) if above else None,
    )


def _iter_tag_titles(root: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield each declared tag with its `x-group`, or else with its name."""
    tags = root.get("tags")
    for tag in tags if isinstance(tags, list) else ():
        name = _str_or_none(as_mapping(tag).get("name"))
        if name:
            yield name, _str_or_none(as_mapping(tag).get("x-group")) or name


def _find_close_names(wanted: str, names: Mapping[str, object]) -> list[str]:
    """Return a few names spelt most like one, out of those that share most segments."""
    # Only needed for a document that lacks an endpoint.
    from difflib import get_close_matches

    segments = set(wanted.split("/"))
    shared = nsmallest(
        _COMPARED, names, key=lambda name: -len(segments.intersection(name.split("/")))
    )
    return get_close_matches(wanted, shared, n=_MOST_SUGGESTED)


def toggle_slash(path: str) -> str:
    """Return a path without its last slash, or with one if it has none."""
    return path[:-1] if path.endswith("/") else f"{path}/"


def _str_or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _wrap_in_list(value: object) -> list[object]:
    """Return a list as it is, and any other value as the only item of a list."""
    return value if isinstance(value, list) else [value]


def _keep_strings(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
