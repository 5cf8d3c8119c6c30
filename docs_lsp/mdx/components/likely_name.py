"""The component that a writer most likely meant by another name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from docs_lsp.core.nearest import edit_distance, nearest
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.names import STANDARD_NAMES

_MEANT: Final = {
    **dict.fromkeys(("Admonition", "Alert", "Aside", "Banner"), "Callout"),
    **dict.fromkeys(("Caution", "Important"), "Warning"),
    **dict.fromkeys(("Details", "Collapse", "Collapsible", "Toggle"), "Accordion"),
    **dict.fromkeys(("CodeTabs", "CodeBlocks"), "CodeGroup"),
    **dict.fromkeys(("Cards", "CardGrid", "LinkCards"), "CardGroup"),
    **dict.fromkeys(("Success", "Done"), "Check"),
    **dict.fromkeys(("Error", "Failure"), "Danger"),
    **dict.fromkeys(("Image", "Img"), "img"),
    "LinkCard": "Card",
    "TabItem": "Tab",
}
"""What components of other generators are called here."""

_SHORTEST = 3
_MOST_WRONG = 2


@lru_cache(512)  # Whoever types in a page asks for the same names with every key.
def suggest_component_name(name: str, own: frozenset[str]) -> str:
    """The name of a component that was most likely meant by an unknown one, `own` being those that
    the page imports or defines; empty where none comes near."""
    if name in _MEANT:
        return _MEANT[name]
    if not name[:1].isupper():
        return nearest(name, STANDARD_NAMES) or ""
    offered = [known for known, one in COMPONENTS.items() if one.is_offered]
    known = [one for one in (*offered, *own) if ("." in one) == ("." in name)]
    same = next((one for one in STANDARD_NAMES if one == name.casefold()), None)
    near = same or nearest(name, known) or ""
    return near if near == same or _is_slip(name.casefold(), near.casefold()) else ""


def _is_slip(name: str, near: str) -> bool:
    """Whether a name is another one but for few letters, or longer or shorter at its end:
    `CrawlWarning` is no slip of `Warning`."""
    shorter, longer = sorted((name, near), key=len)
    if len(shorter) >= _SHORTEST and longer.startswith(shorter):
        return True
    return edit_distance(name, near, _MOST_WRONG) <= _MOST_WRONG
