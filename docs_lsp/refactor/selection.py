"""What a writer has selected: neighbours in one list of the navigation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from docs_lsp.files import Files
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.edits import Edit
from docs_lsp.jsontree.nodes import Array, Member, Node, Object, String
from docs_lsp.problem import FileChange, FileEdit
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.site.context import Context
from docs_lsp.site.locate import Here, locate
from docs_lsp.site.overview import Overview
from docs_lsp.snapshot import Site
from docs_lsp.text import Span

Changes = tuple[FileChange, ...]


class Offer(NamedTuple):
    """Something that can be done; `kind` is one of LSP's kinds of code actions."""

    title: str
    kind: str
    changes: Callable[[], Changes]
    """What it changes; nothing where it cannot be done after all."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Neighbouring children of one list of the navigation."""

    site: Site
    files: Files
    here: Here
    key: str
    """The key of the list, such as `pages`; empty for a list that is a file of its own."""
    node: Array
    at: int
    """The absolute offset of the list."""
    indexes: range
    """The children that are selected; none where the cursor stands between them."""
    around: Step | None
    """The object that holds the list, if it stands in the same file."""

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.here.document.text.data

    @property
    def items(self) -> list[Node]:
        """What is selected."""
        return [self.node.items[index] for index in self.indexes]

    @property
    def overview(self) -> Overview | None:
        """The whole site; None before the disk is known."""
        return self.site.overview()

    def start(self, index: int) -> int:
        """The absolute offset of a child of the list."""
        return self.at + self.node.starts[index]

    def made(self, edits: Iterable[Edit] | None) -> Changes:
        """Edits of the file as changes."""
        return tuple(FileEdit(self.here.file, *edit) for edit in edits or ())


def selected(site: Site, files: Files, file: str, span: Span) -> Selection | None:
    """The children of the innermost list of the navigation that a span touches."""
    context = Context(site.settings, site.facts)
    here = locate(site.parts, site.name, context, file, span.start)
    if here is None or not here.around:
        return None
    for depth in range(len(here.steps) - 1, -1, -1):
        step = here.steps[depth]
        if not isinstance(step.node, Array) or step.at + step.node.size < span.end:
            continue
        around = here.steps[depth - 1] if depth else None
        key = _key(around)
        if key in CHILD_KEYS or (around is None and _is_navigation(step.node)):
            indexes = _touched(step.node, step.at, span)
            return Selection(site, files, here, key, step.node, step.at, indexes, around)
        return None
    return None


def _key(step: Step | None) -> str:
    child = step.child if step else None
    return child.key.value if isinstance(child, Member) else ""


def _is_navigation(node: Array) -> bool:
    """Whether a list that is a whole file looks like one of elements."""
    return any(isinstance(item, Object) and KINDS.keys() & item.by_key for item in node.items)


def _touched(node: Array, at: int, span: Span) -> range:
    found = [
        index
        for index, (start, item) in enumerate(node.children())
        if at + start <= span.end and span.start <= at + start + item.size
    ]
    return range(found[0], found[-1] + 1) if found else range(0)


def label_of(node: Node) -> str:
    """How an offer names an entry or an element."""
    if isinstance(node, String):
        return f"`{_short(node.value)}`"
    for kind in KINDS if isinstance(node, Object) else ():
        title = node.get(kind)  # type: ignore[attr-defined]  # an Object, as the loop says
        if isinstance(title, String):
            return f"the {KINDS[kind].label} `{_short(title.value)}`"
    return "this"


def _short(text: str) -> str:
    plain = " ".join(text.replace("`", "'").split())
    return plain if len(plain) <= 40 else plain[:39] + "…"
