"""The process of one preview: its options, its start, its address, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from docs_lsp.server import waiting_times
from docs_lsp.server.editor_settings import SECTION

logger = logging.getLogger(__name__)

_LAST_LINES = 20
_LONGEST_LINE = 1024 * 1024
_TABLE = "previewServer"
"""The key of these options in the initialization options."""
_OPTIONS = {
    "embeddings": "--embeddings",
    "host": "--host",
    "publicUrl": "--public-url",
    "store": "--store",
    "trustedProxy": "--trusted-proxy",
}


class PreviewFault(Exception):
    """Raised with the reason why a preview does not run, as a sentence for the user."""


class PreviewStatusLine(NamedTuple):
    """A line that a preview prints: when it starts serving, and when it has read all pages."""

    url: str
    mcp: str
    page: str
    """The address of its page, with a secret: for a browser, never for a message or a log."""
    pid: int
    tools: tuple[str, ...]
    indexed: int | None
    """The number of indexed pages; None until all pages have been read."""
    left_out: int
    counts: str
    """The numbers of pages of each sort, in words; empty until all pages have been read."""
    notice: str
    """A notice for the user about who may see the site; may be empty."""

    @classmethod
    def parse_line(cls, line: bytes) -> PreviewStatusLine:
        """Parse a line. Raises ValueError, KeyError or TypeError if it has another form."""
        message: dict[str, Any] = json.loads(line)
        pages = message.get("pages") or {"indexed": None, "left_out": 0}
        indexed = pages["indexed"]
        return cls(
            str(message["url"]),
            str(message["mcp"]),
            str(message["page"] or f"{message['url']}/#"),
            int(message["pid"]),
            tuple(map(str, message["tools"])),
            None if indexed is None else int(indexed),
            int(pages["left_out"]),
            str(pages.get("text", "")),
            str(message["access"]["notice"] if "access" in message else ""),
        )


class PreviewProcess:
    """A preview from its start to its end."""

    def __init__(self, process: Process, folder: Path) -> None:
        """Wrap a process that has just been started."""
        self.folder = folder
        self.status: PreviewStatusLine
        """The last status line; set by the owner once the preview serves."""
        self.wanted = True
        """False once its end has been requested."""
        self._process = process
        self._last: deque[str] = deque(maxlen=_LAST_LINES)
        self._complaints = asyncio.create_task(self._log_errors())

    @classmethod
    async def start(
        cls, folder: Path, port: int | None, options: Sequence[str] = ()
    ) -> PreviewProcess:
        """Start a preview of the site in a folder; without a port it uses any that is free."""
        chosen = () if port is None else ("--port", str(port))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            # No file in the user's folder may be imported as one of our modules.
            "-P",
            *("-m", "mcp_preview", "serve", str(folder), "--ready-json", "--with-editor"),
            *chosen,
            *options,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=_LONGEST_LINE,
            cwd=str(Path(sys.executable).parent),
        )
        return cls(process, folder)

    async def wait_until_ready(self) -> PreviewStatusLine:
        """Wait until it serves; return its status line. Raises `PreviewFault` if it ends before."""
        assert self._process.stdout
        line = await self._process.stdout.readline()
        try:
            return PreviewStatusLine.parse_line(line)
        except (ValueError, KeyError, TypeError):
            await self.stop()
            raise PreviewFault(self.last_error or "The preview ended before it started.") from None

    async def wait_until_indexed(self) -> PreviewStatusLine | None:
        """Wait until all pages have been read; return the new status, or None if it ends before."""
        assert self._process.stdout
        try:
            return PreviewStatusLine.parse_line(await self._process.stdout.readline())
        except (ValueError, KeyError, TypeError):
            return None

    async def wait_for_end(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        return await self._process.wait()

    @property
    def last_error(self) -> str:
        """The last error message of the preview, or else the end of its output."""
        lines = [line for line in self._last if line.startswith("mcp-preview: ")]
        return lines[-1].removeprefix("mcp-preview: ") if lines else "\n".join(self._last)[-500:]

    def send_message(self, **message: str) -> None:
        """Send a message about an unsaved text; it is dropped if the preview has ended."""
        assert self._process.stdin
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def stop(self) -> None:
        """Stop the preview; it is killed if it does not react."""
        self.wanted = False
        assert self._process.stdin
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), waiting_times.PREVIEW_EXIT_GRACE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await self._complaints

    async def _log_errors(self) -> None:
        assert self._process.stderr
        with contextlib.suppress(ValueError):
            async for line in self._process.stderr:
                text = line.decode("utf-8", "replace").rstrip()
                self._last.append(text)
                logger.warning("The preview of %s: %s", self.folder, text)


def build_preview_options(options: object) -> tuple[str, ...]:
    """Return the command-line options of `mcp-preview serve` for initialization options.

    They say who can reach the preview, where it stores its tokens and which model it runs, so only
    the user's own settings may give them: the options with which the editor starts the server.
    Files in a workspace (docs-lsp.toml, settings of a folder) cannot set them.
    """
    return tuple(_iter_command_options(options))


def _iter_command_options(options: object) -> Iterator[str]:
    section = options.get(SECTION, options) if isinstance(options, Mapping) else None
    table = section.get(_TABLE) if isinstance(section, Mapping) else None
    if not isinstance(table, Mapping):
        return
    for name, option in _OPTIONS.items():
        values = table.get(name)
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, str) and value:
                yield f"{option}={value}"
