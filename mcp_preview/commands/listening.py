"""The socket of the preview: it is opened, and announced once pages can be asked for."""

from __future__ import annotations

import asyncio
import errno
import math
import socket
from collections.abc import Callable
from contextlib import suppress

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.commands.console import ConsoleOutput
from mcp_preview.live.first_states import wait_for_pages, wait_for_site
from mcp_preview.live.server_state import ServerState

_MOST = 65_535
_GRACE = 0.5
"""The seconds in which most sites are read, so that one message is enough."""
_STEP = 0.05


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that accepts connections; port 0 is any free one. Raises `UsageFault`."""
    if not 0 <= port <= _MOST:
        raise UsageFault(f"`--port` must be from 0 to {_MOST}, not {port}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        raise UsageFault(
            f"cannot listen on {host}:{port}: {_explain_listen_error(error, host, port)}"
        ) from None
    # Inherited by each connection. Without it a response waits 40 ms for the client to acknowledge
    # its head, because asyncio does not know that this is a TCP socket.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _explain_listen_error(error: Exception, host: str, port: int) -> str:
    """Return the reason why an address cannot be used, and what to change."""
    code = error.errno if isinstance(error, OSError) else None
    # Errors of name resolution have negative numbers.
    if isinstance(error, UnicodeError) or (code or 0) < 0:
        return f"the host `{host}` is unknown. Choose another `--host`."
    if code in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"`{host}` is not an address of this machine. Choose another `--host`."
    if code == errno.EADDRINUSE:
        return f"port {port} is in use. Choose another `--port`; 0 chooses a free one."
    if code in (errno.EACCES, errno.EPERM):
        return f"port {port} needs more permissions than you have. Choose a port above 1023."
    # Python repeats the address after the reason.
    message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{message.partition(' (while ')[0]}. Choose another `--host` or `--port`."


async def announce_progress(
    console: ConsoleOutput,
    listens: asyncio.Event,
    current_state: Callable[[], ServerState],
    listening: socket.socket,
) -> None:
    """Announce that the server listens, and the progress until all pages are indexed.

    For a site that is read quickly there is only one message.
    """
    await listens.wait()
    await wait_for_pages(current_state, _GRACE)
    # Until docs.json has been read, neither the tools nor who may see the site are known.
    state = await wait_for_site(current_state, math.inf)
    if console.prints_once:
        state = await wait_for_pages(current_state, math.inf)
    # The reader of the output may have ended.
    with suppress(BrokenPipeError):
        console.print_ready(state, listening)
        if state.indexing is not None:
            while (state := current_state()).indexing is not None:
                console.draw_progress(state.indexing)
                await asyncio.sleep(_STEP)
            console.print_indexed(state, listening)
    console.stop_output()
