"""The last edits of a site, to be replayed on results that were read in the meantime.

A large site takes longer to read than the user should wait. So it is read in a thread as of one
revision, and later edits are replayed: most of them in the thread as well, the last ones on the
event loop, when the result is swapped in.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from docs_lsp.core.text import Text
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.document import Document
from docs_lsp.server.buffers import BufferEdit

logger = logging.getLogger(__name__)


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
