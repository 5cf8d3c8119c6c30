"""What all tests share."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester"]

SITES = Path(__file__).with_name("sites")
# Whether a law holds does not depend on what else the machine has to do.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
WINDOWED = ("tests/editors/", "tests/preview/test_page", "tests/test_dist.py")
"""What drives an editor or a browser, or builds the extension: it shares one process."""
WAITING = ("tests/e2e/", "tests/preview/")
"""What starts programs, and waits for them half of its time."""
VSCODE = "tests/editors/vscode"
ORACLE = Path(__file__).parents[2] / "shared" / "bench" / "validator" / "oracle.py"
"""Asks the service's own validator and upgrade. It is no part of the repository."""
_BY_HAND = 1000


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Spread files over the processes, so that what a module sets up is set up once."""
    config.option.loadscopereorder = False  # They are in the order of `rank_shares`.
    scheduling = import_module("xdist.scheduler").LoadFileScheduling(config, log)
    scheduling._split_scope = process_for
    return scheduling


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than the machine has cores: the one that drives editors mostly waits."""
    return (os.cpu_count() or 1) + 1


def process_for(nodeid: str) -> str:
    """What the tests that run in one process have in common."""
    return "windowed" if nodeid.startswith(WINDOWED) else nodeid.partition("::")[0]


def pytest_configure(config: pytest.Config) -> None:
    """Have VS Code closed in time. Of fixtures of the whole session only a plugin is told."""
    config.pluginmanager.register(VSCodeCloser())
    # A shell without job control starts what runs in the background with SIGINT ignored, `nohup`
    # with SIGHUP, and every program that is started by a test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    # What previews keep of the sites of tests is not for the user's cache.
    cache = tempfile.TemporaryDirectory(prefix="docs-lsp-cache-", ignore_cleanup_errors=True)
    config.add_cleanup(cache.cleanup)
    os.environ["DOCS_LSP_CACHE"] = cache.name


class VSCodeCloser:
    """Closes VS Code after the last of its tests: the event loop of the browser runs in the main
    thread until then, where no other test can have one meanwhile."""

    def __init__(self) -> None:
        self._made: list[tuple[pytest.FixtureDef[Any], Any]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """Remember what all tests of VS Code share."""
        if fixturedef.scope == "session" and fixturedef.baseid == VSCODE:
            self._made.append((fixturedef, request))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(
        self, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """End it, the last one first."""
        try:
            return (yield)
        finally:
            if nextitem is None or not nextitem.nodeid.startswith(VSCODE):
                while self._made:
                    fixture, request = self._made.pop()
                    fixture.finish(request)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile, a fifth of the time: what is imported and collected stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def rank_shares(nodeids: Iterable[str]) -> dict[str, int]:
    """Return the place in the order of each share: those that wait first, short files last.

    So no process is left alone with a long one in the end.
    """
    sizes = Counter(process_for(nodeid) for nodeid in nodeids)
    order = sorted(
        sizes,
        key=lambda name: (name != "windowed", not name.startswith(WAITING), -sizes[name]),
    )
    return {name: rank for rank, name in enumerate(order)}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `by_hand`, except in long runs beside the service's packages.

    What is marked `in_ci` runs where CI=true, and where its file is named.
    """
    if hasattr(config, "workerinput"):
        ranks = rank_shares(item.nodeid for item in items)
        items.sort(key=lambda item: ranks[process_for(item.nodeid)])
    left_out = [item for item in items if _is_left_out(item, config)]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def _is_left_out(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("by_hand"):
        return int(os.environ.get("LAW_EXAMPLES", "0")) < _BY_HAND or not ORACLE.is_file()
    if item.get_closest_marker("in_ci") and os.environ.get("CI") != "true":
        named = (Path(argument.partition("::")[0]).resolve() for argument in config.args)
        return item.path not in named
    return False


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, by name, what `@pytest.mark.needs("program")` says cannot run here.

    Where CI=true, the programs are meant to be there: then it fails instead.
    """
    for marker in item.iter_markers("needs"):
        for program in marker.args:
            if shutil.which(program) is None:
                missing(program)


def missing(program: str) -> NoReturn:
    """Skip, or fail where CI=true, because a program is not there."""
    reason = f"needs {program}, which a package manager has to bring"
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; add it to .ci/run")
    pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Folders for what programs keep, instead of the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_disks() -> Iterator[None]:
    """No test cuts the power, and to wait for the disk would take longer than all else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged extension for VS Code."""
    from tests.editors.vscode.code_server import build_extension  # Needed by few tests.

    return build_extension(tmp_path_factory.mktemp("extension"))


@pytest.fixture(scope="session")
def sites() -> Path:
    """The folder of small sites, one for each kind of site."""
    return SITES
