"""`docs-lsp`, `docs-lsp server`: the language server, which an editor starts."""

from __future__ import annotations

import sys
from argparse import Namespace
from ipaddress import ip_address

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.server.garbage_collection import collect_while_loading
from docs_lsp.server.log import LogOptions

_ADDRESS = compile_lazily(r"(?:\[(?P<v6>[^\]]*)\]|(?P<host>[^:]*)):(?P<port>\d{1,5})")


def run(arguments: Namespace) -> int:
    """Serve one editor until it disconnects; return the exit code that the protocol requires."""
    address, log = getattr(arguments, "tcp", None), _require_log(arguments)
    if address is not None:
        return _serve_tcp(*require_loopback_address(address), log)
    if sys.stdin is not None and sys.stdin.isatty():
        print(
            "docs-lsp: waiting for an editor on standard input. "
            "To check a site from here, use `docs-lsp check`.",
            file=sys.stderr,
        )
    # Imported last: the protocol's types take most of the time that a start takes.
    with collect_while_loading():
        from docs_lsp.server.main import serve_stdio
    return serve_stdio(log)


def _require_log(arguments: Namespace) -> LogOptions:
    """Return the log's level and file, created if missing. Raises `UsageFault` if not writable."""
    file = getattr(arguments, "log", None)
    level = getattr(arguments, "log_level", "info" if file else "warning")
    if file is not None:
        try:
            file.open("a").close()
        except OSError as error:
            raise UsageFault(f"the log `{file}` cannot be written: {error.strerror}.") from None
    return LogOptions(level.upper(), file)


def _serve_tcp(host: str, port: int, log: LogOptions) -> int:
    """Serve one editor over TCP; return the exit code. Raises `UsageFault` if it can't listen."""
    with collect_while_loading():
        from docs_lsp.server.main import serve_tcp
    try:
        return serve_tcp(host, port, log)
    except OSError as error:
        raise UsageFault(f"cannot listen on port {port} of `{host}`: {error.strerror}.") from None


def require_loopback_address(address: str) -> tuple[str, int]:
    """Parse `HOST:PORT`. Raises `UsageFault` if it is invalid or other machines can reach it.

    The server reads files for every client.
    """
    match = _ADDRESS.fullmatch(address)
    if match is None or int(match["port"]) > 65535:
        raise UsageFault(f"`{address}` is not an address; write it as `127.0.0.1:2087`.")
    host = match["v6"] or match["host"] or "127.0.0.1"
    if not _is_loopback(host):
        raise UsageFault(
            f"`{host}` can be reached from other machines, and the server reads files for "
            "every client that connects; use `127.0.0.1`."
        )
    return host, int(match["port"])


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
