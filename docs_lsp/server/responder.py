"""Answers requests from the newest text, without delaying typing.

All that a request needs is collected on the event loop as an immutable `View`. The answer is
computed from it in a thread. If an exception of ours prevents that, it is logged and the answer is
empty. `protocol` drops requests that the client cancels.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import Enum, auto
from typing import Any, NamedTuple

from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.server import waiting_times
from docs_lsp.server.buffers import require_document_uri
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.errors import BadParams, RequestRefused
from docs_lsp.server.idle import preload_entries
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.requests.request import LooseRequest, Request, WorkspaceRequest
from docs_lsp.server.session import Session

logger = logging.getLogger(__name__)


class RequestSubject(Enum):
    """The subject of a request, which determines what it is answered from."""

    DOCUMENT = auto()
    """A document that is open."""
    ITEM = auto()
    """An item of an earlier answer; its `data` names the document."""
    HIERARCHY_ITEM = auto()
    """The `item` of the parameters, from an earlier answer; its `data` names the document."""
    WORKSPACE = auto()
    """All sites."""


class RequestMethod(NamedTuple):
    """A method and how it is answered."""

    method: str
    answer: Callable[[Any], object]
    about: RequestSubject = RequestSubject.DOCUMENT
    options: Callable[[ClientFlags], Any] = lambda client: None
    """Returns the options that the client is given, or None."""
    is_for: Callable[[ClientFlags], bool] = lambda client: True
    """Whether the method is offered to a client."""
    takes_long: bool = False
    """Whether it needs a whole document or site: quick requests do not wait for it."""
    is_urgent: bool = False
    """Whether the user waits for it while typing, and it needs no findings.

    Findings are published after it.
    """
    must_fit: bool = False
    """Whether the answer is useless once the document has changed, because it edits it."""
    needs_pages: bool = False
    """Whether it waits until all pages have been read.

    Its answer would be incomplete without them.
    """
    answer_loose: Callable[[LooseRequest], object] | None = None
    """Answers about a document that belongs to no site; None if there is nothing to say."""
    nothing: tuple[()] | None = None
    """The empty answer: some methods do not allow null."""


class Responder:
    """Answers requests from a session. Event loop only: threads get a `Request`."""

    def __init__(self, session: Session, flush: Callable[[], None]) -> None:
        """Answer from a session; `flush` publishes its pending diagnostics."""
        self._session = session
        self._flush = flush
        # Separate pools, so that an answer need not wait until a large folder has been read, nor a
        # quick one until an outline has been made.
        self._quick = ThreadPoolExecutor(1, "docs-lsp-answers")
        self._long = ThreadPoolExecutor(1, "docs-lsp-long-answers")

    def stop_answering(self) -> None:
        """Cancel the requests that wait for an answer, and accept no more."""
        for pool in (self._quick, self._long):
            pool.shutdown(wait=False, cancel_futures=True)

    def preload_quick_answers(self, view: View) -> None:
        """Compute what the first quick answer would wait for, in the thread of these answers."""
        self._quick.submit(_preload_entries_safely, view)

    async def answer_request(self, row: RequestMethod, params: Json) -> Any:
        """Return the answer to a request with these parameters."""
        match row.about:
            case RequestSubject.DOCUMENT:
                answer = await self._answer_for_document(row, params)
                return row.nothing if answer is None else answer
            case RequestSubject.ITEM:
                return await self._answer_for_item(row, params)
            case RequestSubject.HIERARCHY_ITEM:
                return await self._answer_for_hierarchy_item(row, params)
        return await self._answer_for_workspace(row, params)

    async def _answer_for_document(self, row: RequestMethod, params: Json) -> Any:
        """Answer a request about a document by the first of its sites that has an answer."""
        uri = require_document_uri(params)
        before = self._session.buffers.get(uri)
        best = None
        await self.wait_for_first_read(uri)
        if row.needs_pages:
            await _wait_for_pages(
                open_site for open_site, _ in self._session.iter_sites_of_document(uri)
            )
        views = self._list_views(uri, needs_findings=not row.is_urgent)
        if not views and row.answer_loose and before is not None:
            loose = LooseRequest(before, params, self._session.client)
            return await self._compute_answer(row, loose, row.answer_loose)
        for view, file in views:
            answer = await self._compute_answer(
                row, Request(view, file, params, self._session.client)
            )
            best = answer if best is None else best
            if _is_not_empty(answer):
                best = answer
                break
        if row.is_urgent:  # Once the answer has been sent.
            asyncio.get_running_loop().call_later(0, self._flush)
        if row.must_fit and self._session.buffers.get(uri) is not before:
            return None
        return best

    async def wait_for_first_read(self, uri: str) -> None:
        """Wait until the sites of an opened document have been read, for a limited time."""
        await _wait_for_first_reads(
            open_site for open_site, _ in self._session.iter_sites_of_document(uri)
        )

    async def _answer_for_item(self, row: RequestMethod, item: Json) -> Any:
        """Answer a request about an item by its site; return the item itself without an answer."""
        match item.get("data"):
            case {"uri": str(uri), "file": str(name)}:
                views = self._list_views(uri)
            case {"uri": str(uri)}:
                views, name = self._list_views(uri), ""
            case _:
                return item
        for view, file in views:
            if file == name or not name:
                answer = await self._compute_answer(
                    row, Request(view, file, item, self._session.client)
                )
                return item if answer is None else answer
        return item

    async def _answer_for_hierarchy_item(self, row: RequestMethod, params: Json) -> Any:
        """Answer a request about `params["item"]`, or raise `BadParams`; None without an answer."""
        item = params.get("item")
        if not isinstance(item, dict):
            raise BadParams("a request about an item without the item")
        if row.needs_pages:
            await _wait_for_pages(self._session.sites.values())
        answer = await self._answer_for_item(row, item)
        return None if answer is item else answer

    async def _answer_for_workspace(self, row: RequestMethod, params: Json) -> Any:
        """Answer a request about all sites at once, after all of them have been read."""
        await _wait_for_first_reads(self._session.sites.values())
        if row.needs_pages:
            await _wait_for_pages(self._session.sites.values())
        self._flush()
        sites = tuple(
            (view, open_site.files.site_path_of)
            for open_site in self._session.sites.values()
            if (view := open_site.build_view()) is not None
        )
        return await self._compute_answer(
            row, WorkspaceRequest(sites, params, self._session.client)
        )

    def _list_views(self, uri: str, *, needs_findings: bool = True) -> list[tuple[View, str]]:
        """Return the sites that an open document belongs to, innermost first, with its site paths.

        `needs_findings` says whether their findings must be up to date.
        """
        if needs_findings:
            self._flush()
        views = []
        for open_site, file in self._session.iter_sites_of_document(uri):
            view = open_site.build_view()
            if view is not None:
                if needs_findings:
                    view.site.get_problems()  # Element rules run here, and in no other thread.
                views.append((view, file))
        return sorted(views, key=lambda each: len(each[1]))

    async def _compute_answer(
        self, row: RequestMethod, request: object, compute: Callable[[Any], object] | None = None
    ) -> Any:
        """Compute an answer in a thread, by `compute` or the row; None on an unexpected exception.

        The exception is logged; `BadParams` and `RequestRefused` are raised.
        """
        pool, compute = self._long if row.takes_long else self._quick, compute or row.answer
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, compute, request)
        except (BadParams, RequestRefused):
            raise
        except Exception:
            logger.exception("`%s` cannot be answered.", row.method)
            return None


async def _wait_for_first_reads(sites: Iterable[OpenSite]) -> None:
    """Wait until sites with open files have been read for the first time, for a limited time."""
    entered = [site for site in sites if site.reader.is_first_read]
    if entered:
        with suppress(TimeoutError):
            async with asyncio.timeout(waiting_times.LONGEST_READING):
                for open_site in entered:
                    await open_site.reader.is_read.wait()


async def _wait_for_pages(sites: Iterable[OpenSite]) -> None:
    """Wait until the pages of some sites have been read, for a limited time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(waiting_times.LONGEST_READING):
            for site in list(sites):
                if site.on_disk:
                    await site.disk.pages_are_read.wait()


def _preload_entries_safely(view: View) -> None:
    try:
        preload_entries(view)
    except Exception:
        logger.exception("The first answer cannot be prepared.")


def _is_not_empty(answer: object) -> bool:
    """Return whether an answer is more than an empty one."""
    match answer:
        case {"items": items}:
            return bool(items)
        case RawJson(json=json):
            return json != b"[]"
    return bool(answer)
