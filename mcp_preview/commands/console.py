"""Console output of `mcp-preview`: progress, the ready message, JSON."""

from __future__ import annotations

import os
import socket
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from docs_lsp.site.access_mode import AccessMode

if TYPE_CHECKING:
    from mcp_preview.live.server_state import IndexingProgress, ServerState
    from mcp_preview.web_api.page_access import PageAccess

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ConsoleOutput:
    """The progress and ready message of `serve`, as text or as lines of JSON."""

    def __init__(self, arguments: Namespace, folder: Path, page: PageAccess) -> None:
        self._arguments = arguments
        self._folder = folder
        self._page = page
        self._draws = sys.stderr.isatty() and not arguments.ready_json

    @property
    def prints_once(self) -> bool:
        """Whether a single line is printed, when everything is known.

        An editor gets two: it shows the preview while the pages are still being read.
        """
        return bool(self._arguments.ready_json and not self._arguments.with_editor)

    def print_ready(self, state: ServerState, listening: socket.socket) -> None:
        """Print the address of the server, and trouble if any, and open its page if requested."""
        url = self._build_url(listening)
        if self._arguments.ready_json:
            print_json(self._ready_as_json(state, url))
        else:
            print(_render_welcome(state, url, self._page, self._arguments.host), flush=True)
        _report_trouble(state)
        if self._arguments.open:
            import webbrowser

            webbrowser.open(self._page.build_page_url(url) or url)

    def draw_progress(self, indexing: IndexingProgress) -> None:
        """Draw a progress bar of indexed pages on a terminal."""
        done, total = indexing
        if self._draws and total:
            filled = round(30 * done / total)
            bar = f"{'█' * filled}{'░' * (30 - filled)}"
            print(f"\r{bar} {done:,} of {total:,} pages", end="", file=sys.stderr, flush=True)

    def print_indexed(self, state: ServerState, listening: socket.socket) -> None:
        """Print the counts and notices that are known after all pages were read."""
        if self._draws:
            print("\r\033[K", end="", file=sys.stderr)
        if self._arguments.ready_json:
            print_json(self._ready_as_json(state, self._build_url(listening)))
        else:
            lines = [*_collect_notices(state), f"{_render_page_counts(state)}."]
            print("\n".join(lines), flush=True)
        _report_trouble(state)

    def stop_output(self) -> None:
        """Discard all further output if a program reads it, which may have ended."""
        if self._arguments.ready_json:
            discard_output()

    def _build_url(self, listening: socket.socket) -> str:
        """Return the URL of the server."""
        host, port = self._arguments.host, listening.getsockname()[1]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def _ready_as_json(self, state: ServerState, url: str) -> dict[str, object]:
        """Return the ready message as JSON: addresses, and counts once all pages are read."""
        # Reading sites takes long to import, and other commands do without it.
        from mcp_preview.content.verdict_report import count_pages, render_access

        known = {
            "url": url,
            "mcp": f"{url}/mcp",
            "page": self._page.build_page_url(url),
            "pid": os.getpid(),
            "site": str(self._folder),
            "tools": list(state.tool_names),
        }
        if state.indexing is not None:
            return {**known, "indexing": state.indexing._asdict()}
        return {
            **known,
            "authed": _build_authed_url(state, url),
            "pages": count_pages(state.pages).as_json(),
            "access": render_access(state.access),
            "indexing": None,
        }


def _render_welcome(state: ServerState, url: str, page: PageAccess, host: str) -> str:
    """Return the ready message as text."""
    names = state.tool_names
    counts = (
        "being indexed" if state.indexing else f"{_render_page_counts(state)} (the page says why)"
    )
    lines = [
        f"{state.name or 'This site'}, as an AI client finds it",
        "",
        f"  MCP server  {url}/mcp",
        *([f"  With log-in {authed}"] if (authed := _build_authed_url(state, url)) else []),
        f"  Page        {page.build_page_url(url) or 'off, since others could reach it'}",
        f"  Tools       {names.search}",
        f"              {names.filesystem}",
        f"  Pages       {counts}",
        "",
        "It follows your edits. Press Ctrl+C to stop it.",
    ]
    for sentence in [] if state.indexing else _collect_notices(state):
        lines.insert(1, f"\n  {sentence}")
    if host not in LOOPBACK:
        lines.insert(-1, f"It listens on {host}: others on your network can read this site.")
    return "\n".join(lines)


def _render_page_counts(state: ServerState) -> str:
    from mcp_preview.content.verdict_report import count_pages

    return count_pages(state.pages).text


def _collect_notices(state: ServerState) -> list[str]:
    """Return a list with the notice about the access to the site; empty if there is none."""
    return [state.access.notice] if state.access.notice else []


def _report_trouble(state: ServerState) -> None:
    """Print on standard error why the served site differs from its files, if it does."""
    if state.trouble and state.indexing is None:
        print(f"mcp-preview: {state.trouble}", file=sys.stderr, flush=True)


def _build_authed_url(state: ServerState, url: str) -> str | None:
    """Return the URL of the endpoint with log-in; None if everything is public."""
    return None if state.access.mode is AccessMode.PUBLIC else f"{url}/authed/mcp"


def print_json(content: object, *, indented: bool = False) -> None:
    """Print JSON in UTF-8, whatever encoding the terminal has."""
    option = orjson.OPT_INDENT_2 if indented else 0
    sys.stdout.flush()
    sys.stdout.buffer.write(orjson.dumps(content, option=option) + b"\n")
    sys.stdout.buffer.flush()


def discard_output() -> None:
    """Discard all further standard output: the reader may have closed the pipe."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
