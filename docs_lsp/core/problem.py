"""The results of checks: problems, the places they concern, and edits that fix them.

A check sees one object at a time and returns a `Finding` whose spans are relative to that object,
so that it stays valid while the text around it is edited. A `Problem` is the same ready to be
shown: a file, absolute spans, a severity. Spans are UTF-8 byte offsets. Files are site paths:
POSIX, relative to the folder of docs.json.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple, TypeAlias

from docs_lsp.core.grouping import group_by
from docs_lsp.core.text import Span


class Severity(IntEnum):
    """The severity of a problem; the numbers are those of LSP's DiagnosticSeverity."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class ProblemTag(Enum):
    """The way an editor can mark a problem; the numbers are those of LSP's DiagnosticTag."""

    UNNECESSARY = 1
    DEPRECATED = 2


class RelatedPlace(NamedTuple):
    """A second place that explains a problem, such as the first of two equal keys."""

    file: str
    span: Span
    message: str


class FileEdit(NamedTuple):
    """A replacement in a file."""

    file: str
    span: Span
    new: str


class NewFile(NamedTuple):
    """A file that does not exist yet."""

    file: str
    content: str


class MovedFile(NamedTuple):
    """A file that gets another path. Edits of it in the same changes use its old path."""

    file: str
    to: str


class DeletedFile(NamedTuple):
    """A file that is deleted."""

    file: str


FileChange: TypeAlias = FileEdit | NewFile | MovedFile | DeletedFile


def split_changes(
    changes: Iterable[FileChange],
) -> tuple[dict[str, list[FileEdit]], list[NewFile | MovedFile | DeletedFile]]:
    """Return the edits among some changes, by file, and the other changes."""
    all_changes = list(changes)
    edits = (change for change in all_changes if isinstance(change, FileEdit))
    others = [change for change in all_changes if not isinstance(change, FileEdit)]
    return group_by(edits, lambda edit: edit.file), others


class Fix(NamedTuple):
    """Changes that remove a problem.

    A safe fix may be applied without asking. Of several, the preferred one is the obvious one; a
    safe fix always is.
    """

    title: str
    changes: tuple[FileChange, ...]
    safe: bool = False
    preferred: bool = False


class Problem(NamedTuple):
    """One mistake, reported once: the smallest range that is wrong, and why."""

    rule: str
    file: str
    span: Span
    message: str
    severity: Severity
    related: tuple[RelatedPlace, ...] = ()
    tags: tuple[ProblemTag, ...] = ()
    about: str = ""
    """The subject of the problem if its range does not show it, such as a missing key."""
    target: str = ""
    """The broken address of the site that is named there, with its leading slash, or empty."""
    is_folded: bool = False
    """Whether a finding about its folder counts it, so that only the file itself need show it."""

    def with_severity(self, severity: Severity) -> Problem:
        """Return this problem with another severity; the same object if it has that already."""
        return self if severity is self.severity else self._replace(severity=severity)


class Remark(NamedTuple):
    """A second place in the object of a finding. `layer` is as in `Finding`."""

    span: Span
    message: str
    layer: int = 0


class Finding(NamedTuple):
    """A mistake in one object, with spans relative to the object's opening bracket.

    An object may be merged from several files by `$ref`: `layer` 0 is the object itself, 1 the one
    it references, and so on.
    """

    rule: str
    span: Span
    message: str
    layer: int = 0
    remarks: tuple[Remark, ...] = ()
    places: tuple[RelatedPlace, ...] = ()
    """Related places in other files."""
    severity: Severity | None = None
    """The severity, if it differs from that of the rule."""
    tags: tuple[ProblemTag, ...] = ()
    about: str = ""
    """As in `Problem`."""
    target: str = ""
    """As in `Problem`."""
    loses: bool = False
    """Whether the service drops the content of the element around it because of this mistake."""
