"""`--against` and `--exact`: a site at another revision, for what readers have lost since then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from docs_lsp.cli.sites import print_notice
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import ReadEarlier
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.site.mdx.contents import Contents
from docs_lsp.site.site import EarlierSite

if TYPE_CHECKING:
    from docs_lsp.revisions.repository import Repository, Revision


class EarlierSites:
    """Sites as they were at a revision.

    Their pages are read on demand, so their repositories stay open until this object is closed.
    """

    def __init__(self, revision: str | None, *, exact: bool = False) -> None:
        """Compare with the merge base of a revision and HEAD.

        With `exact` compare with the revision itself; with nothing if the revision is None or
        empty.
        """
        self._revision = revision
        self._exact = exact
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def build_reader(self, docs_json: Path) -> ReadEarlier | None:
        """Return a function that reads a site as it was, once; None if nothing is to be compared.

        The function prints a notice and returns None if there is no earlier state. Both raise
        `UsageFault` if the repository cannot be read.
        """
        if not self._revision:
            return None
        with _raise_usage_faults():
            repository = self._open.enter_context(_open_repository(docs_json.parent))
            find = repository.require_revision if self._exact else repository.require_base
            revision = find(self._revision)
        return _EarlierSiteReader(
            docs_json, repository, revision, f"{self._revision} ({revision.short})"
        )


class _EarlierSiteReader:
    """Reads a site as it was at a revision, on the first call."""

    def __init__(
        self, docs_json: Path, repository: Repository, revision: Revision, name: str
    ) -> None:
        self._docs_json = docs_json
        self._repository = repository
        self._revision = revision
        self._name = name
        self._found: list[EarlierSite | None] = []

    def __call__(self, now: Contents) -> EarlierSite | None:
        """Return the earlier site, read on the first call, or None. Raises `UsageFault`."""
        if not self._found:
            with _raise_usage_faults():
                self._found.append(self._read(now))
        return self._found[0]

    def _read(self, now: Contents) -> EarlierSite | None:
        """Return the earlier site; print a notice and return None if there is none."""
        from docs_lsp.evaluation.earlier import NoEarlierSite, read_earlier_site

        versions = {file: page.version for file, page in now.items()}
        files = self._repository.open_files(self._revision, versions)
        try:
            return read_earlier_site(self._docs_json, files, self._name, now)
        except NoEarlierSite as reason:
            print_notice(str(reason))
            return None


@contextmanager
def _raise_usage_faults() -> Iterator[None]:
    """Turn a `RevisionFault` of the body into a `UsageFault`."""
    try:
        yield
    except RevisionFault as fault:
        raise UsageFault(str(fault)) from None


def _open_repository(folder: Path) -> Repository:
    from docs_lsp.revisions.repository import Repository

    return Repository(folder)
