"""A document cut into pieces that can be validated one by one, in bounded time and memory.

A validator that is asked for all that is wrong gathers everything before it tells the first. Of a
large document in which every operation has the same slip that takes seconds and gigabytes, and
nobody reads a thousand of them. The pieces are whole documents with one path or one component each,
so that what is said of them has the same paths as in the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

MAX_DEPTH = 150
"""The validator follows a document to its ends, on a stack that it does not watch."""
MAX_SIZE = 2_000_000
"""How many values a document may have, with its aliases written out."""


def is_bounded(root: object) -> bool:
    """Whether a document is neither too deep nor too large to be validated at all."""
    return size_of(root) <= MAX_SIZE


def size_of(root: object) -> int:
    """How many values a document has, with its aliases written out, but no more than it takes to
    know that they are too many; one that is too deep has too many as well."""
    size = 0
    level: list[Any] = [[root]]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for value in level:
            size += len(value)
            children = value.values() if type(value) is dict else value
            below += [each for each in children if type(each) is dict or type(each) is list]
            if size > MAX_SIZE:
                return size
        if not below:
            return size
        level = below
    return MAX_SIZE + 1


def pieces_of(root: Mapping[str, Any], version: str) -> Iterator[Mapping[str, Any]]:
    """The document without its paths and components, and then each of these in a document."""
    frame = {"openapi": f"{version}.0", "info": {"title": "", "version": ""}, "paths": {}}
    cut: dict[str, Any] = {}
    below: list[tuple[str, Mapping[str, Any]]] = []
    for key in ("paths", "webhooks"):
        if isinstance(root.get(key), dict):
            cut[key] = {}
            below.append((key, root[key]))
    yield {**root, **cut, **_without_components(root)}
    for key, held in below:
        for name, value in held.items():
            yield {**frame, key: {name: value}}
    for kind, held in _components(root):
        for name, value in held.items():
            yield {**frame, "components": {kind: {name: value}}}


def _without_components(root: Mapping[str, Any]) -> Mapping[str, Any]:
    empty: dict[str, Any] = {kind: {} for kind, _ in _components(root)}
    return {"components": {**root["components"], **empty}} if empty else {}


def _components(root: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    components = root.get("components")
    for kind, held in components.items() if isinstance(components, dict) else ():
        if isinstance(held, dict):
            yield kind, held
