"""Two redirects have the same source.

Why it matters
--------------
The service rejects a docs.json in which a path is redirected twice, and the site stays as it was at
the last deployment. Only one of the two could ever be used.

Example
-------
```fail
"redirects": [
  { "source": "/moorings", "destination": "/guides/moorings" },
  { "source": "«/moorings»", "destination": "/berths" }
]
```
```pass
"redirects": [
  { "source": "/moorings", "destination": "/guides/moorings" },
  { "source": "/berths", "destination": "/guides/berths" }
]
```

Fix
---
Remove one of them. The quick fixes remove the second one or, if their destinations differ, the
first one. They are offered and not applied without asking, because only you know which destination
is right.

Source: SERVICE.md, redirects, redirect-order
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Finding, Fix, Place, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.rules.framework.container_fixes import item_at, remove_item
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.routes.router import redirects_in

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "duplicate-redirect"
_FIRST = "The first one"


def _fixes(subject: FixContext) -> Iterator[Fix]:
    file, span = subject.problem.file, subject.problem.span
    first = next(iter(subject.problem.related), None)
    is_same = first is not None and _find_destination(subject, first.span) == _find_destination(
        subject, span
    )
    yield from remove_item(subject, span, "Remove this redirect", preferred=is_same)
    if first and first.file == file and not is_same:
        yield from remove_item(subject, first.span, "Remove the first redirect")


def _check_other_files(overview: Overview) -> Iterator[Problem]:
    """Report repeated sources in a list from a `$ref`, which the element check cannot see."""
    first: dict[str, tuple[str, Span, str]] = {}
    for placed, redirect in redirects_in(overview.objects):
        around = placed.around
        if around is None or isinstance(around.element.get("redirects"), Array):
            return
        file, span = placed.file_span(placed.element.value_spot("source"))
        here = (file, span, redirect.destination)
        known = first.setdefault(redirect.source, here)
        if known is not here:
            message = _message(redirect.source, known[2] == redirect.destination)
            place = Place(known[0], known[1], _FIRST)
            yield Problem(_NAME, file, span, message, Severity.ERROR, (place,))


@element_rule(
    _NAME,
    Severity.ERROR,
    on=frozenset(("docs",)),
    keys=frozenset(("redirects",)),
    site=_check_other_files,
    fix=_fixes,
    fixes=Fixes.OFFERED,
)
def duplicate_redirect(element: Element) -> Iterator[Finding]:
    """Report the second and every later redirect with the same source."""
    # A keystroke in one of thousands of redirects asks this again.
    if _all_differ(element.get("redirects")):
        return
    first: dict[str, tuple[Spot, str | None]] = {}
    for child in element.children("redirects"):
        source, destination = child.text("source"), child.text("destination")
        if source is None:
            continue
        spot = child.place_of("source")
        known, same = first.setdefault(source, (spot, destination))
        if known is not spot:
            yield element.finding_at(spot, _message(source, destination == same), (known, _FIRST))


def _all_differ(redirects: Node | None) -> bool:
    """Return whether a list surely has no source twice; also True for a list in another file."""
    items = redirects.items if isinstance(redirects, Array) else ()
    objects = [item for item in items if isinstance(item, Object)]
    if any("$ref" in item.by_key for item in objects):
        return False
    nodes = [item.get("source") for item in objects]
    sources = [node.value for node in nodes if isinstance(node, String)]
    return len(sources) == len(set(sources))


def _message(source: str, same: bool) -> str:
    remedy = "Remove this one." if same else "Remove one of them."
    return f"{code(source)} is redirected twice, so the service rejects this docs.json. {remedy}"


def _find_destination(subject: FixContext, span: Span) -> object:
    """Return the destination of the redirect around a span of the problem's file, or None."""
    item = item_at(subject, span)
    destination = item.get("destination") if isinstance(item, Object) else None
    return destination.value if isinstance(destination, String) else None
