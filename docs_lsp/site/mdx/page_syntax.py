"""What the MDX of a page comes to, kept with the page: little, for a site has thousands.

A page is read for it when somebody asks, once, from its bytes as they were then.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.components.component_fault import ComponentFault
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.content import MOST_READ, PageContent


class PageSyntax(NamedTuple):
    """What is kept of the MDX of a page."""

    faults: tuple[MdxFault, ...] = ()
    """Why the service refuses it."""
    component_faults: tuple[ComponentFault, ...] = ()
    """What is odd about its components and braces; nothing of most pages."""
    components: tuple[str, ...] = ()
    """The names of the components that it uses, each once."""


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
    # Most of a session goes by before any page is read in full.
    from docs_lsp.mdx.components.findings import component_faults, components_used
    from docs_lsp.mdx.reading import read_tags

    read = read_tags(data)
    found = PageSyntax(read.faults, component_faults(read, data), components_used(read))
    return found if any(found) else _NOTHING
