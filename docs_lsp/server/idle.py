"""A look at a site as a whole, in a thread beside typing.

It reads the newest snapshot, whose tree the event loop shares with the next ones. It may, because
nodes do not change once they are made, but for three fields that hold what can be worked out again:
`memo` and `prior` belong to the judge, which works on shared trees on the event loop alone and
which no rule can call; `entries` is a number that comes out the same whoever counts. Elements and
overviews are made for the survey, and what they remember comes out the same too. So no lock is
needed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple

from docs_lsp.evaluation.site_rules import SiteRulesCancelled as GivenUp
from docs_lsp.features._view import View
from docs_lsp.server import garbage_collection
from docs_lsp.server.reports import CachedReport, Reports
from docs_lsp.snapshot import Snapshot

logger = logging.getLogger(__name__)


class SiteRulesResult(NamedTuple):
    """What has come of looking at a snapshot as a whole."""

    before: Snapshot
    site: Snapshot
    """The same with what was found."""
    made: Mapping[str, CachedReport]
    """The reports on files that are not open."""


def run_site_rules(
    view: View, reports: Reports, is_late: Callable[[], bool]
) -> SiteRulesResult | None:
    """Ask the rules about the whole site; None as soon as that `is_late`."""
    garbage_collection.clear()
    with garbage_collection.unsearched():
        site = None if is_late() else _surveyed(view.site, is_late)
    if site is None:
        return None
    closed = {file: told for file, told in site.outside().items() if file not in view.uris}
    made: dict[str, CachedReport] = {}
    for file, one in reports.beforehand(closed, view):
        if is_late():
            return None
        made[file] = one
    return SiteRulesResult(view.site, site, made)


def _surveyed(site: Snapshot, is_late: Callable[[], bool]) -> Snapshot | None:
    # Nothing of what the survey was made from may outlive this function, not even an exception:
    # when garbage is searched for again, it would be gone through.
    try:
        return site.surveyed(is_late)
    except GivenUp:
        return None
    except Exception:
        logger.exception("The site in %s cannot be looked at as a whole.", site.root)
        return site.with_survey(site.survey._replace(is_current=True))  # Until it changes.
