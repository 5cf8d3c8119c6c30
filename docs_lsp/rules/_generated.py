"""Which pages the service makes, as far as one element tells (SERVICE.md, generated-pages)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from docs_lsp.rules._specs import read_specs, specs_in_force
from docs_lsp.site.generated_pages.page_addresses import (
    DEFAULT_FOLDER,
    GENERATORS,
    folder_of,
    last_names,
    names_in,
)
from docs_lsp.site.navigation.element import Element

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


def generated_pages(element: Element, facts: SiteFacts) -> Callable[[str], bool] | None:
    """Tells of a page path whether it may be that of a generated page; None where there are none.

    Where all operations are known, it may if one of them has this name; else if it lies where
    generated pages go.
    """
    inner = element.inner
    given = [value for key in GENERATORS if (value := element.get(key)) is not None]
    if not given and not inner.openapi and not inner.asyncapi:
        return None
    only_openapi = not inner.asyncapi and given in ([], [element.get("openapi")])
    specs = read_specs(specs_in_force(element), facts) if only_openapi else None
    if specs is not None:
        names = frozenset(name for spec in specs for name in names_in(spec)) - {""}
        return lambda page: not names.isdisjoint(last_names(page))
    folders = tuple(f"{folder}/" for value in given if (folder := folder_of(value)))
    return lambda page: page.startswith(folders or (f"{DEFAULT_FOLDER}/",))
