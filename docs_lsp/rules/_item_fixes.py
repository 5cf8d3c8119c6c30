"""Taking an item of a list away, for rules whose fixes do so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.jsontree import edits
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.nodes import Array, Node
from docs_lsp.problem import Fix
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.rules._fix import FixContext


def without_item(
    subject: FixContext, span: Span, title: str, *, preferred: bool = False
) -> Iterator[Fix]:
    """The fix that removes an item from the innermost list around the problem: the one that a span
    of the same file lies in. There is none where the list stands in another file."""
    step, index = _place(subject, span)
    if step is not None and index >= 0:
        gone = edits.remove(subject.data, step.node, step.at, [index])
        yield from subject.offer(title, gone, preferred=preferred)


def item_at(subject: FixContext, span: Span) -> Node | None:
    """The item of that list that a span lies in."""
    step, index = _place(subject, span)
    return step.node.items[index] if step is not None and index >= 0 else None


def _place(subject: FixContext, span: Span) -> tuple[Step | None, int]:
    steps = subject.here.steps if subject.here else ()
    step = next((one for one in reversed(steps) if isinstance(one.node, Array)), None)
    return step, bisect_right(step.node.starts, span.start - step.at) - 1 if step else -1
