"""What the MDX of a page comes to, kept with the page: little, for a site has thousands."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.components.component_fault import ComponentFault
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.page_modules import NO_MODULES, PageModules
from docs_lsp.site.mdx.suppressions import PageSuppression


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
    suppressions: tuple[PageSuppression, ...] = ()
    """The comments that leave findings out."""


NO_SYNTAX = PageSyntax()
"""That of a page without any."""
