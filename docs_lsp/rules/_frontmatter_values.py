"""Values of fields in frontmatter that the service takes without a word and makes nothing of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.nearest import nearest
from docs_lsp.problem import Severity
from docs_lsp.rules._frontmatter_slips import FrontmatterFault
from docs_lsp.rules._words import code, spoken
from docs_lsp.schema.model_page import MODES
from docs_lsp.site.mdx.lost_frontmatter import Repair

if TYPE_CHECKING:
    from docs_lsp.site.mdx.frontmatter import Frontmatter
    from docs_lsp.text import Span

THEMES: Mapping[str, tuple[str, ...]] = {
    "frame": ("aspen", "almond", "luma", "sequoia"),
    "center": ("mint", "linden", "willow", "maple"),
}
"""The modes that only some themes have."""

# A page for one of these is laid out by itself, and in the usual layout it falls apart.
_OWN_LAYOUT = frozenset(("custom", "frame"))
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S|[/#]")
_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]\S*)?", re.IGNORECASE)
_PATH = re.compile(r"[\w.~-]+(?:/[\w.~-]+)*/?")


def has_odd_value(fields: Mapping[str, object]) -> bool:
    """Whether a page has a value worth a second look; a question for the thousands of a site."""
    mode, url = fields.get("mode"), fields.get("url")
    return (isinstance(mode, str) and mode not in MODES.values) or (
        isinstance(url, str) and not _URL.match(url)
    )


def odd_values(frontmatter: Frontmatter) -> Iterator[FrontmatterFault]:
    """The values that mean nothing to the service."""
    for name, judge in (("mode", _mode), ("url", _url)):
        value, entry = frontmatter.values.get(name), frontmatter.entries.get(name)
        if isinstance(value, str) and value and entry is not None:
            yield from judge(value, entry.value)


def wrong_theme(mode: str, theme: str) -> str | None:
    """What is wrong with a mode under a theme."""
    themes = THEMES.get(mode)
    if themes is None or theme in themes or not theme:
        return None
    named = spoken([code(one) for one in themes], "and")
    return (
        f"The mode {code(mode)} belongs to the themes {named}, and this site has {code(theme)}, so "
        "the page may have the usual layout. Choose another mode."
    )


def _mode(value: str, span: Span) -> Iterator[FrontmatterFault]:
    if value in MODES.values:
        return
    near = nearest(value.strip(), MODES.values)
    if near is None:
        named = spoken([code(mode) for mode in MODES.values])
        message = (
            f"{code(value)} is not a mode that is documented, so the page may have the usual "
            f"layout. Write {named}."
        )
        yield FrontmatterFault(span, message, Severity.INFORMATION)
        return
    severity = Severity.WARNING if near in _OWN_LAYOUT else Severity.INFORMATION
    message = (
        f"{code(value)} is not a mode, so the page has the usual layout. Did you mean {code(near)}?"
    )
    yield FrontmatterFault(span, message, severity, Repair(f"Write `{near}`", ((span, near),)))


def _url(value: str, span: Span) -> Iterator[FrontmatterFault]:
    if _URL.match(value):
        return
    so = "so the entry in the sidebar leads nowhere"
    if _DOMAIN.fullmatch(value):
        right = f"https://{value}"
        message = f"`url` is a link to another site and lacks its `https://`, {so}. Add it."
        yield FrontmatterFault(
            span, message, Severity.WARNING, Repair(f"Write `{right}`", ((span, right),))
        )
    elif _PATH.fullmatch(value):
        message = (
            "`url` takes a URL, and it is not known where a path of the site leads without its "
            "first slash. Write the URL in full."
        )
        yield FrontmatterFault(span, message, Severity.INFORMATION)
    else:
        yield FrontmatterFault(
            span, f"{code(value)} is not a URL, {so}. Write one.", Severity.WARNING
        )
