"""Requests from the server to the client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from lsprotocol import types
from lsprotocol.types import MessageType
from pygls.exceptions import JsonRpcException

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.protocol import Server
from docs_lsp.settings import Trace

logger = logging.getLogger(__name__)


class ClientRequests:
    """Asks the client. No question of these may hold anything up: an editor may never answer."""

    def __init__(self, server: Server) -> None:
        """Ask over a server's connection."""
        self._server = server
        self._tasks: set[asyncio.Task[Any]] = set()
        self._refreshing: set[str] = set()
        self._refresh_again: set[str] = set()

    def start(self, question: Coroutine[Any, Any, Any]) -> None:
        """Let a coroutine that asks something run beside everything else."""
        task = asyncio.get_running_loop().create_task(question)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Wait for no answer any more."""
        for task in self._tasks:
            task.cancel()

    async def configuration(self, section: str, scopes: list[str | None]) -> list[Any] | None:
        """A section of the editor's settings, for each folder or (None) for everything."""
        items = [types.ConfigurationItem(scope_uri=scope, section=section) for scope in scopes]
        answer = await self._ask(
            types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items=items)
        )
        fits = isinstance(answer, list | tuple) and len(answer) == len(items)
        return list(answer) if fits else None

    async def register(self, method: str, options: Any = None) -> None:
        """Tell the client that the server wants to hear of something."""
        registration = types.Registration(
            id=f"docs-lsp:{method}", method=method, register_options=options
        )
        await self._ask(
            types.CLIENT_REGISTER_CAPABILITY,
            types.RegistrationParams(registrations=[registration]),
        )

    async def create_progress(self, token: str) -> bool:
        """Ask for a place to show progress; whether there is one."""
        method = types.WINDOW_WORK_DONE_PROGRESS_CREATE
        answer = await self._ask(method, types.WorkDoneProgressCreateParams(token=token), _REFUSED)
        return answer is not _REFUSED

    async def show_document(self, uri: str, *, external: bool = False) -> bool:
        """Ask the client to open a document, or with `external` a page in a browser; whether it
        has."""
        params = types.ShowDocumentParams(uri=uri, external=external, take_focus=True)
        answer = await self._ask(types.WINDOW_SHOW_DOCUMENT, params)
        return bool(getattr(answer, "success", False))

    def show_message(self, kind: MessageType, message: str) -> None:
        """Show the writer a message."""
        self.notify(types.WINDOW_SHOW_MESSAGE, {"type": kind.value, "message": message})

    async def choose(self, kind: MessageType, message: str, titles: Sequence[str]) -> str | None:
        """Show the writer a message with buttons; the title of the one that is chosen.

        A client that has no buttons is shown the message alone.
        """
        actions = [types.MessageActionItem(title=title) for title in titles]
        params = types.ShowMessageRequestParams(type=kind, message=message, actions=actions)
        answer = await self._ask(types.WINDOW_SHOW_MESSAGE_REQUEST, params, _REFUSED)
        if answer is _REFUSED:
            self.show_message(kind, message)
        title = getattr(answer, "title", None)
        return title if title in titles else None

    def trace(self, level: Trace) -> None:
        """Let the client know this much of what is said."""
        self._server.protocol.tracing.set(level)

    def notify(self, method: str, params: Json) -> None:
        """Tell the client something."""
        self._server.protocol.notify_plain(method, params)

    def refresh_diagnostics(self) -> None:
        """Tell the client to ask for diagnostics again."""
        self.refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def refresh(self, request: str) -> None:
        """Tell the client to ask for something again; once for many changes in a row."""
        self._refresh_again.add(request)
        if request not in self._refreshing:
            self._refreshing.add(request)
            self.start(self._refresh(request))

    async def _refresh(self, request: str) -> None:
        try:
            while request in self._refresh_again:
                self._refresh_again.remove(request)
                await self._ask(request, None)
        finally:
            self._refreshing.remove(request)

    async def _ask(self, method: str, params: Any, refused: Any = None) -> Any:
        """Send a request and wait; what stands for an answer where the client gives an error.

        The answer is shielded: pygls stumbles over one that comes when its waiter has gone.
        """
        answer = asyncio.wrap_future(self._server.protocol.send_request(method, params))
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(answer)
        except JsonRpcException as error:
            logger.warning("The editor refused `%s`: %s", method, error)
            return refused


_REFUSED = object()
