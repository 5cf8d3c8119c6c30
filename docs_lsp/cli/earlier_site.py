"""A site at another revision of its repository, for commands that tell what has changed since."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from docs_lsp.cli.sites import say
from docs_lsp.earlier import NothingEarlier, read_earlier, start_of
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.site.site import EarlierSite
from docs_lsp.usage_fault import UsageFault


class EarlierSites:
    """Sites as they were at a revision. Their pages are read when somebody asks for them, so their
    repositories stay open until this is closed."""

    def __init__(self, revision: str | None, *, exact: bool = False) -> None:
        """Compare with the last common commit of a revision and HEAD, or with the revision itself
        if that is wanted `exact`; with nothing where it is None or empty."""
        self._revision = revision
        self._exact = exact
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def of(self, docs_json: Path) -> EarlierSite | None:
        """The site of a docs.json as it was; None where nothing is to be compared, or nothing is
        known to compare with, which is said. Raises `UsageFault` with what git lacks."""
        if not self._revision:
            return None
        try:
            return self._read(docs_json, self._revision)
        except RevisionFault as fault:
            raise UsageFault(str(fault)) from None
        except NothingEarlier as reason:
            say(str(reason))
            return None

    def _read(self, docs_json: Path, name: str) -> EarlierSite:
        from docs_lsp.revisions.repository import Repository  # Few checks compare anything.

        repository = self._open.enter_context(Repository(docs_json.parent))
        found = start_of(repository, name, exact=self._exact)
        return read_earlier(docs_json, repository.files(found), f"{name} ({found.short})")
