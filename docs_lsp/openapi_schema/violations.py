"""Finds violations of the OpenAPI schema in a specification, with messages and places.

`validators` loads the schemas, `schema_errors` reduces reports to single errors, `severities` and
`messages` choose severity and message.

A validator collects all errors before it returns any. If every operation of a large document has
one error, that takes seconds and gigabytes, and no one reads a thousand of them. So a document is
validated in pieces, each of them a complete document with one path or one component, so that paths
in a piece are paths in the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.formats.places import KeyPath, Paths
from docs_lsp.formats.spec_reader import find_key_span, find_value_span
from docs_lsp.openapi_schema.messages import render_error_message
from docs_lsp.openapi_schema.schema_errors import ErrorReducer, SchemaError, SchemaErrorKind
from docs_lsp.openapi_schema.severities import choose_severity
from docs_lsp.openapi_schema.validators import load_validator

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

    from docs_lsp.formats.spec_reader import SpecText

MOST_SHOWN = 50
"""The number of violations of one document that are shown, the worst ones."""
MOST_SOUGHT = 500
"""The number of errors that are searched."""
MOST_ERRORS = 2_000
"""The number of reports of the validator that are read for one piece."""
MAX_PIECE = 5_000
"""The number of values of a piece; of a larger one only the first error is searched."""

_OURS = compile_lazily(r"https://(?:spec\.openapis\.org/oas/|json-schema\.org/draft/2020-12/)")
_ON_VALUE = frozenset(
    (SchemaErrorKind.TYPE, SchemaErrorKind.VALUE, SchemaErrorKind.FORM, SchemaErrorKind.OTHER)
)
MAX_DEPTH = 150
"""The depth of a document, because the validator recurses without checking its stack."""
MAX_SIZE = 2_000_000
"""The number of values of a document, with its aliases expanded."""


class Violation(NamedTuple):
    """A violation of the OpenAPI schema."""

    span: Span
    message: str
    severity: Severity


class _UnplacedViolation(NamedTuple):
    """A violation whose place has not been found yet."""

    path: KeyPath
    message: str
    severity: Severity
    on_value: bool
    """Whether the place is that of the value, not of the key."""


def find_violations(source: SpecText, version: str) -> tuple[Violation, ...]:
    """Return the 50 worst violations in text order; () if too large or of an unknown version."""
    root = source.parse_values()
    if not isinstance(root, dict) or not is_small_enough(root):
        return ()
    unplaced = _select_worst(_fold_repeats(_iter_unplaced_violations(root, version[:3])))
    places = source.find_entries(Paths(each.path for each in unplaced)) if unplaced else {}
    violations = []
    for each in unplaced:
        span = find_value_span if each.on_value else find_key_span
        violations.append(
            Violation(span(each.path, places, source.data), each.message, each.severity)
        )
    return tuple(sorted(violations))


def _iter_unplaced_violations(
    root: Mapping[str, Any], version: str
) -> Iterator[_UnplacedViolation]:
    """Yield the violations of a document with paths in place of spans, up to a limit."""
    for error in islice(_iter_schema_errors(root, version), MOST_SOUGHT):
        value = _get_value_at(root, error.path)
        message, step = render_error_message(error, value, version)
        path = error.path if step is None else (*error.path, step)
        on_value = error.kind in _ON_VALUE and not isinstance(value, dict | list)
        yield _UnplacedViolation(
            path or ("openapi",), message, choose_severity(error, value, version), on_value
        )


def _iter_schema_errors(root: Mapping[str, Any], version: str) -> Iterator[SchemaError]:
    """Yield a document's errors, except in schemas of another dialect; none without a validator."""
    dialect = root.get("jsonSchemaDialect")
    validator = load_validator(
        version, with_schemas=not isinstance(dialect, str) or _is_known_dialect(dialect)
    )
    if validator is None:
        return
    reader = ErrorReducer(version, root)
    for piece in split_document(root, version):
        if not validator.is_valid(piece):
            for error in reader.reduce_errors(_validate_piece(validator, piece)):
                if not (error.object_kind == "schema" and _has_foreign_dialect(root, error.path)):
                    yield error


def _validate_piece(validator: Validator, piece: Mapping[str, Any]) -> Iterable[ValidationError]:
    """Return up to 2,000 reports about a piece, or only the first if the piece is large."""
    if count_values(piece) <= MAX_PIECE:
        return islice(validator.iter_errors(piece), MOST_ERRORS)
    from jsonschema_rs import ValidationError

    errors = []
    try:
        validator.validate(piece)
    except ValidationError as first:
        errors.append(first)
    return errors


def _is_known_dialect(dialect: str) -> bool:
    """Return whether a dialect of JSON Schema is OpenAPI's own or the standard of 2020-12."""
    return _OURS.match(dialect) is not None


def _has_foreign_dialect(root: object, path: KeyPath) -> bool:
    """Return whether a value is in a schema that declares another dialect."""
    value: Any = root
    for step in path:
        dialect = value.get("$schema") if isinstance(value, dict) else None
        if isinstance(dialect, str) and not _is_known_dialect(dialect):
            return True
        value = value[step]
    return False


def _get_value_at(root: object, path: KeyPath) -> object:
    value: Any = root
    for step in path:
        value = value[step]
    target: object = value
    return target


def _fold_repeats(unplaced: Iterable[_UnplacedViolation]) -> list[_UnplacedViolation]:
    """Merge violations of severity Information with the same message into one that counts them."""
    distinct: list[_UnplacedViolation] = []
    first: dict[str, int] = {}
    more: dict[int, int] = {}
    for each in unplaced:
        if each.severity is Severity.INFORMATION and each.message in first:
            index = first[each.message]
            more[index] = more.get(index, 0) + 1
            continue
        first[each.message] = len(distinct)
        distinct.append(each)
    for index, count in more.items():
        again = "One more place has" if count == 1 else f"{count} more places have"
        message = f"{distinct[index].message} {again} this problem."
        distinct[index] = distinct[index]._replace(message=message)
    return distinct


def _select_worst(unplaced: Sequence[_UnplacedViolation]) -> list[_UnplacedViolation]:
    """Return the most severe violations, up to the number shown, the worst first."""
    return sorted(unplaced, key=lambda each: each.severity)[:MOST_SHOWN]


def is_small_enough(root: object) -> bool:
    """Return whether a document is neither too deep nor too large to be validated."""
    return count_values(root) <= MAX_SIZE


def count_values(root: object) -> int:
    """Return the number of values, aliases expanded; above `MAX_SIZE` if too many or too deep.

    Counting stops above the limit; a document that is too deep counts as too large.
    """
    size = 0
    level: list[Any] = [[root]]
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for value in level:
            size += len(value)
            children = value.values() if type(value) is dict else value
            below += [each for each in children if type(each) is dict or type(each) is list]
            if size > MAX_SIZE:
                return size
        if not below:
            return size
        level = below
    return MAX_SIZE + 1


def split_document(root: Mapping[str, Any], version: str) -> Iterator[Mapping[str, Any]]:
    """Yield the document without its paths and components, then each of these in a document."""
    frame = {"openapi": f"{version}.0", "info": {"title": "", "version": ""}, "paths": {}}
    cut: dict[str, Any] = {}
    below: list[tuple[str, Mapping[str, Any]]] = []
    for key in ("paths", "webhooks"):
        if isinstance(root.get(key), dict):
            cut[key] = {}
            below.append((key, root[key]))
    yield {**root, **cut, **_clear_components(root)}
    for key, held in below:
        for name, value in held.items():
            yield {**frame, key: {name: value}}
    for kind, held in _iter_components(root):
        for name, value in held.items():
            yield {**frame, "components": {kind: {name: value}}}


def _clear_components(root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return `components` with its kinds emptied; an empty object if there are none."""
    empty: dict[str, Any] = {kind: {} for kind, _ in _iter_components(root)}
    return {"components": {**root["components"], **empty}} if empty else {}


def _iter_components(root: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each kind of component with the components of that kind."""
    components = root.get("components")
    for kind, held in components.items() if isinstance(components, dict) else ():
        if isinstance(held, dict):
            yield kind, held
