"""The history of an example that says what its files were before: one commit for each state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs_lsp.revisions.content_names import hash_as_blob
from docs_lsp.site.overview import Overview
from docs_lsp.site.site import Site, StaleTranslation
from docs_lsp.translations.page_pairs import index_pairs_by_file
from docs_lsp.translations.stale_translations import (
    SiteHistory,
    collect_stamps,
    find_stale_translations,
)


class _Changes:
    """What one of two commits changed."""

    is_merge = False

    def __init__(self, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
        self.added = {path: after[path] for path in after.keys() - before.keys()}
        self.removed = {path: before[path] for path in before.keys() - after.keys()}
        both = before.keys() & after.keys()
        self.modified = {path: after[path] for path in both if before[path] != after[path]}


class TwoCommits:
    """Two commits as a `History` tells of them: 1 is the earlier one."""

    def __init__(self, before: Mapping[str, str], after: Mapping[str, str]) -> None:
        self._states = [
            {path: hash_as_blob(text.encode()) for path, text in one.items()}
            for one in (after, before)
        ]
        texts = (text.encode() for text in (*before.values(), *after.values()))
        self._texts = {hash_as_blob(text): text for text in texts}

    def __len__(self) -> int:
        return 2

    def find_changes(self, number: int) -> _Changes:
        return _Changes({} if number else self._states[1], self._states[number])

    def get_ancestor_mask(self, number: int) -> int:
        return (0b11, 0b10)[number]

    def find_content(self, number: int, path: str) -> bytes | None:
        return self._states[number].get(path)

    def read_content(self, name: bytes) -> bytes:
        return self._texts[name]

    def find_number(self, name: str) -> int | None:
        return None

    def get_short_name(self, number: int) -> str:
        return ("now", "main")[number]


def stale_since(
    before: Mapping[str, str], files: Mapping[str, str], site: Site
) -> Mapping[str, StaleTranslation]:
    """The translations that have not followed what changed since the earlier state."""
    overview = Overview.from_site(site)
    if overview is None:
        return {}
    history: Any = TwoCommits(before, files)
    pairs = [(file, pair.original_file) for file, pair in index_pairs_by_file(overview).items()]
    return find_stale_translations(SiteHistory(history, ""), pairs, collect_stamps(overview))
