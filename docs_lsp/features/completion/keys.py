"""Completion of keys that an object does not have, most common first.

For an empty file it is a whole docs.json, or one with a single key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docs_lsp.features._notes import render_key_note
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.file_paths import has_ref_targets
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.completion.retrigger import key_has_choice
from docs_lsp.features.completion.template import Placeholder, TabStop, Template, is_filled
from docs_lsp.features.completion.type_templates import (
    COLOUR,
    build_property_template,
    build_type_template,
    get_first_alternative,
)
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.jsontree.nodes import Broken, Node, String
from docs_lsp.schema.key_card import describe_type
from docs_lsp.schema.kinds import BESIDE_GENERATED, KINDS, ROOT
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.shape import is_node_valid_for
from docs_lsp.schema.types import MapOf, Property, Record
from docs_lsp.schema.usage import count_key_usage
from docs_lsp.site.page_ranking import SortedPages

_LOOKED_INTO = 20_000
"""The maximum size in bytes of a value that is checked against the type of a key."""
_REF_NOTE = "Path of a JSON file, relative to this one, whose content is inserted here."
_SCHEMA = "https://mintlify.com/docs.json"
_FIRST_PAGES = ("index", "introduction", "quickstart", "overview", "README")


def list_key_items(place: CompletionCursor) -> list[CompletionProposal]:
    """Return items for absent keys that have an effect: all required at once, then each."""
    wanted = sorted(_iter_possible_keys(place), key=lambda pair: _key_sort_key(place, *pair))
    items = [_build_key_item(place, known) for _, known in wanted]
    items += _iter_map_key_items(place)
    if place.point.has_value:
        return items
    if "$ref" not in place.existing_keys and place.holder is not None:
        ref: dict[str, Template] = {"$ref": Placeholder("", "./")}
        asks = has_ref_targets(place)
        items.append(
            CompletionProposal(
                "$ref", ItemKind.REFERENCE, members=ref, note=_REF_NOTE, asks_again=asks
            )
        )
    return [*_build_required_keys_item(place), *items]


def _build_key_item(place: CompletionCursor, property_: Property) -> CompletionProposal:
    value = build_property_template(property_, can_ask_again=place.can_ask_again)
    return CompletionProposal(
        property_.name,
        ItemKind.PROPERTY,
        members={property_.name: value},
        detail=describe_type(get_first_alternative(property_.type)),
        note=render_key_note(property_),
        is_deprecated=bool(property_.deprecated),
        asks_again=not is_filled(value) and key_has_choice(place, property_.name),
    )


def _iter_map_key_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield the known keys that an object with free keys lacks, the most common first."""
    for record in place.possible_records:
        if isinstance(record, MapOf) and record.keys is not None:
            names = [name for name in record.keys.values if name not in place.existing_keys]
            home = f"footer.{place.key}" if place.key == "socials" else place.key
            names.sort(key=lambda name: -count_key_usage(home, name))
            for name in names:
                value = build_type_template(record.value, name, can_ask_again=place.can_ask_again)
                note = record.keys.labels.get(name, "")
                yield CompletionProposal(name, ItemKind.PROPERTY, members={name: value}, note=note)


def _build_required_keys_item(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield one item with all required keys, if there are several and the object has none yet."""
    for record in place.possible_records[:1]:
        if isinstance(record, Record) and len(record.required) > 1:
            if place.existing_keys & set(record.required):
                return
            needed: dict[str, Template] = {
                name: build_property_template(
                    record.properties[name], can_ask_again=place.can_ask_again
                )
                for name in record.required
            }
            first = record.required[0]
            yield CompletionProposal(
                ", ".join(needed),
                ItemKind.SNIPPET,
                members=needed,
                detail="all required keys",
                asks_again=key_has_choice(place, first),
            )


def _iter_possible_keys(place: CompletionCursor) -> Iterator[tuple[Record, Property]]:
    """Yield absent keys that have an effect here, and accept the value if there is one already."""
    value = _find_existing_value(place)
    for name, (record, known) in place.properties_by_name.items():
        is_legal = name not in place.existing_keys and _has_effect_beside(place, record, name)
        if is_legal and (value is None or _accepts_value(known, value)):
            yield record, known


def _find_existing_value(place: CompletionCursor) -> Node | None:
    """Return the value of the key that is typed; None if it is missing or broken."""
    value = place.step.value if place.step and place.point.has_value else None
    return None if isinstance(value, Broken) else value


def _accepts_value(property_: Property, value: Node) -> bool:
    """Return whether a value fits a key, or just its JSON kind if it is large or unfinished."""
    is_open = isinstance(value, String) and not value.value  # It is still to be written.
    if is_open or value.size > _LOOKED_INTO or not value.clean:
        return value.json_kind in property_.type.json_kinds
    return is_node_valid_for(property_.type, value)


def _has_effect_beside(place: CompletionCursor, record: Record, name: str) -> bool:
    """Return whether a known key has an effect beside the keys that the object has."""
    given = place.existing_keys
    if name == "default" and place.has_default_sibling():
        return False
    kind = ROOT if record.kind == "navigation" else KINDS.get(record.kind or "")
    if kind is None:
        return True
    generators = given & {"graphql", "sdk"}
    if generators and kind.graphql:
        return name in BESIDE_GENERATED - {"graphql", "sdk"}
    if name in ("graphql", "sdk"):
        return kind.name != "tab" or given <= BESIDE_GENERATED
    if name in kind.order:
        if kind.name == "item" and name not in kind.documented:
            return False
        return not given & set(kind.order)
    if name == "searchable":
        return place.placed is not None and place.placed.element.get_flag("hidden") is True
    if name == "expanded":
        return place.placed is not None and place.placed.element.context.in_pages
    return name != "directory" or kind.name != "group" or "root" in given


def _key_sort_key(
    place: CompletionCursor, record: Record, property_: Property
) -> tuple[bool, bool, bool, int]:
    """Return the sort key of a property, lowest first.

    Required keys come first, then common ones; undocumented ones come late, and deprecated ones
    last.
    """
    is_needed = property_.name in record.find_missing_keys(place.existing_keys)
    count = 0 if is_needed else count_key_usage(record.name, property_.name)
    return bool(property_.deprecated), not property_.documented, not is_needed, -count


def iter_whole_file_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield a whole docs.json, then one per key; nothing in a file that docs.json includes."""
    if place.holder is not DOCS:
        return
    label = "docs.json with theme, name, colors and navigation"
    note = "The keys that every site needs."
    yield CompletionProposal(label, ItemKind.SNIPPET, _build_docs_skeleton(place), note=note)
    for item in list_key_items(place):
        if len(item.members) == 1 and item.label != "$ref":
            yield replace(item, value=item.members, members={}, is_deprecated=False)


def _build_docs_skeleton(place: CompletionCursor) -> Template:
    name = place.view.root.name if place.view.root else ""
    page = _guess_first_page(place)
    pages: list[Template] = [Placeholder(page) if page else TabStop(is_last=True)]
    return {
        "$schema": _SCHEMA,
        "theme": Placeholder("mint"),
        "name": Placeholder(name or "Docs"),
        "colors": {"primary": Placeholder(COLOUR)},
        "navigation": {"groups": [{"group": Placeholder("Get started"), "pages": pages}]},
    }


def _guess_first_page(place: CompletionCursor) -> str:
    """Return the page that is most likely the start page, or an empty string."""
    facts = place.view.site.facts
    if facts is None:
        return ""
    known = next((page for page in _FIRST_PAGES if page in facts.pages), None)
    return known or next(iter(facts.pages.cached(SortedPages).paths), "")
