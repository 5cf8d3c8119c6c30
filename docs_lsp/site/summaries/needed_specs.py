"""The specifications that docs.json, settings or pages name at present.

A server that follows edits may have read others before, which docs.json named then. They are left
out, just as a new check would not read them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from docs_lsp.site.navigation.element import collect_spec_paths
from docs_lsp.site.specifications.specs_named_by_pages import find_missing_specs

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Spec


def find_needed_specs(overview: Overview) -> frozenset[str]:
    """Return the specifications that docs.json, settings or pages name; use `overview.cached`."""
    contents, needed = overview.contents or {}, set[str]()
    # In the order in which a check reads them, since the known ones affect which others are needed.
    needed.update(
        find_missing_specs(_restrict_specs(overview.facts, needed), contents, only_named=True)
    )
    needed |= overview.settings.declared_specs
    for placed in overview.objects:
        needed |= collect_spec_paths(placed.element)
    needed.update(find_missing_specs(_restrict_specs(overview.facts, needed), contents))
    return frozenset(needed)


def list_loaded_specs(overview: Overview) -> list[Spec]:
    """Return those of the needed specifications that are files and were read, sorted by path."""
    facts = overview.facts
    if not facts.specs:
        return []
    needed = overview.cached(find_needed_specs)
    return [facts.specs[path] for path in sorted(needed & facts.files) if path in facts.specs]


def _restrict_specs(facts: SiteFacts, needed: Collection[str]) -> SiteFacts:
    """Return facts with only those of their specifications that are needed."""
    return replace(facts, specs={path: facts.specs[path] for path in facts.specs if path in needed})
