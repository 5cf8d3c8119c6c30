"""Chooses the severity of violations in a specification.

An Error is content that cannot be read, or that must be left out because of it. A Warning is
content that readers will miss or misunderstand. Violations without consequences are an Information:
they are so frequent in specifications that work well that more would be noise.
"""

from __future__ import annotations

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.problem import Severity
from docs_lsp.openapi_schema.schema_errors import SchemaError, SchemaErrorKind
from docs_lsp.openapi_schema.validators import METHODS, find_later_version, list_allowed_keys

_IDENTIFYING = frozenset(("in", "name", "type", "scheme", "flows", "openIdConnectUrl"))
"""Keys that a parameter or a security scheme cannot do without."""
_SHOWN = frozenset(("title", "name", "url", "content", "schema", "propertyName"))
"""Keys whose absence readers notice."""
_HOLDERS = frozenset(
    ("properties", "items", "allOf", "anyOf", "oneOf", "not", "additionalProperties")
)
"""Keys of a schema that contain other schemas."""


def choose_severity(error: SchemaError, value: object, version: str) -> Severity:
    """Return the severity of a violation, given the value at its path."""
    match error.kind:
        case SchemaErrorKind.TYPE:
            return _choose_type_severity(error, value)
        case SchemaErrorKind.VALUE:
            return _choose_value_severity(error)
        case SchemaErrorKind.MISSING:
            return _choose_missing_key_severity(error)
        case SchemaErrorKind.UNKNOWN:
            return _choose_unknown_key_severity(error, value, version)
        case SchemaErrorKind.TOGETHER if len(error.values) > 1:
            return Severity.WARNING
        case _:
            return Severity.INFORMATION


def _choose_type_severity(error: SchemaError, value: object) -> Severity:
    wanted = set(error.values)
    if value is None and error.object_kind != "operation":
        return Severity.INFORMATION  # The value is empty, so nothing is lost.
    if error.object_kind == "schema" and error.last == "type":
        return Severity.INFORMATION if isinstance(value, list) else Severity.WARNING
    if wanted & {"array", "object"} or isinstance(value, dict | list):
        is_schema = "object" in wanted or error.last in _HOLDERS
        return Severity.ERROR if is_schema or error.object_kind != "schema" else Severity.WARNING
    is_read_as_text = wanted == {"string"} and isinstance(value, int | float)
    return Severity.INFORMATION if is_read_as_text else Severity.WARNING


def _choose_value_severity(error: SchemaError) -> Severity:
    if error.last == "required":
        return Severity.INFORMATION
    return Severity.ERROR if _identifies(error.object_kind, error.last) else Severity.WARNING


def _choose_missing_key_severity(error: SchemaError) -> Severity:
    key = error.values[0]
    if _identifies(error.object_kind, key):
        return Severity.ERROR
    return (
        Severity.WARNING
        if key in _SHOWN and error.object_kind != "license"
        else Severity.INFORMATION
    )


def _identifies(object_kind: str, key: object) -> bool:
    """Return whether a key tells which parameter or security scheme an object describes."""
    is_identified = object_kind.startswith("parameter") or "securityscheme" in object_kind
    return is_identified and key in _IDENTIFYING


def _choose_unknown_key_severity(error: SchemaError, value: object, version: str) -> Severity:
    key = str(error.values[0])
    if error.object_kind == "paths":
        return Severity.ERROR
    if error.object_kind == "responses":
        return Severity.WARNING
    if error.object_kind == "pathitem" and (near := find_nearest_name(key, METHODS)):
        lost = isinstance(value, dict) and isinstance(value.get(key), dict) and key.lower() != near
        return Severity.ERROR if lost else Severity.WARNING
    if error.object_kind == "reference" or find_later_version(error.object_kind, key, version):
        return Severity.INFORMATION
    near = find_nearest_name(key, list_allowed_keys(version, error.object_kind))
    return Severity.WARNING if near else Severity.INFORMATION
