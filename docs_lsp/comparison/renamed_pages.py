"""Which page of a site is called what now, found once for as long as the same pages come and go."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.comparison.renamed_files import match_renamed_files

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview


class _Last(NamedTuple):
    gone: Set[str]
    come: Mapping[str, PageContent | None]
    renames: Mapping[str, str]


class RenamedPages:
    """The pages of one state that are called otherwise in another. Any thread.

    A writer who has moved pages goes on typing: what was found last is kept, because the texts of
    pages that are gone have to be read for it.
    """

    def __init__(self, _before: Overview) -> None:
        """Start with nothing found for that state."""
        self._last = _Last(frozenset(), {}, {})

    def find_renamed(
        self, gone: Set[str], come: Set[str], before: Overview, after: Overview
    ) -> Mapping[str, str]:
        """What files that are `gone` are called among those that have `come`, as `renamed_files`
        has it; `before` is always the same."""
        there = after.contents or {}
        texts = {file: there.get(file) for file in come}
        last = self._last
        if (last.gone, last.come) != (gone, texts):
            renames = match_renamed_files(gone, come, _TextOf(before), _TextOf(after))
            self._last = last = _Last(frozenset(gone), texts, renames)
        return last.renames


class _TextOf:
    def __init__(self, overview: Overview) -> None:
        self._contents = overview.contents or {}

    def __call__(self, file: str) -> bytes:
        page = self._contents.get(file)
        return page.reread_bytes() if page else b""
