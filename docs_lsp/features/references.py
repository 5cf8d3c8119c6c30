"""Where a page, an operation, a specification or another file is used: in docs.json, in pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.features._locations import guide_of, is_page, named_at, place_of
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.jsontree.document import Document
from docs_lsp.site.references.docs_references import Mention, Role
from docs_lsp.site.references.finder import (
    Occurrences,
    Subject,
    subject_at,
    subject_of_file,
    subject_of_operations,
)
from docs_lsp.site.references.resolver import Guide
from docs_lsp.site.references.same_target import namesakes
from docs_lsp.site.references.targets import FileGoal, Goal, OperationGoal, PageGoal
from docs_lsp.site.specifications.spec_cursor import operations_around
from docs_lsp.text import Encoding, Span

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Spec


class _Question(NamedTuple):
    """What somebody asks about."""

    subject: Subject
    declared: tuple[tuple[str, Span], ...] = ()
    """Where it stands itself: the page, the operation, the redirect."""


def references(
    view: View, file: str, offset: int, encoding: Encoding, *, include_declaration: bool
) -> list[Json]:
    """The answer to `textDocument/references`.

    In docs.json it is about the string at the offset. In a page it is about the link there, else
    about the page itself; in a specification about the operation there, else about all of it.
    """
    guide = guide_of(view)
    question = _question(view, guide, file, offset) if view.site.is_ours else None
    places: list[tuple[str, Span]] = []
    if question is not None:
        found = Occurrences(guide, view.files, view.site.contents).of(question.subject)
        places = [(mention.file, mention.span) for mention in found]
        if include_declaration:
            places = [*question.declared, *places]
    if not places:
        places = _same_words(view, file, offset)
    return [
        {"uri": view.uri(name), "range": range_of(view.text(name), span, encoding)}
        for name, span in dict.fromkeys(places)
    ]


def _same_words(view: View, file: str, offset: int) -> list[tuple[str, Span]]:
    """Where the file says the same, of a thing that nobody knows more of: an address elsewhere, an
    endpoint that no specification has. Editors highlight these places."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document) or not view.site.is_ours:
        return []
    return [(file, span) for span in namesakes(document, file, offset)]


def _question(view: View, guide: Guide, file: str, offset: int) -> _Question | None:
    mention = named_at(view, guide, file, offset)
    if mention is not None:
        return _Question(subject_at(mention, guide), _declared(view, guide, mention))
    if is_page(file):
        return _Question(subject_of_file(file), _places(view, PageGoal(file)))
    if file == view.site.name:
        return None
    spec = _spec(view, file)
    operations = operations_around(spec, offset) if spec else ()
    if spec and operations:
        goals = (OperationGoal(spec, operation) for operation in operations)
        return _Question(subject_of_operations(file, operations), _places(view, *goals))
    return _Question(subject_of_file(file), _places(view, FileGoal(file)))


def _declared(view: View, guide: Guide, mention: Mention) -> tuple[tuple[str, Span], ...]:
    if mention.role is Role.SOURCE:
        return ((mention.file, mention.span),)
    goals = guide.of(mention)
    # What comes behind the goal of a link lies on the way there.
    return _places(view, *(goals if mention.role is Role.ENTRY else goals[:1]))


def _places(view: View, *goals: Goal) -> tuple[tuple[str, Span], ...]:
    places = (place_of(view, goal) for goal in goals)
    return tuple(place for place in places if place is not None)


def _spec(view: View, file: str) -> Spec | None:
    """A specification that docs.json names, as it is in the editor."""
    facts, data = view.site.facts, view.text(file).data
    spec = facts.specs.get(file) if facts else None
    if spec is None or (spec.read and spec.read.source.data == data):
        return spec
    from docs_lsp.site.specifications.openapi import (
        load_spec,  # Only whoever is typing in one pays for it.
    )

    return load_spec(data, file)
