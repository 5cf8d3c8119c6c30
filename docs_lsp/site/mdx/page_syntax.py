"""What the MDX of a page comes to, kept with the page: little, for a site has thousands.

A page is read for it when somebody asks, once, from its bytes as they were then.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.components.component_fault import ComponentFault
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.content import MOST_READ, PageContent, may_hold_mdx, read_page
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


def faults_of(page: PageContent) -> tuple[MdxFault, ...]:
    """Why the service refuses a page; found in less time than all of its syntax."""
    return syntax_of(page).faults if page.has_made(_syntax) else page.once(_faults)


def read_with_syntax(data: bytes, file: str, version: tuple[int, int] = (0, -1)) -> PageContent:
    """Read a page as `read_page` does, and its syntax with it."""
    page = read_page(data, file, version)
    if not page.is_plain:
        page.keep(_syntax, _syntax_in(data, page))
    return page


def read_faults(data: bytes, _file: str, version: tuple[int, int] = (0, -1)) -> PageContent:
    """Read of a page only why the service refuses it; nothing else is known of it."""
    page = PageContent(version=version, is_plain=not may_hold_mdx(data))
    if not page.is_plain:
        page.keep(_faults, _faults_in(data))
    return page


def _syntax(page: PageContent) -> PageSyntax:
    return _NOTHING if page.is_plain else _syntax_in(page.bytes_again(), page)


def _syntax_in(data: bytes, page: PageContent) -> PageSyntax:
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


def _faults(page: PageContent) -> tuple[MdxFault, ...]:
    return () if page.is_plain else _faults_in(page.bytes_again())


def _faults_in(data: bytes) -> tuple[MdxFault, ...]:
    if not data or len(data) > MOST_READ:
        return ()
    from docs_lsp.mdx.reading import find_faults  # As above.

    return find_faults(data)


def _script_syntax(data: bytes, script: str) -> PageSyntax:
    from docs_lsp.mdx.javascript.jsx_file import read_jsx

    file = read_jsx(data, typescript=script == ".tsx")
    modules = PageModules(file.imports, file.exports, is_exact=file.is_exact)
    return PageSyntax((file.fault,) if file.fault else (), modules=modules)
