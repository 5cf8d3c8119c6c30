"""What the MDX of a page comes to, kept with the page: little, for a site has thousands.

A page is read for it when somebody asks, once, from its bytes as they were then.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.site.mdx.content import MOST_READ, PageContent


class PageSyntax(NamedTuple):
    """What is kept of the MDX of a page."""

    faults: tuple[MdxFault, ...] = ()
    """Why the service refuses it."""


_NOTHING = PageSyntax()


def syntax_of(page: PageContent) -> PageSyntax:
    """What the MDX of a page comes to."""
    return page.once(_syntax)


def _syntax(page: PageContent) -> PageSyntax:
    data = page.bytes_again()
    if not data or len(data) > MOST_READ:
        return _NOTHING
    # Most of a session goes by before any page is read in full.
    from docs_lsp.mdx.reading import find_faults

    faults = find_faults(data)
    return PageSyntax(faults) if faults else _NOTHING
