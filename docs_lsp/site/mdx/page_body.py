"""The data stored about the text of a page and its MDX: small, as a site has thousands of pages."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component_fault import ComponentFault
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.anchors import AnchorTexts
from docs_lsp.site.mdx.page_modules import NO_MODULES, PageModules
from docs_lsp.site.mdx.suppressions import PageSuppression


class ComponentIcon(NamedTuple):
    """The name of an icon in a prop of a component."""

    name: str
    span: Span
    """The value with its quotes."""


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


class PageBody(NamedTuple):
    """The stored data about the text of a page."""

    words: AnchorTexts = AnchorTexts((), ())
    """Its anchors, without those of its imports."""
    targets: bytes = b""
    """The targets of its links as written, one per line, in the order of the text."""
    starts: array[int] = array("I")
    """The byte offset of each target."""
    syntax: PageSyntax = NO_SYNTAX
    """Its MDX syntax."""


NO_BODY = PageBody()
