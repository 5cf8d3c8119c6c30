"""How bad a mistake in a specification is.

An Error is what cannot be read, or what has to be left out because of it. A Warning is what readers
will miss or misunderstand. What is against the schema and costs nothing is an Information: it is so
frequent in specifications that work well that more would be noise.
"""

from __future__ import annotations

from docs_lsp.nearest import nearest
from docs_lsp.openapi_schema.mistakes import Mistake, MistakeKind
from docs_lsp.openapi_schema.validators import METHODS, known_keys, known_since
from docs_lsp.problem import Severity

_IDENTIFYING = frozenset(("in", "name", "type", "scheme", "flows", "openIdConnectUrl"))
"""Keys without which a parameter or a security scheme is none."""
_SHOWN = frozenset(("title", "name", "url", "content", "schema", "propertyName"))
"""Keys without which readers miss something."""
_HOLDERS = frozenset(
    ("properties", "items", "allOf", "anyOf", "oneOf", "not", "additionalProperties")
)
"""Keys of a schema that hold other schemas."""


def grade(mistake: Mistake, value: object, version: str) -> Severity:
    """How bad a mistake is, given the value that its path leads to."""
    match mistake.fault:
        case MistakeKind.TYPE:
            return _type(mistake, value)
        case MistakeKind.VALUE:
            return _value(mistake)
        case MistakeKind.MISSING:
            return _missing(mistake)
        case MistakeKind.UNKNOWN:
            return _unknown(mistake, value, version)
        case MistakeKind.TOGETHER if len(mistake.values) > 1:
            return Severity.WARNING
        case _:
            return Severity.INFORMATION


def _type(mistake: Mistake, value: object) -> Severity:
    wanted = set(mistake.values)
    if value is None and mistake.part != "operation":
        return Severity.INFORMATION  # Nothing stands there, so nothing is lost.
    if mistake.part == "schema" and mistake.last == "type":
        return Severity.INFORMATION if isinstance(value, list) else Severity.WARNING
    if wanted & {"array", "object"} or isinstance(value, dict | list):
        is_schema = "object" in wanted or mistake.last in _HOLDERS
        return Severity.ERROR if is_schema or mistake.part != "schema" else Severity.WARNING
    is_read_as_text = wanted == {"string"} and isinstance(value, int | float)
    return Severity.INFORMATION if is_read_as_text else Severity.WARNING


def _value(mistake: Mistake) -> Severity:
    if mistake.last == "required":
        return Severity.INFORMATION
    return Severity.ERROR if _identifies(mistake.part, mistake.last) else Severity.WARNING


def _missing(mistake: Mistake) -> Severity:
    key = mistake.values[0]
    if _identifies(mistake.part, key):
        return Severity.ERROR
    return Severity.WARNING if key in _SHOWN and mistake.part != "license" else Severity.INFORMATION


def _identifies(part: str, key: object) -> bool:
    is_identified = part.startswith("parameter") or "securityscheme" in part
    return is_identified and key in _IDENTIFYING


def _unknown(mistake: Mistake, value: object, version: str) -> Severity:
    key = str(mistake.values[0])
    if mistake.part == "paths":
        return Severity.ERROR
    if mistake.part == "responses":
        return Severity.WARNING
    if mistake.part == "pathitem" and (near := nearest(key, METHODS)):
        lost = isinstance(value, dict) and isinstance(value.get(key), dict) and key.lower() != near
        return Severity.ERROR if lost else Severity.WARNING
    if mistake.part == "reference" or known_since(mistake.part, key, version):
        return Severity.INFORMATION
    near = nearest(key, known_keys(version, mistake.part))
    return Severity.WARNING if near else Severity.INFORMATION
