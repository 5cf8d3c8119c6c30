"""`docs-lsp diff`: prints what readers notice between two states of a site."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path

from docs_lsp.cli.exit_codes import FOUND, SUCCESS
from docs_lsp.cli.output.differences import ReportedDifference, write_difference, write_reason
from docs_lsp.cli.preview_process import QuestionsUnasked, RankChanges, start_asking
from docs_lsp.cli.sites import (
    print_inferred_location,
    print_notice,
    recover_site,
    require_complete_overview,
    require_site,
)
from docs_lsp.comparison.site_comparison import can_compare_site, compare_sites
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import read_settings, read_site
from docs_lsp.evaluation.earlier import NoEarlierSite
from docs_lsp.files.discover import QUESTIONS_FILE, SITE_FILE
from docs_lsp.files.files import DiskFiles, Files, FileVersion
from docs_lsp.revisions.fault import NoCommitYet, RevisionFault
from docs_lsp.revisions.git_folder import HEAD
from docs_lsp.revisions.repository import Repository, Revision
from docs_lsp.site.mdx.content import PageContent, read_page
from docs_lsp.site.mdx.contents import Reader, ReadingOptions
from docs_lsp.site.overview import Overview

_MOST_REVISIONS = 2


def run(arguments: Namespace) -> int:
    """Print what changed, and return 1 if an address stopped resolving. Raises `UsageFault`."""
    docs_json = require_site(arguments.site)
    recover_site(docs_json.parent)
    try:
        with Repository(docs_json.parent) as repository:
            difference = _compute_difference(arguments, docs_json, repository)
    except NoEarlierSite as reason:
        write_reason(arguments.format, str(reason), sys.stdout)
        return SUCCESS
    except NoCommitYet as fault:
        if arguments.revisions:
            raise UsageFault(str(fault)) from None
        write_reason(arguments.format, f"{fault} No URL existed before.", sys.stdout)
        return SUCCESS
    except RevisionFault as fault:
        raise UsageFault(str(fault)) from None
    write_difference(arguments.format, difference, sys.stdout)
    return FOUND if difference.found.lost else SUCCESS


def _compute_difference(
    arguments: Namespace, docs_json: Path, repository: Repository
) -> ReportedDifference:
    """Read both states of the site and compare them. Raises `UsageFault` or `RevisionFault`."""
    names: list[str] = arguments.revisions
    if len(names) > _MOST_REVISIONS:
        raise UsageFault("give at most two revisions.")
    start, end = _resolve_ends(names, repository, exact=arguments.exact)
    now: Files = DiskFiles(docs_json.parent, at_once=True)
    if end is not None:
        now = repository.open_files(end)
    before = f"{names[0] if names else HEAD} ({start.short})"
    shown = "the files as they are" if end is None else names[-1]
    with ExitStack() as running:
        asked = None
        if arguments.questions and _has_questions(docs_json, now):
            process = start_asking(docs_json.parent, start.commit, end.commit if end else None)
            asked = running.enter_context(process)
        reader = _build_caching_reader()
        earlier = _load_earlier_overview(docs_json, repository.open_files(start), start, reader)
        later = _load_overview(docs_json, now, end, reader)
        print_inferred_location(later)
        comparison = compare_sites(earlier, later)
        return ReportedDifference(
            before, shown, comparison, _load_rank_changes(asked) if asked else None
        )


def _resolve_ends(
    names: Sequence[str], repository: Repository, *, exact: bool
) -> tuple[Revision, Revision | None]:
    """Return the start (a merge base unless `exact`) and the end; None for the files as they are.

    The merge base is that of both revisions, or of the start and HEAD for the files as they are.
    Raises `RevisionFault`.
    """
    end = repository.require_revision(names[1]) if len(names) == _MOST_REVISIONS else None
    start = repository.require_revision(names[0] if names else HEAD)
    if not exact:
        start = repository.require_merge_base(start, end or repository.require_head())
    return start, end


def _has_questions(docs_json: Path, now: Files) -> bool:
    """Return whether a site named docs.json has a questions.toml, in these files or on the disk."""
    # For the preview, a site's file is always docs.json.
    if docs_json.name != SITE_FILE:
        return False
    return now.exists(QUESTIONS_FILE) or DiskFiles(docs_json.parent).exists(QUESTIONS_FILE)


def _load_rank_changes(wait_for_changes: Callable[[], RankChanges]) -> RankChanges | None:
    """Return the changed ranks; print a notice and return None if no question was asked."""
    try:
        return wait_for_changes()
    except QuestionsUnasked as fault:
        print_notice(f"the ranks of saved questions are not compared: {fault}")
        return None


def _build_caching_reader() -> Reader:
    """Return a `read_page` that parses a page once if it is equal in both states."""
    known: dict[tuple[str, bytes], PageContent] = {}

    def read(data: bytes, file: str, version: FileVersion) -> PageContent:
        key = (file, blake2b(data, digest_size=20).digest())
        if key not in known:
            known[key] = read_page(data, file, version)
        return known[key]

    return read


def _load_earlier_overview(
    docs_json: Path, files: Files, revision: Revision, reader: Reader
) -> Overview:
    """Return the site at the earlier revision. Raises `NoEarlierSite` if missing or invalid."""
    if not files.exists(docs_json.name):
        raise NoEarlierSite(
            f"There was no `{docs_json.name}` in this folder at {revision.short}, so no URL "
            "existed before."
        )
    try:
        return _load_overview(docs_json, files, revision, reader)
    except UsageFault:
        raise NoEarlierSite(
            f"The service rejects `{docs_json.name}` at {revision.short}, so it is not known which "
            "URLs worked, and none are compared."
        ) from None


def _load_overview(
    docs_json: Path, files: Files, revision: Revision | None, reader: Reader
) -> Overview:
    """Return the overview of a site in these files and its settings there. Raises `UsageFault`."""
    if not files.exists(docs_json.name):
        where = f" at {revision.short}" if revision else ""
        raise UsageFault(f"there is no `{docs_json.name}` in this folder{where}.")
    settings, _ = read_settings(files)
    site = read_site(docs_json.parent, files, settings, docs_json.name, ReadingOptions(reader))
    overview = require_complete_overview(site)
    if not can_compare_site(overview):
        raise UsageFault(
            f"the service rejects the navigation of `{docs_json.name}`, so it is not known which "
            "URLs work. Run `docs-lsp check`, and fix what it reports."
        )
    return overview
