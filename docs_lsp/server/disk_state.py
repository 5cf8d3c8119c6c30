"""What is known of a site's folder, and what has been touched there since.

What takes long is handed out as a function to be called in some thread, which has all it needs with
it. Its result comes back through the `take_` of the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from docs_lsp.files import Files
from docs_lsp.server.scan import Count, PagesRead, ScanResult, read_pages, rescan
from docs_lsp.server.threads import IsCancelled
from docs_lsp.site.mdx.contents import Contents, Progress, with_snippets
from docs_lsp.site.specifications.facts import SiteFacts


class DiskState:
    """What is known of the disk, apart from docs.json and its parts; at first, nothing."""

    def __init__(self) -> None:
        """Start before the first look."""
        self.facts: SiteFacts | None = None
        self.contents: Contents | None = None
        self.tried: frozenset[str] = frozenset()
        """The specifications that were read since the folder was looked through."""
        self._touched: set[str] = set()
        self._unread: set[str] = set()
        """What was touched before the pages were read for the first time."""

    def touch(self, file: str) -> None:
        """A file that is no part of docs.json has changed, or has come or gone."""
        self._touched.add(file)
        if self.contents is None:
            self._unread.add(file)

    def wants_look(self) -> bool:
        """Whether something was touched that has not been looked at."""
        return bool(self._touched)

    def looking(self, files: Files) -> Callable[[Count | None, IsCancelled], ScanResult]:
        """How to look through the folder, if what has been touched makes that worth while."""
        return partial(rescan, files, frozenset(self._touched), self.facts, self.contents)

    def take_look(self, seen: ScanResult) -> None:
        """Take over what the folder holds."""
        if (seen.contents is None) == (self.contents is None):
            self._touched -= seen.touched
            self.contents = seen.contents
        # Else the pages were read meanwhile, and what was touched has to be looked at again.
        if seen.facts is not self.facts:
            self.tried = frozenset()
            self.facts = seen.facts

    def wants_pages(self) -> bool:
        """Whether it is time to read the pages for the first time."""
        return self.contents is None and self.facts is not None

    def reading_pages(
        self, files: Files
    ) -> Callable[[Progress | None, IsCancelled], PagesRead | None]:
        """How to read them; None comes of it when they have been read since."""
        facts = self.facts
        assert facts is not None

        def read(progress: Progress | None, cancelled: IsCancelled) -> PagesRead | None:
            return read_pages(files, facts, progress, cancelled) if self.wants_pages() else None

        return read

    def take_pages(self, pages: PagesRead) -> None:
        """Take over what stands in the pages."""
        self._touched |= self._unread
        self._unread.clear()
        self.contents = pages.contents
        if self.facts is None or self.facts is pages.before:
            self.facts = pages.facts
        else:  # Something has come up meanwhile.
            self.facts = with_snippets(self.facts, pages.contents)

    def take_specs(self, facts: SiteFacts, tried: frozenset[str]) -> None:
        """Take over facts with more specifications, after it was tried to read these."""
        self.facts = facts
        self.tried |= tried
