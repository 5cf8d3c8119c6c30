"""Work for when the user pauses: rules about the whole site, preparations for answers.

Everything here but `SiteRulesRunner` and `preload_entries` runs in a thread of the pool. It reads
the newest snapshot, whose tree the event loop shares with later snapshots, and needs no lock: nodes
never change once they are made, except for four fields that can be computed again. `check_result`
and `previous` belong to the rules about one element, which run on the event loop alone and which no
site rule can call. `cache` and `shape_cache` hold the same values whichever thread computes them.
Elements and overviews are made for the site rules, and their caches do not depend on the caller
either.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages
from types import ModuleType
from typing import NamedTuple

from docs_lsp import features, rules
from docs_lsp.core import freed_memory
from docs_lsp.core.work_limit import WorkTimeout, limit_work
from docs_lsp.evaluation.site_rules import SiteFindings
from docs_lsp.evaluation.site_rules import SiteRulesCancelled as GivenUp
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.server import garbage_collection
from docs_lsp.server.disk_state import DiskState
from docs_lsp.server.reports import CachedReport, ReportCache
from docs_lsp.server.site_edits import SiteEdits
from docs_lsp.server.threads import IsCancelled

logger = logging.getLogger(__name__)

LONGEST_RULE = 5.0
"""The maximum number of seconds that a rule may take for a page."""


class SiteRulesResult(NamedTuple):
    """The findings of the rules about the whole site in a snapshot."""

    before: Snapshot
    site: Snapshot
    """The snapshot with the findings."""
    reports: Mapping[str, CachedReport]
    """The reports on files that are not open, by site path."""


class SiteRulesRunner:
    """Runs the rules about the whole site for its newest snapshot. Event loop only."""

    def __init__(self, edits: SiteEdits, disk: DiskState, reports: ReportCache) -> None:
        """Store what the rules depend on; `edits` holds the newest snapshot."""
        self._edits = edits
        self._disk = disk
        self._reports = reports
        self._abandoned_rules: set[str] = set()
        """The rules that took too long."""

    def is_run_needed(self) -> bool:
        """Return whether everything has been read, and the findings of the rules are outdated."""
        site = self._edits.site
        return site is not None and self._is_all_read(site) and not site.site_findings.is_current

    def has_run_on_everything(self) -> bool:
        """Return whether everything has been read, and the findings of the rules are current."""
        site = self._edits.site
        return site is not None and self._is_all_read(site) and site.site_findings.is_current

    def _is_all_read(self, site: Snapshot) -> bool:
        return site.contents is not None and not self._disk.needs_scan()

    def build_job(self, view: View) -> Callable[[IsCancelled], SiteRulesResult | None]:
        """Return a function that runs the rules for `view`, or returns None if that is outdated."""
        edits, reports, retired = self._edits, self._reports, self._edits.retired_snapshots

        def work(cancelled: IsCancelled) -> SiteRulesResult | None:
            def is_outdated() -> bool:
                return cancelled() or edits.site is not view.site

            retired.clear()
            return run_site_rules(view, reports, is_outdated, self._abandoned_rules)

        return work

    def apply_result(self, result: SiteRulesResult | None) -> bool:
        """Store the findings of the rules; return False if they are outdated."""
        if result is None or result.before is not self._edits.site:
            return False
        self._edits.site = result.site
        self._reports.store_reports(result.reports)
        return True


def run_site_rules(
    view: View, reports: ReportCache, is_outdated: Callable[[], bool], abandoned_rules: set[str]
) -> SiteRulesResult | None:
    """Run the rules about the whole site; return None as soon as `is_outdated` returns True.

    Rules that take too long are added to `abandoned_rules`, and rules in it are skipped.
    """
    garbage_collection.collect_now()
    with garbage_collection.pause_collection():
        site = (
            None if is_outdated() else _run_rules_in_time(view.site, is_outdated, abandoned_rules)
        )
    if site is None:
        return None
    unfolded = site.list_unfolded()
    closed = {
        file: unfolded.get(file, found)
        for file, found in site.get_other_file_problems().items()
        if file not in view.uris
    }
    made: dict[str, CachedReport] = {}
    for file, one in reports.build_closed_file_reports(closed, view):
        if is_outdated():
            return None
        made[file] = one
    return SiteRulesResult(view.site, site, made)


def _run_rules_in_time(
    site: Snapshot, is_outdated: Callable[[], bool], abandoned_rules: set[str]
) -> Snapshot | None:
    """Return a snapshot with the findings of site rules, or the old ones; None if outdated."""
    # Nothing that the rules were given may outlive this function, not even an exception: the next
    # garbage collection would have to search it.
    try:
        with limit_work(LONGEST_RULE):
            find = partial(
                SiteFindings.find_all, cancelled=is_outdated, abandoned_rules=abandoned_rules
            )
            return site.run_site_rules(find=find)
    except GivenUp:
        return None
    except (Exception, WorkTimeout):
        logger.exception("The rules about the whole site in %s failed.", site.root)
        return site.with_site_findings(
            site.site_findings._replace(is_current=True)
        )  # Until it changes.


def prepare_answers(view: View, is_cancelled: IsCancelled) -> None:
    """Compute and cache what answers need from a whole site, before the first request.

    That request would have to wait for it, and some answers are shorter rather than late.
    """
    garbage_collection.collect_now()
    with garbage_collection.pause_collection():
        for make in _iter_preparations(view):
            if is_cancelled():
                return
            make()
    freed_memory.release_memory()


def preload_entries(view: View) -> None:
    """Index the listed entries; only for the thread that answers quick requests."""
    from docs_lsp.site.navigation.listed_entries import update_listed_entries

    facts = view.site.facts
    if facts is not None:
        update_listed_entries(view.site.parts, facts.pages)


def preload_features(is_cancelled: IsCancelled) -> None:
    """Import the modules of all features and rules, before the first request waits for them.

    This includes modules that are needed only after a while, such as the fixes: loaded later one by
    one, between other long-lived objects, they would take more memory.
    """
    for name in chain(_iter_module_names(features), _iter_module_names(rules)):
        if is_cancelled():
            return
        import_module(name)


def _iter_preparations(view: View) -> Iterator[Callable[[], object]]:
    """Yield the steps of `prepare_answers`, the most urgent first."""
    from docs_lsp.site.page_ranking import SortedPages
    from docs_lsp.site.summaries.index_card import make_index_card
    from docs_lsp.site.summaries.name_index import NameIndex
    from docs_lsp.site.summaries.page_counts import count_site_pages
    from docs_lsp.site.summaries.page_titles import make_title_lines, map_page_titles

    facts, contents = view.site.facts, view.site.contents
    if facts is None:
        return
    yield partial(facts.pages.cached, SortedPages)
    overview = view.site.get_overview()
    if overview is not None:
        yield partial(overview.cached, make_index_card)
    for make in (map_page_titles, make_title_lines, NameIndex) if contents is not None else ():
        yield partial(facts.cached_for_last, make, contents)
    if overview is not None and contents is not None:
        yield partial(overview.cached, count_site_pages)


def _iter_module_names(package: ModuleType) -> Iterator[str]:
    """Yield the names of all modules below a package, importing packages on the way."""
    return (module.name for module in walk_packages(package.__path__, f"{package.__name__}."))
