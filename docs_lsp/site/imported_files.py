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


class ImportTargetKind(Enum):
    """The kinds of targets of an import."""

    FILE = "a file"
    NOTHING = "no file"
    ELSEWHERE = "not into the site"
    NO_SNIPPET = "a file that is not imported"
    UNKNOWN = "what cannot be known"


class ImportedFile(NamedTuple):
    """The target of an import."""

    reached: ImportTargetKind
    path: str
    """The site path that it names; empty if it is outside the site."""


def resolve_import_path(source: str, file: str) -> str | None:
    """Return the site path that `from "source"` names in a file; None for a package or URL."""
    if not source.startswith(("/", "./", "../")):
        return None
    folder = "" if source.startswith("/") else posixpath.dirname(file)
    return posixpath.normpath(f"/{folder}/{source}").lstrip("/")


def resolve_import_source(source: str, file: str, site_files: SiteFiles) -> ImportedFile:
    """Return the file that `from "source"` in a file names, and whether it can be imported."""
    path = resolve_import_path(source, file)
    if path is None:
        return ImportedFile(ImportTargetKind.ELSEWHERE, "")
    if not path.endswith(IMPORTABLE):
        return ImportedFile(ImportTargetKind.NO_SNIPPET, path)
    if path in site_files.files:
        return ImportedFile(ImportTargetKind.FILE, path)
    # The service may import a file that it ignores elsewhere.
    is_ignored = path in site_files.ignore
    return ImportedFile(ImportTargetKind.UNKNOWN if is_ignored else ImportTargetKind.NOTHING, path)


class ExportStatus(Enum):
    """Whether a file exports a name."""

    THERE = "there"
    ABSENT = "absent"
    UNKNOWN = "unknown"


def find_export(
    name: ImportedName, path: str, contents: Mapping[str, PageContent]
) -> ExportedName | ExportStatus:
    """Return the named export, or a status: `THERE` for a snippet's body, `ABSENT` or `UNKNOWN`.

    The status is `THERE` for the body of a snippet, which no export names.
    """
    content = contents.get(path)
    if content is None or name.exported == ALL:
        return ExportStatus.UNKNOWN
    modules = get_modules_if_valid(content)
    if modules is None:
        return ExportStatus.UNKNOWN
    export = content.cached(map_exports_by_name).get(name.exported)
    if export is not None:
        return export
    if not modules.is_exact:
        return ExportStatus.UNKNOWN
    if name.exported == DEFAULT and not path.endswith(COMPONENTS):
        is_absent = modules.exports and not modules.has_body
        return ExportStatus.ABSENT if is_absent else ExportStatus.THERE
    return ExportStatus.ABSENT


def iter_exported_names(modules: PageModules) -> Iterator[ExportedName]:
    """Yield all names that a file exports."""
    for export in modules.exports:
        yield from export.names


def map_exports_by_name(content: PageContent) -> Mapping[str, ExportedName]:
    """Map names to the exports of a valid file; the first one wins.

    Empty for a file that has syntax errors or cannot be read.
    """
    modules = get_modules_if_valid(content)
    exports: dict[str, ExportedName] = {}
    for export in iter_exported_names(modules) if modules else ():
        exports.setdefault(export.name, export)
    return exports


def get_modules_if_valid(content: PageContent) -> PageModules | None:
    """Return the imports and exports of a file; None if it is invalid or unreadable."""
    from docs_lsp.site.mdx.content import read_syntax

    syntax = read_syntax(content)
    return None if syntax.faults or content.fault else syntax.modules


def list_text_import_names(content: PageContent) -> frozenset[str]:
    """Return the names whose import is plain text, because it directly follows a line of text."""
    modules = get_modules_if_valid(content)
    lines = modules.text_imports if modules else ()
    return frozenset(name for line in lines for name in line.names)


def map_imports_by_name(modules: PageModules) -> Mapping[str, tuple[MdxImport, ImportedName]]:
    """Map the local names of a file's imports to the imports."""
    return {
        name.local: (mdx_import, name)
        for mdx_import in modules.imports
        for name in mdx_import.names
    }
