"""One VS Code with one window for all tests: to start it takes longer than to use it."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.editors.vscode.code_server import OURS, CodeServer, driver, our_extension
from tests.editors.vscode.window import PICTURES, Window, window


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our extension, as it is installed."""
    return our_extension(tmp_path_factory.mktemp("extension"))


@pytest.fixture(scope="session")
def vscode(tmp_path_factory: pytest.TempPathFactory, extension: Path) -> Iterator[CodeServer]:
    """VS Code with our extension, on a copy of the site."""
    folder = tmp_path_factory.mktemp("vscode")
    site = Path(shutil.copytree(OURS / "site", folder / "lighthouse"))
    made = CodeServer(folder, site)
    made.install(extension, driver(folder))
    with made.serving():
        yield made


@pytest.fixture(scope="session")
def opened(vscode: CodeServer) -> Iterator[Window]:
    with window(vscode) as made:
        made.open("docs.json")
        made.press_button("Leave It to docs-lsp")
        made.until(lambda: "missing-page" in made.codes())
        yield made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take a picture where a test fails: what is wrong is often in sight."""
    report = yield
    opened = getattr(item, "funcargs", {}).get("opened")
    if report.failed and isinstance(opened, Window):
        opened.picture(f"failed-{report.when}-{item.name}")
        report.sections.append(("Picture", str(PICTURES)))
    return report


@pytest.fixture
def editor(opened: Window) -> Iterator[Window]:
    """The window with docs.json in front, and the site as it was at first."""
    opened.open("docs.json")
    # What the last test has saved is put right on the disk, which VS Code notices in its own time.
    opened.until(lambda: opened.text() == (OURS / "site/docs.json").read_text("utf-8"))
    opened.until(lambda: "missing-page" in opened.codes())
    yield opened
    opened.undo_all()
    shutil.copytree(OURS / "site", opened.server.workspace, dirs_exist_ok=True)
