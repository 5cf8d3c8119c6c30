"""A mint.json, or a docs.json with keys of that older shape, as a docs.json of today.

Every page that is listed stays listed. What has no place today, or a value that cannot be put into
today's form, is told and left out, so that what comes out is valid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from docs_lsp.refactor.convert.older_navigation import NAVIGATION_KEYS, convert_navigation
from docs_lsp.refactor.convert.older_settings import convert_settings
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model import type_of
from docs_lsp.schema.shape import fits

__all__ = ["Conversion", "convert_docs"]

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


def convert_docs(
    old: Mapping[str, object], has_page: Callable[[str], bool] = lambda _: True
) -> Conversion:
    """What an older file comes to today; `has_page` says whether a path of the site shows a page,
    so that no tab or anchor leads nowhere."""
    notes: list[str] = []
    docs = convert_settings({key: old[key] for key in old if key not in NAVIGATION_KEYS}, notes)
    docs["$schema"] = _SCHEMA
    navigation = convert_navigation(old, has_page, notes)
    docs["navigation"] = _fill_empty_navigation(navigation, notes)
    if not docs.get("name"):
        docs["name"] = "Documentation"
        notes.append("There was no `name`, which docs.json needs: it is `Documentation` for now.")
    valid_settings = {
        key: value for key, value in docs.items() if key == "navigation" or _fits(key, value)
    }
    for key in docs.keys() - valid_settings.keys():
        notes.append(f"`{key}` was not kept: what it held does not fit `{key}` of docs.json.")
    if not isinstance(valid_settings.get("colors"), dict):
        valid_settings["colors"] = {"primary": "#16A34A"}
        notes.append("There was no colour `colors.primary`, which docs.json needs: it is a green.")
    order = [key for key in _ORDER if key in valid_settings]
    rest = [key for key in valid_settings if key not in order]
    return Conversion(
        {key: valid_settings[key] for key in (*order, *rest)}, tuple(dict.fromkeys(notes))
    )


def _fill_empty_navigation(navigation: object, notes: list[str]) -> object:
    """The navigation in a form that the service accepts if it lists nothing."""
    if not isinstance(navigation, dict) or any(navigation.get(key) for key in CHILD_KEYS):
        return navigation
    notes.append("There were no pages, and docs.json needs a navigation: it is empty for now.")
    others = {key: value for key, value in navigation.items() if key not in CHILD_KEYS}
    return {**others, "pages": []}


def _fits(key: str, value: object) -> bool:
    wanted = type_of(key)
    return wanted is None or fits(wanted, json.dumps(value))
