"""The languages and versions of a site: which are the default, and which folders name them.

`v1/guides/start`, `v2/guides/start` and `fr/guides/start` are copies of one page. Their common name
is the path without these folders. A folder such as `v1` and `fr` names a version or a language if
the navigation lists one of this name, or if it looks like the number of a version.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.walk import Placed

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NUMBER = r"v\d+(?:[._-]\d+)*(?:\.x)?|\d+(?:\.\d+)+(?:\.x)?|\d+\.x"
_FOLDER = compile_lazily(r"(?<![^/`])([^/`\s]+)/")
_IS_NUMBER = compile_lazily(_NUMBER, re.IGNORECASE)


class LanguageAndVersionFolders(NamedTuple):
    """The language and version folders of a path."""

    languages: tuple[str, ...]
    versions: tuple[str, ...]


class LanguagesAndVersions:
    """The languages and versions of a site, for recognising their folders in paths."""

    def __init__(self, languages: frozenset[str], versions: frozenset[str]) -> None:
        """Store the names of the languages and versions in the navigation."""
        self._languages = languages
        self._versions = versions
        self._known: dict[str, LanguageAndVersionFolders] = {}
        """The result for each folder: even a site with thousands of pages has few."""

    @classmethod
    def from_overview(cls, overview: Overview) -> LanguagesAndVersions:
        """Collect the languages and versions that the navigation of a site names."""
        elements = [placed.element for placed in overview.navigation.elements]
        names = (
            element.get_text("version") for element in elements if element.record.kind == "version"
        )
        return cls(
            frozenset(overview.navigation.languages) & LANGUAGE_NAMES.keys(),
            frozenset(name for name in names if name and "/" not in name),
        )

    def find_folders(self, path: str) -> LanguageAndVersionFolders:
        """Return the language and version folders of a path, whose last segment is no folder."""
        folder = path.strip("/").rpartition("/")[0]
        if folder not in self._known:
            names = folder.split("/")
            self._known[folder] = LanguageAndVersionFolders(
                tuple(part for part in names if part in self._languages),
                tuple(part for part in names if self._is_version_folder(part)),
            )
        return self._known[folder]

    def strip_folders(self, text: str) -> str:
        """Remove folders of languages and versions, and numbers such as `v2`, from a path.

        `text` may also be a message with paths in backticks.
        """
        return _FOLDER.sub(self._replace_folder, text) if "/" in text else text

    def _replace_folder(self, folder: re.Match[str]) -> str:
        """Return an empty string for the folder of a language or version, else the folder."""
        name = folder[1]
        return "" if name in self._languages or self._is_version_folder(name) else folder[0]

    def _is_version_folder(self, name: str) -> bool:
        """Return whether a folder is a version in the navigation or looks like a version number."""
        return name in self._versions or _IS_NUMBER.fullmatch(name) is not None


def choose_default(languages: Collection[Placed]) -> Placed:
    """Return the default of some languages or versions: the one marked so, else the first."""
    marked = (language for language in languages if language.element.get_flag("default") is True)
    return next(marked, next(iter(languages)))


def select_default_elements(elements: Iterable[Placed]) -> frozenset[Placed]:
    """Return the elements that are in no language or version but a default one."""
    every = tuple(elements)
    switches: dict[tuple[Placed | None, str], list[Placed]] = {}
    for placed in every:
        if placed.element.record.kind in SWITCHED:
            switches.setdefault((placed.around, placed.key), []).append(placed)
    others = {placed for group in switches.values() for placed in group}
    others.difference_update(map(choose_default, switches.values()))
    return frozenset(placed for placed in every if others.isdisjoint(placed.list_outward()))
