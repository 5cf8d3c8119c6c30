"""How the translations of a site stand at the newest commit, for an editor that asks for it.

This is found out whenever the rules about the whole site have run, and after each commit
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
    """How the translations of a site stand; the very same as `before` where nothing has changed,
    and None where nobody can tell, which the log explains, or without a site. Any thread."""
    overview = site.overview() if site else None
    if site is None or overview is None or site.contents is None:
        return None
    from docs_lsp.revisions.repository import Repository
    from docs_lsp.translations.following import WalkCancelled
    from docs_lsp.translations.following_head import find_translation_status

    try:
        with Repository(site.root) as repository:
            return find_translation_status(overview, repository, before, cancelled)
    except RevisionFault as fault:
        logger.info("How old translations in `%s` are is not known: %s", site.root, fault)
        return None
    except WalkCancelled:
        return before
