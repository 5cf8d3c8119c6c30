"""What stands at a place of docs.json, as JSON and as the format sees it."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.jsontree.cursor import Step, steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.site.context import Context
from docs_lsp.site.refs import Parts
from docs_lsp.site.walk import Placed, toward
from docs_lsp.text import Span


class Here(NamedTuple):
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


def locate(parts: Parts, main: str, context: Context, file: str, offset: int) -> Here | None:
    """What stands at an absolute byte offset; None in a file that is no part of docs.json."""
    document = parts.get(file)
    if not isinstance(document, Document):
        return None
    return Here(
        file,
        document,
        steps_to(document, offset),
        toward(parts, main, context, file, offset),
    )
