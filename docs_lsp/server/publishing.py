"""Hands findings over to the client: sends them, or keeps them until it asks.

A client that asks (pull) gets a result id with each answer and `unchanged` when nothing is new;
it is told to ask again when something changed that it did not do itself. To any other client
each file's list is sent when it differs from what was sent before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from docs_lsp.features.diagnostics import (
    EMPTY,
    Filed,
    is_news,
    publication,
    pulled,
    workspace_items,
)
from docs_lsp.features.to_lsp import Json
from docs_lsp.server.buffers import Buffer
from docs_lsp.server.client_capabilities import Client
from docs_lsp.server.open_site import OpenSite

LONGEST_POLL = 60.0
"""How long a client that knows everything already is kept waiting for news, in seconds."""
SHORTEST_POLL = 0.5
"""How long news are gathered before such a client gets them, so that typing is no flood."""


class Publisher:
    """Knows what is wrong where, and what of it the client has been told."""

    def __init__(
        self,
        buffers: Mapping[str, Buffer],
        notify: Callable[[str, Json], None],
        refresh: Callable[[], None],
    ) -> None:
        """Start with nothing known; `refresh` tells the client to ask again."""
        self.client = Client()
        self._buffers = buffers
        self._notify = notify
        self._refresh = refresh
        self._sites: dict[OpenSite, dict[str, Filed]] = {}
        self._sent: dict[str, str] = {}
        self._told_with: dict[str, dict[str, str]] = {}
        self._asks_for_workspace = False
        self._news = asyncio.Event()

    # What the session tells

    def report(self, live: OpenSite, cause: str | None = None) -> None:
        """A site has changed; `cause` is the document whose edit did it, if one did."""
        self._replace(live, live.reports(self.client.dialect), cause)

    def retract(self, live: OpenSite) -> None:
        """A site is gone, and its findings with it."""
        self._replace(live, {}, None)
        del self._sites[live]

    def _replace(self, live: OpenSite, new: dict[str, Filed], cause: str | None) -> None:
        old = self._sites.get(live, {})
        self._sites[live] = new
        changed = [
            uri
            for uri in {**old, **new}
            if (was := old.get(uri)) is not (now := new.get(uri)) and _id(was) != _id(now)
        ]
        for uri in dict.fromkeys((cause, *changed) if cause else changed):
            if self._has_to_be_sent(uri):
                self._send(self._filed(uri))
        if changed:
            self._news.set()
            self._news = asyncio.Event()
        if self.client.pulls and any(uri in self._buffers and uri != cause for uri in changed):
            self._refresh()

    # Push

    def _has_to_be_sent(self, uri: str) -> bool:
        """Whether the client does not ask for a file's findings by itself.

        One that asks for open files only has to be sent those of the others.
        """
        if not self.client.pulls:
            return True
        asks = self._asks_for_workspace or self.client.takes_related_documents
        return uri not in self._buffers and not asks

    def _send(self, filed: Filed) -> None:
        if filed.report is EMPTY:
            self._sent.pop(filed.uri, None)
        else:
            self._sent[filed.uri] = filed.report.id
        self._notify("textDocument/publishDiagnostics", publication(filed))

    # Pull

    def document(self, uri: str, previous: object) -> Json:
        """The answer to `textDocument/diagnostic`."""
        if uri in self._sent and self.client.pulls:  # Sent while it was closed.
            self._send(Filed(uri, None, EMPTY))
        related = self._news_about_others(uri) if self.client.takes_related_documents else ()
        return pulled(self._filed(uri).report, previous, related)

    async def workspace(self, previous: Mapping[str, str]) -> Json:
        """The answer to `workspace/diagnostic`.

        A client asks again as soon as it has an answer, so one that has nothing to learn is
        kept waiting until it has.
        """
        deadline = asyncio.get_running_loop().time() + LONGEST_POLL
        first = not self._asks_for_workspace
        self._ask_for_workspace()
        while True:
            news = self._news
            items = workspace_items(self._all(), previous)
            if first or is_news(items):
                return {"items": items}
            try:
                async with asyncio.timeout_at(deadline):
                    await news.wait()
                    await asyncio.sleep(SHORTEST_POLL)
            except TimeoutError:
                return {"items": items}

    def _ask_for_workspace(self) -> None:
        """The client asks for everything from now on, so nothing is sent any more."""
        self._asks_for_workspace = True
        if self.client.pulls:
            for uri in list(self._sent):
                self._send(Filed(uri, None, EMPTY))

    def _news_about_others(self, uri: str) -> Iterable[Filed]:
        """What has changed in closed files of the same site since an answer about this one."""
        told = self._told_with.setdefault(uri, {})
        others = {
            filed.uri: filed
            for site in self._sites.values()
            if uri in site
            for filed in site.values()
            if filed.uri not in self._buffers
        }
        for other in {**told, **others}:
            filed = others.get(other) or Filed(other, None, EMPTY)
            if told.get(other, EMPTY.id) != filed.report.id:
                told[other] = filed.report.id
                yield filed

    def _all(self) -> Iterable[Filed]:
        found: dict[str, Filed] = {}
        for site in self._sites.values():
            for uri, filed in site.items():
                if filed.report is not EMPTY or uri not in found:
                    found[uri] = filed
        return found.values()

    def _filed(self, uri: str) -> Filed:
        """What is wrong with a file; in a site within a site, the one that finds something."""
        found = None
        for site in self._sites.values():
            found = site.get(uri) or found
            if found is not None and found.report is not EMPTY:
                return found
        buffer = self._buffers.get(uri)
        return found or Filed(uri, buffer.version if buffer else None, EMPTY)


def _id(filed: Filed | None) -> str:
    return filed.report.id if filed else EMPTY.id
