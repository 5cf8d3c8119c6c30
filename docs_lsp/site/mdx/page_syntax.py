"""What the MDX of a page comes to, kept with the page: little, for a site has thousands.

A page is read for it when somebody asks, once, from its bytes as they were then.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.components.component_fault import ComponentFault
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.content import MOST_READ, PageContent
from docs_lsp.site.mdx.page_modules import NO_MODULES, PageModules, modules_in, speaks_of_modules


class PageSyntax(NamedTuple):
    """What is kept of the MDX of a page."""

    faults: tuple[MdxFault, ...] = ()
    """Why the service refuses it."""
    component_faults: tuple[ComponentFault, ...] = ()
    """What is odd about its components and braces; nothing of most pages."""
    components: tuple[str, ...] = ()
    """The names of the components that it uses, each once."""
    modules: PageModules = NO_MODULES
    """What it imports and exports, and what it does with what it imports."""


_NOTHING = PageSyntax()


def syntax_of(page: PageContent) -> PageSyntax:
    """What the MDX of a page comes to."""
    return page.once(_syntax)


def known_syntax(page: PageContent) -> PageSyntax:
    """The same, if somebody has asked before; nothing otherwise. For those who must not wait."""
    return page.once(_syntax) if page.has_made(_syntax) else _NOTHING


def _syntax(page: PageContent) -> PageSyntax:
    data = page.bytes_again()
    if not data or len(data) > MOST_READ:
        return _NOTHING
    if page.script:
        return _script_syntax(data, page.script)
    # Most of a session goes by before any page is read in full.
    from docs_lsp.mdx.components.findings import component_faults, components_used
    from docs_lsp.mdx.reading import read_tags

    read = read_tags(data)
    found = PageSyntax(read.faults, component_faults(read, data), components_used(read))
    if speaks_of_modules(data):
        return found._replace(modules=modules_in(data, len(page.head), read))
    return found if any(found[:-1]) else _NOTHING


def _script_syntax(data: bytes, script: str) -> PageSyntax:
    from docs_lsp.mdx.javascript.jsx_file import read_jsx

    file = read_jsx(data, typescript=script == ".tsx")
    modules = PageModules(file.imports, file.exports, is_exact=file.is_exact)
    return PageSyntax((file.fault,) if file.fault else (), modules=modules)
