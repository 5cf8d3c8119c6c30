"""The last edits of a site, which whatever was read of it meanwhile has yet to go through.

A large site takes longer to read than a writer waits. So it is read as it stood at one revision, in
a thread, and goes through what was typed since: most of that in the thread as well, the last on the
event loop, as it is swapped in.
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
    """One message of the client that has changed a file of a site."""

    revision: int
    """The revision of the site that it led to."""
    file: str
    edits: Sequence[BufferEdit]


class Reading(NamedTuple):
    """A site as it stood at a revision."""

    site: Snapshot
    revision: int


def replay_edits(reading: Reading, log: Iterable[SiteEdit]) -> Reading:
    """A reading with the edits that came after it, up to the first of which too little is known."""
    site, revision = reading
    for edit in log:
        if edit.revision <= revision:
            continue
        after = _apply_edit(site, edit) if edit.revision == revision + 1 else None
        if after is None:
            break
        site, revision = after, edit.revision
    return Reading(site, revision)


def edit_part(
    site: Snapshot, file: str, text: Text, edits: Sequence[BufferEdit] | None
) -> Snapshot:
    """A site after an edit of one of its parts; without edits all of it is new."""
    try:
        return site.apply_edit(file, text, [edit.change for edit in edits or ()])
    except Exception:
        # Sharing trees is a matter of speed; a fault in it must not cost the findings.
        logger.exception("An edit of %s was taken as a whole new text.", file)
        return site.replace_part(file, text)


def _apply_edit(site: Snapshot, edit: SiteEdit) -> Snapshot | None:
    """A site after an edit of any of its files; None where the text before is not known."""
    part = site.parts.get(edit.file)
    if part is None:
        return site  # The file is no part of docs.json.
    if not isinstance(part, Document):
        return None
    text = part.text
    for start, old_end, new in edit.edits:
        text = text.splice(start, old_end, new)
    return edit_part(site, edit.file, text, edit.edits)
