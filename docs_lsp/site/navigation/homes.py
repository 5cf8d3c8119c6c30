"""What a file is a part of: where the `$ref` that names it stands, and what belongs there."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.jsontree.cursor import Step, steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Type
from docs_lsp.schema.value_types import resolve, wanted_child
from docs_lsp.site.navigation.context import Context
from docs_lsp.site.navigation.refs import Parts, refs_in, target_of
from docs_lsp.site.navigation.walk import Placed, toward


class Home(NamedTuple):
    """What the whole of a file stands for."""

    wanted: Type | None
    """The type of its content; None where any will do."""
    around: tuple[Placed, ...] = ()
    """The objects around the `$ref` that names it, the outermost first."""


def home_of(parts: Parts, name: str, context: Context, file: str) -> Home | None:
    """The home of docs.json itself, or of a part as the first `$ref` sees it; None for a file that
    no `$ref` leads to."""
    return _home(parts, name, context, file, frozenset())


def descend(wanted: Type | None, steps: tuple[Step, ...]) -> tuple[Type | None, ...]:
    """The type that is wanted of each of the containers around a place, and of the place itself.

    `wanted` is that of the outermost one.
    """
    found = [wanted]
    for step in steps:
        judged = resolve(wanted, step.node) if wanted else None
        wanted = wanted_child(judged, step.node, step.index) if judged and step.child else None
        found.append(wanted)
    return tuple(found)


def _home(
    parts: Parts, name: str, context: Context, file: str, passed: frozenset[str]
) -> Home | None:
    if file == name:
        return Home(DOCS)
    for other, part in parts.items():
        if not isinstance(part, Document) or other == file or other in passed:
            continue
        for at, ref in refs_in(part):
            if target_of(other, ref.value) != file:
                continue
            outer = _home(parts, name, context, other, passed | {file})
            if outer is not None:
                steps = steps_to(part, at)
                around = toward(parts, name, context, other, at) or outer.around
                return Home(descend(outer.wanted, steps[:-1])[-1], around)
    return None
