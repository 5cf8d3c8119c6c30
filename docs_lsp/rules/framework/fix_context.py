"""What a rule is given to fix a problem: the problem, and all that is known about its place.

A fix is made when somebody asks for it, from the site as it then is. It changes as little as it
can: `docs_lsp.jsontree.edits` knows how children of objects and arrays come and go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from docs_lsp.core.problem import FileEdit, Fix, Problem
from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, bytes_of
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.edits import Edit
from docs_lsp.rules.framework.readings import Readings
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.docs_cursor import DocsCursor
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.facts import SiteFacts

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class FixContext:
    """A problem that somebody wants to have fixed.

    `here` is None in files that are no part of docs.json, `overview` as long as nobody has looked
    at the disk.
    """

    problem: Problem
    files: Files
    settings: Settings
    here: DocsCursor | None = None
    overview: Overview | None = None
    readings: Readings = field(default_factory=Readings)
    """Shared with the problems whose fixes are made along with these."""

    @property
    def facts(self) -> SiteFacts | None:
        """What the disk says."""
        return self.overview.facts if self.overview else None

    @property
    def element(self) -> Element | None:
        """The innermost object around the problem that the format knows."""
        placed = self.here.placed if self.here else None
        return placed.element if placed else None

    @property
    def step(self) -> Step | None:
        """The innermost object or array with a child that covers the problem: the member with a
        wrong key or value, or the wrong item of a list."""
        return self.here.step_over(self.problem.span) if self.here else None

    @property
    def data(self) -> bytes:
        """The bytes of the problem's file; none for one that cannot be read."""
        return self.here.document.text.data if self.here else self.read(self.problem.file)

    @property
    def text(self) -> str:
        """What stands in the problem's range."""
        start, end = self.problem.span
        return self.data[start:end].decode("utf-8", "replace")

    def read_once(self, read: Callable[[bytes], _Value]) -> _Value:
        """What a function reads of the problem's file, shared with other problems in it."""
        return self.readings.get(self.data, read)

    def read(self, file: str) -> bytes:
        """The bytes of some file of the site; none for one that cannot be read."""
        return bytes_of(self.files, file)

    def edit(self, span: Span, new: str) -> FileEdit:
        """A replacement in the problem's file."""
        return FileEdit(self.problem.file, span, new)

    def offer(
        self,
        title: str,
        edits: Iterable[Edit] | None,
        *,
        safe: bool = False,
        preferred: bool = False,
    ) -> Iterator[Fix]:
        """A fix made of edits of the problem's file; nothing where there are no edits."""
        changes = tuple(self.edit(*edit) for edit in edits or ())
        if changes:
            yield Fix(title, changes, safe, preferred or safe)

    def replace(self, new: str) -> FileEdit:
        """A replacement of just the problem's range."""
        return self.edit(self.problem.span, new)
