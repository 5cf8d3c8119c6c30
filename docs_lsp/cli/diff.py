"""`docs-lsp diff`: what readers notice between two revisions, or a revision and the files now."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from hashlib import blake2b
from pathlib import Path

from docs_lsp.check import read_settings, read_site
from docs_lsp.cli.output.differences import Difference, write_difference, write_reason
from docs_lsp.cli.readable import readable_overview
from docs_lsp.cli.sites import site_at, site_here
from docs_lsp.comparison.site_comparison import can_compare, compare_sites
from docs_lsp.files import DiskFiles, Files
from docs_lsp.revisions.fault import NoCommitYet, RevisionFault
from docs_lsp.revisions.repository import Repository, Revision
from docs_lsp.site.mdx.content import PageContent, read_page
from docs_lsp.site.mdx.contents import Reader
from docs_lsp.site.overview import Overview
from docs_lsp.usage_fault import UsageFault

NOTHING_LOST, LOST = 0, 1
_HEAD = "HEAD"
_MOST_REVISIONS = 2


def run(arguments: Namespace) -> int:
    """Print what changed; the exit code tells whether an address stopped answering."""
    gc.disable()  # The process ends soon; looking for garbage would take a tenth of its time.
    docs_json = site_here() if arguments.site is None else site_at(Path(arguments.site))
    try:
        with Repository(docs_json.parent) as repository:
            found = _difference(arguments, docs_json, repository)
    except _NothingBefore as reason:
        write_reason(arguments.format, str(reason), sys.stdout)
        return NOTHING_LOST
    except NoCommitYet as fault:
        if arguments.revisions:
            raise UsageFault(str(fault)) from None
        write_reason(arguments.format, f"{fault} No address has answered before.", sys.stdout)
        return NOTHING_LOST
    except RevisionFault as fault:
        raise UsageFault(str(fault)) from None
    write_difference(arguments.format, found, sys.stdout)
    return LOST if found.found.lost else NOTHING_LOST


def _difference(arguments: Namespace, docs_json: Path, repository: Repository) -> Difference:
    if len(arguments.revisions) > _MOST_REVISIONS:
        raise UsageFault("a difference is one between two revisions; name no more of them.")
    name = arguments.revisions[0] if arguments.revisions else _HEAD
    end = arguments.revisions[1] if len(arguments.revisions) == _MOST_REVISIONS else None
    after_revision = None if end is None else repository.revision(end)
    start = repository.revision(name)
    if not arguments.exact:
        start = repository.merge_base(start, after_revision or repository.revision(_HEAD))
    reader = _Reading()
    before = _earlier(docs_json, repository.files(start), start, reader)
    now: Files = DiskFiles(docs_json.parent, at_once=True)
    if after_revision is not None:
        now = repository.files(after_revision)
    after = _state(docs_json, now, after_revision, reader)
    shown = "the files as they are" if end is None else end
    return Difference(f"{name} ({start.short})", shown, compare_sites(before, after))


class _NothingBefore(Exception):
    """Why no address is known that answered earlier."""


class _Reading:
    """Reads pages, and those that are the same in both states once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bytes], PageContent] = {}

    def __call__(self, data: bytes, file: str, version: tuple[int, int]) -> PageContent:
        """What stands in a page, as `read_page` has it."""
        key = (file, blake2b(data, digest_size=20).digest())
        if key not in self._known:
            self._known[key] = read_page(data, file, version)
        return self._known[key]


def _earlier(docs_json: Path, files: Files, revision: Revision, reader: Reader) -> Overview:
    """The site as it was. Raises `_NothingBefore`: who makes or mends a site is not held up."""
    if not files.exists(docs_json.name):
        raise _NothingBefore(
            f"There was no `{docs_json.name}` in this folder at {revision.short}, so no address "
            "of the site has answered before."
        )
    try:
        return _state(docs_json, files, revision, reader)
    except UsageFault:
        raise _NothingBefore(
            f"The service would not take `{docs_json.name}` as it was at {revision.short}, so it "
            "is not known which addresses answered, and none are compared."
        ) from None


def _state(docs_json: Path, files: Files, revision: Revision | None, reader: Reader) -> Overview:
    """The site as these files have it, with its own settings of that moment."""
    if not files.exists(docs_json.name):
        where = f" at {revision.short}" if revision else ""
        raise UsageFault(f"there is no `{docs_json.name}` in this folder{where}.")
    settings, _ = read_settings(files)
    site = read_site(docs_json.parent, files, settings, docs_json.name, reader=reader)
    overview = readable_overview(site)
    if not can_compare(overview):
        raise UsageFault(
            f"the service refuses the navigation of `{docs_json.name}`, so it is not known which "
            "addresses answer. Run `docs-lsp check`, and mend what it says."
        )
    return overview
