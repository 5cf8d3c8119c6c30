"""What the checks say: problems, the places they touch, and the edits that would fix them.

A check sees one object at a time and gives a `Finding` whose spans are counted from that object,
so that it stays true while the text around it is edited. A `Problem` is the same thing ready to be
shown: a file, absolute spans, a severity. Spans are UTF-8 byte offsets. Files are site paths:
POSIX, relative to the folder that holds docs.json.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span


class Severity(IntEnum):
    """How bad a problem is; the numbers are those of LSP's DiagnosticSeverity."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class Tag(Enum):
    """How an editor may paint a problem; the numbers are those of LSP's DiagnosticTag."""

    UNNECESSARY = 1
    DEPRECATED = 2


class Place(NamedTuple):
    """A second place that explains a problem, such as the first of two equal keys."""

    file: str
    span: Span
    message: str


class FileEdit(NamedTuple):
    """One replacement in one file."""

    file: str
    span: Span
    new: str


class NewFile(NamedTuple):
    """A file that does not exist yet."""

    file: str
    content: str


class MovedFile(NamedTuple):
    """A file that gets another path. Edits of it beside the move name its old one."""

    file: str
    to: str


class DeletedFile(NamedTuple):
    """A file that goes."""

    file: str


FileChange: TypeAlias = FileEdit | NewFile | MovedFile | DeletedFile


def split_changes(
    changes: Iterable[FileChange],
) -> tuple[dict[str, list[FileEdit]], list[NewFile | MovedFile | DeletedFile]]:
    """The edits among some changes, by file, and the other changes."""
    edits: dict[str, list[FileEdit]] = {}
    others = []
    for change in changes:
        if isinstance(change, FileEdit):
            edits.setdefault(change.file, []).append(change)
        else:
            others.append(change)
    return edits, others


class Fix(NamedTuple):
    """Changes that remove a problem.

    A safe one may be made without asking. Of several, the preferred one is the obvious one; a
    safe one always is.
    """

    title: str
    changes: tuple[FileChange, ...]
    safe: bool = False
    preferred: bool = False


class Problem(NamedTuple):
    """One mistake, said once: the smallest range that is wrong, and why."""

    rule: str
    file: str
    span: Span
    message: str
    severity: Severity
    related: tuple[Place, ...] = ()
    tags: tuple[Tag, ...] = ()
    about: str = ""
    """What it is about where its range does not show that, such as a key that is missing."""
    target: str = ""
    """The address on the site, with its first slash, that is named there and does not answer."""
    is_folded: bool = False
    """Whether a finding about its folder counts it, so that only the file itself need show it."""

    def with_severity(self, severity: Severity) -> Problem:
        """This problem with the severity that a project's settings give it."""
        return self if severity is self.severity else self._replace(severity=severity)


class Remark(NamedTuple):
    """A second place in the object a finding is about. `layer` is as in `Finding`."""

    span: Span
    message: str
    layer: int = 0


class Finding(NamedTuple):
    """A mistake in one object, with spans counted from the object's opening bracket.

    An object may be put together from several files by `$ref`: `layer` 0 is the one that stands
    here, 1 the one it refers to, and so on.
    """

    rule: str
    span: Span
    message: str
    layer: int = 0
    remarks: tuple[Remark, ...] = ()
    places: tuple[Place, ...] = ()
    """Second places in other files."""
    severity: Severity | None = None
    """Where it differs from the rule's own."""
    tags: tuple[Tag, ...] = ()
    about: str = ""
    """As in `Problem`."""
    target: str = ""
    """As in `Problem`."""
    loses: bool = False
    """Whether the service drops the content of the division around it because of it."""
