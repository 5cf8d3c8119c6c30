"""One VS Code with one window for all tests: to start it takes longer than to use it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error as BrowserFault
from playwright.sync_api import Playwright, sync_playwright

from tests.editors.vscode.code_server import CodeServer, driver, our_extension
from tests.editors.vscode.settled import SITE, settle, start
from tests.editors.vscode.window import PICTURES, Window, window


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our extension, as it is installed."""
    return our_extension(tmp_path_factory.mktemp("extension"))


@pytest.fixture(scope="session")
def vscode(tmp_path_factory: pytest.TempPathFactory, extension: Path) -> Iterator[CodeServer]:
    """VS Code with our extension, on a copy of the site."""
    folder = tmp_path_factory.mktemp("vscode")
    site = Path(shutil.copytree(SITE, folder / "lighthouse"))
    made = CodeServer(folder, site)
    made.install(extension, driver(folder))
    with made.serving():
        yield made


@pytest.fixture(scope="session")
def say(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Tells what nobody would see otherwise, as the test that it happens before may well pass."""
    capturing = pytestconfig.pluginmanager.getplugin("capturemanager")

    def told(text: str) -> None:
        with capturing.global_and_fixture_disabled():
            print(f"\n{text}", file=sys.stderr)

    return told


@pytest.fixture(scope="session")
def started() -> Iterator[Playwright]:
    """What starts browsers: there can be only one of it."""
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def opened(vscode: CodeServer, started: Playwright, say: Callable[[str], None]) -> Iterator[Window]:
    """The window, in whatever state it is: `editor` has it as it was at first."""
    with window(vscode, started) as made:
        start(made, say)
        yield made


@pytest.fixture
def editor(opened: Window, say: Callable[[str], None]) -> Window:
    """The window with docs.json in front, and the site as it was at first."""
    settle(opened, say)
    return opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take a picture where a test fails: what is wrong is often in sight."""
    report = yield
    opened = getattr(item, "funcargs", {}).get("opened")
    if report.failed and isinstance(opened, Window):
        with suppress(BrowserFault):
            opened.picture(f"failed-{report.when}-{item.name}")
            report.sections.append(("Picture", str(PICTURES)))
    return report
