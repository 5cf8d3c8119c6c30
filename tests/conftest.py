"""What all tests share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester"]

SITES = Path(__file__).with_name("sites")
# Whether a law holds does not depend on what else the machine has to do.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
ONE_WINDOW = Path(__file__).parent / "editors/vscode"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of VS Code last: the event loop of the browser that they share runs in the main
    thread until the end, where no other test can have one meanwhile."""
    items.sort(key=lambda item: item.path.is_relative_to(ONE_WINDOW))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, by name, what `@pytest.mark.needs("program")` says cannot run here.

    Where CI=true, the programs are meant to be there: then it fails instead.
    """
    for marker in item.iter_markers("needs"):
        for program in marker.args:
            if shutil.which(program) is None:
                _missing(program)


def _missing(program: str) -> None:
    reason = f"needs {program}, which a package manager has to bring"
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; add it to .ci/run")
    pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for what servers keep, instead of the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def sites() -> Path:
    """The folder of small sites, one for each kind of site."""
    return SITES
