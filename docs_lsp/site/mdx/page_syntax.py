"""The MDX syntax of a page, stored with it: small, since a site has thousands of pages."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.components.component_fault import ComponentFault
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.component_icons import ComponentIcon
from docs_lsp.site.mdx.page_modules import NO_MODULES, PageModules
from docs_lsp.site.mdx.suppressions import PageSuppression


class PageSyntax(NamedTuple):
    """The stored data about the MDX of a page."""

    faults: tuple[MdxFault, ...] = ()
    """The reasons why the service rejects the page."""
    component_faults: tuple[ComponentFault, ...] = ()
    """Mistakes in components and braces; empty for most pages."""
    components: tuple[str, ...] = ()
    """The names of the components it uses, without repeats."""
    modules: PageModules = NO_MODULES
    """Its imports and exports, and how it uses what it imports."""
    suppressions: tuple[PageSuppression, ...] = ()
    """The comments that leave findings out."""
    icons: tuple[ComponentIcon, ...] = ()
    """The icons in props that not every library has."""


NO_SYNTAX = PageSyntax()
"""The syntax data of a page without any."""
