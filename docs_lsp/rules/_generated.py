"""Which pages the service makes itself, from specifications (service-facts.md, section 7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.jsontree.nodes import Node, Object, String
from docs_lsp.rules._specs import read_specs, specs_in_force
from docs_lsp.site.element import Element

if TYPE_CHECKING:
    from docs_lsp.site.facts import SiteFacts
    from docs_lsp.site.openapi import Operation, Spec

_DEFAULT_FOLDER = "api-reference"
_GENERATORS = ("openapi", "asyncapi", "graphql", "sdk")
_NO_LETTER = re.compile(r"[\W_]+")
_COUNT = re.compile(r"-\d+$")


def generated_pages(element: Element, facts: SiteFacts) -> Callable[[str], bool] | None:
    """Tells of a page path whether it may be that of a generated page; None where there are none.

    Where all operations are known, it may if one of them has this name; else if it lies where
    generated pages go.
    """
    inner = element.inner
    given = [value for key in _GENERATORS if (value := element.get(key)) is not None]
    if not given and not inner.openapi and not inner.asyncapi:
        return None
    only_openapi = not inner.asyncapi and given in ([], [element.get("openapi")])
    specs = read_specs(specs_in_force(element), facts) if only_openapi else None
    if specs is not None:
        names = frozenset(_names(specs))
        return lambda page: not names.isdisjoint(_last_name(page))
    folders = tuple(f"{folder}/" for folder in _folders(given)) or (f"{_DEFAULT_FOLDER}/",)
    return lambda page: page.startswith(folders)


def _names(specs: list[Spec]) -> Iterator[str]:
    for spec in specs:
        operations: list[Operation] = [*spec.operations.values(), *spec.webhooks.values()]
        for operation in operations:
            yield _letters(operation.summary or "")
            yield _letters(operation.method + operation.path)


def _last_name(page: str) -> tuple[str, str]:
    """The letters of the last part of a page path, as it is and without the count at its end."""
    name = page.rpartition("/")[2]
    return _letters(name), _letters(_COUNT.sub("", name))


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())


def _folders(given: list[Node]) -> Iterator[str]:
    for value in given:
        folder = value.get("directory") if isinstance(value, Object) else None
        if isinstance(folder, String) and folder.value.strip("/ "):
            yield folder.value.strip("/ ")
