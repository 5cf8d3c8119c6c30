"""Which translations are older than their originals, found again as a repository and a site change.

What has been read of commits is kept for the next time: then only new ones are read, and where
neither the newest commit nor the pages have changed, nothing is done at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.translations.page_pairs import page_pairs_by_file
from docs_lsp.translations.past import Past, find_stale_translations, stamps_by_file

if TYPE_CHECKING:
    from docs_lsp.revisions.history import FileChanges
    from docs_lsp.revisions.repository import Repository
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.site import StaleTranslation
    from docs_lsp.translations.stamps import Stamp

_HEAD = "HEAD"


class TranslationStatus(NamedTuple):
    """What is known of the translations of a site, and what it follows from."""

    commit: str
    """The newest commit."""
    pairs: tuple[tuple[str, str], ...]
    """The files of translations with those of their originals."""
    stamps: Mapping[str, Stamp]
    """What the translations say of their originals, by their files."""
    stale: Mapping[str, StaleTranslation]
    """Those that are older than their originals, by their files."""
    cached_changes: Mapping[bytes, FileChanges]
    """What commits have changed, by their names."""


def find_translation_status(
    overview: Overview,
    repository: Repository,
    before: TranslationStatus | None,
    cancelled: Callable[[], bool],
) -> TranslationStatus:
    """How the translations stand at the newest commit; the very one `before` where nothing has
    changed. Raises `RevisionFault` and `WalkCancelled`."""
    revision = repository.revision(_HEAD)
    pages = overview.cached(page_pairs_by_file)
    pairs = tuple((file, pair.original_file) for file, pair in pages.items())
    stamps = overview.cached(stamps_by_file)
    if before is not None and before[:3] == (revision.commit, pairs, stamps):
        return before
    history = repository.history(revision, before.cached_changes if before else None)
    stale = find_stale_translations(Past(history, repository.folder), pairs, stamps, cancelled)
    return TranslationStatus(revision.commit, pairs, stamps, stale, history.cached_changes)
