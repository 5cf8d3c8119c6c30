"""Beside the vendor's own extension nothing is said twice; a stand-in has its identity."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from editors.vscode.scripts.vsix import pack
from tests.editors.real import ROOT
from tests.editors.vscode.code_server import OURS, CodeServer, driver
from tests.editors.vscode.settled import SITE
from tests.editors.vscode.window import Window, window

pytestmark = pytest.mark.needs("chromium")
_PAGE = "---\ntitle: Beside\n---\n\n<Nothing />\n\n[gone](/nowhere-at-all)\n"
_SET = """
    await vscode.workspace.getConfiguration('docsLsp').update('besideVendor', given.value, true);
"""


@pytest.fixture(scope="module")
def beside(
    tmp_path_factory: pytest.TempPathFactory, extension: Path, started: Playwright
) -> Iterator[Window]:
    """A window with both extensions, on a copy of the site with one more page."""
    folder = tmp_path_factory.mktemp("beside-vendor")
    site = Path(shutil.copytree(SITE, folder / "lighthouse"))
    (site / "beside.mdx").write_text(_PAGE)
    parts = {"LICENSE": ROOT / "LICENSE"}
    vendor = pack(OURS / "vendor", parts, folder / "vendor.vsix", None)
    made = CodeServer(folder, site)
    made.install(extension, driver(folder), vendor)
    with made.serving(), window(made, started) as opened:
        opened.enter()
        yield opened


def test_components_and_the_schema_are_left_to_it(beside: Window) -> None:
    beside.open("beside.mdx")
    beside.until(lambda: "dead-link" in beside.codes())

    assert "unknown-component" not in beside.codes()
    names = beside.page.locator(".notification-list-item-message").all_inner_texts()
    assert not any("JSON schema" in name for name in names)


def test_they_are_not_where_the_setting_is_off(beside: Window) -> None:
    beside.evaluate(_SET, value="off")
    beside.open("beside.mdx")
    beside.until(lambda: "unknown-component" in beside.codes())

    beside.evaluate(_SET, value=None)
    beside.until(lambda: "unknown-component" not in beside.codes())
