"""The component that a writer most likely meant by another name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
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
    the page imports or defines; empty where none comes near.

    A name in capitals is never an element of HTML: in small letters the service deletes a block of
    most of these just the same. A name in small letters is a component's if it has its letters.
    """
    if name in _MEANT:
        return _MEANT[name]
    if not name[:1].isupper():
        return _by_letters().get(_letters(name)) or nearest(name, STANDARD_NAMES) or ""
    if name.casefold() in STANDARD_NAMES:
        return ""
    known = [one for one in (*_by_letters().values(), *own) if ("." in one) == ("." in name)]
    near = nearest(name, known) or ""
    return near if _is_slip(name.casefold(), near.casefold()) else ""


@cache
def _by_letters() -> Mapping[str, str]:
    """The components that are offered, by their letters."""
    return {_letters(name): name for name, each in COMPONENTS.items() if each.is_offered}


def _letters(name: str) -> str:
    return name.casefold().replace("-", "")


def _is_slip(name: str, near: str) -> bool:
    """Whether a name is another one but for few letters, or longer or shorter at its end:
    `CrawlWarning` is no slip of `Warning`."""
    shorter, longer = sorted((name, near), key=len)
    if len(shorter) >= _SHORTEST and longer.startswith(shorter):
        return True
    return edit_distance(name, near, _MOST_WRONG) <= _MOST_WRONG
