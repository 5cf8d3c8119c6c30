"""Resolve imports: the file that one names, and what that file exports.

A path is relative to the root of the site or to the importing file, case-sensitive and with its
extension; one that would leave the site is cut off at its root.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.mdx.contents import COMPONENTS

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import ExportedName, ImportedName, MdxImport
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.mdx.page_modules import PageModules
    from docs_lsp.site.site_files import SiteFiles

IMPORTABLE = (".mdx", ".md", ".jsx", ".tsx")
"""The extensions of files that the service imports."""
DEFAULT = "default"
ALL = "*"


class Reached(Enum):
    """The kinds of targets of an import."""

    FILE = "a file"
    NOTHING = "no file"
    ELSEWHERE = "not into the site"
    NO_SNIPPET = "a file that is not imported"
    UNKNOWN = "what cannot be known"


class ImportedFile(NamedTuple):
    """The target of an import."""

    reached: Reached
    path: str
    """The site path that it names; empty if it is outside the site."""


def import_path(source: str, file: str) -> str | None:
    """Return the site path that `from "source"` in a file names; None if outside the site."""
    if not source.startswith(("/", "./", "../")):
        return None
    folder = "" if source.startswith("/") else posixpath.dirname(file)
    return posixpath.normpath(f"/{folder}/{source}").lstrip("/")


def find_imported_file(source: str, file: str, site_files: SiteFiles) -> ImportedFile:
    """Resolve `from "source"` in a file of the site."""
    path = import_path(source, file)
    if path is None:
        return ImportedFile(Reached.ELSEWHERE, "")
    if not path.endswith(IMPORTABLE):
        return ImportedFile(Reached.NO_SNIPPET, path)
    if path in site_files.files:
        return ImportedFile(Reached.FILE, path)
    # The service may import a file that it ignores elsewhere.
    gone = Reached.NOTHING if site_files.ignore.reason(path) is None else Reached.UNKNOWN
    return ImportedFile(gone, path)


class ExportStatus(Enum):
    """Whether a file exports a name."""

    THERE = "there"
    ABSENT = "absent"
    UNKNOWN = "unknown"


class FoundExport(NamedTuple):
    """The result of looking up an imported name in a file."""

    status: ExportStatus
    export: ExportedName | None = None
    """The export; None also for the body of a snippet."""


_UNKNOWN = FoundExport(ExportStatus.UNKNOWN)
_ABSENT = FoundExport(ExportStatus.ABSENT)
_THERE = FoundExport(ExportStatus.THERE)


def export_for(name: ImportedName, path: str, contents: Mapping[str, PageContent]) -> FoundExport:
    """Look up an imported name in the file at a site path."""
    content = contents.get(path)
    if content is None or name.exported == ALL:
        return _UNKNOWN
    modules = modules_of(content)
    if modules is None:
        return _UNKNOWN
    export = content.cached(map_exports_by_name).get(name.exported)
    if export is not None:
        return FoundExport(ExportStatus.THERE, export)
    if not modules.is_exact:
        return _UNKNOWN
    if name.exported == DEFAULT and not path.endswith(COMPONENTS):
        return _ABSENT if modules.exports and not modules.has_body else _THERE
    return _ABSENT


def list_exports(modules: PageModules) -> Iterator[ExportedName]:
    """Yield all names that a file exports."""
    for export in modules.exports:
        yield from export.names


def map_exports_by_name(content: PageContent) -> Mapping[str, ExportedName]:
    """Map names to the exports of a file; the first one wins.

    Empty for a file that has syntax errors or cannot be read.
    """
    modules = modules_of(content)
    exports: dict[str, ExportedName] = {}
    for export in list_exports(modules) if modules else ():
        exports.setdefault(export.name, export)
    return exports


def modules_of(content: PageContent) -> PageModules | None:
    """Return the imports and exports of a file; None if it is invalid or unreadable."""
    from docs_lsp.site.mdx.content import syntax_of

    syntax = syntax_of(content)
    return None if syntax.faults or content.fault else syntax.modules


def text_imports(content: PageContent) -> frozenset[str]:
    """Return the names whose import is plain text, because it directly follows a line of text."""
    modules = modules_of(content)
    lines = modules.text_imports if modules else ()
    return frozenset(name for line in lines for name in line.names)


def imports_by_name(modules: PageModules) -> Mapping[str, tuple[MdxImport, ImportedName]]:
    """Map the local names of a file's imports to the imports."""
    return {
        name.local: (mdx_import, name)
        for mdx_import in modules.imports
        for name in mdx_import.names
    }
