"""Export the JSON Schema of docs.json from the declarations, for other validators.

The schema accepts every file in which the shape check finds no error. It rejects wrong types,
values that are not allowed and missing keys, as far as JSON Schema can express them. Unknown keys
are only a warning in the shape check, so the schema allows them.

In place of any value, the schema allows an object with the key `$ref` or `sourceRef`: its content
comes from elsewhere, so nothing is required of it.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from docs_lsp.schema.model import DOCS, get_element_record
from docs_lsp.schema.types import (
    Anything,
    Boolean,
    Choice,
    ElementType,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Property,
    Record,
    StringType,
    Type,
)

Schema: TypeAlias = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REFERENCE: Schema = {"$ref": "#/$defs/reference"}
_REFERENCE_KEYS: Schema = {
    "$ref": {
        "type": "string",
        "description": "Path of a JSON file, relative to this one, whose content is inserted here.",
    },
    "sourceRef": {
        "description": "Content of another repository, inserted when the site is deployed."
    },
}


def build_json_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of docs.json."""
    exporter = _Exporter()
    root = exporter.build_record_schema(DOCS)
    return {
        "$schema": DIALECT,
        "title": "docs.json",
        "description": "Settings and navigation of a documentation site.",
        **root,
        "$defs": {
            "reference": {
                "description": "Content of another file or repository.",
                "type": "object",
                "properties": _REFERENCE_KEYS,
                "anyOf": [{"required": [key]} for key in _REFERENCE_KEYS],
            },
            **dict(sorted(exporter.definitions.items())),
        },
    }


class _Exporter:
    """Convert types to schemas and collect shared ones as definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def to_schema(self, type_: Type) -> Schema:
        """Return the schema of a type: a reference if it is named, else inline."""
        if isinstance(type_, ElementType):
            return self.to_schema(get_element_record(type_.kind))
        name = getattr(type_, "name", "")
        if isinstance(type_, Choice) and name:
            # A record may have the same name: `language` is both an element and a choice of codes.
            name += "Value"
        return self.refer_to_definition(name, type_) if name else self.to_inline_schema(type_)

    def refer_to_definition(self, name: str, type_: Type) -> Schema:
        """Return a reference to a definition, which is added if it is missing."""
        if name not in self.definitions:
            # The name is added before the content, because elements contain each other.
            definition = self.definitions[name] = {}
            definition.update(self.to_inline_schema(type_))
        return {"$ref": f"#/$defs/{name}"}

    def to_inline_schema(self, type_: Type) -> Schema:
        """Return the schema of a type without a reference to it, except for an element."""
        match type_:
            case ListOf():
                return self.build_array_schema(type_)
            case MapOf():
                return self.build_map_schema(type_)
            case Record():
                return self.build_record_schema(type_)
            case OneOf():
                return self.build_alternatives_schema(type_)
            case ElementType():
                return self.to_schema(type_)
            case Anything():
                return {}
            case _:
                return {"anyOf": [_build_scalar_schema(type_), _REFERENCE]}

    def build_array_schema(self, type_: ListOf) -> Schema:
        """Return the schema of an array, or of a `$ref` object in its place."""
        array: Schema = {"items": self.to_schema(type_.item)}
        if type_.min_items:
            array["minItems"] = type_.min_items
        if type_.max_items is not None:
            array["maxItems"] = type_.max_items
        # Keywords about items do not apply to objects, so they need no condition.
        return {"type": ["array", "object"], **array, "if": {"type": "object"}, "then": _REFERENCE}

    def build_map_schema(self, type_: MapOf) -> Schema:
        value = self.to_schema(type_.value)
        if type_.keys is None:
            return {"type": "object", "properties": _REFERENCE_KEYS, "additionalProperties": value}
        labelled = {
            key: {**value, "description": type_.keys.labels.get(key, key)}
            for key in type_.keys.values
        }
        return {
            "type": "object",
            "properties": {**labelled, **_REFERENCE_KEYS},
            "propertyNames": {"enum": [*labelled, *_REFERENCE_KEYS]},
        }

    def build_record_schema(self, type_: Record) -> Schema:
        """Return the schema of an object; other keys are allowed, and all may be in a `$ref`."""
        properties = {
            name: self.build_property_schema(known) for name, known in type_.properties.items()
        }
        described: Schema = {"type": "object", "properties": {**properties, **_REFERENCE_KEYS}}
        demands: Schema = {}
        if type_.required:
            demands["required"] = [key for key in type_.required if key not in type_.instead]
        if type_.instead:
            demands["allOf"] = [
                {"anyOf": [{"required": [key]}, {"required": [other]}]}
                for key, other in type_.instead.items()
            ]
        if type_.needs:
            demands["dependentRequired"] = {key: list(more) for key, more in type_.needs.items()}
        if demands:
            described["if"] = {"not": _REFERENCE}
            described["then"] = demands
        return described

    def build_property_schema(self, known: Property) -> Schema:
        schema: Schema = {**self.to_schema(known.type), "description": known.description}
        if known.default is not None:
            schema["default"] = known.default
        if known.deprecated:
            schema["deprecated"] = True
            schema["description"] = f"{known.description} {known.deprecated}"
        return schema

    def build_alternatives_schema(self, type_: OneOf) -> Schema:
        records = [
            alternative for alternative in type_.alternatives if isinstance(alternative, Record)
        ]
        others = [
            self.to_schema(alternative)
            for alternative in type_.alternatives
            if not isinstance(alternative, Record)
        ]
        if not records:
            return {"anyOf": others}
        return _build_any_of_schema([*others, self.build_record_choice_schema(type_, records)])

    def build_record_choice_schema(self, type_: OneOf, records: list[Record]) -> Schema:
        """Return the schema of one of several records, chosen as in `OneOf.choose`."""
        first = records[0]
        schema = _build_any_of_schema(
            [
                self.to_schema(first),
                *(self.build_distinct_record_schema(record, first) for record in records[1:]),
            ]
        )
        for value, chosen in type_.cases.items():
            condition: Schema = {
                "required": [type_.discriminator],
                "properties": {str(type_.discriminator): {"const": value}},
            }
            schema = {"if": condition, "then": self.to_schema(chosen), "else": schema}
        return schema

    def build_distinct_record_schema(self, distinct_type: Record, first: Record) -> Schema:
        """Return the schema of a record that applies only if one of its own keys is present."""
        own = [key for key in distinct_type.properties if key not in first.properties]
        if not own:
            return self.to_schema(distinct_type)
        return {**self.to_schema(distinct_type), "anyOf": [{"required": [key]} for key in own]}


def _build_scalar_schema(type_: StringType | Choice | Boolean | NumberType) -> Schema:
    match type_:
        case StringType():
            return _build_string_schema(type_)
        case Choice():
            return {"type": "string", "examples" if type_.open else "enum": list(type_.values)}
        case Boolean():
            return {"type": "boolean"} if type_.only is None else {"const": type_.only}
        case NumberType():
            return {"type": "number"}
        case _:
            assert_never(type_)


def _build_string_schema(type_: StringType) -> Schema:
    patterns = [f"^{type_.prefix}"] if type_.prefix else []
    patterns += type_.patterns
    schema: Schema = {"type": "string"}
    if type_.min_length:
        schema["minLength"] = type_.min_length
    if len(patterns) == 1:
        schema["pattern"] = patterns[0]
    elif patterns:
        schema["allOf"] = [{"pattern": pattern} for pattern in patterns]
    return schema


def _build_any_of_schema(schemas: list[Schema]) -> Schema:
    """Return a schema that accepts what any of some schemas accepts; a single one as it is."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
