"""The values of a docs.json, so that two can be compared however their navigation is nested."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

TITLES = ("language", "version", "tab", "anchor", "group")
_CONTENT = ("global", "languages", "versions", "tabs", "anchors", "groups", "pages")
_USUAL = ("Documentation", "book-open")
"""What the service calls a first tab or anchor that has no name, and its icon."""


def find_values(docs: Mapping[str, Any]) -> Iterator[str]:
    """Each value with its place; of the navigation, each member with its element's title, and each
    page with the titles around it, one by one."""
    for key, value in docs.items():
        if key == "navigation":
            yield from _find_in_element(value, ())
        elif key != "$schema":
            yield from _find_settings(value, key)


def _find_settings(value: object, place: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _find_settings(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _find_settings(inner, f"{place}[]")
    else:
        yield f"{place} = {_write(value)}"


def _find_in_element(element: Mapping[str, Any], around: tuple[str, ...]) -> Iterator[str]:
    kind = next((kind for kind in TITLES if kind in element), "navigation")
    name = str(element.get(kind, ""))
    for key, value in element.items():
        if key == "global":
            yield from _find_in_element(value, around)
        elif key in _CONTENT:
            for inner in value:
                path = around if name in ("", *_USUAL) else (*around, f"{kind} {name}")
                if isinstance(inner, dict):
                    yield from _find_in_element(inner, path)
                else:
                    yield from (f"{title} > {inner.strip('/')}" for title in ("", *path))
        elif value not in _USUAL:
            yield f"{kind} {name}: {key} = {_write(value)}"


def _write(value: object) -> str:
    """A value without the slashes around a path, which are the same to the service."""
    text = json.dumps(value, sort_keys=True)
    return text.replace('"/', '"').replace('/"', '"')
