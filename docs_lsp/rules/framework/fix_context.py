"""Input of the fix functions of rules: a problem, the site around it, and a cache.

A fix is made on request, from the site as it then is. It changes as little as possible:
`docs_lsp.jsontree.edits` adds and removes children of objects and arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem
from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edit, Edits, merge_edits
from docs_lsp.jsontree.nodes import Array
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.docs_cursor import DocsCursor
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.facts import SiteFacts

_Source = TypeVar("_Source")
_Value = TypeVar("_Value")


class LastReadings:
    """The last result of each reader: problems come page by page, so no more is needed."""

    def __init__(self, suggestions: SuggestionBudget | None = None) -> None:
        """Create an empty cache; `suggestions` limits the fixes that lead to similar names.

        For a report of all findings: a writer who asks about one mistake waits for one look-up.
        """
        self._last: dict[object, tuple[Any, Any]] = {}
        self._suggestions = suggestions

    def spend_suggestion(self, file: str) -> bool:
        """Spend a look-up of similar names for a file; return whether it is allowed."""
        return self._suggestions is None or self._suggestions.spend(file)

    def get_or_read(
        self, source: _Source, read: Callable[[_Source], _Value], key: object = None
    ) -> _Value:
        """Return `read(source)`, called again only if the last source was different.

        A source is, for example, the bytes of a page. Sources are compared by `key` if given.
        """
        key = source if key is None else key
        last, value = self._last.get(read, (None, None))
        if last is not key and last != key:
            value = read(source)
            self._last[read] = (key, value)
        return value  # type: ignore[no-any-return]  # cached under the reader that made it


def find_array_step(steps: Sequence[Step]) -> Step | None:
    """Return the innermost of some containers that is an array, or None."""
    return next((step for step in reversed(steps) if isinstance(step.node, Array)), None)


@dataclass(frozen=True, slots=True)
class FixContext:
    """A problem to fix, and the site around it.

    `here` is None in files that are not part of docs.json, `overview` until the disk has been
    read.
    """

    problem: Problem
    files: Files
    settings: Settings
    here: DocsCursor | None = None
    overview: Overview | None = None
    readings: LastReadings = field(default_factory=LastReadings)
    """Cache shared with other problems that are fixed in the same run."""

    @property
    def placed(self) -> Placed | None:
        """The place of the innermost object of the docs.json format around the problem, or None."""
        return self.here.placed if self.here else None

    @property
    def facts(self) -> SiteFacts | None:
        """The facts read from disk, or None before the disk has been read."""
        return self.overview.facts if self.overview else None

    @property
    def element(self) -> Element | None:
        """The innermost object of the docs.json format around the problem, or None."""
        return self.placed.element if self.placed else None

    @property
    def step(self) -> Step | None:
        """The innermost container with a child that covers the problem, and that child; or None.

        The child is the member with a wrong key or value, or the wrong item of an array.
        """
        return self.here.find_step_around(self.problem.span) if self.here else None

    @property
    def array_step(self) -> Step | None:
        """The innermost array around the problem, with the item that covers it; or None."""
        return find_array_step(self.here.steps if self.here else ())

    @property
    def data(self) -> bytes:
        """The bytes of the problem's file; empty if it cannot be read."""
        return self.here.document.text.data if self.here else self.read_file(self.problem.file)

    @property
    def problem_text(self) -> str:
        """The text in the problem's range."""
        start, end = self.problem.span
        return self.data[start:end].decode("utf-8", "replace")

    def read_cached(self, read: Callable[[bytes], _Value]) -> _Value:
        """Return `read(self.data)`, cached for other problems in the same file."""
        return self.readings.get_or_read(self.data, read)

    def find_document(self, file: str) -> Document | None:
        """Return docs.json or a file that a `$ref` names; None if it is neither, or unreadable."""
        if self.here and self.here.file == file:
            return self.here.document
        return self.overview.find_document(file) if self.overview else None

    def read_file(self, file: str) -> bytes:
        """Return the bytes of a file of the site; empty if it cannot be read."""
        return read_bytes_or_empty(self.files, file)

    def build_edit(self, span: Span, new: str) -> FileEdit:
        """Return an edit that replaces a span of the problem's file."""
        return FileEdit(self.problem.file, span, new)

    def offer_edits(
        self,
        title: str,
        edits: Iterable[Edit] | None,
        *,
        safe: bool = False,
        preferred: bool = False,
    ) -> Iterator[Fix]:
        """Yield a fix with these edits of the problem's file; nothing if there are none."""
        changes = tuple(self.build_edit(*edit) for edit in edits or ())
        if changes:
            yield Fix(title, changes, safe, preferred or safe)

    def offer_move(self, title: str, removed: Edits | None, added: Edits | None) -> Iterator[Fix]:
        """Yield the preferred fix that removes something here and adds it elsewhere in the file.

        Nothing is yielded if one of the two is not possible.
        """
        if removed and added:
            yield from self.offer_edits(title, merge_edits((*added, *removed)), preferred=True)

    def replace_problem_range(self, new: str) -> FileEdit:
        """Return an edit that replaces exactly the problem's range."""
        return self.build_edit(self.problem.span, new)

    def build_fix(
        self, new: str, title: str = "", *, safe: bool = False, preferred: bool = False
    ) -> Fix:
        """Return a fix that replaces exactly the problem's range; the default title names `new`."""
        changes = (self.replace_problem_range(new),)
        return Fix(title or f"Write {code(new)}", changes, safe, preferred or safe)
