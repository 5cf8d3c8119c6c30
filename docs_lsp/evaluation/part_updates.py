"""Updates docs.json and its parts to other contents, of which only what has changed is parsed.

`fix` asks several questions about one change, such as what it would report and what it would
repeat, so the trees of the last contents are cached with the site.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from docs_lsp.core.text import Text, find_changed_range
from docs_lsp.evaluation.site_rules import NOTHING
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.docs_reader import MAX_SIZE, parse_document_or_explain

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.site.site import Site


def update_parts(site: Snapshot, contents: Mapping[str, bytes]) -> Snapshot:
    """Return the site with other contents of some parts, and without findings about all of it.

    Trees are shared with this site and with the last update to the same contents, so that no
    container is checked twice. Both must belong to the caller alone.
    """
    last = site.cached(_LastUpdates)
    updated = {file: last.update_part(file, site.parts[file], contents[file]) for file in contents}
    return replace(site, parts={**site.parts, **updated}, site_findings=NOTHING)


class _LastUpdates:
    """The last update of each part of a site."""

    def __init__(self, _site: Site) -> None:
        """Start without updates."""
        self._known: dict[str, Document | str] = {}

    def update_part(self, file: str, before: Document | str, data: bytes) -> Document | str:
        """Return a part with another content."""
        for version in (before, self._known.get(file)):
            if isinstance(version, Document) and version.text.data == data:
                return version
        after = self._known[file] = _update_part(file, before, data)
        return after


def _update_part(file: str, before: Document | str, data: bytes) -> Document | str:
    """Return a part with new content, parsing only what changed; or why it is not checked."""
    text = Text.from_data(data)
    if not isinstance(before, Document) or len(data) > MAX_SIZE:
        return parse_document_or_explain(file, text)
    return before.update_text(text, *find_changed_range(before.text.data, data))
