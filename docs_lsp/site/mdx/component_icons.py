"""Icons that the components of a page name and that not every icon library has.

Only these can be wrong, so only these are stored: most icons are in all libraries.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from sys import intern
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import PropKind
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.schema.icon_names import LIBRARIES, has_icon

_MOST = 200
"""The number of icons stored for a page. No real page has a tenth as many."""


class ComponentIcon(NamedTuple):
    """The name of an icon in a prop of a component."""

    name: str
    span: Span
    """The value with its quotes."""


def list_rare_icons(page: MdxPage) -> tuple[ComponentIcon, ...]:
    """Return the icons in the props of a page that some library lacks, in order."""
    return tuple(islice(_iter_rare_icons(page), _MOST))


def _iter_rare_icons(page: MdxPage) -> Iterator[ComponentIcon]:
    """Yield the icons of components that not all libraries have."""
    local = {name.local for each in page.imports for name in each.names}
    local |= {name.name for each in page.exports for name in each.names}
    for tag in page.tags:
        component = COMPONENTS.get(tag.name)
        if component is None or tag.name in local:
            continue
        for given in tag.attributes:
            if not (given.value and given.value_span) or given.name[:4] != "icon":
                continue
            prop = component.find_prop(given.name)
            if prop and prop.kind is PropKind.ICON and not _is_in_all_libraries(given.value):
                yield ComponentIcon(intern(given.value), given.value_span)


@lru_cache(maxsize=4096)
def _is_in_all_libraries(name: str) -> bool:
    return all(has_icon(library, name) for library in LIBRARIES)
