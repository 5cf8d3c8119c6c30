"""The stale translations at the newest commit, computed again when that or a site changes.

The changes of commits are cached: only new commits are read, and if neither the newest commit nor
the pages have changed, nothing is done at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.translations.page_pairs import index_pairs_by_file
from docs_lsp.translations.stale_translations import (
    SiteHistory,
    collect_stamps,
    find_stale_translations,
)

if TYPE_CHECKING:
    from docs_lsp.revisions.history import FileChanges
    from docs_lsp.revisions.repository import Repository
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.site import StaleTranslation
    from docs_lsp.translations.stamps import Stamp


class TranslationStatus(NamedTuple):
    """The outdated translations of a site, and the inputs they were computed from."""

    commit: str
    """The name of the newest commit."""
    pairs: tuple[tuple[str, str], ...]
    """The files of translations, each with that of its original."""
    stamps: Mapping[str, Stamp]
    """The stamps of the translations, by their files."""
    stale: Mapping[str, StaleTranslation]
    """The translations that are older than their originals, by their files."""
    cached_changes: Mapping[bytes, FileChanges]
    """The changes of commits, by their names."""


def find_translation_status(
    overview: Overview,
    repository: Repository,
    before: TranslationStatus | None,
    cancelled: Callable[[], bool],
) -> TranslationStatus:
    """Return the outdated translations at the newest commit.

    Returns the same object `before` if nothing has changed. Raises `RevisionFault` and
    `WalkCancelled`.
    """
    revision = repository.require_head()
    pages = overview.cached(index_pairs_by_file)
    pairs = tuple((file, pair.original_file) for file, pair in pages.items())
    stamps = overview.cached(collect_stamps)
    if before is not None and before[:3] == (revision.commit, pairs, stamps):
        return before
    history = repository.read_history(revision, before.cached_changes if before else None)
    stale = find_stale_translations(
        SiteHistory(history, repository.folder), pairs, stamps, cancelled
    )
    return TranslationStatus(revision.commit, pairs, stamps, stale, history.cached_changes)
