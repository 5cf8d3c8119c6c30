"""Text that pages include from elsewhere: snippets, exported values and variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.mdx.javascript.jsx_file import read_jsx
from docs_lsp.mdx.reading import read_tags
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.snippets import import_path
from mcp_preview.markdown.scripts import Script

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxImport

VARIABLE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
"""A variable of the site where a page names it; its name is the first group."""


@dataclass(frozen=True, slots=True)
class Includes:
    """The snippets, values and variables that pages can include."""

    read: Callable[[str], bytes | None]
    """The content of a file by its site path; None where there is none."""
    variables: Mapping[str, str] = field(default_factory=dict)
    _modules: dict[str, ModuleNames] = field(default_factory=dict)
    cleaned: dict[str, str] = field(default_factory=dict)
    """The texts of snippets that are the same wherever they are put in."""

    def fill_in_variables(self, data: bytes) -> bytes:
        """A page with the variables in it, as the service parses it."""
        if not self.variables or b"{{" not in data:
            return data
        return fill_in(data.decode("utf-8", "replace"), self.variables).encode("utf-8", "replace")

    def module(self, file: str) -> ModuleNames:
        """What the names in a file stand for that others import."""
        data = self.read(file) or b""  # Whoever reads notes that the page is made of it too.
        names = self._modules.get(file)
        if names is None:
            names = self._modules[file] = self._module(
                data if len(data) <= MOST_READ else b"", file
            )
        return names

    def _module(self, data: bytes, file: str) -> ModuleNames:
        if file.endswith(COMPONENTS):
            script = Script(data.decode("utf-8", "replace"))
            return ModuleNames(self, file, read_jsx(data).imports, script)
        data = self.fill_in_variables(data)
        page = read_tags(data)
        return names_of(self, file, MdxPage() if page.faults else page, data)


class Definition(NamedTuple):
    """What a name stands for."""

    node: Any
    """Of JavaScript."""
    module: ModuleNames
    """The names of the file in which it stands."""


class Imported(NamedTuple):
    """A name that comes from another file."""

    file: str
    """The site path; empty for one that is not imported."""
    exported: str


class ModuleNames:
    """What the names in one file stand for."""

    def __init__(
        self, includes: Includes, file: str, imports: Iterable[MdxImport], script: Script
    ) -> None:
        """`script` holds all that the file declares itself."""
        self.file = file
        self.imports = {
            name.local: Imported(import_path(mdx_import.source, file) or "", name.exported)
            for mdx_import in imports
            for name in mdx_import.names
        }
        self._includes = includes
        self._script = script

    def find(self, name: str) -> Definition | None:
        """What a name stands for in the file."""
        imported = self.imports.get(name)
        if imported is None:
            node = self._script.find_declaration(name)
            return None if node is None else Definition(node, self)
        if not imported.file:
            return None
        return self._includes.module(imported.file).find_export(imported.exported)

    def find_export(self, name: str) -> Definition | None:
        """What others get from the file under a name."""
        node = self._script.find_export(name)
        return None if node is None else Definition(node, self)


def names_of(includes: Includes, file: str, page: MdxPage, data: bytes) -> ModuleNames:
    """What the names in a page stand for that has been read from these bytes."""
    code = "\n".join(
        data[slice(*export.span)].decode("utf-8", "replace") for export in page.exports
    )
    return ModuleNames(includes, file, page.imports, Script(code))


def fill_in(text: str, variables: Mapping[str, str]) -> str:
    """A text with the site's variables in it; one that is not known stays as it is written."""
    if "{{" not in text:
        return text
    return VARIABLE.sub(lambda match: variables.get(match[1], match[0]), text)
