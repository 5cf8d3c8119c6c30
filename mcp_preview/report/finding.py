"""What the report finds without being asked anything: kinds of findings, and the pages of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.search_hit import SearchHit

FindInEdition: TypeAlias = Callable[[str, str | None, str | None], Sequence[SearchHit]]
"""Searches for words in a language and a version, the best hit first."""


class FindingKind(Enum):
    """What is found, in the order in which it matters. The value is its name in JSON."""

    REFUSED = "refused"
    REFUSED_PART = "refused-part"
    TOOL_NAME = "tool-name"
    WITHOUT_SPECIFICATION = "without-specification"
    WITHOUT_OPERATION = "without-operation"
    EMPTY_PAGE = "empty-page"
    NOT_FOUND_BY_TITLE = "not-found-by-title"
    SAME_TEXT = "same-text"
    SAME_TITLE = "same-title"
    SAME_DESCRIPTION = "same-description"
    NOT_FOUND_BY_DESCRIPTION = "not-found-by-description"
    NOT_FOUND_BY_HEADING = "not-found-by-heading"
    ONLY_PICTURES = "only-pictures"
    ONLY_CODE = "only-code"
    EMPTY_SECTION = "empty-section"
    CUT_WHEN_READ = "cut-when-read"


OF_SEVERAL = frozenset(
    (
        FindingKind.REFUSED_PART,
        FindingKind.WITHOUT_SPECIFICATION,
        FindingKind.SAME_TEXT,
        FindingKind.SAME_TITLE,
        FindingKind.SAME_DESCRIPTION,
    )
)
"""The kinds whose places are pages that have something in common, and not copies."""


class FindingPlace(NamedTuple):
    """A page that a finding is about, with its copies in other languages and versions; or several
    pages that have something in common."""

    pages: tuple[str, ...]
    """The paths; of copies the first stands for all, of other pages a search gives it first."""
    file: str | None
    """The site path of the first one's file, or of what they have in common if that is a file; None
    for a page made from a specification."""
    detail: str = ""
    """What is particular to it, as part of a sentence; empty where nothing is."""
    instead: tuple[str, ...] = ()
    """The paths of pages that stand in its place, the first one first."""
    place: tuple[int, ...] = ()
    """Line and column in the file, from 1, where these are known."""


class ReportFinding(NamedTuple):
    """One cause, with all the pages that it concerns."""

    kind: FindingKind
    message: str
    """What is wrong, why it matters and what helps, in sentences."""
    places: tuple[FindingPlace, ...]


def place_of_copies(
    pages: list[IndexedPage], detail: str = "", instead: tuple[str, ...] = ()
) -> FindingPlace:
    """A page and its copies as one place; that of the default language and version stands first."""
    ordered = sorted(pages, key=lambda page: not page.of_default)
    return FindingPlace(tuple(page.path for page in ordered), ordered[0].file, detail, instead)
