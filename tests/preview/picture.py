"""The picture in the README: the page of the preview, as a writer sees it.

    python -m tests.preview.picture

writes `editors/preview.png` anew. It needs Chromium.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.preview.running import running

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "editors" / "preview.png"
SITE = ROOT / "tests" / "sites" / "observatory"
_WIDTH = 960  # pixels


def main() -> None:
    """Take the picture."""
    chromium = shutil.which("chromium")
    with running(SITE, "--port", "4100") as preview, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": _WIDTH, "height": 1200})
        page.goto(preview.ready["page"])
        page.wait_for_selector("#rows tr")
        page.select_option("#language", "de")
        page.fill("#query", "Mond")
        page.click("#search button")
        page.wait_for_selector("#answer pre")
        page.fill("#filter", "visit/")
        page.select_option("#verdict", "Left out")
        box = page.locator("#pages").bounding_box()
        assert box is not None
        height = box["y"] + box["height"] + 16
        page.evaluate("document.activeElement.blur()")
        clip = {"x": 0, "y": 0, "width": _WIDTH, "height": height}
        page.screenshot(path=PICTURE, full_page=True, clip=clip)  # type: ignore[arg-type]  # a dict
        browser.close()


if __name__ == "__main__":
    main()
