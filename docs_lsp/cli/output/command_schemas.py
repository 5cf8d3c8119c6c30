"""The JSON Schemas of `diff`, `url` and `translations` with `--format json`.

Objects are open, because fields may be added within version 1.
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
from docs_lsp.site.summaries.address_card import AddressOutcome

_VERSION = {"const": 1}
_COUNT = {"type": "integer", "minimum": 0}
_FLAG = {"type": "boolean"}
_ADDRESS = text_schema("An address of the site, with its first slash.")
_NAMES = list_schema({"type": "string"})
_LINKED_FROM = list_schema({"type": "string"}, "The files that link to it now.")


def diff_schema() -> dict[str, Any]:
    """The schema of `docs-lsp diff --format json`."""
    redirect = object_schema(source=_ADDRESS, destination={"type": "string"})
    changed = object_schema(address=_ADDRESS, was={"type": "string"}, now={"type": "string"})
    lost = object_schema(
        address=_ADDRESS,
        was=text_schema("The file, operation or URL that it led to."),
        linked_from=_LINKED_FROM,
        redirects=list_schema(redirect, "The redirects that repair it."),
    )
    rank = {"type": "object", "description": "The ranks of one question in both states."}
    questions = object_schema(compared=_COUNT, lost=_COUNT, changes=list_schema(rank))
    compared = object_schema(
        version=_VERSION,
        before=text_schema("The earlier state, as people know it."),
        after=text_schema("The later state."),
        lost=list_schema(lost, "Addresses that answered and no longer do."),
        doubtful=list_schema(_ADDRESS, "Addresses of which it is not known whether they answer."),
        taken=list_schema(changed, "Addresses of pages at which readers get something else."),
        headings=list_schema(
            object_schema(address=_ADDRESS, linked_from=_LINKED_FROM),
            "Headings that links lead to, and that are gone.",
        ),
        moved=list_schema(
            object_schema(old=_ADDRESS, new=_ADDRESS), "Pages that have another address."
        ),
        added=list_schema(_ADDRESS),
        removed=list_schema(_ADDRESS),
        editions=list_schema(changed, "Pages whose language or version changed."),
        titles=list_schema(changed),
        found=list_schema(_ADDRESS, "Addresses that search finds now and did not."),
        unfound=list_schema(_ADDRESS, "Addresses that search no longer finds."),
        redirects=list_schema(redirect, "All redirects that repair something, each once."),
        questions=nullable_schema(questions),
    )
    reason = text_schema("Why there is nothing to compare.")
    nothing = object_schema(version=_VERSION, not_compared=reason)
    return {"$schema": DRAFT, "title": "docs-lsp diff --format json", "oneOf": [compared, nothing]}


def url_schema() -> dict[str, Any]:
    """The schema of `docs-lsp url --format json`."""
    place: dict[str, Any] = {
        "file": {"type": "string"},
        "line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1},
    }
    text_or_null = {"type": ["string", "null"]}
    address = object_schema(
        address=text_schema("As it was given."),
        count={"type": "integer", "minimum": 1},
        outcome={"enum": [outcome.value for outcome in AddressOutcome]},
        certain=_FLAG,
        path={"type": "string"},
        redirects=list_schema(
            object_schema(source={"type": "string"}, destination={"type": "string"}, **place)
        ),
        page=nullable_schema(
            object_schema(path={"type": "string"}, file=text_or_null, title=text_or_null)
        ),
        target=text_or_null,
        listings=list_schema(object_schema(trail=_NAMES, **place), "The entries that list it."),
        languages=_NAMES,
        versions=_NAMES,
        public={"type": ["boolean", "null"]},
        groups=list_schema({"type": "string"}, "The groups of readers who may see it."),
        search=nullable_schema(object_schema(found=_FLAG, why={"type": "string"})),
        missingAnchor=text_or_null,
        near=list_schema({"type": "string"}, "What may have been meant."),
    )
    return {
        "$schema": DRAFT,
        "title": "docs-lsp url --format json",
        **object_schema(version=_VERSION, addresses=list_schema(address)),
    }


def translations_schema() -> dict[str, Any]:
    """The schema of `docs-lsp translations --format json`."""
    behind = object_schema(
        commits={"type": ["integer", "null"]},
        atLeast=_FLAG,
        since={"type": ["string", "null"]},
        was={"type": ["string", "null"]},
        uncommitted=_FLAG,
        stamp=_FLAG,
    )
    difference = object_schema(
        what={"type": "string"}, original={"type": "integer"}, translation={"type": "integer"}
    )
    page = object_schema(
        language={"type": "string"},
        page={"type": "string"},
        file={"type": ["string", "null"]},
        original={"type": "string"},
        originalFile={"type": ["string", "null"]},
        missing=_FLAG,
        same={"type": ["number", "null"], "description": "The share of text that is the same."},
        untranslated=_FLAG,
        stale={"type": ["boolean", "null"], "description": "null: its age is not known."},
        behind=nullable_schema(behind),
        differences=list_schema(difference),
        links=list_schema(object_schema(target={"type": "string"}, own={"type": "string"})),
    )
    return {
        "$schema": DRAFT,
        "title": "docs-lsp translations --format json",
        **object_schema(
            version=_VERSION,
            unknown={
                "type": ["string", "null"],
                "description": "Why the age of some of them is not known.",
            },
            pages=list_schema(page),
        ),
    }
