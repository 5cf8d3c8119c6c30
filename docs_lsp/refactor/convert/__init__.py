"""Converts a mint.json, or a docs.json with keys of that older format, to a docs.json.

Every listed page stays listed. A key without an equivalent, or a value that does not fit, is
dropped with a note, so that the result is valid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.text import Encoding, Text
from docs_lsp.files.files import Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object, to_python
from docs_lsp.refactor.convert.current_settings import is_valid_at
from docs_lsp.refactor.convert.older_navigation import NAVIGATION_KEYS, convert_navigation
from docs_lsp.refactor.convert.older_settings import convert_settings
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model import find_type_at_path
from docs_lsp.schema.model_navigation import NAVIGATION
from docs_lsp.schema.shape import is_json_valid_for
from docs_lsp.schema.shape_keys import suggest_key
from docs_lsp.site.pages import PAGE_EXTENSIONS

__all__ = ["Conversion", "convert_docs"]

_ORDER = ("$schema", "theme", "name", "description", "colors", "logo", "favicon")
_SCHEMA = "https://mintlify.com/docs.json"


class Conversion(NamedTuple):
    """A docs.json made of an older file."""

    docs: Mapping[str, object]
    notes: tuple[str, ...]
    """A sentence for each thing that was dropped or replaced."""
    older: bytes = b""
    """The older file, whose line breaks docs.json gets."""

    @property
    def text(self) -> str:
        """The content of the new docs.json."""
        text = json.dumps(self.docs, indent=2, ensure_ascii=False) + "\n"
        return copy_line_breaks(text, self.older)


def convert_docs(
    old: Mapping[str, object], has_page: Callable[[str], bool] = lambda _: True
) -> Conversion:
    """Return the docs.json that an older configuration corresponds to, with notes.

    `has_page` decides whether a path is a page of the site, so that no tab or anchor becomes a
    broken link.
    """
    notes: list[str] = []
    docs = convert_settings({key: old[key] for key in old if key not in NAVIGATION_KEYS}, notes)
    docs["$schema"] = _SCHEMA
    navigation = convert_navigation(old, has_page, notes)
    docs["navigation"] = _fill_empty_navigation(navigation, notes)
    if not docs.get("name"):
        docs["name"] = "Documentation"
        notes.append("`name` was missing; it is set to `Documentation`. Choose another name.")
    valid_settings = {
        key: value
        for key, value in docs.items()
        if key == "navigation" or find_type_at_path(key) is None or is_valid_at(key, value)
    }
    for key in docs.keys() - valid_settings.keys():
        notes.append(f"`{key}` was dropped: its value is not valid in docs.json.")
    if not isinstance(valid_settings.get("colors"), dict):
        valid_settings["colors"] = {"primary": "#16A34A"}
        notes.append("`colors.primary` was missing; it is set to a green. Choose another color.")
    order = [key for key in _ORDER if key in valid_settings]
    rest = [key for key in valid_settings if key not in order]
    return Conversion(
        {key: valid_settings[key] for key in (*order, *rest)}, tuple(dict.fromkeys(notes))
    )


def _fill_empty_navigation(navigation: object, notes: list[str]) -> object:
    """Return a navigation that lists nothing in an accepted form, with a note; else unchanged."""
    if not isinstance(navigation, dict) or any(navigation.get(key) for key in CHILD_KEYS):
        return navigation
    if misspelt := _find_misspelt_content(navigation):
        written, key = misspelt
        notes.append(f"`{written}` was read as `{key}`.")
        others = {name: value for name, value in navigation.items() if name not in CHILD_KEYS}
        return {key if name == written else name: value for name, value in others.items()}
    notes.append("There were no pages, and docs.json needs a navigation: it is empty for now.")
    others = {key: value for key, value in navigation.items() if key not in CHILD_KEYS}
    return {**others, "pages": []}


def _find_misspelt_content(navigation: Mapping[str, object]) -> tuple[str, str] | None:
    """Return the only misspelt key that holds content, with the key that is meant, or None."""
    candidates: list[tuple[str, str]] = []
    for name, value in navigation.items():
        if isinstance(value, list) and value and name not in NAVIGATION.properties:
            key = suggest_key(NAVIGATION, name, "array")
            if key in CHILD_KEYS and is_json_valid_for(
                NAVIGATION.properties[key].type, json.dumps(value)
            ):
                candidates.append((name, key))
    return candidates[0] if len(candidates) == 1 else None


class NotConvertible(Exception):
    """The file is no mint.json: the reason, as the rest of a sentence about it."""


def convert_older_file(text: Text | bytes, files: Files) -> Conversion:
    """Return the docs.json for an older file, given its folder's files. Raises `NotConvertible`.

    The exception is for a file that is not a JSON object with `navigation`.
    """
    document = Document.from_text(text)
    fault = next(document.iter_faults(), None)
    if fault is not None:
        line, _ = document.text.to_position(fault[0] + fault[1].start, Encoding.UTF32)
        raise NotConvertible(f"is not valid JSON in line {line + 1}: {fault[1].message}")
    root = document.tree.root
    old = to_python(root)
    if not isinstance(root, Object) or not isinstance(old, dict):
        raise NotConvertible("does not hold a JSON object, so it is no mint.json.")
    if "navigation" not in old:
        raise NotConvertible("has no `navigation`, so it is no mint.json.")
    conversion = convert_docs(old, lambda address: _has_page(files, address))
    return conversion._replace(older=document.text.data)


def _has_page(files: Files, address: str) -> bool:
    """Return whether a page has an address: a file of that path, or the `index` of that folder."""
    folder = address.strip("/")
    pages = (folder, f"{folder}/index") if folder else ("index",)
    return any(files.exists(page + end) for page in pages for end in PAGE_EXTENSIONS)
