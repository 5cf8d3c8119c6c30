"""The kinds of findings that the report makes without questions, and the pages of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.search_hit import SearchHit

FindHits: TypeAlias = Callable[[str, str | None, str | None], Sequence[SearchHit]]
"""Searches for words in a language and a version, and returns the best hit first."""


class FindingKind(Enum):
    """The kinds of findings, most important first. The value is the name in JSON."""

    UNREADABLE = "unreadable"
    REFUSED = "refused"
    REFUSED_PART = "refused-part"
    TOOL_NAME = "tool-name"
    WITHOUT_SPECIFICATION = "without-specification"
    WITHOUT_OPERATION = "without-operation"
    EMPTY_VERSION = "empty-version"
    UNINDEXED_SPECIFICATION = "unindexed-specification"
    EMPTY_PAGE = "empty-page"
    NOT_FOUND_BY_TITLE = "not-found-by-title"
    NOT_FOUND_BY_OPERATION = "not-found-by-operation"
    SAME_TEXT = "same-text"
    SAME_TITLE = "same-title"
    SAME_DESCRIPTION = "same-description"
    SAME_SECTION = "same-section"
    NOT_FOUND_BY_DESCRIPTION = "not-found-by-description"
    NOT_FOUND_BY_HEADING = "not-found-by-heading"
    ONLY_PICTURES = "only-pictures"
    ONLY_CODE = "only-code"
    PICTURE_HEADING = "picture-heading"
    EMPTY_SECTION = "empty-section"
    CUT_WHEN_READ = "cut-when-read"


OF_SEVERAL = frozenset(
    (
        FindingKind.REFUSED_PART,
        FindingKind.WITHOUT_SPECIFICATION,
        FindingKind.SAME_TEXT,
        FindingKind.SAME_TITLE,
        FindingKind.SAME_DESCRIPTION,
        FindingKind.SAME_SECTION,
    )
)
"""The kinds whose places are different pages with something in common, not copies."""


class FindingPlace(NamedTuple):
    """A page that a finding concerns with its copies, or several pages with something in common."""

    pages: tuple[str, ...]
    """The paths; of copies the first represents all, of other pages a search returns it first."""
    file: str | None
    """The site path of the file of the first page, or of the file that they have in common; None
    for a page generated from a specification.
    """
    detail: str = ""
    """The details of this place, as part of a sentence; may be empty."""
    instead: tuple[str, ...] = ()
    """The paths of pages that are found in its place, best first."""
    place: tuple[int, ...] = ()
    """The line and column in the file, from 1; empty if unknown."""


class ReportFinding(NamedTuple):
    """One cause, with all the pages that it concerns."""

    kind: FindingKind
    message: str
    """The problem, its consequence and the solution, in sentences."""
    places: tuple[FindingPlace, ...]


def make_findings(
    kind: FindingKind, message: str, places: Iterable[FindingPlace]
) -> list[ReportFinding]:
    """Return the finding with these places; empty if there are no places."""
    shown = tuple(places)
    return [ReportFinding(kind, message, shown)] if shown else []


def build_copies_place(
    pages: list[IndexedPage], detail: str = "", instead: tuple[str, ...] = ()
) -> FindingPlace:
    """Return the place of a page and its copies; that in the default language comes first."""
    ordered = sorted(pages, key=lambda page: not page.of_default)
    return FindingPlace(tuple(page.path for page in ordered), ordered[0].file, detail, instead)
