"""Whether all entries of the navigation are known: rules and cards about all pages depend on it.

Without that, such as after a syntax error that hides pages, they say nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.refs import Parts, iter_refs, list_reachable_files, resolve_ref_path

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

HARMLESS_FAULTS = frozenset(("trailing-comma", "comment", "duplicate-key"))
"""Syntax errors that the parser recovers from without losing content."""
_LIKE_REF = compile_lazily(rb'"\$(?:R[eE][fF]|r(?:E[fF]|eF)|ref[sS])s?"')
"""Keys that resemble `$ref` but are not read as one."""


def is_navigation_complete(overview: Overview) -> bool:
    """Return whether the entries of the navigation are all known.

    They are not if a file has syntax errors, a `$ref` cannot be read, or an element is from another
    repository.
    """
    names = list_reachable_files(overview.name, overview.parts)
    if not all(_is_fully_read(name, overview.parts) for name in names):
        return False
    elements = (placed.element for placed in overview.objects)
    return all(element.is_known for element in elements)


def _is_fully_read(name: str, parts: Parts) -> bool:
    """Return whether a file has no real syntax errors and its `$ref`s name readable files."""
    part = parts.get(name)
    if not isinstance(part, Document):
        return False
    if any(fault.code not in HARMLESS_FAULTS for _, fault in part.iter_faults()):
        return False
    if _LIKE_REF.search(part.text.data):
        return False
    targets = (resolve_ref_path(name, ref.value) for _, ref in iter_refs(part))
    return all(isinstance(parts.get(target or ""), Document) for target in targets)
