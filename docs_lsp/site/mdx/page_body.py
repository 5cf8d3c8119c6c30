"""The data stored about the text of a page: small, since a site has thousands of pages."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from docs_lsp.site.mdx.anchors import AnchorTexts
from docs_lsp.site.mdx.page_syntax import NO_SYNTAX, PageSyntax


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
