"""The newest snapshot of a site, and the edits that change it.

A large site takes longer to read than the user should wait. So it is read in a thread as of one
revision, and later edits are replayed: most of them in the thread as well, the last ones on the
event loop, when the result is swapped in.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from docs_lsp.core.text import Text
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.document import Document
from docs_lsp.server.buffers import BufferEdit
from docs_lsp.server.debounce import Debounce

logger = logging.getLogger(__name__)

_MOST_REPLAYED = 200
"""The number of edits after which a site is read again rather than replayed."""
_MOST_RETIRED = 3
_LARGE = 10_000
"""The number of new bytes from which an edit may change many findings."""


class SiteEdit(NamedTuple):
    """A message of the client that has changed a file of a site."""

    revision: int
    """The revision of the site that it led to."""
    file: str
    edits: Sequence[BufferEdit]


class SiteAtRevision(NamedTuple):
    """A site as of a revision."""

    site: Snapshot
    revision: int


class SiteEdits:
    """The newest snapshot of a site, and the last edits. Event loop only.

    `site` is None until the site has been read; `revision` counts its changes.
    """

    def __init__(self, debounce: Debounce) -> None:
        """Start with a site that has not been read yet; `debounce` is the clock of its edits."""
        self.site: Snapshot | None = None
        self.revision = 0
        self.awaited: tuple[SiteEdit, ...] = ()
        """The last edits while a reading is awaited, to be replayed on its result.

        A tuple, which is replaced and never changed: other threads read it.
        """
        self.retired_snapshots: deque[Snapshot] = deque(maxlen=_MOST_RETIRED)
        """Snapshots that the rules about the whole site used.

        Freeing a large one takes a while, for which typing must not wait: the next run of these
        rules does it.
        """
        self.is_large = False
        """Whether much of docs.json has been replaced since it was last checked."""
        self._debounce = debounce

    def edit_part(self, file: str, text: Text, edits: Sequence[BufferEdit] | None) -> None:
        """Apply a new text of docs.json or a file it includes."""
        self._record_keystroke()
        self.is_large |= edits is None or sum(len(edit.new) for edit in edits) >= _LARGE
        if self.site is None:
            self.revision += 1
        else:
            self.replace_snapshot(apply_edit_to_part(self.site, file, text, edits))
        if edits and (self.site is None or self._debounce.is_waiting()):
            edit = SiteEdit(self.revision, file, edits)
            self.awaited = (*self.awaited[1 - _MOST_REPLAYED :], edit)

    def edit_other_file(self, file: str, text: Text, edits: Sequence[BufferEdit] | None) -> bool:
        """Shift findings in another file along with an edit, and return whether any changed."""
        if self.site is None:
            self.edit_part(file, text, edits)  # It may turn out to be part of docs.json.
            return False
        self._record_keystroke()
        before = self.site.site_findings.problems
        if edits:
            self.site = self.site.apply_other_edit(file, [edit.change for edit in edits])
        else:
            self.site = self.site.with_site_findings(self.site.site_findings.exclude_file(file))
        return before != self.site.site_findings.problems

    def replace_snapshot(self, site: Snapshot) -> None:
        """Store a snapshot whose docs.json differs from the previous one's, as a new revision."""
        self.site = site
        self.revision += 1

    def _record_keystroke(self) -> None:
        """Record a keystroke, and retire the snapshot if it has an overview."""
        self._debounce.record_keystroke()
        if self.site is not None and self.site.has_overview():
            self.retired_snapshots.append(self.site)


def replay_edits(reading: SiteAtRevision, log: Iterable[SiteEdit]) -> SiteAtRevision:
    """Return a reading with the later edits applied, up to the first one that cannot be."""
    site, revision = reading
    for edit in log:
        if edit.revision <= revision:
            continue
        after = _apply_site_edit(site, edit) if edit.revision == revision + 1 else None
        if after is None:
            break
        site, revision = after, edit.revision
    return SiteAtRevision(site, revision)


def apply_edit_to_part(
    site: Snapshot, file: str, text: Text, edits: Sequence[BufferEdit] | None
) -> Snapshot:
    """Return a site after an edit of docs.json or a file it includes.

    If the edits are None, the text replaces the previous one as a whole.
    """
    try:
        return site.apply_edit(file, text, [edit.change for edit in edits or ()])
    except Exception:
        # Sharing trees only saves time; an exception in it must not cost the findings.
        logger.exception("An edit of %s was taken as a whole new text.", file)
        return site.replace_part(file, text)


def _apply_site_edit(site: Snapshot, edit: SiteEdit) -> Snapshot | None:
    """Return a site after an edit of any of its files, or None if the text before is unknown."""
    part = site.parts.get(edit.file)
    if part is None:
        return site  # The file is not part of docs.json.
    if not isinstance(part, Document):
        return None
    text = part.text
    for start, old_end, new in edit.edits:
        text = text.replace_bytes(start, old_end, new)
    return apply_edit_to_part(site, edit.file, text, edit.edits)
