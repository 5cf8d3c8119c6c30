"""What imports lead to: the file that one names, what that exports, and what comes of it.

A path counts from the root of the site or from the file that holds it, to the letter and with its
extension; one that leads out of the site is held at its root.
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
    """What an import leads to."""

    FILE = "a file"
    NOTHING = "no file"
    ELSEWHERE = "not into the site"
    NO_SNIPPET = "a file that is not imported"
    UNKNOWN = "what cannot be known"


class ImportedFile(NamedTuple):
    """The file that an import names."""

    reached: Reached
    path: str
    """The site path that it means; empty where it means none."""


def import_path(source: str, file: str) -> str | None:
    """The site path that `from "source"` means in a file; None where it does not lead into the
    site."""
    if not source.startswith(("/", "./", "../")):
        return None
    folder = "" if source.startswith("/") else posixpath.dirname(file)
    return posixpath.normpath(f"/{folder}/{source}").lstrip("/")


def find_imported_file(source: str, file: str, site_files: SiteFiles) -> ImportedFile:
    """What `from "source"` in a file of the site leads to."""
    path = import_path(source, file)
    if path is None:
        return ImportedFile(Reached.ELSEWHERE, "")
    if not path.endswith(IMPORTABLE):
        return ImportedFile(Reached.NO_SNIPPET, path)
    if path in site_files.files:
        return ImportedFile(Reached.FILE, path)
    # The service may take what it leaves aside elsewhere.
    gone = Reached.NOTHING if site_files.ignore.reason(path) is None else Reached.UNKNOWN
    return ImportedFile(gone, path)


class ExportStatus(Enum):
    """What a file has for a name that is imported from it."""

    THERE = "there"
    ABSENT = "absent"
    UNKNOWN = "unknown"


class FoundExport(NamedTuple):
    """What a file has for a name that is imported from it."""

    status: ExportStatus
    export: ExportedName | None = None
    """The export; None for the body of a snippet too."""


_UNKNOWN = FoundExport(ExportStatus.UNKNOWN)
_ABSENT = FoundExport(ExportStatus.ABSENT)
_THERE = FoundExport(ExportStatus.THERE)


def export_for(name: ImportedName, path: str, contents: Mapping[str, PageContent]) -> FoundExport:
    """What the file at a site path has for an imported name."""
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
    """All that a file exports."""
    for export in modules.exports:
        yield from export.names


def map_exports_by_name(content: PageContent) -> Mapping[str, ExportedName]:
    """The exports of a file by name; of two of one name the first, and none of a file that cannot
    be read as the service reads it."""
    modules = modules_of(content)
    exports: dict[str, ExportedName] = {}
    for export in list_exports(modules) if modules else ():
        exports.setdefault(export.name, export)
    return exports


def modules_of(content: PageContent) -> PageModules | None:
    """What a file imports and exports; None where it cannot be read as the service reads it."""
    from docs_lsp.site.mdx.content import syntax_of

    syntax = syntax_of(content)
    return None if syntax.faults or content.fault else syntax.modules


def text_imports(content: PageContent) -> frozenset[str]:
    """The names of a page whose import is text, because it stands right below a line of text."""
    modules = modules_of(content)
    lines = modules.text_imports if modules else ()
    return frozenset(name for line in lines for name in line.names)


def imports_by_name(modules: PageModules) -> Mapping[str, tuple[MdxImport, ImportedName]]:
    """The imports of a file by the names that they have in it."""
    return {
        name.local: (mdx_import, name)
        for mdx_import in modules.imports
        for name in mdx_import.names
    }
