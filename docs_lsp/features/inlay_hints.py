"""What an editor shows between the words of docs.json, for the part of it that is in sight.

Titles at page entries, unless the path says as much already; summaries at endpoints; at an
element's title the `openapi` or `directory` that it has from the elements around it, where that
has an effect, and whether it is the default language or version though none is marked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

from docs_lsp.features._prose import shortened
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.settings import INLAY_HINTS
from docs_lsp.site.context import Context
from docs_lsp.site.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.facts import SiteFacts
from docs_lsp.site.named_operation import operation_listed
from docs_lsp.site.origins import origin_of, title_of
from docs_lsp.site.page_titles import is_spelt_by, page_of_entry, title_of_page
from docs_lsp.site.walk import Placed, within
from docs_lsp.text import Encoding, Span, Text

TITLES, SUMMARIES, INHERITED, DEFAULTS = "titles", "summaries", "inherited", "defaults"
assert {TITLES, SUMMARIES, INHERITED, DEFAULTS} == INLAY_HINTS

_MOST, _FARTHEST = 5000, 1 << 19
"""How many hints are given, and of how many bytes: some clients ask for a whole file at once, and
few files are as large as that."""
_LONGEST = 60
_LONGEST_TOOLTIP = 400


class Hint(NamedTuple):
    """Words to be shown, and where."""

    at: int
    """The absolute offset that they stand before."""
    kind: str
    label: str
    tooltip: Callable[[], str]
    """What is said when the pointer rests on them; plain text, made when it is wanted."""


def inlay_hints(
    view: View, file: str, span: Span, encoding: Encoding, *, resolves: bool = False
) -> list[Json]:
    """The answer to `textDocument/inlayHint` for a range of byte offsets.

    For a client that `resolves` tooltips they are left to `resolved_hint`.
    """
    seen = Span(span.start, min(span.end, span.start + _FARTHEST))
    data = {"uri": view.uri(file), "file": file, "version": view.versions.get(file)}
    text = view.text(file)
    return [
        _literal(hint, text, encoding, data if resolves else None)
        for hint in islice(hints(view, file, seen), _MOST)
    ]


def resolved_hint(view: View, data: Json) -> str | None:
    """The tooltip of a hint that was made with this `data`; None where it is out of date."""
    match data:
        case {"file": str(file), "at": int(at), "kind": kind, "version": version}:
            if view.versions.get(file) == version:
                found = hints(view, file, Span(at, at))
                return next((hint.tooltip() for hint in found if hint.kind == kind), None)
    return None


def hints(view: View, file: str, span: Span) -> Iterator[Hint]:
    """The hints that stand in a range, in no certain order."""
    site = view.site
    document = site.parts.get(file)
    if not isinstance(document, Document) or not site.is_ours:
        return
    seen: set[tuple[int, str]] = set()
    context = Context(site.settings, site.facts)
    for placed in within(site.parts, site.name, context, file, span):
        if placed.element.kind is None:
            continue
        for hint in _of_element(placed, view, _Seen(document.text.data, file, span)):
            # What several `$ref`s bring is told of as the first one sees it.
            if hint[:2] not in seen and hint.kind in site.settings.inlay_hints:
                seen.add(hint[:2])
                yield hint


class _Seen(NamedTuple):
    """A range of a file."""

    data: bytes
    file: str
    span: Span

    def behind(self, end: int) -> int | None:
        """Where to say something of a value that ends at an offset: behind its comma, where that
        follows at once. None out of sight."""
        at = end + 1 if self.data[end : end + 1] == b"," else end
        return at if self.span.start <= at <= self.span.end else None


def _of_element(placed: Placed, view: View, seen: _Seen) -> Iterator[Hint]:
    kind = placed.element.kind
    end = _end_of(placed, kind.title, seen.file) if kind and kind.title else None
    at = None if end is None else seen.behind(end)
    if at is not None:
        yield from _inherited(placed, at)
        yield from _default(placed, at)
    facts = view.site.facts
    if facts is not None:
        for entry, end in _entries(placed, seen):
            at = seen.behind(end)
            if at is not None:
                yield from _of_entry(entry, at, placed, view, facts)


# Entries


def _entries(placed: Placed, seen: _Seen) -> Iterator[tuple[str, int]]:
    """What an element lists in sight, each with where it ends."""
    element = placed.element
    root, end = element.root_entry(), _end_of(placed, "root", seen.file)
    if root is not None and end is not None:
        yield root.text, end
    pages = element.get("pages")
    layer = element.layer_of("pages")
    file, at = element.resolved.layers[layer].file, placed.starts[layer]
    brought = element.brought("pages")
    if brought is not None:
        file, at, pages = brought
    elif pages is not None:
        at += element.node(layer).value_span("pages").start
    if file == seen.file and isinstance(pages, Array):
        first = bisect_left(pages.starts, seen.span.start - at)
        for index in range(max(first - 1, 0), len(pages.items)):
            start, item = at + pages.starts[index], pages.items[index]
            if start > seen.span.end:
                break
            if type(item) is String:
                yield item.value, start + item.size


def _of_entry(entry: str, at: int, placed: Placed, view: View, facts: SiteFacts) -> Iterator[Hint]:
    page = page_of_entry(entry, facts.pages)
    if page is None:
        endpoint = parse_endpoint(entry) if " " in entry else None
        if isinstance(endpoint, Endpoint):
            yield from _summary(endpoint, at, placed, facts)
        return
    title = title_of_page(page, facts, view.site.contents)
    if title and not is_spelt_by(page.page, title):
        content = (view.site.contents or {})[page.file]
        tooltip = _Card(title, lambda: content.fields.get("description"), page.file)
        yield Hint(at, TITLES, shortened(title, _LONGEST), tooltip)


def _summary(endpoint: Endpoint, at: int, placed: Placed, facts: SiteFacts) -> Iterator[Hint]:
    found = operation_listed(endpoint, placed.element.inner.openapi, facts)
    summary = " ".join((found.operation.summary or "").split()) if found else ""
    if found and summary:
        operation, spec = found.operation, found.spec
        card = _Card(summary, lambda: operation.description, f"{operation} in {spec.file}")
        yield Hint(at, SUMMARIES, shortened(summary, _LONGEST), card)


# Elements


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
        yield Hint(at, INHERITED, shortened(", ".join(said), _LONGEST), tooltip)


def _origins(placed: Placed, keys: tuple[str, ...]) -> str:
    """Where an element has some keys from."""
    lines = []
    for key in keys:
        origin = origin_of(placed.around, key)
        element = origin.placed.element if origin else None
        if origin and element and element.kind:
            where = f"{element.kind.label} {title_of(element)}".strip()
            said = f"{key}: {', '.join(origin.values)}, inherited from the {where}."
            lines.append(shortened(said, _LONGEST_TOOLTIP))
    return "\n\n".join(lines)


def _lists_endpoint(placed: Placed) -> bool:
    """Whether an element lists an endpoint that is looked up in the specification in force."""
    entries = placed.element.entries(lambda text: " " not in text)
    found = (parse_endpoint(entry.text) for entry in entries)
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


def _end_of(placed: Placed, key: str, file: str) -> int | None:
    """Where the string under a key ends, its quotes included; None for one in another file."""
    element = placed.element
    layer = element.layer_of(key)
    if element.resolved.layers[layer].file != file or not isinstance(element.get(key), String):
        return None
    return placed.starts[layer] + element.node(layer).value_span(key).end


# Words


@dataclass(frozen=True, slots=True)
class _Card:
    """What there is to say of a page or an endpoint; called for the words."""

    title: str
    description: Callable[[], object]
    source: str

    def __call__(self) -> str:
        said = self.description()
        first = said.strip().split("\n\n")[0] if isinstance(said, str) else ""
        words = (shortened(one, _LONGEST_TOOLTIP) for one in (self.title, first, self.source))
        return "\n\n".join(filter(None, words))


def _literal(hint: Hint, text: Text, encoding: Encoding, data: Json | None) -> Json:
    line, character = text.position(hint.at, encoding)
    shape: Json = {
        "position": {"line": line, "character": character},
        "label": hint.label,
        "paddingLeft": True,
    }
    if data is None:
        return {**shape, "tooltip": hint.tooltip()}
    return {**shape, "data": {**data, "at": hint.at, "kind": hint.kind}}
