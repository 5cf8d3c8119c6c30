"""Completion of values under a key, or in an array."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from docs_lsp.features._icons import count_icons, search_icons
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.endpoint_entries import (
    endpoint_items,
    specs_in_force,
    wants_endpoints,
)
from docs_lsp.features.completion.file_paths import (
    font_items,
    part_items,
    picture_items,
    spec_items,
)
from docs_lsp.features.completion.item import Item
from docs_lsp.features.completion.page_paths import (
    MOST,
    dead_items,
    link_items,
    page_items,
    root_items,
)
from docs_lsp.features.completion.retrigger import LABELLED, has_choice, record_has_choice
from docs_lsp.features.completion.template import Members, Template
from docs_lsp.features.completion.type_templates import (
    element_of,
    guess_content_kind,
    list_of,
    record_of,
    shape_of,
    usual_keys,
)
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.jsontree.insertion_point import Expected
from docs_lsp.jsontree.nodes import Object
from docs_lsp.schema.key_card import takes
from docs_lsp.schema.kinds import KINDS, ROOT
from docs_lsp.schema.kinds import Kind as ElementKind
from docs_lsp.schema.model_elements import LANGUAGE_CODES
from docs_lsp.schema.model_navigation import CHILDREN
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    Form,
    ListOf,
    MapOf,
    NumberType,
    Record,
    StringType,
    Type,
)
from docs_lsp.schema.usage import key_count, value_count
from docs_lsp.site.routes.docs_links import HREFS
from docs_lsp.site.site import icon_library
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint

_FEW = 5
"""The number of entries of `pages` that come before a group, which may be wanted as well."""
VERSION_LABELS = {
    "Latest": "the newest version",
    "Recommended": "the version that most readers should use",
    "Beta": "may still change",
    "Preview": "not released yet",
    "Legacy": "for existing users only",
    "Deprecated": "should no longer be used",
}
"""Usual labels of a version, with their meanings."""


def value_items(place: CompletionCursor, *, asks_again: bool) -> list[Item]:
    """Return the items for values, best first; plain values before objects and arrays."""
    if place.key == "$ref" and place.point.expected is Expected.VALUE:
        return list(part_items(place))
    items = [item for wanted in place.wanted for item in _build_plain_items(place, wanted)]
    is_begun = place.point.is_text and any(
        isinstance(one, StringType | Choice) for one in place.wanted
    )
    if not is_begun:
        larger = [
            item
            for wanted in place.wanted
            for item in _build_object_items(place, wanted, asks_again=asks_again)
        ]
        first = _entries_before_groups(place) if place.key == "pages" else len(items)
        items[first:first] = larger
    return list({item.label: item for item in reversed(items)}.values())[::-1]


def _entries_before_groups(place: CompletionCursor) -> int:
    """Return the number of entries proposed before a group; 0 after another group."""
    step = place.step
    before = step.node.items[step.index - 1] if step and step.index > 0 else None
    return 0 if isinstance(before, Object) else _FEW


def _build_plain_items(place: CompletionCursor, value_type: Type) -> Iterable[Item]:
    match value_type:
        case Boolean():
            return _flags(place, value_type)
        case Choice():
            return _choices(place, value_type)
        case NumberType():
            known = place.property
            default = known.default if known and isinstance(known.default, int | float) else None
            return [] if default is None else [Item(str(default), ItemKind.VALUE, default)]
        case StringType():
            return _strings(place, value_type)
    return ()


def _flags(place: CompletionCursor, value_type: Boolean) -> Iterator[Item]:
    """Yield true and false, first the one that differs from the default."""
    default = place.property.default if place.property else None
    for flag in (False, True) if default is True else (True, False):
        if value_type.only not in (None, flag):
            continue
        if flag and place.key == "default" and place.is_default_taken():
            continue
        yield Item(str(flag).lower(), ItemKind.KEYWORD, flag)


def _choices(place: CompletionCursor, value_type: Choice) -> Iterator[Item]:
    values: Iterable[str] = (value for value in value_type.values if value not in place.siblings)
    if value_type.name == "language":
        values = _free_languages(place)
    # A code theme for dark mode probably has "dark" in its name.
    for value in sorted(
        values, key=lambda value: (-value_count(place.key, value), place.key not in value)
    ):
        label = value_type.labels.get(value, "")
        words = label if value_type.name == "language" else ""
        yield Item(value, ItemKind.ENUM_MEMBER, value, detail=label, words=words)


def _free_languages(place: CompletionCursor) -> Iterator[str]:
    """Yield the language codes that no sibling has, most common first."""
    taken = place.neighbours_say("language")
    extra = sorted(place.view.site.settings.extra_languages - set(LANGUAGE_CODES.values))
    codes = (code for code in (*LANGUAGE_CODES.values, *extra) if code not in taken)
    yield from sorted(codes, key=lambda code: -value_count("language", code))


def is_searched(place: CompletionCursor) -> bool:
    """Whether the proposed items depend on what has been typed so far."""
    if place.key == "$ref":
        return True
    return any(
        isinstance(one, StringType) and (one.form is Form.ICON or _choose_string_source(place, one))
        for one in place.wanted
    )


def _strings(place: CompletionCursor, value_type: StringType) -> Iterable[Item]:
    search = _choose_string_source(place, value_type)
    if search:
        return search(place)
    if value_type.form is Form.ICON:
        return _icons(place)
    if place.key == "tag":
        return _labels(place)
    default = place.property.default if place.property else None
    return [Item(default, ItemKind.VALUE, default)] if isinstance(default, str) else ()


def _labels(place: CompletionCursor) -> Iterator[Item]:
    """Yield values for the key `tag`: those usual for a version, then those of siblings."""
    used = sorted(place.neighbours_say("tag"))
    usual = VERSION_LABELS if (_record_of(place), "tag") == LABELLED else {}
    for label in dict.fromkeys((*usual, *used)):
        if label.strip():
            yield Item(label, ItemKind.VALUE, label, detail=usual.get(label, ""))


def _icons(place: CompletionCursor) -> Iterable[Item]:
    """Return the icons that the site uses and matching ones of its library, or picture files.

    Pictures are returned if the typed text begins a path.
    """
    query = place.query
    if query.startswith(("/", ".")):
        return picture_items(place)
    used = count_icons(place.view, place.parts)
    library = icon_library(place.parts, place.view.site.name)
    others = (name for name in search_icons(library, query) if name not in used)
    return (
        *(Item(name, ItemKind.VALUE, name) for name in used),
        *(Item(one, ItemKind.VALUE, one, is_found=not one.startswith(query)) for one in others),
    )


def _choose_string_source(
    place: CompletionCursor, value_type: StringType
) -> Callable[[CompletionCursor], Iterable[Item]] | None:
    """Return the function that finds the strings allowed here, or None if any string is."""
    record = _record_of(place)
    if value_type.form is Form.PAGE_PATH:
        return root_items if place.key == "root" else entry_items
    if value_type.form is Form.SPEC:
        return spec_items
    if value_type.form is Form.ASSET:
        return font_items if record in ("font", "fonts") else picture_items
    if (record, place.key) == ("redirect", "source"):
        return dead_items
    is_link = HREFS.get(record) == place.key or (record, place.key) == ("redirect", "destination")
    return link_items if is_link else None


def _record_of(place: CompletionCursor) -> str:
    """Return the name of the record that the value belongs to; empty if unknown."""
    return next((record.name for record in place.records if isinstance(record, Record)), "")


# Objects and arrays


def _build_object_items(
    place: CompletionCursor, value_type: Type, *, asks_again: bool
) -> Iterable[Item]:
    if isinstance(value_type, Record):
        return _records(place, value_type, asks_again=asks_again)
    if isinstance(value_type, ListOf):
        value = list_of(value_type, place.key, asks_again=asks_again)
        asks = has_choice(place, value_type, _record_of(place), place.key)
        return [_snippet("[ ]", value, takes(value_type), asks_again=asks)]
    if isinstance(value_type, MapOf):
        return [
            _snippet("{ }", Members(), takes(value_type), asks_again=value_type.keys is not None)
        ]
    return ()


def _records(place: CompletionCursor, record: Record, *, asks_again: bool) -> Iterator[Item]:
    if record.kind == "navigation":
        for key in sorted(ROOT.children, key=lambda key: -key_count("navigation", key)):
            inside = shape_of(CHILDREN[key], key, asks_again=asks_again)
            asks = has_choice(place, CHILDREN[key], record.name, key)
            yield _snippet(key, {key: inside}, f"navigation with {key}", asks_again=asks)
    elif record.kind in KINDS:
        yield from _elements(place, KINDS[record.kind or ""])
    else:
        label = ", ".join(usual_keys(record)) or "{ }"
        value = record_of(record, asks_again=asks_again)
        yield _snippet(label, value, "", asks_again=record_has_choice(place, record))


def _elements(place: CompletionCursor, kind: ElementKind) -> Iterator[Item]:
    """Yield an element with the content its siblings have, then with other content."""
    title = next(_free_languages(place), "") if kind.name == "language" else ""
    content, asks = guess_content_kind(kind, place.neighbours()), kind.name == "language"
    value, detail = element_of(kind, content, title), f"{kind.label} with {content}"
    yield _snippet(kind.name, value, detail, asks_again=asks)
    others = [key for key in kind.order if key in kind.documented and key != content]
    for key in sorted(others, key=lambda key: -key_count(kind.name, key))[:3]:
        label = f"{kind.name} with {key}"
        yield _snippet(label, element_of(kind, key, title), "", asks_again=asks)


def _snippet(label: str, value: Template, detail: str, *, asks_again: bool) -> Item:
    return Item(label, ItemKind.SNIPPET, value, detail=detail, asks_again=asks_again)


_LEAST = 20
"""The minimum number of places for each kind, however many of the other there are."""


def entry_items(place: CompletionCursor) -> list[Item]:
    """Return pages and endpoints: first the kind being typed, or else already listed here."""
    pages, endpoints = list(page_items(place)), list(endpoint_items(place))
    pages = pages[: MOST - min(len(endpoints), _LEAST)]
    endpoints = endpoints[: MOST - len(pages)]
    if wants_endpoints(place.query) or _lists_endpoints(place):
        return [*endpoints, *pages]
    return [*pages, *endpoints]


def _lists_endpoints(place: CompletionCursor) -> bool:
    if not place.siblings:
        return bool(specs_in_force(place))
    return any(isinstance(parse_endpoint(entry), Endpoint) for entry in place.siblings)
