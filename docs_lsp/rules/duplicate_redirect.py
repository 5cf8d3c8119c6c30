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

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.rules.framework.container_fixes import find_item_at, offer_item_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.router import iter_redirects

_NAME = "duplicate-redirect"
_FIRST = "The first one"
_MOST_EDITS = 50
"""The number of edits after which the sources of a list are gathered again."""


def _offer_redirect_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the later redirect; offer the first one too if the destinations differ."""
    file, span = subject.problem.file, subject.problem.span
    first = next(iter(subject.problem.related), None)
    is_same = first is not None and _find_destination(subject, first.span) == _find_destination(
        subject, span
    )
    yield from offer_item_removal(subject, "Remove this redirect", preferred=is_same)
    if first and first.file == file and not is_same:
        yield from offer_item_removal(subject, "Remove the first redirect", first.span)


def _report_repeated_in_ref(overview: Overview) -> Iterator[Problem]:
    """Report repeated sources in a list from a `$ref`, which the element check cannot see."""
    first: dict[str, tuple[str, Span, str]] = {}
    for placed, redirect in iter_redirects(overview.objects):
        around = placed.around
        if around is None or isinstance(around.element.get("redirects"), Array):
            return
        file, span = placed.locate_spot(placed.element.find_value_spot("source"))
        here = (file, span, redirect.destination)
        known = first.setdefault(redirect.source, here)
        if known is not here:
            message = _describe_repeated_source(redirect.source, known[2] == redirect.destination)
            place = RelatedPlace(known[0], known[1], _FIRST)
            yield Problem(_NAME, file, span, message, Severity.ERROR, (place,))


@element_rule(
    _NAME,
    Severity.ERROR,
    on={"docs"},
    keys={"redirects"},
    site=_report_repeated_in_ref,
    fix=_offer_redirect_removal,
    fixes=FixSafety.OFFERED,
)
def duplicate_redirect(element: Element) -> Iterator[Finding]:
    """Report the second and every later redirect with the same source."""
    # A keystroke in one of thousands of redirects asks this again.
    redirects = element.get("redirects")
    if not isinstance(redirects, Array) or _index_sources(redirects) is not None:
        return
    first: dict[str, tuple[Spot, str | None]] = {}
    for child in element.iter_children("redirects", _find_candidates(redirects)):
        source, destination = child.get_text("source"), child.get_text("destination")
        if source is None:
            continue
        spot = child.find_value_spot_in_parent("source")
        known, same = first.setdefault(source, (spot, destination))
        if known is not spot:
            yield element.make_finding(
                spot, _describe_repeated_source(source, destination == same), (known, _FIRST)
            )


def _find_candidates(redirects: Array) -> Sequence[int]:
    """Return the indexes of the redirects whose source may be repeated."""
    if any(map(_has_ref, redirects.items)):
        return range(len(redirects.items))  # The sources in other files are not known here.
    sources = [*map(_find_source, redirects.items)]
    count = Counter(sources)
    return [index for index, source in enumerate(sources) if count[source] > 1]


class _Sources(NamedTuple):
    """The sources of an array of redirects, without repetition."""

    earlier: frozenset[str]
    """The sources of a previous version of the array."""
    gone: tuple[str, ...] = ()
    """The previous sources that were removed."""
    new: tuple[str, ...] = ()
    """The sources that were added."""

    def exchange(self, old: str | None, new: str | None) -> _Sources | None:
        """Return the sources after an edit of one; None if it is then repeated."""
        earlier, gone, added = self
        if old in added:
            added = tuple(source for source in added if source != old)
        elif old is not None:
            gone = (*gone, old)
        if new in added or (new in earlier and new not in gone):
            return None
        if new in gone:
            gone = tuple(source for source in gone if source != new)
        elif new is not None:
            added = (*added, new)
        return _Sources(earlier, gone, added)


def _index_sources(redirects: Array) -> _Sources | None:
    """Return the sources of redirects; None if one is repeated or may be behind a `$ref`.

    The result is cached with the array, so that an edit asks only for the changed one.
    """
    if redirects.cache is None:
        redirects.cache = {}
    if _index_sources not in redirects.cache:
        redirects.cache[_index_sources] = _find_sources(redirects)
    known: _Sources | None = redirects.cache[_index_sources]
    return known


def _find_sources(redirects: Array) -> _Sources | None:
    """Compute `_index_sources`, from the result for the previous array if known; may be None."""
    before = redirects.previous
    known: _Sources | None = (before.cache or {}).get(_index_sources) if before else None
    if before is not None and known is not None and len(known.new) < _MOST_EDITS:
        index = redirects.changed_index
        old, new = _find_source(before.items[index]), _find_source(redirects.items[index])
        if not _has_ref(redirects.items[index]):
            return known.exchange(old, new)
    if any(map(_has_ref, redirects.items)):
        return None
    sources = [one for one in map(_find_source, redirects.items) if one is not None]
    unique = frozenset(sources)
    return _Sources(unique) if len(unique) == len(sources) else None


def _has_ref(item: Node) -> bool:
    return isinstance(item, Object) and "$ref" in item.by_key


def _find_source(item: Node) -> str | None:
    """Return the source of a redirect, or None if it has no string there."""
    node = item.get("source") if isinstance(item, Object) else None
    return node.value if isinstance(node, String) else None


def _describe_repeated_source(source: str, has_same_destination: bool) -> str:
    remedy = "Remove this one." if has_same_destination else "Remove one of them."
    return f"{code(source)} is redirected twice, so the service rejects this docs.json. {remedy}"


def _find_destination(subject: FixContext, span: Span) -> object:
    """Return the destination of the redirect around a span of the problem's file, or None."""
    item = find_item_at(subject, span)
    destination = item.get("destination") if isinstance(item, Object) else None
    return destination.value if isinstance(destination, String) else None
