"""The parts of SARIF 2.1.0 that reports use, as a JSON Schema: all that may stand there.

No package for Python ships the schema of the standard, so this one was made by reading it, and is
stricter: every object holds what is listed here and nothing else.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

LEVEL: Json = {"enum": ["none", "note", "warning", "error"]}
NUMBER: Json = {"type": "integer", "minimum": 1}
TEXT: Json = {"type": "string", "minLength": 1}


def of(needed: Json, /, **optional: Json) -> Json:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "required": list(needed),
        "properties": {**needed, **optional},
        "additionalProperties": False,
    }


def some(items: Json, least: int = 1, most: int = 25_000) -> Json:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


MESSAGE = of({"text": TEXT})
ARTIFACT = of(
    {
        "uri": {"type": "string", "format": "uri-reference", "pattern": "^[^\\\\ ]+$"},
        "uriBaseId": {"const": "%SRCROOT%"},
    }
)
REGION = of({"startLine": NUMBER, "startColumn": NUMBER}, endLine=NUMBER, endColumn=NUMBER)
PLACE = of({"artifactLocation": ARTIFACT, "region": REGION})
LOCATION = of(
    {"physicalLocation": PLACE},
    logicalLocations=some(of({"fullyQualifiedName": TEXT})),
)
RELATED = of(
    {
        "id": {"type": "integer", "minimum": 0},
        "physicalLocation": PLACE,
        "message": MESSAGE,
    }
)
REPLACEMENT = of({"deletedRegion": REGION}, insertedContent=MESSAGE)
FIX = of(
    {
        "description": MESSAGE,
        "artifactChanges": some(
            of({"artifactLocation": ARTIFACT, "replacements": some(REPLACEMENT)})
        ),
        "properties": of({"safe": {"type": "boolean"}}),
    }
)
RESULT = of(
    {
        "ruleId": TEXT,
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": MESSAGE,
        "locations": some(LOCATION, most=1),
        "partialFingerprints": of({"docsLsp/v1": {"pattern": "^[0-9a-f]{32}:[1-9][0-9]*$"}}),
    },
    relatedLocations=some(RELATED, most=100),
    fixes=some(FIX),
)
RULE = of(
    {
        "id": {**TEXT, "maxLength": 255},
        "shortDescription": of({"text": {**TEXT, "maxLength": 1024}}),
        "fullDescription": of({"text": {**TEXT, "maxLength": 1024}}),
        "help": of({"text": TEXT, "markdown": TEXT}),
        "defaultConfiguration": of({"enabled": {"type": "boolean"}, "level": LEVEL}),
        "properties": of(
            {
                "tags": {**some(TEXT, most=10), "uniqueItems": True},
                "problem.severity": {"enum": ["error", "warning", "recommendation"]},
            }
        ),
    }
)
NOTIFICATION = of({"level": LEVEL, "message": MESSAGE}, locations=some(LOCATION))
RUN = of(
    {
        "tool": of(
            {"driver": of({"name": TEXT, "semanticVersion": TEXT, "rules": some(RULE, least=0)})}
        ),
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "newlineSequences": {**some(TEXT), "uniqueItems": True},
        "originalUriBaseIds": of({"%SRCROOT%": of({"description": MESSAGE})}),
        "invocations": some(
            of(
                {"executionSuccessful": {"type": "boolean"}},
                toolConfigurationNotifications=some(NOTIFICATION),
                toolExecutionNotifications=some(NOTIFICATION),
            ),
            most=1,
        ),
        "results": some(RESULT, least=0),
    }
)
LOG: Json = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **of({"$schema": TEXT, "version": {"const": "2.1.0"}, "runs": some(RUN, most=20)}),
}
