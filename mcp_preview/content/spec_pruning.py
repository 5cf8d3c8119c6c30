"""Removes operations from an OpenAPI document, with everything that nothing else uses.

A component is used by anything that refers to it: by `$ref`, as a security scheme by name, or in
the mapping of a discriminator. Components that were unused before are not changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from docs_lsp.formats.spec_reader import as_list, as_mapping, resolve_ref
from docs_lsp.site.specifications.endpoints import METHODS

Component: TypeAlias = tuple[str, str]
"""A component: its kind, such as `schemas`, and its name."""
Json: TypeAlias = dict[str, Any]

_PREFIX = "#/components/"
_MORE_METHODS = "additionalOperations"
_METHODS = frozenset(method.lower() for method in METHODS)


def remove_operations(root: Mapping[str, Any], operations: Iterable[tuple[str, ...]]) -> Json:
    """Return a document without the operations at these keys, and without what only they used.

    Tags, links and components are removed with them, and a webhook as a whole.
    """
    dropped = [keys for keys in operations if len(keys) > 2]
    removed = [_find_operation(root, keys) for keys in dropped]
    # A path referenced from elsewhere has the operation there as well.
    removed += [
        {"$ref": as_mapping(as_mapping(root[keys[0]]).get(keys[1])).get("$ref")} for keys in dropped
    ]
    made: Json = dict(root)
    if isinstance(root.get("paths"), dict):
        made["paths"] = _prune_paths(root, [keys[1:] for keys in dropped if keys[0] == "paths"])
    if isinstance(root.get("webhooks"), dict):
        names = {keys[1] for keys in dropped if keys[0] == "webhooks"}
        made["webhooks"] = {
            name: item for name, item in root["webhooks"].items() if name not in names
        }
    _drop_tags(made, root)
    _drop_links(made, removed)
    _drop_components(made, root, removed)
    return made


def _prune_paths(root: Mapping[str, Any], dropped: Iterable[tuple[str, ...]]) -> Json:
    """Return the paths without some operations, and without paths that become empty."""
    by_item: dict[str, list[tuple[str, ...]]] = {}
    for name, *rest in dropped:
        by_item.setdefault(name, []).append(tuple(rest))
    made: Json = {}
    for name, item in root["paths"].items():
        if name not in by_item:
            made[name] = item
            continue
        # A referenced path is written out, since others may refer to it as well.
        fields = dict(as_mapping(resolve_ref(root, item)))
        for keys in by_item[name]:
            _remove_operation(fields, keys)
        if any(isinstance(value, dict) for value in _iter_operations(fields)):
            made[name] = fields
    return made


def _remove_operation(fields: Json, keys: tuple[str, ...]) -> None:
    """Delete an operation from the fields of a path; methods match in any case."""
    if len(keys) == 1:
        for key in [field for field in fields if field.lower() == keys[0].lower()]:
            del fields[key]
        return
    inner = {key: value for key, value in as_mapping(fields.get(keys[0])).items() if key != keys[1]}
    fields[keys[0]] = inner
    if not inner:
        del fields[keys[0]]


def _iter_operations(item: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the operations of a path."""
    for key, value in item.items():
        if key == _MORE_METHODS:
            yield from as_mapping(value).values()
        elif key.lower() in _METHODS:
            yield value


def _drop_tags(made: Json, root: Mapping[str, Any]) -> None:
    """Remove from `made` the tags that only removed operations of `root` had."""
    dropped = _collect_used_tags(root) - _collect_used_tags(made)
    if not dropped:
        return
    tags = root.get("tags")
    if isinstance(tags, list):
        made["tags"] = [tag for tag in tags if as_mapping(tag).get("name") not in dropped]
    groups = root.get("x-tagGroups")
    if isinstance(groups, list):
        made["x-tagGroups"] = [_prune_tag_group(group, dropped) for group in groups]


def _prune_tag_group(group: Any, dropped: Collection[str]) -> Any:
    """Return a group of `x-tagGroups` without removed tags."""
    names = as_mapping(group).get("tags")
    if not isinstance(names, list):
        return group
    return {**group, "tags": [name for name in names if name not in dropped]}


def _collect_used_tags(root: Mapping[str, Any]) -> set[str]:
    used_tags: set[str] = set()
    for part in ("paths", "webhooks"):
        for item in as_mapping(root.get(part)).values():
            for operation in _iter_operations(as_mapping(resolve_ref(root, item))):
                tags = as_list(as_mapping(operation).get("tags"))
                used_tags.update(tag for tag in tags if isinstance(tag, str))
    return used_tags


def _drop_links(made: Json, removed: Iterable[Any]) -> None:
    """Remove from `made` the links that name removed operations by ID, at any depth."""
    dropped = {as_mapping(operation).get("operationId") for operation in removed} - {None}
    if dropped:
        for part in ("paths", "webhooks", "components"):
            if part in made:
                made[part] = _prune_links(made[part], dropped)


def _prune_links(value: Any, dropped: Collection[Any]) -> Any:
    """Return a value without the links to operations with these IDs, at any depth."""
    if isinstance(value, list):
        return [_prune_links(item, dropped) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: _prune_links(item, dropped) for key, item in value.items()}
    links = made.get("links")
    if isinstance(links, dict):
        made["links"] = {
            name: link
            for name, link in links.items()
            if as_mapping(link).get("operationId") not in dropped
        }
    return made


def _drop_components(made: Json, root: Mapping[str, Any], removed: Iterable[Any]) -> None:
    """Remove from `made` the components that only removed operations used."""
    components = as_mapping(root.get("components"))
    if not components:
        return
    used_by_removed = _collect_closure(_find_used_components(removed), components)
    others = [
        value
        for kind, named in components.items()
        for name, value in as_mapping(named).items()
        if (kind, name) not in used_by_removed
    ]
    outside = [value for key, value in made.items() if key != "components"]
    dropped = used_by_removed - _collect_closure(
        _find_used_components([*outside, *others]), components
    )
    if dropped:
        left = {
            kind: _prune_components(kind, named, dropped)
            for kind, named in as_mapping(made["components"]).items()
        }
        made["components"] = {kind: named for kind, named in left.items() if named != {}}


def _prune_components(kind: str, named: Any, dropped: Collection[Component]) -> Any:
    if not isinstance(named, dict):
        return named
    return {name: value for name, value in named.items() if (kind, name) not in dropped}


def _collect_closure(roots: Iterable[Component], components: Mapping[str, Any]) -> set[Component]:
    """Return some components and everything they use."""
    known: set[Component] = set()
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if one not in known:
            known.add(one)
            waiting += _find_used_components([as_mapping(components.get(one[0])).get(one[1])])
    return known


def _find_used_components(values: Iterable[Any]) -> list[Component]:
    """Return the components that values refer to at any depth, without what those refer to."""
    components: list[Component] = []
    waiting = list(values)
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue  # An alias of YAML.
        seen.add(id(value))
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            components += _find_named_components(value)
            waiting += value.values()
    return components


def _find_named_components(value: Mapping[str, Any]) -> Iterator[Component]:
    """Yield the components that an object names itself, not those in its values."""
    ref = value.get("$ref")
    if isinstance(ref, str):
        yield from _parse_component_ref(ref)
    for each in as_list(value.get("security")):
        yield from (("securitySchemes", name) for name in as_mapping(each))
    mapping = as_mapping(value.get("discriminator")).get("mapping")
    for target in as_mapping(mapping).values():
        if isinstance(target, str):
            yield from _parse_component_ref(target) if "/" in target else (("schemas", target),)


def _parse_component_ref(ref: str) -> Iterator[Component]:
    """Yield the component that a `$ref` names; nothing if it is not a component."""
    parts = ref.removeprefix(_PREFIX).split("/")
    if ref.startswith(_PREFIX) and len(parts) > 1:
        yield parts[0], parts[1].replace("~1", "/").replace("~0", "~")


def _find_operation(root: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """Return the operation that some keys lead to, or None."""
    value: Any = as_mapping(resolve_ref(root, as_mapping(root.get(keys[0])).get(keys[1])))
    for key in keys[2:]:
        value = as_mapping(value).get(key)
    return value
