"""The single errors behind what a validator reports.

A validator reports every way in which a value fails. One error is reported by each alternative that
the value does not fit, by each part of the schema that looks at it, and by what cannot be validated
because of it. Here each stands once, at the value that is wrong, in a form that has a message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.core.nearest import nearest
from docs_lsp.formats.wanted_paths import Path
from docs_lsp.openapi_schema.validators import (
    collect_required_keys,
    keys_of_part,
    normalize_part_name,
)

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_TELLING = frozenset(("in", "type", "style"))
"""Keys whose value says which alternative is meant."""


class SchemaErrorKind(Enum):
    """What is wrong with a value; `values` of the error say more."""

    MISSING = auto()
    """It lacks one of these keys."""
    UNKNOWN = auto()
    """It has a key that nothing knows."""
    SPELLING = auto()
    """It has a key that is spelt as none may be."""
    TYPE = auto()
    """It is of none of these types."""
    VALUE = auto()
    """It is none of these values."""
    FORM = auto()
    """It is not written as it has to be."""
    EMPTY = auto()
    """It is a list or an object with nothing in it."""
    TWICE = auto()
    """It is a list that holds the same thing twice."""
    TOGETHER = auto()
    """It has these keys, which exclude each other; one alone excludes what else stands there."""
    OTHER = auto()
    """It is not allowed, for a reason that has no name here."""


class SchemaError(NamedTuple):
    """One error in a document."""

    path: Path
    """Leads to the value that is wrong, or that holds or lacks a key."""
    kind: SchemaErrorKind
    values: tuple[object, ...] = ()
    part: str = ""
    """The part of OpenAPI that the value is, such as `operation`; empty for the whole document."""

    @property
    def last(self) -> str | int | None:
        """The key or the number that the value stands under; None for the whole document."""
        return self.path[-1] if self.path else None


class Reader:
    """Reads what a validator says about the documents of one version."""

    def __init__(self, version: str, root: object) -> None:
        """Read what is said about one document."""
        self._version = version
        self._root = root
        self._given: set[SchemaError] = set()

    def errors(self, reported: Iterable[ValidationError]) -> Iterator[SchemaError]:
        """The errors behind some that a validator reports, but for those given before."""
        all_errors = [each for error in reported for each in self._expand_error(error)]
        causes = _Causes(all_errors)
        for each in all_errors:
            # Every vocabulary of JSON Schema reports a wrong type in its own words.
            mark = each._replace(values=()) if each.kind is SchemaErrorKind.TYPE else each
            if mark not in self._given and not causes.explain(each):
                self._given.add(mark)
                yield each

    def _expand_error(self, error: ValidationError) -> list[SchemaError]:
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
                return list(self._list_unknown_keys(error, kind.as_dict()["unexpected"]))
            case "propertyNames":
                inner: ValidationError = kind.as_dict()["error"]
                return [self._schema_error(error, SchemaErrorKind.SPELLING, inner.instance)]
            case name:
                fault, values = _classify_keyword(name, kind.as_dict())
                return [self._schema_error(error, fault, *values)]

    def _schema_error(
        self, error: ValidationError, fault: SchemaErrorKind, *values: object
    ) -> SchemaError:
        path = _real_path(self._root, error.instance_path)
        return SchemaError(path, fault, values, _part(error))

    def _list_unknown_keys(self, error: ValidationError, keys: list[str]) -> Iterator[SchemaError]:
        known = keys_of_part(self._version, _part(error))
        for key in keys:
            if not key.startswith("x-"):
                fault = SchemaErrorKind.TOGETHER if key in known else SchemaErrorKind.UNKNOWN
                yield self._schema_error(error, fault, key)

    def _explain_several(self, error: ValidationError) -> list[SchemaError]:
        """What is wrong with a value that fits several alternatives where it may fit one only."""
        keys = collect_required_keys(self._version, error.schema_path)
        return [self._schema_error(error, SchemaErrorKind.TOGETHER, *keys)] if keys else []

    def _choose_best_branch(
        self, error: ValidationError, branches: list[list[ValidationError]]
    ) -> list[SchemaError]:
        """The errors of the alternative that was most likely meant."""
        read = [
            [each for validation_error in branch for each in self._expand_error(validation_error)]
            for branch in branches
        ]
        path = _real_path(self._root, error.instance_path)
        best = min(read, key=lambda branch: _cost(branch, path))
        common = [each for each in best if all(_is_among(each, branch) for branch in read)]
        if common:
            return common
        other = next((each for each in best if _names_another(each, path)), None)
        if other is not None:
            return [
                _merge_errors([each for branch in read for each in branch if each[:2] == other[:2]])
            ]
        meant = [
            branch
            for branch in read
            if not any(_names_another(schema_error, path) for schema_error in branch)
        ]
        lacking = [each for branch in meant for each in branch if _lacks(each, path)]
        return [_merge_errors(lacking)] if len(lacking) == len(meant) > 1 else best


class _Causes:
    """Errors that others are only an echo of."""

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
        self._unknown: dict[Path, list[str]] = {}
        for each in errors:
            if each.kind is SchemaErrorKind.UNKNOWN:
                self._unknown.setdefault(each.path, []).append(str(each.values[0]))

    def explain(self, error: SchemaError) -> bool:
        """Whether an error would go away with another one."""
        path, fault, values, _ = error
        if fault is SchemaErrorKind.TOGETHER and len(values) == 1:
            # Where something else is wrong, a validator no longer knows the keys beside it.
            return path in self._around
        if path in self._wrong_type:
            return fault is not SchemaErrorKind.TYPE
        if fault is SchemaErrorKind.MISSING:
            # A key is not missing if it is there under a name nearly like it.
            there = self._unknown.get(path, ())
            if any(nearest(str(key), there) for key in values):
                return True
            return path in self._unclear and values[0] not in _TELLING
        return fault is SchemaErrorKind.VALUE and path[:-1] in self._unclear


def _classify_keyword(
    name: str, details: Mapping[str, Any]
) -> tuple[SchemaErrorKind, tuple[object, ...]]:
    """The kind of error that one keyword of the schema finds."""
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
    return any(each[:3] == error[:3] for each in branch)


def _lacks(error: SchemaError, path: Path) -> bool:
    return error.kind is SchemaErrorKind.MISSING and error.path == path


def _names_another(error: SchemaError, path: Path) -> bool:
    """Whether an alternative is out because of the very key that says which one is meant."""
    *above, last = error.path or (None,)
    return error.kind is SchemaErrorKind.VALUE and tuple(above) == path and last in _TELLING


def _cost(branch: list[SchemaError], path: Path) -> tuple[int, ...]:
    return (
        any(each.kind is SchemaErrorKind.TYPE and each.path == path for each in branch),
        any(_names_another(each, path) for each in branch),
        any(_lacks(each, path) for each in branch),
        any(each.kind is SchemaErrorKind.FORM for each in branch),
        len(branch),
        -max((len(each.path) for each in branch), default=0),
    )


def _merge_errors(errors: list[SchemaError]) -> SchemaError:
    values = dict.fromkeys(value for each in errors for value in each.values)
    return errors[0]._replace(values=tuple(values))


def _part(error: ValidationError) -> str:
    """The part of OpenAPI whose rule is broken; `schema` for those of JSON Schema."""
    if "$dynamicRef" in error.evaluation_path:
        return "schema"
    steps = [str(step) for step in error.schema_path]
    return normalize_part_name(steps[1]) if steps[0] in ("$defs", "definitions") else ""


def _real_path(root: object, path: Iterable[str | int]) -> Path:
    """A path with the keys as they are; the validator takes those of digits for numbers."""
    real: list[str | int] = []
    value: Any = root
    for step in path:
        real.append(_key_of(value, step) if isinstance(value, dict) else step)
        value = value[real[-1]]
    return tuple(real)


def _key_of(value: Mapping[str, object], step: str | int) -> str:
    text = str(step)
    spelt = (key for key in value if key.lstrip("+0") == text.lstrip("0"))
    return text if text in value else next(spelt, text)
