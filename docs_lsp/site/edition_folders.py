"""Recognise folders that name a version or a language, such as `v1` and `fr`.

`v1/guides/start`, `v2/guides/start` and `fr/guides/start` are copies of one page. Their common name
is the path without these folders. A folder counts as an edition if the navigation lists a language
or a version of this name, or if it looks like the number of a version.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.schema.model_languages import LANGUAGE_NAMES

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NUMBER = r"v\d+(?:[._-]\d+)*(?:\.x)?|\d+(?:\.\d+)+(?:\.x)?|\d+\.x"
_FOLDER = compile_lazily(r"(?<![^/`])([^/`\s]+)/")
_IS_NUMBER = compile_lazily(_NUMBER, re.IGNORECASE)


class EditionFolders(NamedTuple):
    """The language and version folders of a path."""

    languages: tuple[str, ...]
    versions: tuple[str, ...]


class Editions:
    """The languages and versions of a site, for recognising their folders in paths."""

    def __init__(self, languages: frozenset[str], versions: frozenset[str]) -> None:
        """Store the names of the languages and versions in the navigation."""
        self._languages = languages
        self._versions = versions
        self._known: dict[str, EditionFolders] = {}
        """The editions by folder: even a site with thousands of pages has few folders."""

    @classmethod
    def from_overview(cls, overview: Overview) -> Editions:
        """Collect the languages and versions that the navigation of a site names."""
        elements = [placed.element for placed in overview.navigation.elements]
        names = (
            element.get_text("version") for element in elements if element.record.kind == "version"
        )
        return cls(
            frozenset(overview.navigation.languages) & LANGUAGE_NAMES.keys(),
            frozenset(name for name in names if name and "/" not in name),
        )

    def find_edition_folders(self, path: str) -> EditionFolders:
        """Return the language and version folders of a path, whose last segment is no folder."""
        folder = path.strip("/").rpartition("/")[0]
        if folder not in self._known:
            names = folder.split("/")
            self._known[folder] = EditionFolders(
                tuple(part for part in names if part in self._languages),
                tuple(part for part in names if self._is_version_folder(part)),
            )
        return self._known[folder]

    def strip_edition_folders(self, text: str) -> str:
        """Return a path, or a message with paths in backticks, without edition folders."""
        return _FOLDER.sub(self._replace_edition_folder, text) if "/" in text else text

    def _replace_edition_folder(self, folder: re.Match[str]) -> str:
        """Return the replacement for the folder of a language or version, which is removed."""
        name = folder[1]
        return "" if name in self._languages or self._is_version_folder(name) else folder[0]

    def _is_version_folder(self, name: str) -> bool:
        return name in self._versions or _IS_NUMBER.fullmatch(name) is not None
