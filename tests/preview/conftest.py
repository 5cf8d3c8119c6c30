"""Databases for the tests of the preview."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest

from mcp_preview.store.opening import PASSWORD_VARIABLE
from tests.conftest import missing
from tests.preview.postgres import PASSWORD, postgres_server, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of an empty database, without the password, which the environment has."""
    found = programs()
    if found is None:
        missing("postgresql")
    with pytest.MonkeyPatch.context() as patch, postgres_server(found) as url:
        patch.setenv(PASSWORD_VARIABLE, PASSWORD)
        yield url


@pytest.fixture
def redis() -> Iterator[str]:
    """The address of a Redis server that keeps nothing."""
    program = shutil.which("redis-server")
    if program is None:
        missing("redis-server")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [program, "--port", str(port), "--save", ""], stdout=subprocess.DEVNULL
    )
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.05)
    yield f"redis://127.0.0.1:{port}"
    server.terminate()
    server.wait()
