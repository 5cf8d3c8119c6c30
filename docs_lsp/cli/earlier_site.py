"""`--since`, `--against` and `--exact`: the findings and the site at an earlier revision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from docs_lsp.cli.sites import print_notice
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import ReadEarlier, evaluate_whole_site, read_settings
from docs_lsp.files.files import CachedFiles
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.settings.baseline import Baseline, identify_problem
from docs_lsp.site.mdx.contents import Contents
from docs_lsp.site.site import EarlierSite

if TYPE_CHECKING:
    from docs_lsp.revisions.repository import Repository, Revision


def collect_earlier_findings(docs_json: Path, revision: str) -> Baseline:
    """Return the findings at the merge base of a revision and HEAD; empty if it had no site.

    Raises `UsageFault` with the reason if the repository cannot be read.
    """
    with _raise_usage_faults(), _open_repository(docs_json.parent) as repository:
        start = repository.require_base(revision)
        files = CachedFiles(repository.open_files(start))
        if not files.exists(docs_json.name):
            return Baseline()
        settings = replace(read_settings(files)[0], baseline=None)
        site = evaluate_whole_site(docs_json.parent, files, settings, docs_json.name)
        counts = Counter(
            identify_problem(problem, site.parts.get(problem.file))
            for problems in site.find_all_problems().values()
            for problem in problems
        )
    return Baseline.from_entries(counts.items())


@contextmanager
def open_earlier_sites(
    revision: str | None, *, exact: bool = False
) -> Iterator[Callable[[Path], ReadEarlier | None]]:
    """Yield a function from a docs.json to a reader of its earlier site; None without a revision.

    That is the merge base of `revision` and HEAD, or with `exact` the revision itself. If there is
    no revision, or an empty one, there are no readers. A reader reads its site on the first call;
    it prints a notice and returns None if there is no earlier state. Pages are read on demand, so
    the repositories stay open within the context. Both functions raise `UsageFault` if a repository
    cannot be read.
    """
    with ExitStack() as opened:

        def build_reader(docs_json: Path) -> ReadEarlier | None:
            if not revision:
                return None
            with _raise_usage_faults():
                repository = opened.enter_context(_open_repository(docs_json.parent))
                find = repository.require_revision if exact else repository.require_base
                return _build_reader(docs_json, repository, find(revision), revision)

        yield build_reader


def _build_reader(
    docs_json: Path, repository: Repository, start: Revision, revision: str
) -> ReadEarlier:
    """Return a function that reads a site as it was at `start`, on its first call."""
    read: list[EarlierSite | None] = []

    def read_once(now: Contents) -> EarlierSite | None:
        if not read:
            with _raise_usage_faults():
                read.append(_read_site(docs_json, repository, start, revision, now))
        return read[0]

    return read_once


def _read_site(
    docs_json: Path, repository: Repository, start: Revision, revision: str, now: Contents
) -> EarlierSite | None:
    """Return the site at `start`; print a notice and return None if missing or invalid."""
    from docs_lsp.evaluation.earlier import NoEarlierSite, read_earlier_site

    versions = {file: page.version for file, page in now.items()}
    files = repository.open_files(start, versions)
    try:
        return read_earlier_site(docs_json, files, f"{revision} ({start.short})", now)
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
    from docs_lsp.revisions.repository import Repository  # Slow to import.

    return Repository(folder)
