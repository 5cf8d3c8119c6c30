"""The JSON Schema of `mcp-preview report --format json`.

It is here, and not in the preview, so that `docs-lsp schema` prints it without the preview's
packages. Objects are open, because fields may be added within version 1.
"""

from __future__ import annotations

from typing import Any

from docs_lsp.cli.output.report_schema import (
    DRAFT,
    list_schema,
    nullable_schema,
    object_schema,
    text_schema,
)

_COUNT = {"type": "integer", "minimum": 0}
_RANK = {"type": ["integer", "null"], "minimum": 1}
_FLAG = {"type": "boolean"}
_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_NAMES = list_schema(_TEXT)
_ALWAYS = ("version", "site", "viewer", "about", "findings", "costs", "questions", "queries")
"""The keys that `--questions-only` prints as well."""


def build_preview_report_schema() -> dict[str, Any]:
    """Return the schema of version 1."""
    schema = object_schema(
        version={"const": 1},
        site=text_schema("The name in docs.json."),
        folder=text_schema("The full path of the folder of docs.json."),
        trouble=text_schema("Why docs.json cannot be read completely; empty if it can."),
        access=object_schema(mode=_TEXT, enabled=_FLAG, assumed=_FLAG, notice=_TEXT),
        viewer=text_schema("The reader that the report is for, as `--as` names it."),
        indexed=list_schema(_build_indexed_page(), "The pages that search finds."),
        leftOut=list_schema(_build_excluded_page(), "The pages that search does not find."),
        others=list_schema(_build_excluded_page(), "Files that are not pages."),
        about=text_schema("What was measured."),
        findings=nullable_schema(list_schema(_build_finding())),
        costs=nullable_schema(_build_costs()),
        questions=nullable_schema(_build_questions()),
        queries=nullable_schema(_build_queries()),
    )
    return {
        "$schema": DRAFT,
        "title": "mcp-preview report --format json",
        **schema,
        "required": list(_ALWAYS),
    }


def _build_indexed_page() -> dict[str, Any]:
    return object_schema(
        path=text_schema("The page path."),
        url=text_schema("The address from the root of the site."),
        file=_TEXT_OR_NULL,
        title=_TEXT,
        language=_TEXT_OR_NULL,
        version=_TEXT_OR_NULL,
        versions=_NAMES,
        boost={"type": "number", "description": "The factor of its score."},
        breadcrumbs=list_schema(_TEXT, "The titles of the elements around it."),
        public=_FLAG,
        audience=text_schema("Who may see it."),
        content={"enum": ["text", "empty", "refused"]},
        why=text_schema("Why it has no text; empty if it has."),
        line={**_COUNT, "description": "The line of the fault, from 1; 0 without one."},
    )


def _build_excluded_page() -> dict[str, Any]:
    return object_schema(
        path=_TEXT,
        url=_TEXT_OR_NULL,
        file=_TEXT_OR_NULL,
        reason=text_schema("The name of the reason."),
        detail=text_schema("The reason in words."),
        where=text_schema("The file that the reason is in; may be empty."),
        line=_COUNT,
    )


def _build_finding() -> dict[str, Any]:
    place = object_schema(
        paths=_NAMES, file=_TEXT_OR_NULL, detail=_TEXT, instead=_NAMES, line=_COUNT, column=_COUNT
    )
    return object_schema(kind=_TEXT, message=_TEXT, pages=list_schema(place))


def _build_costs() -> dict[str, Any]:
    cost = object_schema(usual={**_COUNT, "description": "The median."}, most=_COUNT)
    return object_schema(unit=_TEXT, search=cost, read=cost)


def _build_questions() -> dict[str, Any]:
    question = {
        "question": _TEXT,
        "page": list_schema(_TEXT, "The pages that answer it."),
        "language": _TEXT_OR_NULL,
        "version": _TEXT_OR_NULL,
        "as": text_schema("The reader who asks."),
    }
    above = object_schema(rank=_RANK, path=_TEXT, title=_TEXT, url=_TEXT, why=_TEXT)
    rank = object_schema(
        **question,
        line=_COUNT,
        rank={**_RANK, "description": "null: not among the hits that count."},
        above=list_schema(above, "The hits above its page."),
        trouble=text_schema("Why its page cannot be found at all; may be empty."),
        elsewhere=_TEXT,
    )
    change = object_schema(**question, before=_RANK, now=_RANK, lost=_FLAG, why=_TEXT)
    comparison = object_schema(
        against=text_schema("The file or revision that is compared with."),
        compared=_COUNT,
        lost=_COUNT,
        changes=list_schema(change),
        pagesEntered=_NAMES,
        pagesLeft=_NAMES,
    )
    return object_schema(
        source=text_schema("The file of the questions."),
        foundAmong={**_COUNT, "description": "The number of hits that count as found."},
        found={"type": "number", "description": "The percentage that is found."},
        ranks=list_schema(rank),
        unknownWords=list_schema(_build_unknown_word()),
        comparisons=list_schema(comparison),
    )


def _build_queries() -> dict[str, Any]:
    return object_schema(
        searches=_COUNT,
        queries={**_COUNT, "description": "The number of different queries."},
        nothingFound=list_schema(object_schema(text=_TEXT, times=_COUNT)),
        unknownWords=list_schema(_build_unknown_word()),
    )


def _build_unknown_word() -> dict[str, Any]:
    return object_schema(word=_TEXT, times=_COUNT, example=_TEXT)
