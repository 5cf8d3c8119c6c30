"""The translation status of a site at the newest commit, for an editor that asks for it.

It is determined whenever the rules about the whole site have run, and after each commit
(`commit_watch`). Most of the time nothing has changed, and nothing is read.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.server.threads import IsCancelled

if TYPE_CHECKING:
    from docs_lsp.translations.following_head import TranslationStatus

logger = logging.getLogger(__name__)


def update_translation_status(
    site: Snapshot | None, before: TranslationStatus | None, cancelled: IsCancelled
) -> TranslationStatus | None:
    """Return the translation status of a site; `before` itself if nothing has changed.

    None without a site, or if the status cannot be determined, which is logged. Any thread.
    """
    overview = site.get_overview() if site else None
    if site is None or overview is None or site.contents is None:
        return None
    from docs_lsp.revisions.repository import Repository
    from docs_lsp.translations.following import WalkCancelled
    from docs_lsp.translations.following_head import find_translation_status

    try:
        with Repository(site.root) as repository:
            return find_translation_status(overview, repository, before, cancelled)
    except RevisionFault as fault:
        logger.info("The age of translations in `%s` is unknown: %s", site.root, fault)
        return None
    except WalkCancelled:
        return before
