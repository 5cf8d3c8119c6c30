"""Requests from the server to the client."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.protocol import Server

logger = logging.getLogger(__name__)


class Asker:
    """Asks the client. No question of these may hold anything up: an editor may never answer."""

    def __init__(self, server: Server) -> None:
        """Ask over a server's connection."""
        self._server = server
        self._tasks: set[asyncio.Task[Any]] = set()
        self._refreshing = False
        self._refresh_again = False

    def start(self, question: Coroutine[Any, Any, Any]) -> None:
        """Let a coroutine that asks something run beside everything else."""
        task = asyncio.get_running_loop().create_task(question)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Wait for no answer any more."""
        for task in self._tasks:
            task.cancel()

    async def configuration(self, scopes: list[str | None]) -> list[Any] | None:
        """The editor's settings, for each folder or (None) for everything."""
        items = [types.ConfigurationItem(scope_uri=scope, section="docsLsp") for scope in scopes]
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

    async def show_document(self, uri: str) -> bool:
        """Ask the client to open a document; whether it has."""
        params = types.ShowDocumentParams(uri=uri, take_focus=True)
        answer = await self._ask(types.WINDOW_SHOW_DOCUMENT, params)
        return bool(getattr(answer, "success", False))

    def notify(self, method: str, params: Json) -> None:
        """Tell the client something."""
        self._server.protocol.notify_plain(method, params)

    def refresh_diagnostics(self) -> None:
        """Tell the client to ask for diagnostics again; once for many changes in a row."""
        self._refresh_again = True
        if not self._refreshing:
            self.start(self._refresh())

    async def _refresh(self) -> None:
        self._refreshing = True
        try:
            while self._refresh_again:
                self._refresh_again = False
                await self._ask(types.WORKSPACE_DIAGNOSTIC_REFRESH, None)
        finally:
            self._refreshing = False

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
