"""Loads the OpenAPI schemas as validators.

`schemas` contains them as published by the OpenAPI Initiative. Two things are changed when they are
loaded:

* The schema of 3.0 has a reference as one of several alternatives, so that a deep error would be
  reported as "matches none of them" at every level above. Here an object is a reference if it has
  `$ref`, as in 3.1, and errors are reported where they are.
* The schemas of 3.1 and 3.2 do not check schema objects. Here these are JSON Schema of 2020-12,
  unless the document says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema_rs import Validator

HTTP_METHODS = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE")


VERSIONS = ("3.0", "3.1", "3.2")
METHODS = tuple(map(str.lower, HTTP_METHODS))

_SCHEMAS = Path(__file__).with_name("schemas")
_JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
_REFERENCE = {"$ref": "#/definitions/Reference"}
_SINCE_3_1 = frozenset(
    (
        *("$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$schema"),
        *("const", "contains", "contentEncoding", "contentMediaType", "contentSchema"),
        *("dependentRequired", "dependentSchemas", "else", "examples", "if", "maxContains"),
        *("minContains", "patternProperties", "prefixItems", "propertyNames", "then"),
        *("unevaluatedItems", "unevaluatedProperties"),
    )
)
"""Keys that a schema object can have since it is a JSON Schema."""


_MOST_CACHED = 2
"""The number of cached validators, since few sites use more versions.

Each takes up to 2.5 MB, and hours of work in a specification use all versions with and without
schemas.
"""


@lru_cache(maxsize=_MOST_CACHED)
def load_validator(version: str, *, with_schemas: bool = True) -> Validator | None:
    """Return the validator of documents of a version such as `3.1`, or None if it is unknown.

    Creating it takes some 10 ms. `with_schemas` also checks schema objects.
    """
    import jsonschema_rs

    schema = _load_schema(version)
    if schema is None:
        return None
    if "$defs" not in schema:
        return jsonschema_rs.validator_for(schema, validate_formats=False)
    entry: dict[str, Any] = {"$schema": _JSON_SCHEMA, "$ref": schema["$id"]}
    if with_schemas:
        entry["$id"] = "urn:docs-lsp:openapi"
        entry["$defs"] = {"schema": {"$dynamicAnchor": "meta", "$ref": _JSON_SCHEMA}}
    known = jsonschema_rs.Registry([(schema["$id"], schema)])
    return jsonschema_rs.validator_for(entry, registry=known, offline=True)


@lru_cache(maxsize=_MOST_CACHED)
def _load_schema(version: str) -> dict[str, Any] | None:
    """Return the schema of a version, as of draft 7 or later; None for an unknown version."""
    if version not in VERSIONS:
        return None
    schema: dict[str, Any] = json.loads(_SCHEMAS.joinpath(f"v{version}.json").read_bytes())
    return schema if "$defs" in schema else _modernize_schema(schema)


@cache
def list_allowed_keys(version: str, object_kind: str) -> frozenset[str]:
    """Return the keys that OpenAPI allows in an object such as `operation`; empty if unknown."""
    root = _load_schema(version)
    if root is None:
        return frozenset()
    if not object_kind:
        return frozenset(_collect_keys(root, {**root, "$defs": {}}))
    definitions = root.get("$defs") or root["definitions"]
    own = [each for name, each in definitions.items() if normalize_object_kind(name) == object_kind]
    return frozenset(key for each in own for key in _collect_keys(root, each))


def collect_required_keys(version: str, steps: Iterable[str | int]) -> tuple[str, ...]:
    """Return the first required key of each alternative at a path; empty if one has none."""
    node: Any = _load_schema(version) or {}
    for step in steps:
        node = node.get(step, {}) if isinstance(node, dict) else {}
    demanded = [each.get("required") for each in node]
    return tuple(keys[0] for keys in demanded) if all(demanded) else ()


def find_later_version(object_kind: str, key: str, version: str) -> str | None:
    """Return the first later version that allows a key in a kind of object, or None."""
    if object_kind == "schema" and version == "3.0" and key in _SINCE_3_1:
        return "3.1"
    later = VERSIONS[VERSIONS.index(version) + 1 :]
    return next((each for each in later if key in list_allowed_keys(each, object_kind)), None)


def normalize_object_kind(name: str) -> str:
    """Return one spelling for names of kinds: 3.0 has `PathItem`, 3.1 `path-item`."""
    return name.replace("-", "").lower()


def _modernize_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of 3.0, written in draft 4, as draft 7."""
    own: dict[str, Any] = _rewrite_node(schema)
    own["$schema"] = "http://json-schema.org/draft-07/schema#"
    own["$id"] = own.pop("id", "")
    return own


def _rewrite_node(node: Any) -> Any:
    """Return a part of the schema of 3.0 in the keywords of draft 7."""
    if isinstance(node, list):
        return [_rewrite_node(each) for each in node]
    if not isinstance(node, dict):
        return node
    own: dict[str, Any] = {key: _rewrite_node(value) for key, value in node.items()}
    if own.get("exclusiveMinimum") is True:
        own["exclusiveMinimum"] = own.pop("minimum")
    alternatives = own.get("oneOf")
    if isinstance(alternatives, list) and _REFERENCE in alternatives:
        del own["oneOf"]
        others = [each for each in alternatives if each != _REFERENCE]
        has_ref = {"type": "object", "required": ["$ref"]}
        own |= {"if": has_ref, "then": _REFERENCE, "else": _choose_schema(others)}
    return own


def _choose_schema(alternatives: list[Any]) -> Any:
    """Return the first alternative that is not boolean, in an `if` if a boolean is allowed too."""
    boolean = {"type": "boolean"}
    main = next(each for each in alternatives if each != boolean)
    return {"if": boolean, "else": main} if boolean in alternatives else main


def _collect_keys(root: dict[str, Any], schema: Any) -> Iterator[str]:
    """Yield the keys for which a schema, or another one for the same value, has properties."""
    if not isinstance(schema, dict):
        return
    yield from schema.get("properties", ())
    beside = [schema.get("then"), schema.get("else"), _resolve_ref(root, schema.get("$ref"))]
    beside += schema.get("dependentSchemas", {}).values()
    for name in ("allOf", "anyOf", "oneOf"):
        beside += schema.get(name, ())
    for each in beside:
        yield from _collect_keys(root, each)


def _resolve_ref(root: dict[str, Any], ref: object) -> Any:
    """Return the target of a `$ref` within the schema, {} if missing; None for other values."""
    if not isinstance(ref, str) or not ref.startswith("#/"):
        return None
    target: Any = root
    for step in ref[2:].split("/"):
        target = target.get(step, {})
    return target
