"""Publishes diagnostics: sends them, or stores them until the client asks.

A client that asks (pull) gets a result ID with each answer and `unchanged` if nothing is new; it is
asked to pull again when something changed that it did not do itself. To any other client (push)
each file's diagnostics are sent when they differ from those sent before.

Diagnostics follow a keystroke at once if that is quick. A file with thousands of them takes a
while: then a burst of keystrokes is handled first and published once, so that the server never
falls behind the user. A request that arrives right after a keystroke, such as for completion, does
not wait for diagnostics either. A large docs.json of which much is new, as after a revert, is
checked in steps, between which messages are handled.

Code lenses and inlay hints depend on pages too. Nothing makes a client ask for them again when a
page is saved, except a refresh, which is sent with the diagnostics.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest

from docs_lsp.features.diagnostics import (
    EMPTY,
    FileReport,
    answer_pull,
    build_publication,
    build_workspace_items,
    has_new_reports,
)
from docs_lsp.features.to_lsp import Json
from docs_lsp.server import waiting_times
from docs_lsp.server.buffers import Buffer
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.open_site import OpenSite

DIAGNOSTICS_REFRESH = "workspace/diagnostic/refresh"


class Publisher:
    """The diagnostics of all sites, and those that the client has got. Event loop only."""

    def __init__(
        self,
        buffers: Mapping[str, Buffer],
        notify: Callable[[str, Json], None],
        refresh: Callable[[str], None],
        more_waits: Callable[[], bool],
    ) -> None:
        """Start without diagnostics.

        `notify` sends a notification, `refresh` a request that makes the client ask again;
        `more_waits` returns whether the client has sent another message already.
        """
        self.client = ClientFlags()
        self.on_published: Callable[[OpenSite], None] | None = None
        """Called with a site whose diagnostics have been published, as it may need more work."""
        self._buffers = buffers
        self._notify = notify
        self._refresh = refresh
        self._more_waits = more_waits
        self._due: dict[OpenSite, list[str | None]] = {}
        """The sites to publish, each with the documents whose edits changed it."""
        self._slow: set[OpenSite] = set()
        self._steps = 0
        """The number of steps in which the sites to publish have been checked so far."""
        self._has_next_step = False
        self._sites: dict[OpenSite, dict[str, FileReport]] = {}
        self._shown: dict[OpenSite, tuple[object, ...]] = {}
        """The sources of a site's lenses and hints when the client was last refreshed."""
        self._sent: dict[str, str] = {}
        self._answered_with: dict[str, dict[str, str]] = {}
        self._asks_for_workspace = False
        self._news = asyncio.Event()

    # When to publish

    def schedule_publication(self, site: OpenSite, cause: str | None = None) -> None:
        """Publish a site that has changed, now or soon; `cause` is the edited document, if any."""
        is_first = not self._due
        self._due.setdefault(site, []).append(cause)
        if self._has_next_step:
            return
        if cause is not None and self._more_waits():
            if is_first:
                asyncio.get_running_loop().call_later(
                    waiting_times.MESSAGE_GRACE, self._publish_in_steps
                )
        elif site not in self._slow:
            self._publish_in_steps()
        else:
            asyncio.get_running_loop().call_soon(self._publish_in_steps)

    def retract_site(self, site: OpenSite) -> None:
        """Withdraw the diagnostics of a site that is gone."""
        self._due.pop(site, None)
        self._slow.discard(site)
        self._shown.pop(site, None)
        self._replace_reports(site, {}, None)
        del self._sites[site]

    def _publish_in_steps(self) -> None:
        """Publish postponed diagnostics once all is checked; messages are handled in between."""
        self._has_next_step = not self.check_pending()
        if self._has_next_step:
            asyncio.get_running_loop().call_soon(self._publish_in_steps)
        else:
            self.publish_pending()

    def check_pending(self) -> bool:
        """Check the sites to publish, for a short time; return whether to publish them now."""
        if self._steps >= waiting_times.MOST_STEPS:
            return True
        self._steps += 1
        end = time.thread_time() + waiting_times.LONGEST_STEP
        return all(
            site.prepare_file_reports(lambda: time.thread_time() < end) for site in self._due
        )

    def publish_pending(self) -> None:
        """Publish postponed diagnostics now, because they are needed."""
        due, self._due, self._steps = self._due, {}, 0
        for site, causes in due.items():
            started = time.perf_counter()
            for cause in dict.fromkeys(causes):
                self._replace_reports(site, site.build_file_reports(self.client.dialect), cause)
            self._refresh_lenses_and_hints(site)
            if self.on_published is not None:
                self.on_published(site)
            is_quick = time.perf_counter() - started < waiting_times.QUICK_REPORT
            (self._slow.discard if is_quick else self._slow.add)(site)

    # What to publish

    def _replace_reports(
        self, site: OpenSite, new: dict[str, FileReport], cause: str | None
    ) -> None:
        """Store the new reports of a site; push the changed ones, or tell the client to ask."""
        old = self._sites.get(site, {})
        self._sites[site] = new
        changed = [
            uri
            for uri in {**old, **new}
            if (was := old.get(uri)) is not (now := new.get(uri))
            and _get_report_id(was) != _get_report_id(now)
        ]
        for uri in dict.fromkeys((cause, *changed) if cause else changed):
            if self._must_be_pushed(uri):
                self._push_report(self._find_report(uri))
        if changed:
            self._news.set()
            self._news = asyncio.Event()
        if self.client.pulls and any(uri in self._buffers and uri != cause for uri in changed):
            self._refresh(DIAGNOSTICS_REFRESH)

    def _refresh_lenses_and_hints(self, site: OpenSite) -> None:
        """Ask the client to refresh if what lenses and hints depend on, but for docs.json, is new.

        After an edit of docs.json it asks by itself.
        """
        made_from = site.list_lens_sources()
        before = self._shown.get(site, ())
        if any(new is not old for new, old in zip_longest(made_from, before)):
            self._shown[site] = made_from
            for request in self.client.refreshes:
                self._refresh(request)

    def _find_report(self, uri: str) -> FileReport:
        """Return the diagnostics of a file; for nested sites, those of the one with findings."""
        file_report = None
        for site in self._sites.values():
            file_report = site.get(uri) or file_report
            if file_report is not None and file_report.report is not EMPTY:
                return file_report
        buffer = self._buffers.get(uri)
        return file_report or FileReport(uri, buffer.version if buffer else None, EMPTY)

    # Push

    def _must_be_pushed(self, uri: str) -> bool:
        """Return whether the client does not ask for a file's diagnostics by itself.

        A client that only asks for open files must be sent those of the others.
        """
        if not self.client.pulls:
            return True
        asks = self._asks_for_workspace or self.client.takes_related_documents
        return uri not in self._buffers and not asks

    def _push_report(self, file_report: FileReport) -> None:
        if file_report.report is EMPTY:
            self._sent.pop(file_report.uri, None)
        else:
            self._sent[file_report.uri] = file_report.report.id
        self._notify("textDocument/publishDiagnostics", build_publication(file_report))

    # Pull

    def answer_document_pull(self, uri: str, previous: object) -> Json:
        """Return the answer to `textDocument/diagnostic`, publishing pending reports first."""
        self.publish_pending()
        if uri in self._sent and self.client.pulls:  # Sent while it was closed.
            self._push_report(FileReport(uri, None, EMPTY))
        related = self._take_changed_reports(uri) if self.client.takes_related_documents else ()
        return answer_pull(self._find_report(uri).report, previous, related)

    async def answer_workspace_pull(self, previous: Mapping[str, str]) -> Json:
        """Return the answer to `workspace/diagnostic`, waiting for news, for a limited time.

        A client asks again as soon as it has an answer, so a request without news waits for some.
        """
        self.publish_pending()
        deadline = asyncio.get_running_loop().time() + waiting_times.LONGEST_POLL
        first = not self._asks_for_workspace
        self._stop_pushing()
        while True:
            news = self._news
            items = build_workspace_items(self._collect_reports(), previous)
            if first or has_new_reports(items):
                return {"items": items}
            try:
                async with asyncio.timeout_at(deadline):
                    await news.wait()
                    await asyncio.sleep(waiting_times.SHORTEST_POLL)
            except TimeoutError:
                return {"items": items}

    def _stop_pushing(self) -> None:
        """Withdraw the sent diagnostics: the client asks for all of them from now on."""
        self._asks_for_workspace = True
        if self.client.pulls:
            for uri in list(self._sent):
                self._push_report(FileReport(uri, None, EMPTY))

    def _take_changed_reports(self, uri: str) -> Iterable[FileReport]:
        """Yield, and record as sent, closed files' reports that are new since the last answer."""
        known = self._answered_with.setdefault(uri, {})
        others = {
            file_report.uri: file_report
            for site in self._sites.values()
            if uri in site
            for file_report in site.values()
            if file_report.uri not in self._buffers
        }
        for other in {**known, **others}:
            file_report = others.get(other) or FileReport(other, None, EMPTY)
            if known.get(other, EMPTY.id) != file_report.report.id:
                known[other] = file_report.report.id
                yield file_report

    def _collect_reports(self) -> Iterable[FileReport]:
        """Return one report for each URI; of several sites, the first that is not empty."""
        reports: dict[str, FileReport] = {}
        for site in self._sites.values():
            for uri, file_report in site.items():
                if uri not in reports or reports[uri].report is EMPTY:
                    reports[uri] = file_report
        return reports.values()


def _get_report_id(file_report: FileReport | None) -> str:
    return file_report.report.id if file_report else EMPTY.id
