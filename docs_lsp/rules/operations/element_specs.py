"""Find the specifications that an element names, and those that apply to its entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.rules.framework.rule import NAVIGATION
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.specifications.spec_files import may_be_spec

if TYPE_CHECKING:
    from docs_lsp.core.text import Span
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Spec

SOURCES = frozenset(("openapiSource", "asyncapiSource"))
NAMING = NAVIGATION | SOURCES | {"api"}
"""The records that name specifications."""


def find_openapi_place(branch: Placed) -> tuple[str, Span]:
    """Return the file and range of the first specification in an element's own `openapi`.

    Raises `KeyError` if the element itself has no such key.
    """
    element = branch.element
    named = element.list_strings("openapi")
    if named:
        return branch.locate_spot(named[0].spot)
    spot, value = element.find_resolved_spot("openapi"), element.get_resolved("openapi")
    if isinstance(value, Object) and isinstance(name := value.get("source"), String):
        at = spot.span.start + value.get_value_span("source").start
        return branch.locate_spot(Spot(name.inner.shift(at), spot.layer))
    return branch.locate_spot(element.find_key_spot("openapi"))


def get_applicable_specs(element: Element) -> tuple[str, ...]:
    """Return the specifications for the endpoints of an element, as written or inherited."""
    return element.inner.openapi


def list_spec_candidates(facts: SiteFacts) -> tuple[str, ...]:
    """Return the files that may be specifications, going by their names, in order; cached."""
    return facts.cached(_list_spec_candidates)


def _list_spec_candidates(facts: SiteFacts) -> tuple[str, ...]:
    return tuple(sorted(file for file in facts.files if may_be_spec(file)))


def iter_all_specs(facts: SiteFacts, files: Files) -> Iterator[Spec]:
    """Yield the valid specifications of a site, whether docs.json names them or not.

    Reads files, so it is only for computing fixes.
    """
    from docs_lsp.site.specifications.openapi import parse_spec

    for file in facts.spec_files or ():
        spec = facts.specs.get(file) or parse_spec(read_bytes_or_empty(files, file), file)
        if spec.usable and not spec.faults:
            yield spec
