"""The actions for the problems in a range, as the client understands them.

The edit of an action is made at once, or when the client has chosen it (`resolved`): then the
actions of the same range are made again, and the one that was chosen is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docs_lsp.features._actions import FIX_ALL, QUICK_FIX, Action, Question, actions
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities, workspace_edit
from docs_lsp.features.to_lsp import Dialect, Json, diagnostic
from docs_lsp.text import Span

KINDS = (QUICK_FIX, FIX_ALL)
"""The kinds of actions, as they are announced."""
EXPLAIN = "docsLsp.explainRule"
"""The command that explains the rule whose name it is given."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """Which parts of an action a client understands. The defaults are a bare client."""

    literals: bool = False
    """Actions at all; an old client takes nothing but commands."""
    resolves: bool = False
    """Whether it asks for the edit of the one that was chosen."""
    prefers: bool = False
    """Whether one can be marked as the obvious one."""
    edits: EditAbilities = field(default_factory=EditAbilities)


def code_actions(view: View, question: Question, dialect: Dialect, can: Abilities) -> list[Json]:
    """The answer to `textDocument/codeAction`, the best actions first."""
    found = actions(view, question, can.edits)
    if not can.literals:
        return [_command(action) for action in found if action.rule]
    shapes = (
        _literal(name, action, view, question, dialect, can) for name, action in _named(found)
    )
    return [shape for shape in shapes if shape is not None]


def resolved(view: View, data: Json, dialect: Dialect, can: Abilities) -> Json | None:
    """The edit of an action that was offered with this `data`; None where it is out of date."""
    match data:
        case {"file": str(file), "span": [int(start), int(end)], "only": list(only), **rest}:
            question = Question(file, Span(start, end), tuple(only))
        case _:
            return None
    if view.versions.get(file) != rest.get("version"):
        return None
    for name, action in _named(actions(view, question, can.edits)):
        if name == rest.get("name"):
            return workspace_edit(action.changes(), view, dialect.encoding, can.edits)
    return None


def _named(found: Iterable[Action]) -> Iterator[tuple[str, Action]]:
    """Actions with a name each, to find them again by; several may have one title."""
    seen: Counter[str] = Counter()
    for action in found:
        seen[action.title] += 1
        yield f"{seen[action.title]} {action.title}", action


def _literal(
    name: str, action: Action, view: View, question: Question, dialect: Dialect, can: Abilities
) -> Json | None:
    shape: Json = {"title": action.title, "kind": action.kind}
    if action.problem is not None:
        text = view.text(action.problem.file)
        shape["diagnostics"] = [diagnostic(action.problem, text, view, dialect)]
    if action.preferred and can.prefers:
        shape["isPreferred"] = True
    if action.rule:
        return {**shape, "command": _command(action)}
    if can.resolves:
        return {**shape, "data": _data(name, view, question)}
    changes = action.changes()
    edit = workspace_edit(changes, view, dialect.encoding, can.edits) if changes else None
    return None if edit is None else {**shape, "edit": edit}


def _data(name: str, view: View, question: Question) -> Json:
    """What is needed to find an action again."""
    return {
        "uri": view.uri(question.file),
        "file": question.file,
        "version": view.versions.get(question.file),
        "span": list(question.span),
        "only": list(question.only),
        "name": name,
    }


def _command(action: Action) -> Json:
    return {"title": action.title, "command": EXPLAIN, "arguments": [action.rule]}
