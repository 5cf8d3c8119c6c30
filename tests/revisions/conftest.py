"""A repository to begin with, and an end for those that a test has opened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.revisions.history import History, close_all


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    made = History(tmp_path)
    yield made
    made.repo.close()


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    close_all()
