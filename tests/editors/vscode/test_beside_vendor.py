"""With the vendor's own extension nothing is reported twice; a stub has its ID."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from editors.vscode.scripts.vsix import pack
from tests.editors.real import ROOT
from tests.editors.vscode.code_server import FOLDER, CodeServer, build_driver
from tests.editors.vscode.reset import SITE
from tests.editors.vscode.window import Window, open_window

pytestmark = pytest.mark.needs("chromium")
_PAGE = "---\ntitle: Beside\n---\n\n<Nothing />\n\n[gone](/nowhere-at-all)\n"
_SET = """
    await vscode.workspace.getConfiguration('docsLsp').update('besideVendor', given.value, true);
"""


@pytest.fixture(scope="module")
def vendor_window(
    tmp_path_factory: pytest.TempPathFactory, extension: Path, playwright: Playwright
) -> Iterator[Window]:
    """A window with both extensions, on a copy of the site with one more page."""
    folder = tmp_path_factory.mktemp("beside-vendor")
    site = Path(shutil.copytree(SITE, folder / "lighthouse"))
    (site / "beside.mdx").write_text(_PAGE)
    parts = {"LICENSE": ROOT / "LICENSE"}
    vendor = pack(FOLDER / "vendor", parts, folder / "vendor.vsix", None)
    server = CodeServer(folder, site)
    server.install(extension, build_driver(folder), vendor)
    with server.serving(), open_window(server, playwright) as window:
        window.launch()
        yield window


def test_components_and_the_schema_are_left_to_the_vendor(vendor_window: Window) -> None:
    vendor_window.open_file("beside.mdx")
    vendor_window.wait_until(lambda: "dead-link" in vendor_window.list_rules())

    assert "unknown-component" not in vendor_window.list_rules()
    names = vendor_window.page.locator(".notification-list-item-message").all_inner_texts()
    assert not any("JSON schema" in name for name in names)


def test_components_are_checked_if_the_setting_is_off(vendor_window: Window) -> None:
    vendor_window.evaluate(_SET, value="off")
    vendor_window.open_file("beside.mdx")
    vendor_window.wait_until(lambda: "unknown-component" in vendor_window.list_rules())

    vendor_window.evaluate(_SET, value=None)
    vendor_window.wait_until(lambda: "unknown-component" not in vendor_window.list_rules())
