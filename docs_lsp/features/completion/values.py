"""Completion of values under a key, or in an array."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from docs_lsp.features._icons import count_site_icons, rank_icons
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.endpoint_entries import (
    find_applying_specs,
    is_endpoint_prefix,
    iter_endpoint_items,
)
from docs_lsp.features.completion.file_paths import (
    iter_font_items,
    iter_picture_items,
    iter_ref_target_items,
    iter_spec_items,
)
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.completion.page_paths import (
    MOST,
    iter_banner_link_items,
    iter_broken_address_items,
    iter_entry_page_items,
    iter_link_items,
    iter_root_page_items,
)
from docs_lsp.features.completion.retrigger import is_link_key, record_has_choice, type_has_choice
from docs_lsp.features.completion.tag_labels import iter_label_items
from docs_lsp.features.completion.template import Members, Template
from docs_lsp.features.completion.type_templates import (
    build_element_template,
    build_list_template,
    build_record_template,
    build_type_template,
    guess_content_key,
    list_usual_keys,
)
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.jsontree.insertion_point import Expected
from docs_lsp.jsontree.nodes import Object
from docs_lsp.schema.key_card import describe_type
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
from docs_lsp.schema.usage import count_key_usage, count_value_usage
from docs_lsp.site.site import find_icon_library
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

_FEW = 4
"""The number of entries of `pages` that come before a group, which may be wanted as well."""
_LEAST = 20
"""The minimum number of places for each kind, however many of the other there are."""


def list_value_items(place: CompletionCursor) -> list[CompletionProposal]:
    """Return the items for values, best first: as a rule plain values, then objects and arrays."""
    if place.key == "$ref" and place.point.expected is Expected.VALUE:
        return list(iter_ref_target_items(place))
    items = [item for wanted in place.wanted_types for item in _build_scalar_items(place, wanted)]
    is_begun = place.point.is_string and any(
        isinstance(one, StringType | Choice) for one in place.wanted_types
    )
    if not is_begun:
        larger = [
            item for wanted in place.wanted_types for item in _build_object_items(place, wanted)
        ]
        first = _count_entries_before_groups(place) if place.key == "pages" else len(items)
        items[first:first] = larger
    return list({item.label: item for item in reversed(items)}.values())[::-1]


def _count_entries_before_groups(place: CompletionCursor) -> int:
    """Return the number of entries proposed before a group; 0 after another group."""
    step = place.step
    before = step.node.items[step.index - 1] if step and step.index > 0 else None
    return 0 if isinstance(before, Object) else _FEW


def _build_scalar_items(place: CompletionCursor, value_type: Type) -> Iterable[CompletionProposal]:
    match value_type:
        case Boolean():
            return _iter_boolean_items(place, value_type)
        case Choice():
            return _iter_choice_items(place, value_type)
        case NumberType():
            default = place.property.default if place.property else None
            if isinstance(default, int | float):
                return [CompletionProposal(str(default), ItemKind.VALUE, default)]
        case StringType():
            return _build_string_items(place, value_type)
    return ()


def _iter_boolean_items(
    place: CompletionCursor, value_type: Boolean
) -> Iterator[CompletionProposal]:
    """Yield true and false, if they are allowed, first the one that differs from the default."""
    default = place.property.default if place.property else None
    for flag in (False, True) if default is True else (True, False):
        if value_type.only not in (None, flag):
            continue
        if flag and place.key == "default" and place.has_default_sibling():
            continue
        yield CompletionProposal(str(flag).lower(), ItemKind.KEYWORD, flag)


def _iter_choice_items(place: CompletionCursor, value_type: Choice) -> Iterator[CompletionProposal]:
    """Yield the values of a choice that no sibling has, the most common first."""
    values: Iterable[str] = (value for value in value_type.values if value not in place.siblings)
    if value_type.name == "language":
        values = _iter_free_languages(place)
    # A code theme for dark mode probably has "dark" in its name.
    for value in sorted(
        values, key=lambda value: (-count_value_usage(place.key, value), place.key not in value)
    ):
        label = value_type.labels.get(value, "")
        words = label if value_type.name == "language" else ""
        yield CompletionProposal(value, ItemKind.ENUM_MEMBER, value, detail=label, words=words)


def _iter_free_languages(place: CompletionCursor) -> Iterator[str]:
    """Yield the language codes that no sibling has, most common first."""
    taken = place.collect_sibling_strings("language")
    extra = sorted(place.view.site.settings.extra_languages - set(LANGUAGE_CODES.values))
    codes = (code for code in (*LANGUAGE_CODES.values, *extra) if code not in taken)
    yield from sorted(codes, key=lambda code: -count_value_usage("language", code))


def depends_on_query(place: CompletionCursor) -> bool:
    """Return whether the proposed items depend on what has been typed so far."""
    if place.key == "$ref":
        return True
    return any(
        isinstance(one, StringType) and (one.form is Form.ICON or _choose_search(place, one))
        for one in place.wanted_types
    )


def _build_string_items(
    place: CompletionCursor, value_type: StringType
) -> Iterable[CompletionProposal]:
    search = _choose_search(place, value_type)
    if search:
        return search(place)
    if value_type.form is Form.ICON:
        return _build_icon_items(place)
    if place.key == "tag":
        return iter_label_items(place, _find_record_name(place))
    default = place.property.default if place.property else None
    if isinstance(default, str):
        return [CompletionProposal(default, ItemKind.VALUE, default)]
    return ()


def _build_icon_items(place: CompletionCursor) -> Iterable[CompletionProposal]:
    """Return the icons that the site uses and those of its library that fit, or picture files.

    Pictures are returned if the typed text begins a path.
    """
    query = place.query
    if query.startswith(("/", ".")):
        return iter_picture_items(place)
    used = count_site_icons(place.view, place.parts)
    library = find_icon_library(place.parts, place.view.site.name)
    return (
        CompletionProposal(name, ItemKind.VALUE, name, is_found=not name.startswith(query))
        for name in rank_icons(library, query, used)
    )


def _choose_search(
    place: CompletionCursor, value_type: StringType
) -> Callable[[CompletionCursor], Iterable[CompletionProposal]] | None:
    """Return the function that finds files, pages or links to propose here, or None."""
    record = _find_record_name(place)
    if value_type.form is Form.PAGE_PATH:
        return iter_root_page_items if place.key == "root" else list_entry_items
    if value_type.form is Form.SPEC:
        return iter_spec_items
    if value_type.form is Form.ASSET:
        return iter_font_items if record in ("font", "fonts") else iter_picture_items
    if (record, place.key) == ("redirect", "source"):
        return iter_broken_address_items
    if (record, place.key) == ("banner", "content"):
        return iter_banner_link_items
    return iter_link_items if is_link_key(record, place.key) else None


def _find_record_name(place: CompletionCursor) -> str:
    """Return the name of the record that the value belongs to; empty if unknown."""
    return next(
        (record.name for record in place.possible_records if isinstance(record, Record)), ""
    )


# Objects and arrays


def _build_object_items(place: CompletionCursor, value_type: Type) -> Iterable[CompletionProposal]:
    if isinstance(value_type, Record):
        return _iter_record_items(place, value_type)
    if isinstance(value_type, ListOf):
        value = build_list_template(value_type, place.key, can_ask_again=place.can_ask_again)
        asks = type_has_choice(place, value_type, _find_record_name(place), place.key)
        return [_build_snippet_item("[ ]", value, describe_type(value_type), asks_again=asks)]
    if isinstance(value_type, MapOf):
        return [
            _build_snippet_item(
                "{ }", Members(), describe_type(value_type), asks_again=value_type.keys is not None
            )
        ]
    return ()


def _iter_record_items(place: CompletionCursor, record: Record) -> Iterator[CompletionProposal]:
    if record.kind == "navigation":
        for key in sorted(ROOT.children, key=lambda key: -count_key_usage("navigation", key)):
            inside = build_type_template(CHILDREN[key], key, can_ask_again=place.can_ask_again)
            asks = type_has_choice(place, CHILDREN[key], record.name, key)
            yield _build_snippet_item(key, {key: inside}, f"navigation with {key}", asks_again=asks)
    elif record.kind in KINDS:
        yield from _iter_element_items(place, KINDS[record.kind or ""])
    else:
        label = ", ".join(list_usual_keys(record)) or "{ }"
        value = build_record_template(record, can_ask_again=place.can_ask_again)
        yield _build_snippet_item(label, value, "", asks_again=record_has_choice(place, record))


def _iter_element_items(place: CompletionCursor, kind: ElementKind) -> Iterator[CompletionProposal]:
    """Yield an element with the content its siblings have, then with other content."""
    title = next(_iter_free_languages(place), "") if kind.name == "language" else ""
    content, asks = guess_content_key(kind, place.iter_sibling_objects()), kind.name == "language"
    value, detail = build_element_template(kind, content, title), f"{kind.label} with {content}"
    yield _build_snippet_item(kind.name, value, detail, asks_again=asks)
    others = [key for key in kind.order if key in kind.documented and key != content]
    for key in sorted(others, key=lambda key: -count_key_usage(kind.name, key))[:3]:
        label = f"{kind.name} with {key}"
        yield _build_snippet_item(
            label, build_element_template(kind, key, title), "", asks_again=asks
        )


def _build_snippet_item(
    label: str, value: Template, detail: str, *, asks_again: bool
) -> CompletionProposal:
    return CompletionProposal(label, ItemKind.SNIPPET, value, detail=detail, asks_again=asks_again)


def list_entry_items(place: CompletionCursor) -> list[CompletionProposal]:
    """Return up to 40 pages and endpoints: first the kind typed, or else the kind listed here."""
    pages, endpoints = list(iter_entry_page_items(place)), list(iter_endpoint_items(place))
    pages = pages[: MOST - min(len(endpoints), _LEAST)]
    endpoints = endpoints[: MOST - len(pages)]
    if is_endpoint_prefix(place.query) or _has_endpoint_siblings(place):
        return [*endpoints, *pages]
    return [*pages, *endpoints]


def _has_endpoint_siblings(place: CompletionCursor) -> bool:
    """Return whether a sibling is an endpoint; without siblings, if an OpenAPI file applies."""
    if not place.siblings:
        return bool(find_applying_specs(place))
    return any(isinstance(parse_endpoint_entry(entry), Endpoint) for entry in place.siblings)
