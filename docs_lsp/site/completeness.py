"""Whether all of a navigation is known, for who wants to say what is not in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.refs import Parts, named_from, refs_in, target_of
from docs_lsp.site.overview import Overview

_READ_ALL_THE_SAME = frozenset(("trailing-comma", "comment", "duplicate-key"))
"""Faults that the parser gets over without a loss."""
_LIKE_REF = re.compile(rb'"\$(?:R[eE][fF]|r(?:E[fF]|eF)|ref[sS])s?"')
"""What stands for a `$ref`, and is not read as one."""


def is_whole(overview: Overview) -> bool:
    """Whether no syntax error, no `$ref` that leads nowhere and no element from another repository
    leaves open what the navigation lists."""
    names = named_from(overview.name, overview.parts)
    if not all(_is_read(name, overview.parts) for name in names):
        return False
    elements = (placed.element for placed in overview.objects)
    return all(one.is_known for one in elements)


def _is_read(name: str, parts: Parts) -> bool:
    part = parts.get(name)
    if not isinstance(part, Document):
        return False
    if any(fault.code not in _READ_ALL_THE_SAME for _, fault in part.faults()):
        return False
    if _LIKE_REF.search(part.text.data):
        return False
    targets = (target_of(name, ref.value) for _, ref in refs_in(part))
    return _are_read(targets, parts)


def _are_read(names: Iterable[str | None], parts: Parts) -> bool:
    return all(isinstance(parts.get(name or ""), Document) for name in names)
