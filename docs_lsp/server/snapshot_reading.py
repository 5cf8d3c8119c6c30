"""Reads a snapshot of a site in a thread, while its docs.json may be edited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from docs_lsp.evaluation.site_rules import SiteFindings
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import Files
from docs_lsp.server.edit_log import SiteAtRevision, SiteEdit, replay_edits
from docs_lsp.server.threads import IsCancelled
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import Contents
from docs_lsp.site.site import EarlierSite, StaleTranslation
from docs_lsp.site.specifications.facts import SiteFacts


@dataclass(frozen=True)
class SnapshotReading:
    """All that a complete snapshot is read from, as of a revision. To be called in any thread.

    It shares no tree with the newest snapshot, so both can be worked on at once.
    """

    revision: int
    root: Path
    files: Files
    settings: Settings
    facts: SiteFacts | None
    contents: Contents | None
    earlier: EarlierSite | None
    stale_translations: Mapping[str, StaleTranslation] | None
    findings: SiteFindings
    """The findings of site rules that hold until these rules have run again."""
    list_later_edits: Callable[[], Iterable[SiteEdit]]
    """Returns the edits since the revision. Any thread."""
    has_to_wait: Callable[[], bool]
    """Whether it would slow typing down. Any thread."""

    def __call__(self, _cancelled: IsCancelled) -> SiteAtRevision | None:
        """Return the snapshot including its findings; None if it has to wait."""
        if self.has_to_wait():
            return None
        site = Snapshot.load(self.root, self.files, self.settings, SITE_FILE)
        site = site.with_facts(self.facts).with_contents(self.contents).with_earlier(self.earlier)
        site = site.with_stale_translations(self.stale_translations)
        site = site.with_site_findings(self.findings)
        site.get_problems()
        latest = replay_edits(SiteAtRevision(site, self.revision), self.list_later_edits())
        latest.site.get_problems()
        return latest
