"""The running previews, at most one for each site, and the commands about them.

Nothing here knows how the preview works. It is a program, `mcp-preview`, that prints its address in
one line, reads unsaved texts from standard input, and ends with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lsprotocol.types import MessageType

from docs_lsp.server import waiting_times
from docs_lsp.server.buffers import Buffer, path_from_uri
from docs_lsp.server.client_requests import ClientRequests, ProgressDisplay
from docs_lsp.server.preview_process import PreviewFault, PreviewProcess, PreviewStatusLine
from docs_lsp.server.session import Session

logger = logging.getLogger(__name__)

OPEN_PAGE = "Open page"
COPY_URL = "Copy URL"
RESTART = "Restart"
# Messages are saved and shared by users; the address of the page contains a secret.
_NO_BROWSER = "To open its page, run `docs-lsp preview --open` in a terminal."
LENSES = "workspace/codeLens/refresh"


class PreviewManager:
    """All previews of one editor. Event loop only."""

    def __init__(
        self,
        session: Session,
        requests: ClientRequests,
        progress: Callable[[str], ProgressDisplay | None],
    ) -> None:
        """Find sites and texts in a session, and ask the user through `requests`."""
        self.options: tuple[str, ...] = ()
        """The command-line options of the program besides the site and its port."""
        self._session = session
        self._requests = requests
        self._progress = progress
        self._running: dict[Path, PreviewProcess] = {}
        self._changing: dict[Path, asyncio.Lock] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._noticed: set[Path] = set()
        """The sites whose access notice the user has seen."""

    # Commands

    async def start(self, *arguments: object) -> dict[str, Any] | None:
        """Start a preview of a site, or show the running one; return its status, or None."""
        root = await self._choose_site(arguments, list(self._session.sites))
        running = await self._ensure_started(root) if root else None
        if running is None:
            return None
        self._requests.start_task(self._announce_preview(running))
        return _build_status(running)

    async def stop(self, *arguments: object) -> bool:
        """Stop a preview, and return whether one was running."""
        if not self._running:
            return False
        root = await self._choose_site(arguments, list(self._running))
        if root is None:
            return False
        async with self._find_or_create_lock(root):
            running = self._running.pop(root, None)
            if running is not None:
                self._update_lenses(root)
                await running.stop()
        return running is not None

    async def restart(self, *arguments: object) -> dict[str, Any] | None:
        """Stop a preview, if it runs, and start it again; return its status, or None."""
        root = await self._choose_site(arguments, list(self._running) or list(self._session.sites))
        if root is None:
            return None
        await self.stop(root.as_uri())
        return await self.start(root.as_uri())

    async def open_page(self, *arguments: object) -> bool:
        """Open the page of a preview, starting it if necessary; return whether it is open."""
        root = await self._choose_site(arguments, list(self._running) or list(self._session.sites))
        running = await self._ensure_started(root) if root else None
        if running is None:
            return False
        if not self._session.client.shows_documents:
            await self._announce_preview(running)  # Such an editor can show no more.
            return False
        return await self._requests.show_document(running.status.page, is_external=True)

    def list_statuses(self, *_arguments: object) -> list[dict[str, Any]]:
        """Return the status of all running previews."""
        return [_build_status(running) for running in self._running.values()]

    # Texts

    def schedule_update(self, uri: str) -> None:
        """Schedule passing on an opened, edited or closed document, if a preview runs."""
        if not self._running:
            return
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers[uri] = loop.call_later(waiting_times.PREVIEW_EDIT_PAUSE, self._send_text, uri)

    def _send_text(self, uri: str) -> None:
        """Send the text of a document, or that it was closed, to the previews of its sites."""
        self._timers.pop(uri, None)
        path = path_from_uri(uri)
        buffer = self._session.buffers.get(uri)
        for root, running in self._running.items():
            if path is not None and path.is_relative_to(root):
                file = path.relative_to(root).as_posix()
                if buffer is None:
                    running.send_message(close=file)
                else:
                    running.send_message(open=file, text=_decode_buffer(buffer))

    # Processes

    def _find_or_create_lock(self, root: Path) -> asyncio.Lock:
        return self._changing.setdefault(root, asyncio.Lock())

    async def _ensure_started(self, root: Path) -> PreviewProcess | None:
        """Return the preview of a site, starting it if necessary; None if that fails."""
        async with self._find_or_create_lock(root):
            if root not in self._running and not await self._start_process(root):
                return None
            return self._running.get(root)

    async def _start_process(self, root: Path) -> bool:
        """Start a process and wait until it serves; return whether it does, else show the error."""
        progress = self._progress("Preparing the preview")
        if progress is not None:
            progress.report(0)
        try:
            process = await PreviewProcess.start(
                root, self._find_configured_port(root), self.options
            )
            for file, buffer in self._iter_open_buffers(root):
                process.send_message(open=file, text=_decode_buffer(buffer))
            process.status = await process.wait_until_ready()
        except (PreviewFault, OSError) as fault:
            self._requests.show_message(MessageType.Error, f"The preview cannot start: {fault}")
            return False
        finally:
            if progress is not None:
                progress.report_end()
        self._running[root] = process
        self._update_lenses(root)
        self._requests.start_task(self._watch_process(root, process))
        if process.status.indexed is None:
            self._requests.start_task(self._update_counts(root, process))
        return True

    async def _update_counts(self, root: Path, process: PreviewProcess) -> None:
        """Store the page counts of a preview, once it has read all pages, and show its notice."""
        status = await process.wait_until_indexed()
        if status is not None and self._running.get(root) is process:
            process.status = status
            if notice := self._take_notice(root, status):
                self._requests.show_message(MessageType.Info, notice)

    async def _watch_process(self, root: Path, process: PreviewProcess) -> None:
        """Wait for the end of a preview; if unexpected, report it and offer to restart it."""
        code = await process.wait_for_end()
        if not process.wanted:
            return
        self._running.pop(root, None)
        self._update_lenses(root)
        await process.stop()
        message = f"The preview of {root.name} stopped unexpectedly (exit code {code})."
        if await self._requests.show_choice(MessageType.Error, message, [RESTART]) == RESTART:
            await self.start(root.as_uri())

    def _update_lenses(self, root: Path) -> None:
        """Update whether a site is previewed, and refresh its lenses."""
        live = self._session.sites.get(root)
        if live is not None:
            live.is_previewed = root in self._running
            if LENSES in self._session.client.refreshes:
                self._requests.request_refresh(LENSES)

    async def _announce_preview(self, running: PreviewProcess) -> None:
        """Show the user where a preview runs, with buttons that open its page."""
        status = running.status
        is_read = status.indexed is not None
        counts = f"pages: {status.counts}." if is_read else "its pages are still being read."
        message = f"The preview of {running.folder.name} runs at {status.mcp}: {counts}"
        if notice := self._take_notice(running.folder, status):
            message += f" {notice}"
        if not self._session.client.shows_documents:
            self._requests.show_message(MessageType.Info, f"{message} {_NO_BROWSER}")
            return
        chosen = await self._requests.show_choice(MessageType.Info, message, [OPEN_PAGE, COPY_URL])
        if chosen == OPEN_PAGE:
            await self._requests.show_document(status.page, is_external=True)
        elif chosen == COPY_URL:
            # No message of the protocol can write to the clipboard; a button on the page can.
            await self._requests.show_document(f"{status.page}&show=connect", is_external=True)

    def _take_notice(self, root: Path, status: PreviewStatusLine) -> str:
        """Return a preview's access notice as plain text, only once; after that an empty string."""
        if not status.notice or root in self._noticed:
            return ""
        self._noticed.add(root)
        return status.notice.replace("`", "")

    def _find_configured_port(self, root: Path) -> int | None:
        live = self._session.sites.get(root)
        return live.site.settings.preview.port if live and live.site else None

    def _iter_open_buffers(self, root: Path) -> Iterator[tuple[str, Buffer]]:
        live = self._session.sites.get(root)
        for file, uri in live.files.uris.items() if live else ():
            buffer = self._session.buffers.get(uri)
            if buffer is not None:
                yield file, buffer

    async def _choose_site(self, arguments: tuple[object, ...], roots: list[Path]) -> Path | None:
        """Return the site of a file or folder, the only site, or the user's choice; or None.

        None if there is no site, which is shown to the user, or none is chosen.
        """
        site = arguments[0] if arguments and isinstance(arguments[0], str) else None
        path = path_from_uri(site) if site else None
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
        named = {root.name if _has_unique_name(root, roots) else str(root): root for root in roots}
        question = "Which site?"
        answer = await self._requests.show_choice(MessageType.Info, question, list(named))
        return named.get(answer or "")


def _has_unique_name(root: Path, roots: list[Path]) -> bool:
    return sum(other.name == root.name for other in roots) == 1


def _decode_buffer(buffer: Buffer) -> str:
    return buffer.text.data.decode("utf-8", "replace")


def _build_status(running: PreviewProcess) -> dict[str, Any]:
    status = running.status
    return {
        "site": running.folder.as_uri(),
        "url": status.url,
        "mcp": status.mcp,
        "page": status.page,
        "pid": status.pid,
        "tools": list(status.tools),
        "pages": {"indexed": status.indexed or 0, "leftOut": status.left_out},
        "notice": status.notice,
    }
