"""One VS Code with one window for all tests, since starting it takes longer than using it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Playwright, sync_playwright

from tests.editors.vscode.code_server import CodeServer, build_driver
from tests.editors.vscode.reset import SITE, relaunch, reset_window
from tests.editors.vscode.window import SCREENSHOTS, Window, open_window


@pytest.fixture(scope="session")
def vscode(tmp_path_factory: pytest.TempPathFactory, extension: Path) -> Iterator[CodeServer]:
    """VS Code with the extension, on a copy of the site."""
    folder = tmp_path_factory.mktemp("vscode")
    site = Path(shutil.copytree(SITE, folder / "lighthouse"))
    server = CodeServer(folder, site)
    server.install(extension, build_driver(folder))
    with server.serving():
        yield server


@pytest.fixture(scope="session")
def print_notice(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Prints to standard error even if the current test passes."""
    capturing = pytestconfig.pluginmanager.getplugin("capturemanager")

    def print_uncaptured(text: str) -> None:
        with capturing.global_and_fixture_disabled():
            print(f"\n{text}", file=sys.stderr)

    return print_uncaptured


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The Playwright driver, of which there can be only one."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def shared_window(
    vscode: CodeServer, playwright: Playwright, print_notice: Callable[[str], None]
) -> Iterator[Window]:
    """The window in any state; `editor` resets it."""
    with open_window(vscode, playwright) as window:
        relaunch(window, print_notice)
        yield window


@pytest.fixture
def editor(shared_window: Window, print_notice: Callable[[str], None]) -> Window:
    """The window with docs.json in the active editor, and the original site."""
    reset_window(shared_window, print_notice)
    return shared_window


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take a screenshot if a test fails."""
    report = yield
    shared_window = getattr(item, "funcargs", {}).get("shared_window")
    if report.failed and isinstance(shared_window, Window):
        with suppress(BrowserError):
            shared_window.take_screenshot(f"failed-{report.when}-{item.name}")
            report.sections.append(("Screenshot", str(SCREENSHOTS)))
    return report
