"""The socket of the preview, and explanations for addresses that cannot be used."""

from __future__ import annotations

import errno
import socket

from docs_lsp.core.usage_fault import UsageFault

_MOST = 65_535


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that accepts connections; port 0 is any free one. Raises `UsageFault`."""
    if not 0 <= port <= _MOST:
        raise UsageFault(f"there is no port {port}. Choose one from 0 to {_MOST}.")
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
        return f"no host named `{host}` is known here. Choose another `--host`."
    if code in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"`{host}` is not an address of this machine. Choose another `--host`."
    if code == errno.EADDRINUSE:
        return f"port {port} is in use. Choose another `--port`; 0 takes any that is free."
    if code in (errno.EACCES, errno.EPERM):
        return f"port {port} needs more rights than you have. Choose one above 1023."
    # Python repeats the address after the reason.
    message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{message.partition(' (while ')[0]}. Choose another `--host` or `--port`."
