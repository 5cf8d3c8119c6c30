"""Code actions for a range, in the form that the client understands.

The edit of an action is computed at once, or when the user has chosen it (`resolve_action`): then
the actions of the same range are computed again and the chosen one is taken. A mint.json, which no
site has yet, has an action that makes a docs.json of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import format_count
from docs_lsp.core.text import Span, Text
from docs_lsp.core.uris import path_to_uri
from docs_lsp.features._abilities import ActionAbilities
from docs_lsp.features._actions_in_range import Action, ActionRequest, iter_actions
from docs_lsp.features._commands import EXPLAIN, REFACTOR
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import build_workspace_edit
from docs_lsp.features.to_lsp import TOP_RANGE, ClientDialect, Json, build_diagnostics
from docs_lsp.files.discover import OLDER_FILE, SITE_FILE
from docs_lsp.files.files import DiskFiles

if TYPE_CHECKING:
    from docs_lsp.refactor.convert import Conversion

LARGE = 200_000
"""In files of more bytes, slow actions are computed only if the client asks for their kind."""
_CONVERSION_TITLE = f"Convert to {SITE_FILE}"
_MOST_NOTES = 10
_ANNOTATION = "conversion"


def answer_code_actions(
    view: View, request: ActionRequest, dialect: ClientDialect, abilities: ActionAbilities
) -> list[Json]:
    """Return the answer to `textDocument/codeAction`, best actions first.

    A client without code action literals gets the commands that explain rules.
    """
    candidates = iter_actions(view, request, abilities.edits)
    if not abilities.literals:
        return [_build_explain_command(action) for action in candidates if action.rule]
    shapes = (
        _build_code_action(name, action, view, request, dialect, abilities)
        for name, action in _name_actions(candidates)
    )
    return [shape for shape in shapes if shape is not None]


def resolve_action(
    view: View, data: Json, dialect: ClientDialect, abilities: ActionAbilities
) -> Json | None:
    """Return the edit of an action offered with this `data`; None if outdated or not applicable."""
    match data:
        case {"file": str(file), "span": [int(start), int(end)], "only": list(only), **rest}:
            question = ActionRequest(file, Span(start, end), tuple(only))
        case _:
            return None
    if view.versions.get(file) != rest.get("version"):
        return None
    for name, action in _name_actions(iter_actions(view, question, abilities.edits)):
        if name == rest.get("name"):
            return _build_action_edit(action, view, dialect, abilities)
    return None


def _build_action_edit(
    action: Action, view: View, dialect: ClientDialect, abilities: ActionAbilities
) -> Json | None:
    """Return the edit of an action; None if it is empty or the client cannot apply it."""
    changes = action.changes()
    return (
        build_workspace_edit(changes, view, dialect.encoding, abilities.edits) if changes else None
    )


def _name_actions(candidates: Iterable[Action]) -> Iterator[tuple[str, Action]]:
    """Yield actions with a unique name each, which finds them again; several may share a title.

    Other problems may have been found in the meantime, so the name includes the problem.
    """
    seen: Counter[str] = Counter()
    for action in candidates:
        title, problem = action.title, action.problem
        if problem is not None:
            title += f" {problem.rule} {problem.span.start} {problem.span.end}"
        seen[title] += 1
        yield f"{seen[title]} {title}", action


def _build_code_action(
    name: str,
    action: Action,
    view: View,
    question: ActionRequest,
    dialect: ClientDialect,
    abilities: ActionAbilities,
) -> Json | None:
    """Return an action as JSON; None if it takes long unrequested, or cannot be applied."""
    shape: Json = {"title": action.title, "kind": action.kind}
    if action.problem is not None:
        problems = [action.problem]
        shape["diagnostics"] = build_diagnostics(action.problem.file, problems, view, dialect)
    if action.preferred and abilities.prefers:
        shape["isPreferred"] = True
    if action.rule:
        return {**shape, "command": _build_explain_command(action)}
    if abilities.resolves:
        return {**shape, "data": _build_resolve_data(name, view, question)}
    if action.takes_long and not question.only and len(view.text(question.file)) > LARGE:
        return None  # Not explicitly requested, and every answer would be delayed by it.
    edit = _build_action_edit(action, view, dialect, abilities)
    return None if edit is None else {**shape, "edit": edit}


def _build_resolve_data(name: str, view: View, question: ActionRequest) -> Json:
    """Return the data by which an action is found again."""
    return {
        "uri": view.uri(question.file),
        "file": question.file,
        "version": view.versions.get(question.file),
        "span": list(question.span),
        "only": list(question.only),
        "name": name,
    }


def _build_explain_command(action: Action) -> Json:
    return {"title": action.title, "command": EXPLAIN, "arguments": [action.rule]}


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
    from docs_lsp.refactor.convert import NotConvertible, convert_older_file  # For few sites.

    try:
        conversion = convert_older_file(text, disk)
    except NotConvertible:
        return []
    if conversion.notes and not can.annotates:
        return []
    return [_build_conversion_action(conversion, path_to_uri(str(folder / SITE_FILE)))]


def _build_conversion_action(conversion: Conversion, uri: str) -> Json:
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
        return {"title": _CONVERSION_TITLE, "kind": REFACTOR, "edit": edit}
    edit["changeAnnotations"] = {
        _ANNOTATION: {
            "label": _CONVERSION_TITLE,
            "needsConfirmation": True,
            "description": _describe_notes(notes),
        }
    }
    count = format_count(len(notes), "setting")
    return {
        "title": f"{_CONVERSION_TITLE}: {count} could not be converted…",
        "kind": REFACTOR,
        "edit": edit,
    }


def _describe_notes(notes: tuple[str, ...]) -> str:
    more = len(notes) - _MOST_NOTES
    rest = f" And {more} more, which `docs-lsp convert --dry-run` lists." if more > 0 else ""
    return " ".join(notes[:_MOST_NOTES]) + rest
