"""Hints at the title of an element: what holds there though it is not written there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from docs_lsp.features._prose import shortened
from docs_lsp.features.inlay_hints.hint import DEFAULTS, INHERITED, LONGEST, LONGEST_TOOLTIP, Hint
from docs_lsp.site.navigation.origins import origin_of, title_of
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint


def element_hints(placed: Placed, at: int) -> Iterator[Hint]:
    """What is said of an element at an absolute offset behind its title."""
    yield from _inherited(placed, at)
    yield from _default(placed, at)


def _inherited(placed: Placed, at: int) -> Iterator[Hint]:
    """For an element that uses what the ones around it say."""
    element, context = placed.element, placed.element.context
    used = {}
    if context.openapi and not element.has("openapi") and _lists_endpoint(placed):
        used["openapi"] = ", ".join(context.openapi)
    listing = context.directory or "none"
    if listing != "none" and element.has("root") and not element.has("directory"):
        used["directory"] = listing
    if used:
        said = [f"{key}: {value}" for key, value in used.items()]
        tooltip = partial(_origins, placed, tuple(used))
        yield Hint(at, INHERITED, shortened(", ".join(said), LONGEST), tooltip)


def _origins(placed: Placed, keys: tuple[str, ...]) -> str:
    """Where an element has some keys from."""
    lines = []
    for key in keys:
        origin = origin_of(placed.around, key)
        element = origin.placed.element if origin else None
        if origin and element and element.kind:
            where = f"{element.kind.label} {title_of(element)}".strip()
            said = f"{key}: {', '.join(origin.values)}, inherited from the {where}."
            lines.append(shortened(said, LONGEST_TOOLTIP))
    return "\n\n".join(lines)


def _lists_endpoint(placed: Placed) -> bool:
    """Whether an element lists an endpoint that is looked up in the specification in force."""
    found = (parse_endpoint(text) for text in placed.element.listed if " " in text)
    return any(isinstance(one, Endpoint) and one.spec is None for one in found)


def _default(placed: Placed, at: int) -> Iterator[Hint]:
    """For the language or version in which readers land only because it is the first one."""
    key, around = placed.key, placed.around
    if key not in ("languages", "versions") or around is None:
        return
    siblings = list(around.element.children(key))
    if len(siblings) < 2 or not all(one.resolved.known for one in siblings):
        return
    first = siblings[0]
    is_first = first.node(0) is placed.element.node(0)
    is_marked = any(one.has("default") and one.flag("default") is not False for one in siblings)
    if is_first and not is_marked and not first.flag("hidden"):
        why = f"No {key.removesuffix('s')} has default: true, so readers land in the first one."
        yield Hint(at, DEFAULTS, "default", lambda: why)
