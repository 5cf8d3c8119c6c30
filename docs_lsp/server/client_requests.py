"""Requests and notifications from the server to the client, and progress displays."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from lsprotocol import types
from lsprotocol.types import MessageType
from pygls.exceptions import JsonRpcException

from docs_lsp.features.to_lsp import Json
from docs_lsp.server import waiting_times
from docs_lsp.server.protocol import Server
from docs_lsp.settings.settings import Trace

logger = logging.getLogger(__name__)


class ClientRequests:
    """Sends requests to the client. Event loop only.

    No handler may wait for an answer: an editor may never give one.
    """

    def __init__(self, server: Server) -> None:
        """Use a server's connection."""
        self._server = server
        self._tasks: set[asyncio.Task[Any]] = set()
        self._refreshing: set[str] = set()
        self._refresh_again: set[str] = set()

    def start_task(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine that sends requests, concurrently with everything else."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel_tasks(self) -> None:
        """Cancel the tasks that `start_task` has started."""
        for task in self._tasks:
            task.cancel()

    async def fetch_configuration(self, section: str, scopes: list[str | None]) -> list[Any] | None:
        """Return a section of the editor's settings for each scope, or None without a valid answer.

        The scope None means all folders.
        """
        items = [types.ConfigurationItem(scope_uri=scope, section=section) for scope in scopes]
        answer = await self._send_request(
            types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items=items)
        )
        fits = isinstance(answer, list | tuple) and len(answer) == len(items)
        return list(answer) if fits else None

    async def register_capability(self, method: str, options: Any = None) -> None:
        """Ask the client to send a kind of notification."""
        registration = types.Registration(
            id=f"docs-lsp:{method}", method=method, register_options=options
        )
        await self._send_request(
            types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations=[registration])
        )

    async def create_progress(self, token: str) -> bool:
        """Ask the client for a progress display, and return whether there is one."""
        method = types.WINDOW_WORK_DONE_PROGRESS_CREATE
        answer = await self._send_request(
            method, types.WorkDoneProgressCreateParams(token=token), _REFUSED
        )
        return answer is not _REFUSED

    async def show_document(self, uri: str, *, is_external: bool = False) -> bool:
        """Ask the client to open a document, and return whether it did.

        With `is_external` the URI is opened in a browser.
        """
        params = types.ShowDocumentParams(uri=uri, external=is_external, take_focus=True)
        answer = await self._send_request(types.WINDOW_SHOW_DOCUMENT, params)
        return bool(getattr(answer, "success", False))

    async def apply_edit(self, label: str, edit: Json) -> bool:
        """Ask the client to apply an edit, and return whether it did."""
        params = self._server.protocol.structure_params(
            {"label": label, "edit": edit}, types.ApplyWorkspaceEditParams
        )
        answer = await self._send_request(types.WORKSPACE_APPLY_EDIT, params)
        return bool(getattr(answer, "applied", False))

    def show_message(self, kind: MessageType, message: str) -> None:
        """Show a message to the user."""
        self.notify(types.WINDOW_SHOW_MESSAGE, {"type": kind.value, "message": message})

    async def show_choice(
        self, kind: MessageType, message: str, titles: Sequence[str]
    ) -> str | None:
        """Show a message with buttons to the user, and return the chosen title, or None.

        A client without buttons shows the message alone.
        """
        actions = [types.MessageActionItem(title=title) for title in titles]
        params = types.ShowMessageRequestParams(type=kind, message=message, actions=actions)
        answer = await self._send_request(types.WINDOW_SHOW_MESSAGE_REQUEST, params, _REFUSED)
        if answer is _REFUSED:
            self.show_message(kind, message)
        title = getattr(answer, "title", None)
        return title if title in titles else None

    def set_trace_level(self, level: Trace) -> None:
        """Set how much of the traffic the client gets as `$/logTrace`."""
        self._server.protocol.tracing.set_configured_level(level)

    def notify(self, method: str, params: Json) -> None:
        """Send a notification."""
        self._server.protocol.notify_plain(method, params)

    def request_refresh(self, request: str) -> None:
        """Tell the client to ask for something again; many changes in a row cause few requests."""
        self._refresh_again.add(request)
        if request not in self._refreshing:
            self._refreshing.add(request)
            self.start_task(self._send_refreshes(request))

    async def _send_refreshes(self, request: str) -> None:
        """Send a refresh request, and again each time that it was requested meanwhile."""
        try:
            while request in self._refresh_again:
                self._refresh_again.remove(request)
                await self._send_request(request, None)
        finally:
            self._refreshing.remove(request)

    async def _send_request(self, method: str, params: Any, fallback: Any = None) -> Any:
        """Send a request and return the answer, or `fallback` if the answer is an error.

        The answer is shielded: pygls fails on one that arrives when nothing waits for it any more.
        """
        answer = asyncio.wrap_future(self._server.protocol.send_request(method, params))
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(answer)
        except JsonRpcException as error:
            logger.warning("The editor refused `%s`: %s", method, error)
            return fallback


_REFUSED = object()


class ProgressDisplay:
    """Shows the progress of a job, once it has turned out to be slow.

    `report` and `report_end` may be called from any thread, `report` as often as needed.
    """

    _tokens = 0

    def __init__(self, title: str, requests: ClientRequests) -> None:
        """Start timing a job, inside a running event loop."""
        ProgressDisplay._tokens += 1
        self._token = f"docs-lsp-{ProgressDisplay._tokens}"
        self._title = title
        self._requests = requests
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time() + waiting_times.PROGRESS_AFTER - waiting_times.PROGRESS_EVERY
        self._shown: asyncio.Task[bool] | None = None
        self._over = False

    def report(self, done: int, total: int | None = None) -> None:
        """Show the number of processed files, at most once per interval. Any thread."""
        now = self._loop.time()
        if now - self._last >= waiting_times.PROGRESS_EVERY:
            self._last = now
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._show_amount, done, total)

    def report_end(self) -> None:
        """Report that the job is over. Any thread."""
        with contextlib.suppress(RuntimeError):  # The server may have stopped in the meantime.
            self._loop.call_soon_threadsafe(self._send_end)

    def _show_amount(self, done: int, total: int | None) -> None:
        """Open the display at the first call; later, show the numbers if it is open."""
        if self._over:
            return
        if self._shown is None:
            self._shown = asyncio.create_task(self._open_display())
        elif self._is_open():
            self._send_progress({"kind": "report", **_describe_amount(done, total)})

    def _send_end(self) -> None:
        """Close the display if it is open, and show nothing any more."""
        self._over = True
        if self._is_open():
            self._send_progress({"kind": "end"})

    async def _open_display(self) -> bool:
        """Show the display if the client can and the job runs; return whether it did."""
        if not await self._requests.create_progress(self._token) or self._over:
            return False
        self._send_progress({"kind": "begin", "title": self._title, "cancellable": False})
        return True

    def _is_open(self) -> bool:
        return self._shown is not None and self._shown.done() and self._shown.result()

    def _send_progress(self, value: dict[str, Any]) -> None:
        self._requests.notify("$/progress", {"token": self._token, "value": value})


def _describe_amount(done: int, total: int | None) -> dict[str, Any]:
    if not total:
        return {"message": f"{done} files"}
    return {"message": f"{done} of {total} files", "percentage": min(100, 100 * done // total)}
