"""The pictures in the README: the page of the preview, as a writer sees it.

    python -m tests.preview.picture

writes `editors/preview.png` and `editors/viewers.png` anew. It needs Chromium.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.preview.club import write_club
from tests.preview.running import running

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
SITE = ROOT / "tests" / "sites" / "observatory"
_WIDTH = 1100  # pixels


def main() -> None:
    """Take the pictures."""
    chromium = shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        take_page(browser)
        take_viewers(browser)
        browser.close()


def take_page(browser: Browser) -> None:
    """Take a search, with the same one in another language beside it."""
    with running(SITE, "--port", "4100") as preview:
        page = browser.new_page(viewport={"width": _WIDTH, "height": 640})
        page.goto(preview.ready["page"])
        page.fill("#query", "moon planets")
        page.click("#search-form button")
        page.get_by_role("button", name="in de").click()
        page.wait_for_selector("#beside-hits li")
        page.evaluate("document.activeElement.blur()")
        page.screenshot(path=EDITORS / "preview.png")


def take_viewers(browser: Browser) -> None:
    """Take the part in which viewers stand side by side."""
    with tempfile.TemporaryDirectory() as folder, running(write_club(Path(folder))) as preview:
        page = browser.new_page(viewport={"width": _WIDTH, "height": 1200})
        page.goto(preview.ready["page"])
        page.click("#views a[href='#viewers']")
        page.fill("#as-query", "boats")
        page.press("#as-query", "Enter")
        page.wait_for_selector("#found section")
        page.evaluate("document.activeElement.blur()")
        page.locator("#viewers").screenshot(path=EDITORS / "viewers.png")


if __name__ == "__main__":
    main()
