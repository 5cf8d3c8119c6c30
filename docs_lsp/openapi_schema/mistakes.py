"""From what a validator says to the mistakes that were made, each once.

A validator tells every way in which a value fails. One mistake is told by each alternative it does
not fit, by each part of the schema that looks at it, and by what cannot be judged because of it.
Here each is told once, at the value that is wrong, in a form that words can be found for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.formats.wanted_paths import Path
from docs_lsp.nearest import nearest
from docs_lsp.openapi_schema.validators import known_keys, part_named, required_by

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_TELLING = frozenset(("in", "type", "style"))
"""Keys whose value says which alternative is meant."""


class MistakeKind(Enum):
    """What is wrong with a value; `values` of the mistake say more."""

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


class Mistake(NamedTuple):
    """One mistake in a document."""

    path: Path
    """Leads to the value that is wrong, or that holds or lacks a key."""
    fault: MistakeKind
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
        self._told: set[Mistake] = set()

    def mistakes(self, errors: Iterable[ValidationError]) -> Iterator[Mistake]:
        """The mistakes behind some errors, but for those that were told before."""
        found = [each for error in errors for each in self._behind(error)]
        causes = _Causes(found)
        for each in found:
            # Every vocabulary of JSON Schema tells of a wrong type, in words of its own.
            mark = each._replace(values=()) if each.fault is MistakeKind.TYPE else each
            if mark not in self._told and not causes.explain(each):
                self._told.add(mark)
                yield each

    def _behind(self, error: ValidationError) -> list[Mistake]:
        kind = error.kind
        match kind.name:
            case "anyOf":
                return self._best(error, kind.as_dict()["context"])
            case "oneOf":
                branches = kind.as_dict()["context"]
                return self._best(error, branches) if all(branches) else self._several(error)
            case "additionalProperties" | "unevaluatedProperties":
                return list(self._unknown(error, kind.as_dict()["unexpected"]))
            case "propertyNames":
                inner: ValidationError = kind.as_dict()["error"]
                return [self._mistake(error, MistakeKind.SPELLING, inner.instance)]
            case name:
                fault, values = _simple(name, kind.as_dict())
                return [self._mistake(error, fault, *values)]

    def _mistake(self, error: ValidationError, fault: MistakeKind, *values: object) -> Mistake:
        path = _real_path(self._root, error.instance_path)
        return Mistake(path, fault, values, _part(error))

    def _unknown(self, error: ValidationError, keys: list[str]) -> Iterator[Mistake]:
        known = known_keys(self._version, _part(error))
        for key in keys:
            if not key.startswith("x-"):
                fault = MistakeKind.TOGETHER if key in known else MistakeKind.UNKNOWN
                yield self._mistake(error, fault, key)

    def _several(self, error: ValidationError) -> list[Mistake]:
        """What is wrong with a value that fits several alternatives, of which it may fit one."""
        keys = required_by(self._version, error.schema_path)
        return [self._mistake(error, MistakeKind.TOGETHER, *keys)] if keys else []

    def _best(self, error: ValidationError, branches: list[list[ValidationError]]) -> list[Mistake]:
        """The mistakes of the alternative that was most likely meant."""
        read = [[each for one in branch for each in self._behind(one)] for branch in branches]
        path = _real_path(self._root, error.instance_path)
        best = min(read, key=lambda branch: _cost(branch, path))
        common = [each for each in best if all(_is_among(each, branch) for branch in read)]
        if common:
            return common
        other = next((each for each in best if _names_another(each, path)), None)
        if other is not None:
            return [_joined([each for branch in read for each in branch if each[:2] == other[:2]])]
        meant = [branch for branch in read if not any(_names_another(one, path) for one in branch)]
        lacking = [each for branch in meant for each in branch if _lacks(each, path)]
        return [_joined(lacking)] if len(lacking) == len(meant) > 1 else best


class _Causes:
    """Mistakes that others are only an echo of."""

    def __init__(self, found: list[Mistake]) -> None:
        self._around = {
            each.path[:size]
            for each in found
            if each.fault is not MistakeKind.TOGETHER
            for size in range(len(each.path) + 1)
        }
        self._wrong_type = {each.path for each in found if each.fault is MistakeKind.TYPE}
        self._untold = {
            each.path
            for each in found
            if each.fault is MistakeKind.MISSING and each.values[0] in _TELLING
        }
        self._unknown: dict[Path, list[str]] = {}
        for each in found:
            if each.fault is MistakeKind.UNKNOWN:
                self._unknown.setdefault(each.path, []).append(str(each.values[0]))

    def explain(self, mistake: Mistake) -> bool:
        """Whether a mistake would go away with another one."""
        path, fault, values, _ = mistake
        if fault is MistakeKind.TOGETHER and len(values) == 1:
            # Where something else is wrong, a validator no longer knows the keys beside it.
            return path in self._around
        if path in self._wrong_type:
            return fault is not MistakeKind.TYPE
        if fault is MistakeKind.MISSING:
            # A key is not missing if it is there under a name nearly like it.
            there = self._unknown.get(path, ())
            if any(nearest(str(key), there) for key in values):
                return True
            return path in self._untold and values[0] not in _TELLING
        return fault is MistakeKind.VALUE and path[:-1] in self._untold


def _simple(name: str, said: Mapping[str, Any]) -> tuple[MistakeKind, tuple[object, ...]]:
    """The fault that one keyword of the schema finds."""
    match name:
        case "required":
            return MistakeKind.MISSING, (said["property"],)
        case "type":
            return MistakeKind.TYPE, tuple(said["types"])
        case "enum":
            return MistakeKind.VALUE, tuple(said["options"])
        case "const":
            return MistakeKind.VALUE, (said["expected_value"],)
        case "pattern":
            return MistakeKind.FORM, (said["pattern"],)
        case "minItems" | "minProperties" if said["limit"] == 1:
            return MistakeKind.EMPTY, ()
        case "uniqueItems":
            return MistakeKind.TWICE, ()
        case "not":
            schema = said["schema"]
            keys = schema.get("required") if isinstance(schema, dict) else None
            return (MistakeKind.TOGETHER, tuple(keys)) if keys else (MistakeKind.OTHER, ())
        case _:
            return MistakeKind.OTHER, ()


def _is_among(mistake: Mistake, branch: list[Mistake]) -> bool:
    return any(each[:3] == mistake[:3] for each in branch)


def _lacks(mistake: Mistake, path: Path) -> bool:
    return mistake.fault is MistakeKind.MISSING and mistake.path == path


def _names_another(mistake: Mistake, path: Path) -> bool:
    """Whether an alternative is out because of the very key that says which one is meant."""
    *above, last = mistake.path or (None,)
    return mistake.fault is MistakeKind.VALUE and tuple(above) == path and last in _TELLING


def _cost(branch: list[Mistake], path: Path) -> tuple[int, ...]:
    return (
        any(each.fault is MistakeKind.TYPE and each.path == path for each in branch),
        any(_names_another(each, path) for each in branch),
        any(_lacks(each, path) for each in branch),
        any(each.fault is MistakeKind.FORM for each in branch),
        len(branch),
        -max((len(each.path) for each in branch), default=0),
    )


def _joined(mistakes: list[Mistake]) -> Mistake:
    values = dict.fromkeys(value for each in mistakes for value in each.values)
    return mistakes[0]._replace(values=tuple(values))


def _part(error: ValidationError) -> str:
    """The part of OpenAPI whose rule is broken; `schema` for those of JSON Schema."""
    if "$dynamicRef" in error.evaluation_path:
        return "schema"
    steps = [str(step) for step in error.schema_path]
    return part_named(steps[1]) if steps[0] in ("$defs", "definitions") else ""


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
