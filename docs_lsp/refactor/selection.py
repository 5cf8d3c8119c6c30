"""The selection in docs.json: neighbouring items in one array of the navigation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from docs_lsp.core.phrases import shorten_for_message
from docs_lsp.core.problem import FileChange, FileEdit
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.edits import Edit, verify_no_new_faults
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import iter_kinds_and_titles
from docs_lsp.site.navigation.docs_cursor import DocsCursor
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview

Changes = tuple[FileChange, ...]

_MOST_NAMES = 1000


class Offer(NamedTuple):
    """A refactoring that can be chosen; `kind` is a code action kind of LSP."""

    title: str
    kind: str
    changes: Callable[[], Changes]
    """Computes the changes; empty if it turns out to be impossible."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Neighbouring items of one array of the navigation."""

    site: Snapshot
    files: Files
    here: DocsCursor
    key: str
    """The key of the list, such as `pages`."""
    node: Array
    at: int
    """The absolute byte offset of the array."""
    indexes: range
    """The indexes of the selected items; empty if the cursor is between items."""
    owner: Placed
    """The object that has the array; it can be in another file."""

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.here.document.text.data

    @property
    def items(self) -> list[Node]:
        """The selected entries and elements."""
        return [self.node.items[index] for index in self.indexes]

    @property
    def overview(self) -> Overview | None:
        """The whole site; None until its files have been scanned."""
        return self.site.get_overview()

    def get_item_offset(self, index: int) -> int:
        """Return the absolute byte offset of an item of the array."""
        return self.at + self.node.starts[index]

    def choose_free_path(self, path: str) -> str:
        """Return an unused path of a JSON file: a path with `.json`, numbered if that exists."""
        for number in range(1, _MOST_NAMES):
            file = f"{path}{f'-{number}' if number > 1 else ''}.json"
            if not self.files.exists(file):
                break
        return file

    def build_changes(self, edits: Iterable[Edit] | None) -> Changes:
        """Return edits of the file as changes; empty if they would add syntax errors."""
        harmless = verify_no_new_faults(self.here.document, tuple(edits or ()))
        return tuple(FileEdit(self.here.file, *edit) for edit in harmless or ())


def find_selection(site: Snapshot, files: Files, file: str, span: Span) -> Selection | None:
    """Return the items of the innermost array of the navigation that a span touches, or None."""
    here = site.navigator.locate_cursor(file, span.start)
    lists = (step for step in reversed(here.steps) if isinstance(step.node, Array)) if here else ()
    step = next((one for one in lists if span.end <= one.at + one.node.size), None)
    owner_and_key = _find_list_owner(site, file, step) if step else None
    if here is None or step is None or owner_and_key is None or not isinstance(step.node, Array):
        return None
    owner, key = owner_and_key
    indexes = _find_touched_indexes(step.node, step.at, span)
    return Selection(site, files, here, key, step.node, step.at, indexes, owner)


def _find_list_owner(site: Snapshot, file: str, step: Step) -> tuple[Placed, str] | None:
    """Return the object and the key that hold an array; None outside of the navigation."""
    around = site.navigator.find_objects_in_range(file, Span(step.at, step.at))
    for placed in reversed(around):
        for key in placed.element.content_keys:
            ref_value = placed.element.get_ref_value(key)
            if step.node is (ref_value[2] if ref_value else placed.element.get(key)):
                return placed, key
    return None


def _find_touched_indexes(node: Array, at: int, span: Span) -> range:
    """Return the indexes from the first to the last item that a span touches."""
    indexes = [
        index
        for index, (start, item) in enumerate(node.iter_children())
        if at + start <= span.end and span.start <= at + start + item.size
    ]
    return range(indexes[0], indexes[-1] + 1) if indexes else range(0)


def label_item(node: Node) -> str:
    """Return an entry, or an element with its kind, for the title of an offer; else `this`."""
    if isinstance(node, String):
        return f"`{shorten_for_message(node.value, 40)}`"
    for kind, title in iter_kinds_and_titles(node) if isinstance(node, Object) else ():
        return f"the {kind.label} `{shorten_for_message(title, 40)}`"
    return "this"
