"""A real Chromium, and what a test wants to know of a page that is open in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

Scheme = Literal["dark", "light"]
# Nothing takes so long but on a machine that has much else to do.
expect.set_options(timeout=30_000)

_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
# For each text: what it says, and how far its colour is from what lies behind it (WCAG 2.2, 1.4.3).
_CONTRASTS = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b]
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour.length === 3) return colour;
    }
    return [255, 255, 255];
  };
  const contrast = (element) => {
    const colours = [parts(getComputedStyle(element).color), behind(element)].map(light);
    return (Math.max(...colours) + 0.05) / (Math.min(...colours) + 0.05);
  };
  return [...document.body.querySelectorAll("*")]
    .filter((one) => one.checkVisibility())
    .filter((one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((one) => [one.textContent.trim().slice(0, 40), contrast(one)]);
}"""


class Tab:
    """A page in the browser, and all that went wrong in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda asked: self._follow(asked.url, url))

    def show(self, part: str) -> None:
        """Go to a part of the page by the way that leads to it."""
        self.page.locator(f"#views a[href='#{part}']").click()
        self.page.wait_for_selector(f".view[data-view={part}]")

    def focused(self) -> str:
        """What has the focus, as its id or its text."""
        found = self.page.evaluate(
            "() => document.activeElement.id || document.activeElement.textContent.trim()"
        )
        return str(found)

    def tab_to(self, name: str) -> None:
        """Press the tabulator until something has the focus."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.focused() == name:
                return
        raise AssertionError(f"the keyboard does not reach {name}")

    def is_too_wide(self) -> bool:
        """Whether one has to scroll sideways."""
        return bool(self.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))

    def faint(self) -> list[str]:
        """The texts that are hard to read."""
        return [text for text, contrast in self.page.evaluate(_CONTRASTS) if contrast < 4.5]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _follow(self, asked: str, url: str) -> None:
        if not asked.startswith((url, "data:")):
            self.elsewhere.append(asked)


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, as the distribution brings it."""
    with sync_playwright() as playwright:
        program = shutil.which("chromium")
        started = playwright.chromium.launch(executable_path=program, args=list(_OPTIONS))
        yield started
        started.close()


@contextmanager
def tab(chromium: Browser, url: str, width: int = 1200, scheme: Scheme = "light") -> Iterator[Tab]:
    """The page at `/`, once it shows the site."""
    context = chromium.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
        permissions=["clipboard-read", "clipboard-write"],
    )
    opened = Tab(context.new_page(), url.partition("#")[0])
    opened.page.goto(url)
    opened.page.wait_for_selector("#views a[aria-current]")
    expect(opened.page.locator("#counts")).to_contain_text("indexed")
    yield opened
    context.close()
