"""What stands at a place of docs.json, as JSON and as the format sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.document import Document
from docs_lsp.schema.types import Type
from docs_lsp.schema.value_types import resolve, wanted_child
from docs_lsp.site.navigation.refs import Layer
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.text import Span


class DocsCursor(NamedTuple):
    """A place in docs.json or in a file that a `$ref` names."""

    file: str
    document: Document
    steps: tuple[Step, ...]
    """The containers around it in this file, the outermost first."""
    around: tuple[Placed, ...]
    """The objects around it that the format knows, the outermost first, whatever their file."""

    @property
    def placed(self) -> Placed | None:
        """The innermost object around it that the format knows."""
        return self.around[-1] if self.around else None

    def step_over(self, span: Span) -> Step | None:
        """The innermost container with a child that covers a span of this file."""
        for step in reversed(self.steps):
            child = step.child
            if child and step.child_at <= span.start and span.end <= step.child_at + child.size:
                return step
        return None

    def wanted(self, step: Step) -> Type | None:
        """The type of the child that one of the steps leads to; None where any will do."""
        known = {id(layer.node): placed.element.record for placed, layer in self._layers()}
        judged: Type | None = None
        wanted: Type | None = None
        for one in self.steps:
            judged = known.get(id(one.node), judged)
            wanted = wanted_child(judged, one.node, one.index) if judged and one.child else None
            if one is step:
                break
            judged = resolve(wanted, one.value) if wanted and one.value else None
        return wanted

    def _layers(self) -> Iterator[tuple[Placed, Layer]]:
        for placed in self.around:
            for layer in placed.element.resolved.layers:
                yield placed, layer
