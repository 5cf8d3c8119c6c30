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


class CurrentSettings:
    """The settings of a docs.json while they are collected."""

    def __init__(self, docs: dict[str, Value], notes: list[str]) -> None:
        """Start with some settings and notes for the user; both arguments are modified."""
        self.docs = docs
        self.notes = notes

    def put_value(self, old: str, place: str, value: Value) -> None:
        """Put a valid value at a dotted key if that is free, merging objects; else add a note."""
        wanted = find_type_at_path(place)
        if wanted is not None and is_json_valid_for(wanted, json.dumps(value)):
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
        elif wanted is None:
            self.notes.append(f"`{old}` was dropped: docs.json has no such key.")
        else:
            self.notes.append(f"`{old}` was dropped: its value is not valid for `{place}`.")

    def put_fitting_parts(self, old: str, place: str, value: Value) -> None:
        """Put a value; of an object or array that does not fit, put each part that does."""
        wanted = find_type_at_path(place)
        is_whole = wanted is None or is_json_valid_for(wanted, json.dumps(value))
        if isinstance(value, list) and not is_whole:
            self.put_fitting_items(old, place, value)
            return
        if not isinstance(value, dict) or is_whole:
            self.put_value(old, place, value)
            return
        parts = {
            name: inner for name, inner in value.items() if self._fits_at_key(place, name, inner)
        }
        if parts and wanted is not None and is_json_valid_for(wanted, json.dumps(parts)):
            self.put_value(old, place, parts)
            for name in sorted(value.keys() - parts.keys()):
                known = isinstance(wanted, MapOf) or self._is_known_key(place, name)
                why = f"it is not valid for `{place}`" if known else "docs.json has no such key"
                self.notes.append(f"`{old}.{name}` was dropped: {why}.")
        else:
            self.put_value(old, place, value)

    def _is_known_key(self, place: str, name: str) -> bool:
        return "." not in name and find_type_at_path(f"{place}.{name}") is not None

    def _fits_at_key(self, place: str, name: str, value: Value) -> bool:
        wanted = find_type_at_path(place)
        if isinstance(wanted, MapOf):
            return is_json_valid_for(wanted, json.dumps({name: value}))
        inner = find_type_at_path(f"{place}.{name}") if "." not in name else None
        return inner is not None and is_json_valid_for(inner, json.dumps(value))

    def put_fitting_items(self, old: str, place: str, values: Sequence[Value]) -> None:
        """Put an array of the items that fit; adds a note for each one that does not."""
        wanted = find_type_at_path(place)
        items = [
            value
            for value in values
            if wanted is not None and is_json_valid_for(wanted, json.dumps([value]))
        ]
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
