"""The JSON Schema of `check --format json`: the contract of `json`, for whoever reads it.

Objects are open, because fields may be added within version 1.
"""

from __future__ import annotations

from typing import Any

from docs_lsp.cli.output.json import VERSION
from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.causes import CauseKind

_COUNTS = {
    "sites": "How many sites were checked.",
    "problems": "How many findings there are.",
    "errors": "How many of them are errors.",
    "warnings": "How many of them are warnings.",
    "information": "How many of them are information.",
    "hints": "How many of them are hints.",
    "baseline": "How many more findings a baseline leaves out.",
}
_FILE = {"$ref": "#/$defs/file"}
_RANGE = {"$ref": "#/$defs/range"}


def report_schema() -> dict[str, Any]:
    """The schema of version 1."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "docs-lsp check --format json",
        **_object(
            version={"const": VERSION},
            findings=_list({"$ref": "#/$defs/finding"}),
            summary=_object(
                **{
                    name: {"type": "integer", "minimum": 0, "description": about}
                    for name, about in _COUNTS.items()
                }
            ),
        ),
        "$defs": {
            "finding": _finding(),
            "cause": _cause(),
            "fix": _fix(),
            "change": {"oneOf": list(_changes())},
            "file": _text(
                "From the folder that was given; from a file's own folder when a file was given; "
                "from the working folder when several paths were given."
            ),
            "range": _object(start={"$ref": "#/$defs/position"}, end={"$ref": "#/$defs/position"})
            | {"description": "From the first character to the position after the last."},
            "position": _object(
                line={"type": "integer", "minimum": 1},
                column={"type": "integer", "minimum": 1},
            )
            | {"description": "Both count from 1, columns in Unicode code points."},
        },
    }


def _finding() -> dict[str, Any]:
    return _object(
        rule=_text(
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
        message=_text("The fault, the reason and the remedy."),
        related=_list(
            _object(file=_FILE, range=_RANGE, message={"type": "string"}),
            "Second places that explain the finding.",
        ),
        fixes=_list({"$ref": "#/$defs/fix"}, "What would fix it: one of these, the best first."),
        cause={
            "oneOf": [{"type": "null"}, {"$ref": "#/$defs/cause"}],
            "description": "What it shares with other findings; null where that is nothing.",
        },
    )


def _cause() -> dict[str, Any]:
    return _object(
        id=_text("Identical in all findings with this cause; it stays when lines move."),
        kind={
            "enum": [kind.value for kind in CauseKind],
            "description": "`target`: they name one address. `folder`: they name addresses of one "
            "folder, which is not there or has moved. `copies`: they are in copies of one file, or "
            "name copies of one, below several versions or languages.",
        },
        target=_text("The address, the folder, or the path without its version or language."),
        count={"type": "integer", "minimum": 1, "description": "How many findings have it."},
    )


def _fix() -> dict[str, Any]:
    return _object(
        title={"type": "string"},
        safe={"type": "boolean", "description": "Whether it may be made without asking."},
        preferred={"type": "boolean", "description": "Whether it is the obvious one."},
        changes=_list({"$ref": "#/$defs/change"}, "To be made together, all counted before any."),
    )


def _changes() -> tuple[dict[str, Any], ...]:
    return (
        _object(kind={"const": "edit"}, file=_FILE, range=_RANGE, new={"type": "string"}),
        _object(kind={"const": "create"}, file=_FILE, content={"type": "string"}),
        _object(kind={"const": "move"}, file=_FILE, to=_FILE),
        _object(kind={"const": "delete"}, file=_FILE),
    )


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


def _list(items: dict[str, Any], about: str = "") -> dict[str, Any]:
    shape = {"type": "array", "items": items}
    return {**shape, "description": about} if about else shape


def _text(about: str) -> dict[str, Any]:
    return {"type": "string", "description": about}
