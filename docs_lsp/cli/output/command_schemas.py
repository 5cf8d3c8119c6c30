"""The JSON Schemas of `--format json`: `diff`, `url`, `translations`, and `mcp-preview report`.

That of the preview is here, and not in the preview, so that `docs-lsp schema` prints it without the
preview's packages. Objects are open, because fields may be added within version 1.
"""

from __future__ import annotations

from typing import Any

from docs_lsp.cli.output.report_schema import (
    DRAFT,
    array_schema,
    nullable_schema,
    object_schema,
    string_schema,
)
from docs_lsp.site.summaries.address_card import AddressOutcome

_VERSION = {"const": 1}
_COUNT = {"type": "integer", "minimum": 0}
_RANK = {"type": ["integer", "null"], "minimum": 1}
_FLAG = {"type": "boolean"}
_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_ADDRESS = string_schema("An address of the site, with its first slash.")
_NAMES = array_schema(_TEXT)
_LINKED_FROM = array_schema(_TEXT, "The files that link to it now.")
_ALWAYS = ("version", "site", "viewer", "about", "findings", "costs", "questions", "queries")
"""The keys of the preview's report that `--questions-only` prints as well."""


def build_diff_schema() -> dict[str, Any]:
    """Return the schema of `docs-lsp diff --format json`."""
    redirect = object_schema(source=_ADDRESS, destination=_TEXT)
    changed = object_schema(address=_ADDRESS, was=_TEXT, now=_TEXT)
    lost = object_schema(
        address=_ADDRESS,
        was=string_schema("The file, operation or URL that it opened."),
        linked_from=_LINKED_FROM,
        redirects=array_schema(redirect, "The redirects that fix it."),
    )
    rank = {"type": "object", "description": "The ranks of one question in both states."}
    questions = object_schema(compared=_COUNT, lost=_COUNT, changes=array_schema(rank))
    compared = object_schema(
        version=_VERSION,
        before=string_schema("The name of the earlier state."),
        after=string_schema("The name of the later state."),
        lost=array_schema(lost, "Addresses that worked and no longer do."),
        doubtful=array_schema(_ADDRESS, "Addresses that may no longer work."),
        taken=array_schema(changed, "Addresses of pages that now open something else."),
        headings=array_schema(
            object_schema(address=_ADDRESS, linked_from=_LINKED_FROM),
            "Removed headings that are still linked to.",
        ),
        moved=array_schema(object_schema(old=_ADDRESS, new=_ADDRESS), "Pages with a new address."),
        added=array_schema(_ADDRESS),
        removed=array_schema(_ADDRESS),
        editions=array_schema(changed, "Pages whose language or version changed."),
        titles=array_schema(changed),
        found=array_schema(_ADDRESS, "Addresses that search finds only now."),
        unfound=array_schema(_ADDRESS, "Addresses that search no longer finds."),
        redirects=array_schema(redirect, "All redirects that fix something, each once."),
        questions=nullable_schema(questions),
    )
    reason = string_schema("Why there is nothing to compare.")
    nothing = object_schema(version=_VERSION, not_compared=reason)
    return {"$schema": DRAFT, "title": "docs-lsp diff --format json", "oneOf": [compared, nothing]}


def build_url_schema() -> dict[str, Any]:
    """Return the schema of `docs-lsp url --format json`."""
    place: dict[str, Any] = {
        "file": _TEXT,
        "line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1},
    }
    address = object_schema(
        address=string_schema("The address as entered."),
        count={"type": "integer", "minimum": 1},
        outcome={"enum": [outcome.value for outcome in AddressOutcome]},
        certain=_FLAG,
        path=_TEXT,
        redirects=array_schema(object_schema(source=_TEXT, destination=_TEXT, **place)),
        page=nullable_schema(object_schema(path=_TEXT, file=_TEXT_OR_NULL, title=_TEXT_OR_NULL)),
        target=_TEXT_OR_NULL,
        listings=array_schema(object_schema(trail=_NAMES, **place), "The entries that list it."),
        languages=_NAMES,
        versions=_NAMES,
        public={"type": ["boolean", "null"]},
        groups=array_schema(_TEXT, "The groups of readers who may see it."),
        search=nullable_schema(object_schema(found=_FLAG, why=_TEXT)),
        missingAnchor=_TEXT_OR_NULL,
        near=array_schema(_TEXT, "Suggested addresses."),
    )
    return {
        "$schema": DRAFT,
        "title": "docs-lsp url --format json",
        **object_schema(version=_VERSION, addresses=array_schema(address)),
    }


def build_translations_schema() -> dict[str, Any]:
    """Return the schema of `docs-lsp translations --format json`."""
    behind = object_schema(
        commits={"type": ["integer", "null"]},
        atLeast=_FLAG,
        since=_TEXT_OR_NULL,
        was=_TEXT_OR_NULL,
        uncommitted=_FLAG,
        stamp=_FLAG,
    )
    difference = object_schema(
        what=_TEXT, original={"type": "integer"}, translation={"type": "integer"}
    )
    page = object_schema(
        language=_TEXT,
        page=_TEXT,
        file=_TEXT_OR_NULL,
        original=_TEXT,
        originalFile=_TEXT_OR_NULL,
        missing=_FLAG,
        same={"type": ["number", "null"], "description": "The share of text that is the same."},
        untranslated=_FLAG,
        stale={"type": ["boolean", "null"], "description": "null if its age is not known."},
        behind=nullable_schema(behind),
        differences=array_schema(difference),
        links=array_schema(object_schema(target=_TEXT, own=_TEXT)),
    )
    return {
        "$schema": DRAFT,
        "title": "docs-lsp translations --format json",
        **object_schema(
            version=_VERSION,
            unknown=_TEXT_OR_NULL
            | {"description": "Why the age of some translations is not known."},
            pages=array_schema(page),
        ),
    }


def build_preview_report_schema() -> dict[str, Any]:
    """Return the schema of `mcp-preview report --format json`."""
    schema = object_schema(
        version=_VERSION,
        site=string_schema("The name in docs.json."),
        folder=string_schema("The full path of the folder of docs.json."),
        trouble=string_schema("Why docs.json cannot be read completely; empty if it can."),
        access=object_schema(mode=_TEXT, enabled=_FLAG, assumed=_FLAG, notice=_TEXT),
        viewer=string_schema("The reader that the report is for, as `--as` names it."),
        indexed=array_schema(_build_indexed_page(), "The pages that search finds."),
        leftOut=array_schema(_build_excluded_page(), "The pages that search does not find."),
        others=array_schema(_build_excluded_page(), "Files that are not pages."),
        about=string_schema("What was measured."),
        findings=nullable_schema(array_schema(_build_finding())),
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
        path=string_schema("The page path."),
        url=string_schema("The address from the root of the site."),
        file=_TEXT_OR_NULL,
        title=_TEXT,
        language=_TEXT_OR_NULL,
        version=_TEXT_OR_NULL,
        versions=_NAMES,
        boost={"type": "number", "description": "The factor of its score."},
        breadcrumbs=array_schema(_TEXT, "The titles of the elements around it."),
        public=_FLAG,
        audience=string_schema("Who may see it."),
        content={"enum": ["text", "empty", "refused"]},
        why=string_schema("Why it has no text; empty if it has."),
        line={**_COUNT, "description": "The line of the fault, from 1; 0 without one."},
    )


def _build_excluded_page() -> dict[str, Any]:
    return object_schema(
        path=_TEXT,
        url=_TEXT_OR_NULL,
        file=_TEXT_OR_NULL,
        reason=string_schema("The name of the reason."),
        detail=string_schema("The reason in words."),
        where=string_schema("The file that the reason is in; may be empty."),
        line=_COUNT,
    )


def _build_finding() -> dict[str, Any]:
    place = object_schema(
        paths=_NAMES, file=_TEXT_OR_NULL, detail=_TEXT, instead=_NAMES, line=_COUNT, column=_COUNT
    )
    return object_schema(kind=_TEXT, message=_TEXT, pages=array_schema(place))


def _build_costs() -> dict[str, Any]:
    cost = object_schema(usual={**_COUNT, "description": "The median."}, most=_COUNT)
    return object_schema(unit=_TEXT, search=cost, read=cost)


def _build_questions() -> dict[str, Any]:
    question = {
        "question": _TEXT,
        "page": array_schema(_TEXT, "The pages that answer it."),
        "language": _TEXT_OR_NULL,
        "version": _TEXT_OR_NULL,
        "as": string_schema("The reader who asks."),
    }
    above = object_schema(rank=_RANK, path=_TEXT, title=_TEXT, url=_TEXT, why=_TEXT)
    rank = object_schema(
        **question,
        line=_COUNT,
        rank={**_RANK, "description": "null: not among the hits that count."},
        above=array_schema(above, "The hits above its page."),
        trouble=string_schema("Why its page cannot be found at all; may be empty."),
        elsewhere=_TEXT,
    )
    change = object_schema(**question, before=_RANK, now=_RANK, lost=_FLAG, why=_TEXT)
    comparison = object_schema(
        against=string_schema("The file or revision that is compared with."),
        compared=_COUNT,
        lost=_COUNT,
        changes=array_schema(change),
        pagesEntered=_NAMES,
        pagesLeft=_NAMES,
    )
    return object_schema(
        source=string_schema("The file of the questions."),
        foundAmong={**_COUNT, "description": "The number of hits that count as found."},
        found={"type": "number", "description": "The percentage that is found."},
        ranks=array_schema(rank),
        unknownWords=array_schema(_build_unknown_word()),
        comparisons=array_schema(comparison),
    )


def _build_queries() -> dict[str, Any]:
    return object_schema(
        searches=_COUNT,
        queries={**_COUNT, "description": "The number of different queries."},
        nothingFound=array_schema(object_schema(text=_TEXT, times=_COUNT)),
        unknownWords=array_schema(_build_unknown_word()),
    )


def _build_unknown_word() -> dict[str, Any]:
    return object_schema(word=_TEXT, times=_COUNT, example=_TEXT)
