"""Find the specifications that elements name, and those that the operation of a page may be in."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.rules.framework.rule import NAVIGATION
from docs_lsp.site.generated_pages.service_generation import NO_PAGES_AT_ALL
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.spec_files import may_be_spec
from docs_lsp.site.specifications.spec_paths import is_url
from docs_lsp.site.specifications.specs_named_by_pages import is_spec_named
from docs_lsp.site.summaries.needed_specs import list_loaded_specs

if TYPE_CHECKING:
    from docs_lsp.rules.operations.malformed_operations import WrongOperation
    from docs_lsp.site.specifications.openapi import Spec

SOURCES = frozenset(("openapiSource", "asyncapiSource"))
NAMING = NAVIGATION | SOURCES | {"api"}
"""The records that name specifications."""


_NUMBERS = compile_lazily(r"\d+")


def find_openapi_place(branch: Placed) -> tuple[str, Span]:
    """Return file and range of an element's first `openapi` name; raise `KeyError` without one."""
    element = branch.element
    named = element.list_strings("openapi")
    if named:
        return branch.locate_spot(named[0].spot)
    spot, value = element.find_resolved_spot("openapi"), element.get_resolved("openapi")
    if isinstance(value, Object) and isinstance(name := value.get("source"), String):
        at = spot.span.start + value.get_value_span("source").start
        return branch.locate_spot(Spot(name.inner.shift(at), spot.layer))
    return branch.locate_spot(element.find_key_spot("openapi"))


def describe_lost_pages(name: str, element: Element) -> str:
    """Return the loss if a specification that an element names cannot be used: all pages, or its.

    Only one of the navigation stops the generation of all pages.
    """
    is_navigation = name in element.inner.openapi
    return NO_PAGES_AT_ALL if is_navigation else "no pages are generated from it"


def list_spec_candidates(facts: SiteFacts) -> tuple[str, ...]:
    """Return the files that may be specifications, going by their names, sorted."""
    return tuple(sorted(file for file in facts.files if may_be_spec(file)))


def iter_all_specs(facts: SiteFacts, files: Files) -> Iterator[Spec]:
    """Yield the valid specifications of a site, named in docs.json or not; reads and parses files.

    Reads files, so it is only for computing fixes.
    """
    from docs_lsp.site.specifications.openapi import parse_spec

    for file in facts.spec_files or ():
        spec = facts.specs.get(file) or parse_spec(read_bytes_or_empty(files, file), file)
        if spec.usable and not spec.faults:
            yield spec


@dataclass(frozen=True, eq=False)
class SpecsInScope:
    """The specifications that a page may mean.

    Cached by the overview, so it must not refer back to it: both would never be freed.
    """

    facts: SiteFacts
    has_url: bool
    """Whether docs.json names a specification behind a URL."""
    all: list[Spec] | None
    """Every specification of the site; None if one of them cannot be read."""
    read: list[Spec]
    """The specifications that have been read because the site uses them."""
    editions: LanguagesAndVersions
    named: dict[tuple[str, str], list[str]]
    lost: dict[Endpoint, WrongOperation]
    """Faults of operations whose file is missing; translations share them."""

    @classmethod
    def from_overview(cls, overview: Overview) -> SpecsInScope:
        """Collect the specifications of a site."""
        facts, read = overview.facts, list_loaded_specs(overview)
        elements = (placed.element for placed in overview.objects)
        has_url = any(
            is_url(name) for element in elements for name in element.list_spec_sources("openapi")
        )
        known: list[Spec] | None = None
        if not has_url and facts.knows_all_specs and is_navigation_complete(overview):
            known = get_valid_specs(
                sorted({*(spec.file for spec in read), *(facts.spec_files or ())}), facts
            )
        editions = LanguagesAndVersions.from_overview(overview)
        return cls(facts, has_url, known, read, editions, {}, {})

    def is_same_edition(self, path: str, file: str) -> bool:
        """Return whether two paths have the same language, version and numbers in the file name."""
        numbers = (_NUMBERS.findall(posixpath.basename(one)) for one in (path, file))
        is_same = self.editions.find_folders(path) == self.editions.find_folders(file)
        return is_same and next(numbers) == next(numbers)

    def find_matching_files(self, name: str, page: str) -> list[str]:
        """Return the files of the site that a page may mean by a name; cached per folder."""
        # Many pages of a folder name the same specification.
        key = (name, posixpath.dirname(page))
        if key not in self.named:
            self.named[key] = [
                file
                for file in self.facts.cached(list_spec_candidates)
                if is_spec_named(file, name, page)
            ]
        return self.named[key]


def get_valid_specs(files: list[str], facts: SiteFacts) -> list[Spec] | None:
    """Return these specifications; None if one has not been read, or has errors."""
    specs = [facts.specs.get(file) for file in files]
    known = [spec for spec in specs if spec is not None and spec.usable and not spec.faults]
    return known if len(known) == len(specs) else None
