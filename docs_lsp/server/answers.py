"""Answers requests about open documents, from the newest text and beside typing.

What a request needs is taken together on the event loop, as a `View` that nothing changes any
more. The answer is made of it in a thread; if the document has changed by then, it is empty, since
its places would be wrong.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lsprotocol import types

from docs_lsp.features._actions import Question
from docs_lsp.features._view import View
from docs_lsp.features.code_actions import code_actions, resolved
from docs_lsp.features.rule_hover import rule_hover
from docs_lsp.features.to_lsp import Json
from docs_lsp.server.session import Session
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.text import Span, Text

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Answers:
    """Knows how each request about a document is answered."""

    def __init__(self, session: Session, flush: Callable[[], None]) -> None:
        """Answer from a session; `flush` brings it up to date."""
        self._session = session
        self._flush = flush
        # Of its own, so that an answer need not wait until a large folder has been read.
        self._thread = ThreadPoolExecutor(1, "docs-lsp-answers")

    def stop(self) -> None:
        """Answer nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def code_actions(self, params: types.CodeActionParams) -> list[Json]:
        """`textDocument/codeAction`."""
        client = self._session.client
        only = tuple(str(getattr(kind, "value", kind)) for kind in params.context.only or ())
        uri = params.text_document.uri
        found: list[Json] = []
        for view, file in self._views(uri):
            question = Question(file, self._span(view.text(file), params.range), only)

            def answer(view: View = view, question: Question = question) -> list[Json]:
                return code_actions(view, question, client.dialect, client.actions)

            found += await self._made(uri, answer, [])
        return found

    async def resolve_code_action(self, action: types.CodeAction) -> Json:
        """`codeAction/resolve`: the action with its edit, or as it is if it is out of date."""
        client = self._session.client
        shape: Json = {"title": action.title, "kind": action.kind, "data": action.data}
        data = action.data
        if not isinstance(data, dict) or not isinstance(uri := data.get("uri"), str):
            return shape
        for view, file in self._views(uri):
            if file == data.get("file"):

                def answer(view: View = view) -> Json | None:
                    return resolved(view, data, client.dialect, client.actions)

                edit = await self._made(uri, answer, None)
                return shape if edit is None else {**shape, "edit": edit}
        return shape

    async def hover(self, params: types.HoverParams) -> Json | None:
        """`textDocument/hover`."""
        client = self._session.client
        for view, file in self._views(params.text_document.uri):
            if file == SETTINGS_FILE:
                text = view.text(file)
                offset = self._offset(text, params.position)
                markdown = client.reads_markdown
                return rule_hover(text, offset, client.dialect.encoding, markdown=markdown)
        return None

    def _views(self, uri: str) -> list[tuple[View, str]]:
        """The sites that an open document belongs to, each with its path there."""
        self._flush()
        found = []
        for live, file in self._session.holders(uri):
            view = live.view()
            if view is not None:
                view.site.problems()  # Trees are judged here, and nowhere else.
                found.append((view, file))
        return found

    async def _made(self, uri: str, make: Callable[[], T], late: T) -> T:
        """An answer, made in the thread; another one if the document has changed meanwhile."""
        before = self._session.buffers.get(uri)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._thread, make)
        return answer if self._session.buffers.get(uri) is before else late

    def _span(self, text: Text, given: types.Range) -> Span:
        start, end = self._offset(text, given.start), self._offset(text, given.end)
        return Span(min(start, end), max(start, end))

    def _offset(self, text: Text, position: types.Position) -> int:
        encoding = self._session.client.dialect.encoding
        return text.offset(position.line, position.character, encoding)
