"""`mcp-preview serve`: serve a site over HTTP until it is stopped or its editor has ended."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import time
from argparse import Namespace
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from anyio import to_thread
from limits.errors import ConfigurationError

from docs_lsp.cache.folder import find_installed_model
from docs_lsp.core import forced_exit
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import PreviewSettings, Settings
from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.site_files import ScanCancelled
from mcp_preview.commands.app import PreviewParts, build_application
from mcp_preview.commands.console import LOOPBACK, ConsoleOutput
from mcp_preview.commands.listening import announce_progress, open_listening_socket
from mcp_preview.http.limits import LimitKind, Limits
from mcp_preview.http.timed_protocol import TimedProtocol
from mcp_preview.index.page_meaning import PageMeaning
from mcp_preview.live import disk_watcher, editor_input
from mcp_preview.live.live_site import LiveSite
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.oauth.authorization_parts import AuthorizationParts, create_store_opener
from mcp_preview.settings.site_address import SiteAddress
from mcp_preview.web_api.page_access import PageAccess

_EXIT_GRACE = 3.0
"""The seconds that running work may take to notice that the preview ends."""
_KILLED_BY = 128
"""The number that is added to a signal for the exit code of a process that it ended."""


def run_serve(arguments: Namespace, folder: Path, settings: Settings) -> int:
    """Serve, and return the exit code at the end. Raises `UsageFault`."""
    require_proxy_addresses(arguments.trusted_proxy)
    url = arguments.public_url
    address = SiteAddress.parse(url) if url else SiteAddress()
    site = address.public_url or str(folder.resolve())
    counters = _build_limits(settings.preview, arguments.limits_storage, site)
    port = settings.preview.port or 0 if arguments.port is None else arguments.port
    with open_listening_socket(arguments.host, port) as listening:
        asyncio.run(_serve_http(arguments, folder, settings, listening, counters, address))
    return 0


async def _serve_http(
    arguments: Namespace,
    folder: Path,
    settings: Settings,
    listening: socket.socket,
    counters: Limits,
    address: SiteAddress,
) -> None:
    """Serve the site on a socket, and follow edits, until stopped."""
    page = _create_page_access(arguments.host, arguments.trusted_proxy)
    console = ConsoleOutput(arguments, folder, page)
    model = arguments.embeddings or find_installed_model()
    meaning = PageMeaning(model) if model else None
    live = LiveSite(folder, settings, meaning, saves_index=True)
    open_store = create_store_opener(arguments.store, folder, address.public_url)
    if arguments.store:
        await to_thread.run_sync(open_store)
    authorization = AuthorizationParts(
        current_state=lambda: live.state,
        address=address,
        open_store=open_store,
        clock=lambda: int(time.time()),
    )
    parts = PreviewParts(
        lambda: live.state, counters, CallLog(), page, authorization, arguments.host
    )
    config = uvicorn.Config(
        build_application(parts),
        http=TimedProtocol,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        # The header with the address of the client can be forged, unless a proxy is trusted.
        proxy_headers=bool(arguments.trusted_proxy),
        forwarded_allow_ips=[*arguments.trusted_proxy],
    )
    server = _Server(config, live.stop)
    helpers: list[Coroutine[Any, Any, None]] = [
        _follow_site(live, open_store),
        disk_watcher.report_disk_changes(live.folder, live.mark_touched),
        announce_progress(console, server.listens, lambda: live.state, listening),
    ]
    if arguments.with_editor:
        helpers.append(_follow_editor(live, server))
    tasks = [asyncio.create_task(helper) for helper in helpers]
    # The server stops if the site cannot be followed.
    tasks[0].add_done_callback(lambda _: server.request_stop())
    try:
        await server.serve([listening])
    finally:
        if meaning:
            meaning.close()
        live.stop()
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(asyncio.CancelledError, ScanCancelled):
        tasks[0].result()  # Raises the error of a site that cannot be read.


async def _follow_site(live: LiveSite, open_store: Callable[[], object]) -> None:
    """Read the site, open the store if some of the site is restricted, and follow its edits."""
    await to_thread.run_sync(live.load)
    gc.freeze()  # Most objects that exist now are permanent.
    gc.enable()
    if live.state.access.mode is not AccessMode.PUBLIC:
        await to_thread.run_sync(open_store)
    await live.apply_changes()


class _Server(uvicorn.Server):
    """A server that signals when it has started, and calls `on_end` when it ends."""

    def __init__(self, config: uvicorn.Config, on_end: Callable[[], None]) -> None:
        super().__init__(config)
        self.listens = asyncio.Event()
        self._on_end = on_end
        self._was_told = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._on_end()  # A signal ends the process immediately afterwards.

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End within a limited time at the first signal, and at once at the second one."""
        if self._was_told:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        self._was_told = True
        forced_exit.exit_within(_EXIT_GRACE, _KILLED_BY + sig)
        super().handle_exit(sig, frame)

    def request_stop(self) -> None:
        """Ask the server to finish open responses and end, without waiting for it."""
        self.should_exit = True


async def _follow_editor(live: LiveSite, server: _Server) -> None:
    """Follow the editor over standard input, and stop the server when it has ended."""
    await editor_input.apply_editor_input(live)
    forced_exit.exit_within(_EXIT_GRACE, 0)
    server.request_stop()


def _create_page_access(host: str, proxies: Sequence[str]) -> PageAccess:
    """Create the access to the web page with a new secret; off if others could reach it."""
    if proxies:
        return PageAccess(
            why_off="It is off because a proxy forwards requests of others. It is on without "
            "`--trusted-proxy`."
        )
    if host in LOOPBACK:
        return PageAccess.create_with_secret()
    return PageAccess(
        why_off=f"It is off because the preview listens on {host}, where others can reach it. It "
        "is on without `--host`."
    )


def require_proxy_addresses(addresses: Sequence[str]) -> None:
    """Raise `UsageFault` if a string is not an IP address or network."""
    for address in addresses:
        try:
            ip_network(address)
        except ValueError:
            raise UsageFault(
                f"`{address}` must be the IP address of a proxy or a network."
            ) from None


def _build_limits(settings: PreviewSettings, storage: str, site: str) -> Limits:
    """Return the limits of the settings with counters. Raises `UsageFault` for a bad storage."""
    wanted = {
        LimitKind.REQUESTS: settings.requests,
        LimitKind.SEARCHES: settings.searches,
        LimitKind.QUERIES: settings.commands,
        LimitKind.AUTHED_SEARCHES: settings.authed_searches,
        LimitKind.AUTHED_QUERIES: settings.authed_commands,
    }
    try:
        return Limits(
            {scope: limit for scope, limit in wanted.items() if limit}, storage, site=site
        )
    except ConfigurationError as error:
        why = str(error).rstrip(".")
        raise UsageFault(f"`{storage}` cannot store the rate-limit counters: {why}.") from None
