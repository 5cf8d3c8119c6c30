"""The settings of a docs.json as they come together, each only where it fits."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TypeAlias

from docs_lsp.schema.model import type_of
from docs_lsp.schema.model_legacy import LEGACY
from docs_lsp.schema.shape import fits

Value: TypeAlias = object
"""Any JSON value."""
_REMOVE = re.compile(r"Remove it(?::| and) ")
"""What the advice about an older key begins with, which is done already."""


class TodaysSettings:
    """Settings of today as they come together."""

    def __init__(self, docs: dict[str, Value], notes: list[str]) -> None:
        """Take what there is so far, and the sentences for the writer; both grow."""
        self.docs = docs
        self.notes = notes

    def put(self, old: str, place: str, value: Value) -> None:
        """Put a value at a dotted place of today, if it fits there."""
        wanted = type_of(place)
        if wanted is not None and fits(wanted, json.dumps(value)):
            *around, last = place.split(".")
            here = self.docs
            for key in around:
                inner = here.setdefault(key, {})
                if not isinstance(inner, dict):
                    inner = here[key] = {}
                here = inner
            here[last] = value
        elif wanted is None:
            self.notes.append(f"`{old}` was not kept: docs.json has no such key.")
        else:
            self.notes.append(f"`{old}` was not kept: what it holds does not fit `{place}`.")

    def note_dropped(self, key: str) -> None:
        """Note that a key has no place today."""
        legacy = LEGACY.get(key)
        if legacy is None:
            self.notes.append(f"`{key}` was not kept: docs.json has no such key.")
        else:
            advice = _REMOVE.sub("", legacy.advice)
            self.notes.append(f"`{key}` was not kept. {advice[:1].upper()}{advice[1:]}")

    def put_each(self, key: str, value: Value, places: Mapping[str, str]) -> None:
        """Put each key of an object at a place of its own; note those that have none."""
        for name, inner in value.items() if isinstance(value, dict) else ():
            if name in places:
                self.put(f"{key}.{name}", places[name], inner)
            else:
                self.note_dropped(f"{key}.{name}")
