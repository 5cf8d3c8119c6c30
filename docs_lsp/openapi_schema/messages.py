"""Messages for violations of the OpenAPI schema, and the places they point at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import TypeAlias

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.phrases import cut_text, join_words
from docs_lsp.formats.yaml_reader import parse_plain_scalar
from docs_lsp.openapi_schema.schema_errors import SchemaError, SchemaErrorKind
from docs_lsp.openapi_schema.validators import METHODS, find_later_version, list_allowed_keys

_TYPES = {
    "array": "an array",
    "object": "an object",
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "a boolean",
    "null": "null",
}
_LONGEST = 60
_REQUIRED_MISSING = "A path parameter must have `required: true`. Add it."


_Message: TypeAlias = tuple[str, str | int | None]
"""A message, and the key or index below the path of its error that it points at, or None."""


def render_error_message(error: SchemaError, value: object, version: str) -> _Message:
    """Return the message for an error of a value, and the wrong key or index in it, or None.

    None for the key if the message is about the value itself.
    """
    message = _RENDERERS[error.kind](error, value, version)
    return (message, None) if isinstance(message, str) else message


def _render_missing_keys(error: SchemaError, _value: object, version: str) -> str:
    keys = [f"`{key}`" for key in error.values]
    if keys == ["`required`"]:
        return _REQUIRED_MISSING
    if len(keys) == 1:
        return (
            f"{_render_subject(error)} lacks {keys[0]}, which OpenAPI {version} requires. Add it."
        )
    lacks = f"{_render_subject(error)} has neither {join_words(keys, 'nor')}"
    return f"{lacks}; OpenAPI {version} requires one of them. Add it."


def _render_unknown_key(error: SchemaError, _value: object, version: str) -> _Message:
    key = str(error.values[0])
    special = _UNKNOWN_IN.get(error.object_kind)
    message = special(key) if special else None
    return message or _render_no_such_key(error.object_kind, key, version), key


def _render_no_such_key(object_kind: str, key: str, version: str) -> str:
    """Return the message for an unknown key, with a later version that has it or a similar key."""
    shown = _shorten(key)
    since = find_later_version(object_kind, key, version)
    if since:
        return (
            f"`{shown}` requires OpenAPI {since}, and this document is {version}, so it may be "
            "ignored. Remove it, or raise the version in `openapi`."
        )
    near = find_nearest_name(key, list_allowed_keys(version, object_kind))
    remedy = f"Did you mean `{near}`?" if near else "Remove it, or start its name with `x-`."
    return f"Unknown key `{shown}` in OpenAPI {version}, ignored. {remedy}"


def _render_no_path(key: str) -> str:
    """Return the message for a key of `paths` that does not begin with `/`."""
    right = f"/{key.lstrip('/')}"
    return f"`{_shorten(key)}` is not a path, because it does not begin with `/`. Write `{right}`."


def _render_no_method(key: str) -> str | None:
    """Return the message for a key that resembles a method, or None if it does not."""
    near = find_nearest_name(key, METHODS)
    if near is None:
        return None
    if key.lower() == near:
        return f"`{_shorten(key)}` must be in lower case. Write `{near}`."
    return (
        f"`{_shorten(key)}` is not a method, so the path lacks this operation. Did you mean "
        f"`{near}`?"
    )


def _render_no_status(key: str) -> str:
    """Return the message for a key of `responses` that is not a status code."""
    return (
        f"`{_shorten(key)}` is not a response. Write a status code from `100` to `599`, a range "
        "such as `4XX`, or `default`."
    )


def _render_beside_reference(key: str) -> str:
    return (
        f"`{_shorten(key)}` is beside `$ref`, so it is ignored. "
        "Remove it, or move it to the referenced object."
    )


_UNKNOWN_IN: Mapping[str, Callable[[str], str | None]] = {
    "paths": _render_no_path,
    "pathitem": _render_no_method,
    "responses": _render_no_status,
    "reference": _render_beside_reference,
}


def _render_spelling(error: SchemaError, _value: object, _version: str) -> _Message:
    """Return the message for a component name with forbidden characters, and the name."""
    key = str(error.values[0])
    message = (
        f"`{_shorten(key)}` is not an allowed name: OpenAPI names have only letters without "
        "accents, digits, `.`, `-` and `_`. Rename it, and the references to it."
    )
    return message, key


def _render_wrong_type(error: SchemaError, value: object, version: str) -> str:
    wanted = sorted(map(str, error.values), key=list(_TYPES).index)
    if error.object_kind == "schema" and error.last == "type" and isinstance(value, list):
        return (
            f"An array of types requires OpenAPI 3.1, and this document is {version}. "
            "Write one type, or raise the version in `openapi`."
        )
    if error.path[-2:] == ("properties", "required") and isinstance(value, list):
        return "`required` is indented one level too deep. Move it out of `properties`."
    if "object" in wanted and "boolean" in wanted:
        wanted.remove("boolean")  # Valid, but not intended.
    types = join_words([_TYPES[each] for each in wanted])
    message = (
        f"{_render_subject(error)} must be {types}, not {_describe_value(value)}. "
        f"{_suggest_remedy(value, wanted)}"
    )
    return message.rstrip()


def _describe_value(value: object) -> str:
    """Return a phrase for a value, such as "an object" or "the number `1`"."""
    match value:
        case None:
            return "null"
        case dict():
            return "an object"
        case list():
            return "an array"
        case str():
            return f"the string {_render_value(value)}" if value.strip() else "an empty string"
        case bool():
            return _render_value(value)
        case float() if not isfinite(value):
            return "a number that is too large"
        case _:
            return f"the number {_render_value(value)}"


def _suggest_remedy(value: object, wanted: list[str]) -> str:
    """Return the remedy for a value of the wrong type, or an empty string."""
    if value is not None and "string" in wanted and not isinstance(value, dict | list):
        return "Put it in quotes."
    if isinstance(value, str) and not {"array", "object"}.intersection(wanted):
        text = value.strip()
        is_meant = bool(text) and parse_plain_scalar(text) != text
        return "Write it without quotes." if is_meant else ""
    return ""


def _render_wrong_value(error: SchemaError, value: object, _version: str) -> str:
    if error.last == "required":
        return _REQUIRED_MISSING
    names = [each for each in error.values if isinstance(each, str)]
    near = find_nearest_name(value, names) if isinstance(value, str) else None
    remedy = f" Did you mean `{near}`?" if near else ""
    options = join_words([_render_value(each) for each in error.values])
    actual = _render_value(value) if isinstance(value, str) else _describe_value(value)
    return f"{_render_subject(error)} must be {options}, not {actual}.{remedy}"


def _render_form(error: SchemaError, value: object, version: str) -> str:
    """Return the message for a value that does not match its pattern."""
    if error.path == ("openapi",):
        return f"An OpenAPI version has three numbers. Write `{version}.0`."
    return (
        f"{_render_subject(error)} has a form that OpenAPI {version} does not allow: "
        f"{_describe_value(value)}."
    )


def _render_empty(error: SchemaError, _value: object, version: str) -> str:
    return (
        f"{_render_subject(error)} must not be empty in OpenAPI {version}. Fill it, or remove it."
    )


def _render_repeated_item(error: SchemaError, value: object, _version: str) -> _Message:
    items = value if isinstance(value, list) else []
    second = next((index for index, each in enumerate(items) if each in items[:index]), None)
    return f"{_render_subject(error)} contains this twice. Remove one of the two.", second


def _render_exclusive_keys(error: SchemaError, _value: object, _version: str) -> _Message:
    keys = [str(key) for key in error.values]
    if len(keys) == 1:
        return f"`{keys[0]}` cannot be combined with the other keys here. Remove it.", keys[0]
    names = join_words([f"`{key}`" for key in keys], "and")
    return f"{names} exclude each other. Keep one of them.", keys[-1]


def _render_other(error: SchemaError, value: object, version: str) -> str:
    return (
        f"OpenAPI {version} does not allow {_render_subject(error)} to be {_describe_value(value)}."
    )


_RENDERERS: Mapping[SchemaErrorKind, Callable[[SchemaError, object, str], _Message | str]] = {
    SchemaErrorKind.MISSING: _render_missing_keys,
    SchemaErrorKind.UNKNOWN: _render_unknown_key,
    SchemaErrorKind.SPELLING: _render_spelling,
    SchemaErrorKind.TYPE: _render_wrong_type,
    SchemaErrorKind.VALUE: _render_wrong_value,
    SchemaErrorKind.FORM: _render_form,
    SchemaErrorKind.EMPTY: _render_empty,
    SchemaErrorKind.TWICE: _render_repeated_item,
    SchemaErrorKind.TOGETHER: _render_exclusive_keys,
    SchemaErrorKind.OTHER: _render_other,
}


def _render_subject(error: SchemaError) -> str:
    """Return how a message names the value: its quoted key, `This entry` or `The document`."""
    last = error.last
    if last is None:
        return "The document"
    return f"`{_shorten(last)}`" if isinstance(last, str) else "This entry"


def _render_value(value: object) -> str:
    """Return a shortened value between backticks."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{_shorten(str(value))}`"


def _shorten(text: str) -> str:
    """Return a text on one line, without unprintable characters, of at most 60 characters."""
    plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return cut_text(plain.replace("`", "'"), _LONGEST)
