"""The message for a violation, and what it points at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import NamedTuple

from docs_lsp.core.nearest import nearest
from docs_lsp.formats.yaml_reader import resolve
from docs_lsp.openapi_schema.schema_errors import SchemaError, SchemaErrorKind
from docs_lsp.openapi_schema.validators import METHODS, known_keys, known_since

_TYPES = {
    "array": "a list",
    "object": "an object",
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "null": "empty",
}
_LONGEST = 60


class Said(NamedTuple):
    """A message, and what it points at."""

    message: str
    step: str | int | None = None
    """The key or item below the error's path that it points at."""


def said_of(error: SchemaError, value: object, version: str) -> Said:
    """The message for an error, given the value that its path leads to."""
    said = _SPEAKERS[error.kind](error, value, version)
    return said if isinstance(said, Said) else Said(said)


def _missing(error: SchemaError, _value: object, version: str) -> str:
    keys = [f"`{key}`" for key in error.values]
    if keys == ["`required`"]:
        return _path_parameter()
    if len(keys) == 1:
        return f"{_name(error)} has no {keys[0]}, which OpenAPI {version} demands. Add it."
    lacks = f"{_name(error)} has neither {_listed(keys, 'nor')}"
    return f"{lacks}, and OpenAPI {version} demands one of them. Add it."


def _path_parameter() -> str:
    return (
        "A parameter in the path is always required, and OpenAPI wants that said. "
        "Add `required: true`."
    )


def _unknown(error: SchemaError, _value: object, version: str) -> Said:
    key = str(error.values[0])
    special = _UNKNOWN_IN.get(error.part)
    message = special(key) if special else None
    return Said(message or _no_such_key(error.part, key, version), key)


def _no_such_key(part: str, key: str, version: str) -> str:
    shown = _short(key)
    since = known_since(part, key, version)
    if since:
        return (
            f"`{shown}` came with OpenAPI {since}, and this document follows {version}, so it has "
            "no effect. Remove it, or raise the version under `openapi`."
        )
    near = nearest(key, known_keys(version, part))
    remedy = f"Did you mean `{near}`?" if near else "Remove it, or begin it with `x-`."
    return f"OpenAPI {version} knows no `{shown}` here, so it has no effect. {remedy}"


def _no_path(key: str) -> str:
    right = f"/{key.lstrip('/')}"
    return f"`{_short(key)}` is not a path, because it does not begin with `/`. Write `{right}`."


def _no_method(key: str) -> str | None:
    near = nearest(key, METHODS)
    if near is None:
        return None
    if key.lower() == near:
        return f"OpenAPI writes methods in small letters. Write `{near}`."
    return (
        f"`{_short(key)}` is not a method, so the path lacks this operation. Did you mean `{near}`?"
    )


def _no_status(key: str) -> str:
    return (
        f"`{_short(key)}` names no response. Write a status code from `100` to `599`, a range such "
        "as `4XX`, or `default`."
    )


def _beside_reference(key: str) -> str:
    return (
        f"`{_short(key)}` stands beside `$ref`, where it has no effect. "
        "Remove it, or move it to what the reference names."
    )


_UNKNOWN_IN: Mapping[str, Callable[[str], str | None]] = {
    "paths": _no_path,
    "pathitem": _no_method,
    "responses": _no_status,
    "reference": _beside_reference,
}


def _spelling(error: SchemaError, _value: object, _version: str) -> Said:
    key = str(error.values[0])
    return Said(
        f"`{_short(key)}` is not a name that OpenAPI allows: it may hold letters without accents, "
        "digits, `.`, `-` and `_`. Rename it, and the references to it.",
        key,
    )


def _type(error: SchemaError, value: object, version: str) -> str:
    wanted = sorted(map(str, error.values), key=list(_TYPES).index)
    if error.part == "schema" and error.last == "type" and isinstance(value, list):
        return (
            f"A list of types came with OpenAPI 3.1, and this document follows {version}. "
            "Write one type, or raise the version under `openapi`."
        )
    if "object" in wanted and "boolean" in wanted:
        wanted.remove("boolean")  # Right, but not what is meant.
    types = _listed([_TYPES[each] for each in wanted])
    return f"{_name(error)} must be {types}, and it is {_kind(value)}. {_remedy(value, wanted)}"


def _kind(value: object) -> str:
    match value:
        case None:
            return "empty"
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            return f"the text {_shown(value)}" if value.strip() else "empty text"
        case bool():
            return _shown(value)
        case float() if not isfinite(value):
            return "larger than any number"
        case _:
            return f"the number {_shown(value)}"


def _remedy(value: object, wanted: list[str]) -> str:
    if value is None:
        return "Fill it, or remove it."
    if "string" in wanted and not isinstance(value, dict | list):
        return "Put it in quotes."
    if isinstance(value, str) and not {"array", "object"}.intersection(wanted):
        text = value.strip()
        is_meant = bool(text) and resolve(text) != text
        return "Write it without quotes." if is_meant else "Correct it."
    return "Correct it."


def _value(error: SchemaError, value: object, _version: str) -> str:
    if error.last == "required":
        return _path_parameter()
    names = [each for each in error.values if isinstance(each, str)]
    near = nearest(value, names) if isinstance(value, str) else None
    remedy = f"Did you mean `{near}`?" if near else "Correct it."
    options = _listed([_shown(each) for each in error.values])
    found = _shown(value) if isinstance(value, str) else _kind(value)
    return f"{_name(error)} must be {options}, and it is {found}. {remedy}"


def _form(error: SchemaError, value: object, version: str) -> str:
    if error.path == ("openapi",):
        return f"OpenAPI counts its versions with three numbers. Write `{version}.0`."
    return (
        f"{_name(error)} must not be {_kind(value)}: OpenAPI {version} wants another form there. "
        "Correct it."
    )


def _empty(error: SchemaError, _value: object, version: str) -> str:
    return f"OpenAPI {version} does not allow {_name(error)} to be empty. Fill it, or remove it."


def _twice(error: SchemaError, value: object, _version: str) -> Said:
    items = value if isinstance(value, list) else []
    second = next((index for index, each in enumerate(items) if each in items[:index]), None)
    return Said(f"{_name(error)} holds this twice. Remove one of the two.", second)


def _together(error: SchemaError, _value: object, _version: str) -> Said:
    keys = [str(key) for key in error.values]
    if len(keys) == 1:
        return Said(f"`{keys[0]}` does not go with what else stands here. Remove it.", keys[0])
    names = _listed([f"`{key}`" for key in keys], "and")
    return Said(f"{names} exclude each other. Keep one of them.", keys[-1])


def _other(error: SchemaError, value: object, version: str) -> str:
    return f"OpenAPI {version} does not allow {_name(error)} to be {_kind(value)}. Correct it."


_SPEAKERS: Mapping[SchemaErrorKind, Callable[[SchemaError, object, str], Said | str]] = {
    SchemaErrorKind.MISSING: _missing,
    SchemaErrorKind.UNKNOWN: _unknown,
    SchemaErrorKind.SPELLING: _spelling,
    SchemaErrorKind.TYPE: _type,
    SchemaErrorKind.VALUE: _value,
    SchemaErrorKind.FORM: _form,
    SchemaErrorKind.EMPTY: _empty,
    SchemaErrorKind.TWICE: _twice,
    SchemaErrorKind.TOGETHER: _together,
    SchemaErrorKind.OTHER: _other,
}


def _name(error: SchemaError) -> str:
    """The value in a writer's words: the key it stands under."""
    last = error.last
    if last is None:
        return "The document"
    return f"`{_short(last)}`" if isinstance(last, str) else "This entry"


def _listed(words: Sequence[str], last: str = "or") -> str:
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{_short(str(value))}`"


def _short(text: str) -> str:
    plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    plain = plain.replace("`", "'")
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"
