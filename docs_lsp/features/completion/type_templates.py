"""Templates for values of each type, to be filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from docs_lsp.features.completion.template import Members, Placeholder, TabStop, Template
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.schema.kinds import KINDS, Kind
from docs_lsp.schema.model_looks import LOGO
from docs_lsp.schema.model_parts import ICON
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    ElementType,
    Form,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Property,
    Record,
    StringType,
    Type,
)
from docs_lsp.schema.usage import count_key_usage, count_value_usage, find_usual_child_key
from docs_lsp.site.navigation.element import ElementView

COLOUR = "#0D9373"
"""The initial colour."""
_BEGINNINGS = dict.fromkeys(
    (Form.URL, Form.HTTPS_URL, Form.SCRIPT_URL, Form.PROFILE_URL), "https://"
)
_LAST = TabStop(is_last=True)


def build_property_template(property_: Property, *, can_ask_again: bool) -> Template:
    """Return the template for a key's value; a boolean is the one that is not its default.

    With `can_ask_again` the user chooses from a list; otherwise the likeliest choice is filled in.
    """
    if isinstance(property_.type, Boolean):
        return TabStop("false" if property_.default is True else "true")
    if isinstance(property_.default, str) and isinstance(property_.type, StringType):
        return Placeholder(property_.default)
    return build_type_template(property_.type, property_.name, can_ask_again=can_ask_again)


def build_type_template(value_type: Type, key: str, *, can_ask_again: bool) -> Template:
    """Return the template for a value of a type; `key` names the value, or the array it is in."""
    match value_type:
        case Boolean() | NumberType() | Choice() | StringType():
            return _build_scalar_template(value_type, key, can_ask_again=can_ask_again)
        case ListOf():
            return build_list_template(value_type, key, can_ask_again=can_ask_again)
        case OneOf():
            likely = choose_likely_alternative(value_type)
            return build_type_template(likely, key, can_ask_again=can_ask_again)
        case ElementType():
            kind = KINDS.get(value_type.kind)
            first = "en" if value_type.kind == "language" and not can_ask_again else ""
            return build_element_template(kind, title=first) if kind else Members()
        case Record():
            return build_record_template(value_type, can_ask_again=can_ask_again)
        case MapOf():
            return Members()
    return _LAST


def _build_scalar_template(
    value_type: Boolean | NumberType | Choice | StringType, key: str, *, can_ask_again: bool
) -> Template:
    match value_type:
        case Boolean():
            return TabStop("true")
        case NumberType():
            return TabStop("400" if key == "weight" else "1")
        case Choice():
            return Placeholder("" if can_ask_again else find_most_common_choice(value_type, key))
    if value_type.form is Form.HEX_COLOUR:
        return Placeholder(COLOUR)
    return Placeholder("", _BEGINNINGS.get(value_type.form, "") if value_type.form else "")


def get_first_alternative(type_: Type) -> Type:
    """Return the first of several alternatives, or a type that has none itself."""
    return type_.alternatives[0] if isinstance(type_, OneOf) else type_


def choose_likely_alternative(type_: OneOf) -> Type:
    """Return the alternative that is written most often."""
    return type_.alternatives[1 if type_ is LOGO else 0]


def find_most_common_choice(value_type: Choice, key: str) -> str:
    """Return the value that is chosen most often."""
    return max(value_type.values, key=lambda value: count_value_usage(key, value))


def build_list_template(value_type: ListOf, key: str, *, can_ask_again: bool) -> Template:
    """Return an array with its first item; an array of pages or of names is empty."""
    item = value_type.item
    if isinstance(get_first_alternative(item), StringType | Choice):
        return [_LAST]
    return [build_type_template(item, key, can_ask_again=can_ask_again)]


def build_record_template(record: Record, *, can_ask_again: bool) -> Template:
    """Return an object with its required keys, and those that it nearly always has."""
    if record.kind in KINDS:
        return build_element_template(KINDS[record.kind or ""])
    known = record.properties
    needed = {
        name: build_property_template(known[name], can_ask_again=can_ask_again)
        for name in list_usual_keys(record)
    }
    return needed or Members()


def list_usual_keys(record: Record) -> tuple[str, ...]:
    """Return the required keys and those no less common; empty if none is required.

    Icons are left out.
    """
    if not record.required:
        return ()
    least = max(1, min(count_key_usage(record.name, name) for name in record.required))
    return tuple(
        name
        for name in record.properties
        if name in record.required
        or (
            count_key_usage(record.name, name) >= least and record.properties[name].type is not ICON
        )
    )


def build_element_template(kind: Kind, content: str = "", title: str = "") -> Template:
    """Return a navigation element with its title and an empty array of children, or a link."""
    content = content or find_usual_child_key(kind)
    inside: Template = Placeholder() if content == "href" else [_LAST]
    return {kind.name: Placeholder(title), content: inside}


def guess_content_key(kind: Kind, others: Iterable[Object | ElementView]) -> str:
    """Return the content key that most of some elements have; the usual one without any."""
    held = Counter(
        key for one in others for key in kind.children if isinstance(one.get(key), Array)
    )
    return held.most_common(1)[0][0] if held else find_usual_child_key(kind)
