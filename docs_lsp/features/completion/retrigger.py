"""Decides whether accepting a completion item should trigger completion again.

If an editor asks again where we have no item, it shows words of its own, and accepts one at the
next line break.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.features._icons import may_name_icons
from docs_lsp.features.completion.cursor import CompletionCursor, iter_alternatives
from docs_lsp.features.completion.file_paths import FONTS, has_spec_files
from docs_lsp.features.completion.tag_labels import USUAL_LABELS
from docs_lsp.features.completion.type_templates import (
    choose_likely_alternative,
    get_first_alternative,
    list_usual_keys,
)
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.types import (
    Choice,
    ElementType,
    Form,
    ListOf,
    MapOf,
    OneOf,
    Record,
    StringType,
    Type,
)
from docs_lsp.site.routes.docs_links import HREFS
from docs_lsp.site.site_files import PICTURES

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


def key_has_choice(place: CompletionCursor, key: str) -> bool:
    """Return whether completion has items for the value of a key of the object at the cursor."""
    return any(
        type_has_choice(place, record.properties[key].type, record.name, key)
        for record in place.possible_records
        if isinstance(record, Record) and key in record.properties
    )


def type_has_choice(place: CompletionCursor, value_type: Type, record: str, key: str) -> bool:
    """Return whether completion has items for a value of a type under a key of a record."""
    match value_type:
        case Choice():
            return True
        case StringType():
            return _has_string_choice(place, value_type, record, key)
        case ListOf():
            first = get_first_alternative(value_type.item)
            if isinstance(first, StringType | Choice):
                return any(
                    _has_item(place, alternative, record, key)
                    for alternative in iter_alternatives(value_type.item)
                )
            return type_has_choice(place, first, record, key)
        case OneOf():
            return _has_choice_in_alternatives(place, value_type, record, key)
        case ElementType() if value_type.kind in KINDS:
            return record_has_choice(place, get_element_record(value_type.kind))
        case Record():
            return record_has_choice(place, value_type)
        case MapOf():
            return value_type.keys is not None
    return False


def record_has_choice(place: CompletionCursor, record: Record) -> bool:
    """Return whether there are completion items in a new object of a kind.

    This depends on the first of the keys that it is usually written with.
    """
    kind = record.kind if record.kind in KINDS else None
    first = kind or next(iter(list_usual_keys(record)), None)
    if first is None:
        return bool(record.properties)
    return type_has_choice(place, record.properties[first].type, record.name, first)


def _has_choice_in_alternatives(
    place: CompletionCursor, value_type: OneOf, record: str, key: str
) -> bool:
    """Return whether completion has items for the likely alternative, or for any string."""
    likely = choose_likely_alternative(value_type)
    if not isinstance(likely, StringType | Choice):
        return type_has_choice(place, likely, record, key)
    texts = (
        alternative
        for alternative in iter_alternatives(value_type)
        if isinstance(alternative, StringType | Choice)
    )
    return any(type_has_choice(place, text, record, key) for text in texts)


def _has_item(place: CompletionCursor, item: Type, record: str, key: str) -> bool:
    """Return whether there are completion items for an item of an empty array."""
    return isinstance(item, Record | ListOf) or type_has_choice(place, item, record, key)


def _has_string_choice(
    place: CompletionCursor, value_type: StringType, record: str, key: str
) -> bool:
    facts = place.view.site.facts
    if key == "tag" and record in USUAL_LABELS:
        return True
    if value_type.form is Form.ICON:
        return may_name_icons(place.view, place.parts)
    if (record, key) == ("redirect", "source"):
        return any(
            problem.rule == "dead-link" for problem in place.view.site.site_findings.problems
        )
    if value_type.form is Form.PAGE_PATH or is_link_key(record, key):
        return facts is None or len(facts.pages) > 0
    if value_type.form is Form.SPEC:
        return has_spec_files(place, key)
    if value_type.form is Form.ASSET:
        endings = FONTS if record in ("font", "fonts") else PICTURES
        return facts is not None and facts.cached_for(_has_file_with_ending, endings)
    return False


def _has_file_with_ending(facts: SiteFacts, endings: tuple[str, ...]) -> bool:
    return any(file.lower().endswith(endings) for file in facts.files)


def is_link_key(record: str, key: str) -> bool:
    """Return whether the value of a record's key is a link to a page or any other address."""
    return HREFS.get(record) == key or (record, key) == ("redirect", "destination")
