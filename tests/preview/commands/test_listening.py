"""An address that the preview cannot have: which half of it is wrong."""

from __future__ import annotations

import errno
import socket

import pytest

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.commands.listening import open_listening_socket


@pytest.mark.parametrize("port", [-1, 65_536, 99_999])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(UsageFault, match=f"must be from 0 to 65535, not {port}"):
        open_listening_socket("127.0.0.1", port)


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 300, "not a name"])
def test_a_host_that_is_not_known(host: str) -> None:
    with pytest.raises(UsageFault, match=r"the host .* is unknown. Choose another `--host`"):
        open_listening_socket(host, 0)


def test_an_address_of_another_machine() -> None:
    with pytest.raises(UsageFault, match=r"`192\.0\.2\.1` is not an address of this machine"):
        open_listening_socket("192.0.2.1", 0)


def test_a_port_that_is_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageFault, match=rf"port {port} is in use\. Choose another `--port`"):
            open_listening_socket("127.0.0.1", port)


def test_a_port_for_administrators(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_arguments: object, **_named: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refused)
    with pytest.raises(UsageFault, match="port 80 needs more permissions"):
        open_listening_socket("127.0.0.1", 80)
