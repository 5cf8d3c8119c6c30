"""The code action that makes a docs.json of a mint.json, which no site has yet."""

from __future__ import annotations

from pathlib import Path

from docs_lsp.core.phrases import format_count
from docs_lsp.core.text import Text
from docs_lsp.core.uris import path_to_uri
from docs_lsp.features._abilities import ActionAbilities
from docs_lsp.features._actions import ActionRequest
from docs_lsp.features._commands import REFACTOR
from docs_lsp.features.to_lsp import TOP_RANGE, Json
from docs_lsp.files.discover import OLDER_FILE, SITE_FILE
from docs_lsp.files.files import DiskFiles
from docs_lsp.refactor.convert import Conversion, NotConvertible, convert_older_file

_TITLE = f"Convert to {SITE_FILE}"
_MOST_NOTES = 10
_ANNOTATION = "conversion"


def answer_conversion_actions(
    path: Path, text: Text, question: ActionRequest, abilities: ActionAbilities
) -> list[Json]:
    """Return the actions for a mint.json without a docs.json beside it; `text` is the editor's.

    If the conversion drops or replaces something, the client must ask the user first, who is shown
    what; a client that cannot ask gets no action then.
    """
    folder, can = path.parent, abilities.edits
    if path.name != OLDER_FILE or not question.wants_kind_or_subkind(REFACTOR):
        return []
    if not (abilities.literals and can.creates and can.versions):
        return []
    disk = DiskFiles(folder)
    if disk.exists(SITE_FILE):
        return []
    try:
        conversion = convert_older_file(text, disk)
    except NotConvertible:
        return []
    if conversion.notes and not can.annotates:
        return []
    return [_build_action(conversion, path_to_uri(str(folder / SITE_FILE)))]


def _build_action(conversion: Conversion, uri: str) -> Json:
    notes = conversion.notes
    mark = {"annotationId": _ANNOTATION} if notes else {}
    insertion = {"range": TOP_RANGE, "newText": conversion.text, **mark}
    edit: Json = {
        "documentChanges": [
            {"kind": "create", "uri": uri, "options": {"overwrite": False}, **mark},
            {"textDocument": {"uri": uri, "version": None}, "edits": [insertion]},
        ]
    }
    if not notes:
        return {"title": _TITLE, "kind": REFACTOR, "edit": edit}
    edit["changeAnnotations"] = {
        _ANNOTATION: {
            "label": _TITLE,
            "needsConfirmation": True,
            "description": _describe_notes(notes),
        }
    }
    count = format_count(len(notes), "setting")
    return {"title": f"{_TITLE}: {count} could not be kept…", "kind": REFACTOR, "edit": edit}


def _describe_notes(notes: tuple[str, ...]) -> str:
    more = len(notes) - _MOST_NOTES
    rest = f" And {more} more, which `docs-lsp convert --dry-run` lists." if more > 0 else ""
    return " ".join(notes[:_MOST_NOTES]) + rest
