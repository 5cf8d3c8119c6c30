"""The previews that run, at most one for each site, and the commands about them.

Nothing here knows how the preview works. It is a program, `mcp-preview`, that says in one line
where it serves, takes unsaved texts on standard input, and ends with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol.types import MessageType

from docs_lsp.server import debounce
from docs_lsp.server.buffers import Buffer, path_of
from docs_lsp.server.client_requests import ClientRequests, WorkProgress
from docs_lsp.server.preview_process import PreviewFault, PreviewProcess, PreviewReady
from docs_lsp.server.session import Session

logger = logging.getLogger(__name__)

OPEN_PAGE = "Open page"
COPY_URL = "Copy URL"
RESTART = "Start again"
# A message is kept and shown around; the address of the page has a secret in it.
_NO_BROWSER = "This editor opens no pages: `docs-lsp preview --open` in a terminal shows its page."
LENSES = "workspace/codeLens/refresh"


class RunningPreview(NamedTuple):
    """A preview that serves."""

    process: PreviewProcess
    ready: PreviewReady


class Previews:
    """All previews of one editor. Event loop only."""

    def __init__(
        self,
        session: Session,
        requests: ClientRequests,
        progress: Callable[[str], WorkProgress | None],
    ) -> None:
        """Find sites and texts in a session, and ask the writer by `requests`."""
        self.options: tuple[str, ...] = ()
        """What the program is started with beside the site and its port."""
        self._session = session
        self._requests = requests
        self._progress = progress
        self._running: dict[Path, RunningPreview] = {}
        self._changing: dict[Path, asyncio.Lock] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._noticed: set[Path] = set()
        """The sites of which the writer has been told who may see them."""

    # Commands

    async def start(self, *arguments: object) -> dict[str, Any] | None:
        """Start a preview of a site, or show the one that runs."""
        root = await self._choose_site(arguments, list(self._session.sites))
        running = await self._ensure_started(root) if root else None
        if running is None:
            return None
        self._requests.start(self._announce(running))
        return _status(running)

    async def stop(self, *arguments: object) -> bool:
        """Stop a preview; whether one ran."""
        if not self._running:
            return False
        root = await self._choose_site(arguments, list(self._running))
        if root is None:
            return False
        async with self._lock(root):
            running = self._running.pop(root, None)
            if running is not None:
                self._mark(root)
                await running.process.stop()
        return running is not None

    async def restart(self, *arguments: object) -> dict[str, Any] | None:
        """Stop a preview, if it runs, and start it."""
        root = await self._choose_site(arguments, list(self._running) or list(self._session.sites))
        if root is None:
            return None
        await self.stop(root.as_uri())
        return await self.start(root.as_uri())

    async def open(self, *arguments: object) -> bool:
        """Open the page of a preview, which is started if need be; whether it is open."""
        root = await self._choose_site(arguments, list(self._running) or list(self._session.sites))
        running = await self._ensure_started(root) if root else None
        if running is None:
            return False
        if not self._session.client.shows_documents:
            await self._announce(running)  # That it runs is all that such an editor can be told.
            return False
        return await self._requests.show_document(running.ready.page, is_external=True)

    def status(self, *_arguments: object) -> list[dict[str, Any]]:
        """All previews that run."""
        return [_status(running) for running in self._running.values()]

    # Texts

    def schedule_update(self, uri: str) -> None:
        """Pass on that a document was opened, edited or closed. Costs nothing without a preview."""
        if not self._running:
            return
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers[uri] = loop.call_later(debounce.PREVIEW_EDIT_PAUSE, self._send_text, uri)

    def _send_text(self, uri: str) -> None:
        self._timers.pop(uri, None)
        path = path_of(uri)
        buffer = self._session.buffers.get(uri)
        for root, running in self._running.items():
            if path is not None and path.is_relative_to(root):
                file = path.relative_to(root).as_posix()
                if buffer is None:
                    running.process.send(close=file)
                else:
                    running.process.send(open=file, text=_text(buffer))

    # Processes

    def _lock(self, root: Path) -> asyncio.Lock:
        return self._changing.setdefault(root, asyncio.Lock())

    async def _ensure_started(self, root: Path) -> RunningPreview | None:
        """The preview of a site, which is started unless it runs; None where that fails."""
        async with self._lock(root):
            if root not in self._running and not await self._begin(root):
                return None
            return self._running.get(root)

    async def _begin(self, root: Path) -> bool:
        """Start a process and wait until it serves; whether it does."""
        progress = self._progress("Preparing the preview")
        if progress is not None:
            progress.report(0)
        try:
            process = await PreviewProcess.start(root, self._port(root), self.options)
            for file, buffer in self._open_in(root):
                process.send(open=file, text=_text(buffer))
            ready = await process.ready()
        except (PreviewFault, OSError) as fault:
            self._requests.show_message(MessageType.Error, f"The preview cannot start: {fault}")
            return False
        finally:
            if progress is not None:
                progress.end()
        self._running[root] = RunningPreview(process, ready)
        self._mark(root)
        self._requests.start(self._watch(root, process))
        if ready.indexed is None:
            self._requests.start(self._take_counts(root, process))
        return True

    async def _take_counts(self, root: Path, process: PreviewProcess) -> None:
        """Take over how many pages there are, once a preview has read them."""
        ready = await process.wait_until_indexed()
        running = self._running.get(root)
        if ready is not None and running is not None and running.process is process:
            self._running[root] = RunningPreview(process, ready)

    async def _watch(self, root: Path, process: PreviewProcess) -> None:
        """Report a preview that ends although nobody has stopped it."""
        code = await process.wait_for_end()
        if not process.wanted:
            return
        self._running.pop(root, None)
        self._mark(root)
        await process.stop()
        message = f"The preview of {root.name} has stopped by itself (exit code {code})."
        if await self._requests.choose(MessageType.Error, message, [RESTART]) == RESTART:
            await self.start(root.as_uri())

    def _mark(self, root: Path) -> None:
        """Let the lenses of a site say whether it is previewed."""
        live = self._session.sites.get(root)
        if live is not None:
            live.is_previewed = root in self._running
            if LENSES in self._session.client.refreshes:
                self._requests.refresh(LENSES)

    async def _announce(self, running: RunningPreview) -> None:
        ready = running.ready
        counts = (
            "its pages are still being read."
            if ready.indexed is None
            else f"pages indexed: {ready.indexed:,}, left out: {ready.left_out:,}."
        )
        message = f"The preview of {running.process.folder.name} serves at {ready.mcp}: {counts}"
        if ready.notice and running.process.folder not in self._noticed:
            self._noticed.add(running.process.folder)
            message += " " + ready.notice.replace("`", "")
        if not self._session.client.shows_documents:
            self._requests.show_message(MessageType.Info, f"{message} {_NO_BROWSER}")
            return
        chosen = await self._requests.choose(MessageType.Info, message, [OPEN_PAGE, COPY_URL])
        if chosen == OPEN_PAGE:
            await self._requests.show_document(ready.page, is_external=True)
        elif chosen == COPY_URL:
            # No message of the protocol reaches the clipboard; a button of the page does.
            await self._requests.show_document(f"{ready.page}&show=connect", is_external=True)

    def _port(self, root: Path) -> int | None:
        live = self._session.sites.get(root)
        return live.site.settings.preview.port if live and live.site else None

    def _open_in(self, root: Path) -> Iterator[tuple[str, Buffer]]:
        live = self._session.sites.get(root)
        for file, uri in live.uris.items() if live else ():
            buffer = self._session.buffers.get(uri)
            if buffer is not None:
                yield file, buffer

    async def _choose_site(self, arguments: tuple[object, ...], roots: list[Path]) -> Path | None:
        """The site that is meant: that of a file or folder, the only one, or the one chosen."""
        site = arguments[0] if arguments and isinstance(arguments[0], str) else None
        path = path_of(site) if site else None
        around = [root for root in roots if path is not None and path.is_relative_to(root)]
        if around:
            return max(around, key=lambda root: len(root.parts))
        if len(roots) == 1 and site is None:
            return roots[0]
        if not roots:
            self._requests.show_message(
                MessageType.Info, "There is no docs.json in this workspace."
            )
            return None
        named = {root.name if _is_only(root, roots) else str(root): root for root in roots}
        question = "Which site is meant?"
        answer = await self._requests.choose(MessageType.Info, question, list(named))
        return named.get(answer or "")


def _is_only(root: Path, roots: list[Path]) -> bool:
    return sum(other.name == root.name for other in roots) == 1


def _text(buffer: Buffer) -> str:
    return buffer.text.data.decode("utf-8", "replace")


def _status(running: RunningPreview) -> dict[str, Any]:
    ready = running.ready
    return {
        "site": running.process.folder.as_uri(),
        "url": ready.url,
        "mcp": ready.mcp,
        "page": ready.page,
        "pid": ready.pid,
        "tools": list(ready.tools),
        "pages": {"indexed": ready.indexed or 0, "leftOut": ready.left_out},
        "notice": ready.notice,
    }
