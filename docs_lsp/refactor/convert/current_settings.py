"""Collects the settings of a docs.json, each only if it fits the schema."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import capitalize
from docs_lsp.schema.model import find_type_at_path
from docs_lsp.schema.model_legacy import LEGACY
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.schema.types import MapOf

Value: TypeAlias = object
"""Any JSON value."""
_REMOVE = compile_lazily(r"Remove it(?::| and) ")
"""The beginning of the advice about an older key, which the conversion has followed already."""


def is_valid_at(place: str, value: Value) -> bool:
    """Return whether a value is valid at a dotted path of docs.json; False for an unknown path."""
    wanted = find_type_at_path(place)
    return wanted is not None and is_json_valid_for(wanted, json.dumps(value))


class CurrentSettings:
    """The settings of a docs.json while they are collected."""

    def __init__(self, docs: dict[str, Value], notes: list[str]) -> None:
        """Start with some settings and notes for the user; both arguments are modified."""
        self.docs = docs
        self.notes = notes

    def put_value(self, old: str, place: str, value: Value) -> None:
        """Put a value at a dotted path unless one is set, merging objects; notes each loss."""
        if is_valid_at(place, value):
            *around, last = place.split(".")
            here = self.docs
            for key in around:
                inner = here.setdefault(key, {})
                if not isinstance(inner, dict):
                    inner = here[key] = {}
                here = inner
            present = here.get(last)
            if isinstance(present, dict) and isinstance(value, dict):
                here[last] = merged = {**value, **present}
                is_lost = merged != {**present, **value}
            else:
                is_lost = here.setdefault(last, deepcopy(value)) != value
            if is_lost:
                self.notes.append(f"`{old}` was dropped: `{place}` is set already.")
        elif find_type_at_path(place) is None:
            self.notes.append(f"`{old}` was dropped: docs.json has no such key.")
        else:
            self.notes.append(f"`{old}` was dropped: its value is not valid for `{place}`.")

    def put_valid_parts(self, old: str, place: str, value: Value) -> None:
        """Put a value, or if it is not valid each valid part or item of it; notes each loss."""
        wanted = find_type_at_path(place)
        if wanted is None or is_valid_at(place, value) or not isinstance(value, list | dict):
            self.put_value(old, place, value)
            return
        if isinstance(value, list):
            self.put_valid_items(old, place, value)
            return
        is_map = isinstance(wanted, MapOf)
        parts = {
            name: inner
            for name, inner in value.items()
            if (
                is_valid_at(place, {name: inner})
                if is_map
                else "." not in name and is_valid_at(f"{place}.{name}", inner)
            )
        }
        if not parts or not is_valid_at(place, parts):
            self.put_value(old, place, value)
            return
        self.put_value(old, place, parts)
        for name in sorted(value.keys() - parts.keys()):
            is_known = is_map or ("." not in name and find_type_at_path(f"{place}.{name}"))
            why = f"it is not valid for `{place}`" if is_known else "docs.json has no such key"
            self.notes.append(f"`{old}.{name}` was dropped: {why}.")

    def put_valid_items(self, old: str, place: str, values: Sequence[Value]) -> None:
        """Put an array of the valid items of another; adds a note for each invalid one."""
        items = [value for value in values if is_valid_at(place, [value])]
        for value in values if 0 < len(items) < len(values) else ():
            if value not in items:
                text = json.dumps(value, ensure_ascii=False)
                self.notes.append(
                    f"`{text}` of `{old}` was dropped: it is not valid for `{place}`."
                )
        if values:
            self.put_value(old, place, items or list(values))

    def note_dropped_key(self, key: str) -> None:
        """Add a note that a key has no equivalent in docs.json."""
        legacy = LEGACY.get(key)
        if legacy is None:
            self.notes.append(f"`{key}` was dropped: docs.json has no such key.")
        else:
            advice = _REMOVE.sub("", legacy.advice)
            self.notes.append(f"`{key}` was dropped. {capitalize(advice)}")

    def put_members(self, key: str, value: Value, places: Mapping[str, str]) -> None:
        """Put each key of an object at its place in `places`; adds a note for the others."""
        for name, inner in value.items() if isinstance(value, dict) else ():
            if name in places:
                self.put_value(f"{key}.{name}", places[name], inner)
            else:
                self.note_dropped_key(f"{key}.{name}")
        if not isinstance(value, dict):
            self.notes.append(f"`{key}` was dropped: it is not an object.")
