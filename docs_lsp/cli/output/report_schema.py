"""The JSON Schema of `check --format json`: the contract of `json`, for its readers.

Objects are open, because fields may be added within version 1.
"""

from __future__ import annotations

from typing import Any

from docs_lsp.cli.output.json import VERSION
from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.shared_causes import IN_REPORTS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema."""
_COUNTS = {
    "sites": "Number of checked sites.",
    "problems": "Number of findings.",
    "errors": "Number of errors.",
    "warnings": "Number of warnings.",
    "information": "Number of findings of severity `information`.",
    "hints": "Number of hints.",
    "baseline": "Number of further findings that a baseline leaves out.",
}
_FILE = {"$ref": "#/$defs/file"}
_RANGE = {"$ref": "#/$defs/range"}


def build_report_schema() -> dict[str, Any]:
    """Return the JSON Schema of `docs-lsp check --format json`, version 1."""
    return {
        "$schema": DRAFT,
        "title": "docs-lsp check --format json",
        **object_schema(
            version={"const": VERSION},
            findings=array_schema({"$ref": "#/$defs/finding"}),
            summary=object_schema(
                **{
                    name: {"type": "integer", "minimum": 0, "description": about}
                    for name, about in _COUNTS.items()
                }
            ),
        ),
        "$defs": {
            "finding": _build_finding_schema(),
            "cause": _build_cause_schema(),
            "fix": _build_fix_schema(),
            "change": {"oneOf": list(_build_change_schemas())},
            "file": string_schema(
                "Relative to the folder that was given; to a file's own folder if a file was "
                "given; to the working folder if several paths were given."
            ),
            "range": object_schema(
                start={"$ref": "#/$defs/position"}, end={"$ref": "#/$defs/position"}
            )
            | {"description": "From the first character to the position after the last."},
            "position": object_schema(
                line={"type": "integer", "minimum": 1}, column={"type": "integer", "minimum": 1}
            )
            | {"description": "Both count from 1, columns in Unicode code points."},
        },
    }


def _build_finding_schema() -> dict[str, Any]:
    return object_schema(
        rule=string_schema(
            "The rule's name, as `docs-lsp rules` lists it; `settings-error` for a mistake in "
            "docs-lsp.toml or in a file that it names."
        ),
        severity={"enum": [severity.name.lower() for severity in Severity]},
        file=_FILE,
        range=_RANGE,
        pointer={
            "type": ["string", "null"],
            "description": "The JSON pointer of the value; null in pages and specifications.",
        },
        message=string_schema("The fault, the reason and the remedy."),
        related=array_schema(
            object_schema(file=_FILE, range=_RANGE, message={"type": "string"}),
            "Other places that explain the finding.",
        ),
        fixes=array_schema({"$ref": "#/$defs/fix"}, "Alternative fixes, the best first."),
        cause={
            **nullable_schema({"$ref": "#/$defs/cause"}),
            "description": "What it has in common with other findings; null if nothing.",
        },
    )


def _build_cause_schema() -> dict[str, Any]:
    return object_schema(
        id=string_schema(
            "Identical in all findings with this cause; it does not change if lines move."
        ),
        kind={
            "enum": [kind.value for kind in IN_REPORTS],
            "description": "`target`: they name one address. `folder`: they name addresses of one "
            "folder, which does not exist or has moved. `copies`: they are in copies of one file, "
            "or name copies of one, below several versions or languages.",
        },
        target=string_schema(
            "The address, the folder, or the path without its version or language."
        ),
        count={
            "type": "integer",
            "minimum": 1,
            "description": "Number of findings with this cause.",
        },
    )


def _build_fix_schema() -> dict[str, Any]:
    return object_schema(
        title={"type": "string"},
        safe={"type": "boolean", "description": "Whether it can be applied without asking."},
        preferred={"type": "boolean", "description": "Whether it is the recommended one."},
        changes=array_schema(
            {"$ref": "#/$defs/change"},
            "To be made together; all ranges are those before any change.",
        ),
    )


def _build_change_schemas() -> tuple[dict[str, Any], ...]:
    return (
        object_schema(kind={"const": "edit"}, file=_FILE, range=_RANGE, new={"type": "string"}),
        object_schema(kind={"const": "create"}, file=_FILE, content={"type": "string"}),
        object_schema(kind={"const": "move"}, file=_FILE, to=_FILE),
        object_schema(kind={"const": "delete"}, file=_FILE),
    )


def object_schema(**properties: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with these properties, and maybe others."""
    return {"type": "object", "required": list(properties), "properties": properties}


def array_schema(items: dict[str, Any], about: str = "") -> dict[str, Any]:
    """Return the schema of an array."""
    shape = {"type": "array", "items": items}
    return {**shape, "description": about} if about else shape


def nullable_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of null or of what another schema allows."""
    return {"oneOf": [{"type": "null"}, schema]}


def string_schema(about: str) -> dict[str, Any]:
    """Return the schema of a string."""
    return {"type": "string", "description": about}
