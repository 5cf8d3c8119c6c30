"""Content that pages include from other files: snippets, exported values and variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.mdx.javascript.jsx_file import parse_jsx_file
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.imported_files import resolve_import_path
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.contents import COMPONENTS
from mcp_preview.markdown.scripts import collect_exports_and_declarations, follow_aliases

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxImport

VARIABLE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
"""A reference to a variable of the site; its name is the first group."""


@dataclass(frozen=True, slots=True)
class Includes:
    """The snippets, values and variables that pages can include."""

    read: Callable[[str], bytes | None]
    """Returns the content of a file by its site path, or None."""
    variables: Mapping[str, str] = field(default_factory=dict)
    _modules: dict[str, ModuleNames] = field(default_factory=dict)
    cleaned: dict[str, str] = field(default_factory=dict)
    """The Markdown of snippets that is the same wherever they are included."""

    def fill_in_page_variables(self, data: bytes) -> bytes:
        """Return the bytes of a page with its variables replaced, as the service parses it."""
        if not self.variables or b"{{" not in data:
            return data
        text = replace_variables(data.decode("utf-8", "replace"), self.variables)
        return text.encode("utf-8", "replace")

    def get_module_names(self, file: str) -> ModuleNames:
        """Return the imports and declarations of a file, cached.

        A missing or very large file has no names.
        """
        # Always reads, since the reader records that the page depends on the file.
        data = self.read(file) or b""
        if file not in self._modules:
            known = data if len(data) <= MOST_READ else b""
            self._modules[file] = self._parse_module_names(known, file)
        return self._modules[file]

    def _parse_module_names(self, data: bytes, file: str) -> ModuleNames:
        """Return the imports and declarations in a file; none for a page with syntax faults."""
        if file.endswith(COMPONENTS):
            code = data.decode("utf-8", "replace")
            return ModuleNames(self, file, parse_jsx_file(data).imports, code)
        data = self.fill_in_page_variables(data)
        page = parse_page_tags(data)
        return collect_page_names(self, file, MdxPage() if page.faults else page, data)


class Definition(NamedTuple):
    """The definition of a name."""

    node: Any
    """The JavaScript node."""
    module: ModuleNames
    """The names of the file that contains it."""


class ImportOrigin(NamedTuple):
    """A name that is imported from another file."""

    file: str
    """The site path; empty if the file cannot be resolved."""
    exported: str


class ModuleNames:
    """The imports and declarations of one file."""

    def __init__(
        self, includes: Includes, file: str, imports: Iterable[MdxImport], code: str
    ) -> None:
        """Collect imports; `code` has the declarations of the file, and is parsed on demand."""
        self.file = file
        self.imports = {
            name.local: ImportOrigin(
                resolve_import_path(mdx_import.source, file) or "", name.exported
            )
            for mdx_import in imports
            for name in mdx_import.names
        }
        self._includes = includes
        self._code = code

    @cached_property
    def _exports_and_declarations(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The exported and the declared nodes by name."""
        return collect_exports_and_declarations(self._code)

    def find_definition(self, name: str) -> Definition | None:
        """Return the definition of a name, in the file or an imported one, or None."""
        imported = self.imports.get(name)
        if imported is None:
            _, declared = self._exports_and_declarations
            node = follow_aliases(declared.get(name), declared)
            return None if node is None else Definition(node, self)
        if not imported.file:
            return None
        return self._includes.get_module_names(imported.file).find_export(imported.exported)

    def find_export(self, name: str) -> Definition | None:
        """Return the definition that the file exports under a name, or None."""
        exported, declared = self._exports_and_declarations
        node = follow_aliases(exported.get(name), declared)
        return None if node is None else Definition(node, self)


def collect_page_names(includes: Includes, file: str, page: MdxPage, data: bytes) -> ModuleNames:
    """Return the imports and exports of a page that was parsed from these bytes."""
    code = "\n".join(
        data[slice(*export.span)].decode("utf-8", "replace") for export in page.exports
    )
    return ModuleNames(includes, file, page.imports, code)


def replace_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return a text with the variables of the site; unknown ones are unchanged."""
    if "{{" not in text:
        return text
    return VARIABLE.sub(lambda match: variables.get(match[1], match[0]), text)
