"""Reduces the reports of a validator to single errors.

A validator reports every way in which a value fails. One error is reported by each alternative that
the value does not match, by each part of the schema that checks it, and by everything that cannot
be validated because of it. Here each error occurs once, at the wrong value, in a form that has a
message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.formats.places import KeyPath
from docs_lsp.openapi_schema.validators import (
    collect_required_keys,
    list_allowed_keys,
    normalize_object_kind,
)

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_TELLING = frozenset(("in", "type", "style"))
"""Keys whose value decides which alternative applies."""


class SchemaErrorKind(Enum):
    """The kind of an error of a value; `values` of the error give details."""

    MISSING = auto()
    """One of these keys is missing."""
    UNKNOWN = auto()
    """The value has an unknown key."""
    SPELLING = auto()
    """The value has a key with an invalid spelling."""
    TYPE = auto()
    """The value has none of these types."""
    VALUE = auto()
    """The value is none of these."""
    FORM = auto()
    """The value does not have the required form."""
    EMPTY = auto()
    """The value is an empty array or object."""
    TWICE = auto()
    """The value is an array with a duplicate item."""
    TOGETHER = auto()
    """The value has keys that exclude each other; a single one excludes all others there."""
    OTHER = auto()
    """The value is not allowed for another reason."""


class SchemaError(NamedTuple):
    """An error in a document."""

    path: KeyPath
    """The path of the value that is wrong, or that has or lacks a key."""
    kind: SchemaErrorKind
    values: tuple[object, ...] = ()
    object_kind: str = ""
    """The kind of object that the value is, such as `operation`; empty for the whole document."""

    @property
    def last(self) -> str | int | None:
        """The key or index of the value; None for the whole document."""
        return self.path[-1] if self.path else None


class ErrorReducer:
    """Reduces a validator's reports about one document of one version."""

    def __init__(self, version: str, root: object) -> None:
        """Reduce reports about this document."""
        self._version = version
        self._root = root
        self._given: set[SchemaError] = set()

    def reduce_errors(self, reported: Iterable[ValidationError]) -> Iterator[SchemaError]:
        """Yield the errors behind some reports, except those yielded before or caused by others."""
        all_errors = [each for error in reported for each in self._expand_error(error)]
        causes = _CauseIndex(all_errors)
        for each in all_errors:
            # Every vocabulary of JSON Schema reports a wrong type separately.
            mark = each._replace(values=()) if each.kind is SchemaErrorKind.TYPE else each
            if mark not in self._given and not causes.explains(each):
                self._given.add(mark)
                yield each

    def _expand_error(self, error: ValidationError) -> list[SchemaError]:
        """Return the errors behind a report; of several alternatives, the likeliest one's."""
        kind = error.kind
        match kind.name:
            case "anyOf":
                return self._choose_best_branch(error, kind.as_dict()["context"])
            case "oneOf":
                branches = kind.as_dict()["context"]
                return (
                    self._choose_best_branch(error, branches)
                    if all(branches)
                    else self._explain_several(error)
                )
            case "additionalProperties" | "unevaluatedProperties":
                return list(self._iter_unknown_keys(error, kind.as_dict()["unexpected"]))
            case "propertyNames":
                inner: ValidationError = kind.as_dict()["error"]
                return [self._build_schema_error(error, SchemaErrorKind.SPELLING, inner.instance)]
            case name:
                fault, values = _classify_keyword(name, kind.as_dict())
                return [self._build_schema_error(error, fault, *values)]

    def _build_schema_error(
        self, error: ValidationError, fault: SchemaErrorKind, *values: object
    ) -> SchemaError:
        path = _restore_path(self._root, error.instance_path)
        return SchemaError(path, fault, values, _get_object_kind(error))

    def _iter_unknown_keys(self, error: ValidationError, keys: list[str]) -> Iterator[SchemaError]:
        """Yield an error for each key that is unknown or excluded, except `x-` keys."""
        known = list_allowed_keys(self._version, _get_object_kind(error))
        for key in keys:
            if not key.startswith("x-"):
                fault = SchemaErrorKind.TOGETHER if key in known else SchemaErrorKind.UNKNOWN
                yield self._build_schema_error(error, fault, key)

    def _explain_several(self, error: ValidationError) -> list[SchemaError]:
        """Return the error of a value that matches several alternatives; [] if one needs no key."""
        keys = collect_required_keys(self._version, error.schema_path)
        return [self._build_schema_error(error, SchemaErrorKind.TOGETHER, *keys)] if keys else []

    def _choose_best_branch(
        self, error: ValidationError, branches: list[list[ValidationError]]
    ) -> list[SchemaError]:
        """Return the errors that all alternatives share, a merged error, or the likeliest one's."""
        read = [
            [each for validation_error in branch for each in self._expand_error(validation_error)]
            for branch in branches
        ]
        path = _restore_path(self._root, error.instance_path)
        best = min(read, key=lambda branch: _rate_branch(branch, path))
        common = [each for each in best if all(_is_among(each, branch) for branch in read)]
        if common:
            return common
        other = next((each for each in best if _selects_other(each, path)), None)
        if other is not None:
            return [
                _merge_errors([each for branch in read for each in branch if each[:2] == other[:2]])
            ]
        meant = [
            branch
            for branch in read
            if not any(_selects_other(schema_error, path) for schema_error in branch)
        ]
        lacking = [each for branch in meant for each in branch if _lacks(each, path)]
        return [_merge_errors(lacking)] if len(lacking) == len(meant) > 1 else best


class _CauseIndex:
    """Errors of which others are only a consequence."""

    def __init__(self, errors: list[SchemaError]) -> None:
        self._around = {
            each.path[:size]
            for each in errors
            if each.kind is not SchemaErrorKind.TOGETHER
            for size in range(len(each.path) + 1)
        }
        self._wrong_type = {each.path for each in errors if each.kind is SchemaErrorKind.TYPE}
        self._unclear = {
            each.path
            for each in errors
            if each.kind is SchemaErrorKind.MISSING and each.values[0] in _TELLING
        }
        self._unknown: dict[KeyPath, list[str]] = {}
        for each in errors:
            if each.kind is SchemaErrorKind.UNKNOWN:
                self._unknown.setdefault(each.path, []).append(str(each.values[0]))

    def explains(self, error: SchemaError) -> bool:
        """Return whether an error would disappear with another one."""
        path, fault, values, _ = error
        if fault is SchemaErrorKind.TOGETHER and len(values) == 1:
            # After another error, a validator does not know the keys beside it.
            return path in self._around
        if path in self._wrong_type:
            return fault is not SchemaErrorKind.TYPE
        if fault is SchemaErrorKind.MISSING:
            # A key is not missing if it is there under a misspelt name.
            there = self._unknown.get(path, ())
            if any(find_nearest_name(str(key), there) for key in values):
                return True
            return path in self._unclear and values[0] not in _TELLING
        return fault is SchemaErrorKind.VALUE and path[:-1] in self._unclear


def _classify_keyword(
    name: str, details: Mapping[str, Any]
) -> tuple[SchemaErrorKind, tuple[object, ...]]:
    """Return the kind and values of the error that a keyword of the schema reports."""
    match name:
        case "required":
            return SchemaErrorKind.MISSING, (details["property"],)
        case "type":
            return SchemaErrorKind.TYPE, tuple(details["types"])
        case "enum":
            return SchemaErrorKind.VALUE, tuple(details["options"])
        case "const":
            return SchemaErrorKind.VALUE, (details["expected_value"],)
        case "pattern":
            return SchemaErrorKind.FORM, (details["pattern"],)
        case "minItems" | "minProperties" if details["limit"] == 1:
            return SchemaErrorKind.EMPTY, ()
        case "uniqueItems":
            return SchemaErrorKind.TWICE, ()
        case "not":
            schema = details["schema"]
            keys = schema.get("required") if isinstance(schema, dict) else None
            return (SchemaErrorKind.TOGETHER, tuple(keys)) if keys else (SchemaErrorKind.OTHER, ())
        case _:
            return SchemaErrorKind.OTHER, ()


def _is_among(error: SchemaError, branch: list[SchemaError]) -> bool:
    """Return whether a branch contains an error, ignoring its `object_kind`."""
    return any(each[:3] == error[:3] for each in branch)


def _lacks(error: SchemaError, path: KeyPath) -> bool:
    """Return whether an error is that the value at a path lacks a key."""
    return error.kind is SchemaErrorKind.MISSING and error.path == path


def _selects_other(error: SchemaError, path: KeyPath) -> bool:
    """Return whether an alternative is excluded by the key that decides which one applies."""
    *above, last = error.path or (None,)
    return error.kind is SchemaErrorKind.VALUE and tuple(above) == path and last in _TELLING


def _rate_branch(branch: list[SchemaError], path: KeyPath) -> tuple[int, ...]:
    """Return a sort key of an alternative's errors; the smallest was most likely intended."""
    return (
        any(each.kind is SchemaErrorKind.TYPE and each.path == path for each in branch),
        any(_selects_other(each, path) for each in branch),
        any(_lacks(each, path) for each in branch),
        any(each.kind is SchemaErrorKind.FORM for each in branch),
        len(branch),
        -max((len(each.path) for each in branch), default=0),
    )


def _merge_errors(errors: list[SchemaError]) -> SchemaError:
    """Return the first error with the values of all."""
    values = dict.fromkeys(value for each in errors for value in each.values)
    return errors[0]._replace(values=tuple(values))


def _get_object_kind(error: ValidationError) -> str:
    """Return the kind of object whose rule is broken, such as `schema`; "" for the document."""
    if "$dynamicRef" in error.evaluation_path:
        return "schema"
    steps = [str(step) for step in error.schema_path]
    return normalize_object_kind(steps[1]) if steps[0] in ("$defs", "definitions") else ""


def _restore_path(root: object, path: Iterable[str | int]) -> KeyPath:
    """Return a path with the actual keys, since the validator turns digits into numbers."""
    real: list[str | int] = []
    value: Any = root
    for step in path:
        real.append(_find_key(value, step) if isinstance(value, dict) else step)
        value = value[real[-1]]
    return tuple(real)


def _find_key(value: Mapping[str, object], step: str | int) -> str:
    """Return the actual key for a step of a path, ignoring leading zeros and `+`."""
    text = str(step)
    spelt = (key for key in value if key.lstrip("+0") == text.lstrip("0"))
    return text if text in value else next(spelt, text)
