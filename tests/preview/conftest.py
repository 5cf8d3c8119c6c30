"""Databases for the tests of the preview."""

from __future__ import annotations

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
