"""A mint.json, or a docs.json with keys of that older shape, as a docs.json of today.

Every page that is listed stays listed. What has no place today, or a value that cannot be put into
today's form, is told and left out, so that what comes out is valid.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from docs_lsp.refactor.convert.older_navigation import NAVIGATION_KEYS, navigation_of
from docs_lsp.refactor.convert.older_settings import settings_of
from docs_lsp.schema.model import type_of
from docs_lsp.schema.shape import fits

__all__ = ["Conversion", "converted"]

_ORDER = ("$schema", "theme", "name", "description", "colors", "logo", "favicon")
_SCHEMA = "https://mintlify.com/docs.json"


class Conversion(NamedTuple):
    """A docs.json made of an older file."""

    docs: Mapping[str, object]
    notes: tuple[str, ...]
    """A sentence for each thing that could not be kept as it was."""

    @property
    def text(self) -> str:
        """As it is written into the file."""
        return json.dumps(self.docs, indent=2, ensure_ascii=False) + "\n"


def converted(old: Mapping[str, object]) -> Conversion:
    """What an older file comes to today."""
    notes: list[str] = []
    docs = settings_of({key: old[key] for key in old if key not in NAVIGATION_KEYS}, notes)
    docs["$schema"] = _SCHEMA
    docs["navigation"] = navigation_of(old, notes)
    if not docs.get("name"):
        docs["name"] = "Documentation"
        notes.append("There was no `name`, which docs.json needs: it is `Documentation` for now.")
    kept = {key: value for key, value in docs.items() if key == "navigation" or _fits(key, value)}
    for key in docs.keys() - kept.keys():
        notes.append(f"`{key}` was not kept: what it held does not fit `{key}` of docs.json.")
    if not isinstance(kept.get("colors"), dict):
        kept["colors"] = {"primary": "#16A34A"}
        notes.append("There was no colour `colors.primary`, which docs.json needs: it is a green.")
    order = [key for key in _ORDER if key in kept]
    rest = [key for key in kept if key not in order]
    return Conversion({key: kept[key] for key in (*order, *rest)}, tuple(notes))


def _fits(key: str, value: object) -> bool:
    wanted = type_of(key)
    return wanted is None or fits(wanted, json.dumps(value))
