"""Renames pages and other files by any reference to them, titles, exports and variables.

The new name of a page or a file is its new path: the file moves, and all references are updated. A
title changes only in its own place; the name of an export or a variable changes wherever it is
used.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Encoding, Span, encode
from docs_lsp.features._locations import find_shared_at_cursor, reference_at_cursor, resolver_of
from docs_lsp.features._move_edits import edit_for_moves
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities, workspace_edit
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.rename_shared import build_renaming
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.schema.model_languages import LANGUAGE_NAMES, suggest_languages
from docs_lsp.site.mdx.old_snippets import OLD_SNIPPETS
from docs_lsp.site.moves import Move
from docs_lsp.site.moves.refusals import file_path, page_path, refusal, refusal_of_file
from docs_lsp.site.moves.spelling import SpeltLink
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import PageFile, strip_extension
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.shared_names import (
    SharedAt,
)
from docs_lsp.site.references.targets import FileTarget, PageTarget

_ENTRIES = frozenset((Role.ENTRY, Role.ROOT))
_PAGES = _ENTRIES | {Role.LINK}
_FILES = frozenset((Role.SPEC, Role.ASSET, Role.REF, Role.IMPORT, Role.OLD_SNIPPET))
_UNREAD = "The files of the site have not been read yet. Try again in a moment."
_OUT_OF_REACH = "Some of the files that reference it cannot be changed from here."


class RenameRefused(Exception):
    """Raised with the reason why something cannot be renamed, as a sentence for the user."""


class _Title(NamedTuple):
    """The title of an element."""

    span: Span
    text: str
    placed: Placed


class _Mentioned(NamedTuple):
    """An existing page or file, and the span of its path in a reference to it."""

    span: Span
    file: str
    page: PageFile | None = None
    is_old_snippet: bool = False

    @property
    def name(self) -> str:
        """The name that the user edits."""
        return self.page.page if self.page else self.file


def prepare_rename(view: View, file: str, offset: int, encoding: Encoding) -> Json | None:
    """Return the answer to `textDocument/prepareRename`, or None if nothing can be renamed.

    Raises `RenameRefused` for an entry whose page does not exist.
    """
    target = _find_renamable(view, file, offset)
    if target is None:
        return None
    match target:
        case _Title(text=name) | SharedAt(local=name):
            pass
        case _Mentioned():
            name = target.name
    return {"range": range_of(view.text(file), target.span, encoding), "placeholder": name}


def rename(
    view: View, file: str, offset: int, name: str, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the answer to `textDocument/rename`, or None if nothing changes.

    Raises `RenameRefused` with the reason if the name is not allowed or the client cannot do it.
    """
    target = _find_renamable(view, file, offset)
    if target is None:
        raise RenameRefused(
            "Only pages, files, the titles of elements, names that pages import or export, "
            "and variables can be renamed here."
        )
    if isinstance(target, _Title):
        if refusal := _refuse_title(target, name, view):
            raise RenameRefused(refusal)
        change = FileEdit(file, target.span, quote_json(name)[1:-1])
        return workspace_edit([change], view, encoding, abilities)
    if isinstance(target, SharedAt):
        return _rename_shared(target, file, name, view, encoding, abilities)
    return _move_file(target, name, view, encoding, abilities)


def _refuse_title(target: _Title, name: str, view: View) -> str:
    """The reason why an element cannot get a title; empty if it can."""
    if not name.strip():
        return "The title must not be empty. Readers need something to click on."
    element, around = target.placed.element, target.placed.around
    kind = element.kind
    if kind is None or kind.name not in SWITCHED or name == target.text:
        return ""
    settings = view.site.settings
    if kind.name == "language" and name not in LANGUAGE_NAMES.keys() | settings.extra_languages:
        near = [code(each) for each in suggest_languages(name)[:3]]
        hint = f"Did you mean {join_words(near)}?" if near else "Write a code such as `fr`."
        return f"The service does not know the language code {code(name)}. {hint}"
    siblings = around.element.children(target.placed.key) if around else []
    if any(sibling.text(kind.title) == name for sibling in siblings):
        return f"The {kind.label} {code(name)} is listed already. Choose another name."
    return ""


def _rename_shared(
    target: SharedAt, file: str, name: str, view: View, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    if view.site.contents is None:
        raise RenameRefused(_UNREAD)
    if name == target.local:
        return None
    renaming = build_renaming(target, file, name.strip(), view.site, view.files)
    if renaming.refusal:
        raise RenameRefused(renaming.refusal)
    edit = workspace_edit(renaming.edits, view, encoding, abilities)
    if edit is None:
        raise RenameRefused(_OUT_OF_REACH)
    return edit


def _move_file(
    target: _Mentioned, name: str, view: View, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    overview = view.site.overview()
    if overview is None or overview.contents is None:
        raise RenameRefused(_UNREAD)
    if target.page:
        reason, path = refusal(name, target.page, overview, view.files), page_path(name)
        new = path + target.file[len(target.page.page) :]
    else:
        reason, path = refusal_of_file(name, target.file, view.files), file_path(name)
        new = path
    if reason:
        raise RenameRefused(reason)
    if target.is_old_snippet and not new.startswith(OLD_SNIPPETS):
        raise RenameRefused(
            f"`<Snippet>` only shows files in `{OLD_SNIPPETS}`. Choose a path in that folder, or "
            "import the snippet instead."
        )
    if new == target.file:
        return None
    if not abilities.renames:
        raise RenameRefused(
            "This editor cannot move a file as part of a rename. "
            f"Run `docs-lsp move {target.name} {path}` instead."
        )
    moves = [Move(target.file, new)]
    edit = edit_for_moves(moves, overview, view, encoding, abilities, is_made_by_client=False)
    if edit is None:
        raise RenameRefused(_OUT_OF_REACH)
    return edit


def _find_renamable(view: View, file: str, offset: int) -> _Title | _Mentioned | SharedAt | None:
    resolver = resolver_of(view)
    reference = reference_at_cursor(view, resolver, file, offset)
    if reference is None or reference.role not in _PAGES | _FILES or reference.endpoint:
        title = _title_at(view, file, offset) if file in view.site.parts else None
        return title or find_shared_at_cursor(view, file, offset)
    targets = resolver.resolve(reference)
    match targets:
        case (PageTarget(file=found),) if reference.role in _PAGES:
            page = PageFile(strip_extension(found), found)
            return _Mentioned(_path_in(reference), found, page)
        case (PageTarget(file=found) | FileTarget(file=found),):
            is_old = reference.role is Role.OLD_SNIPPET
            return _Mentioned(_path_in(reference), found, is_old_snippet=is_old)
    if targets or reference.role not in _ENTRIES:
        return None
    raise RenameRefused(
        f"The page `{reference.text}` does not exist. Create it first, or correct the entry."
    )


def _path_in(reference: Reference) -> Span:
    """Return the span of a link's path without its fragment."""
    start, end = reference.span
    written = SpeltLink.from_link(reference.text)
    if reference.role is not Role.LINK or end - start != len(encode(reference.text)):
        return reference.span
    return Span(start + len(encode(written.before)), end - len(encode(written.tail)))


def _title_at(view: View, file: str, offset: int) -> _Title | None:
    here = view.site.navigator.locate(file, offset)
    step = here.step if here else None
    placed = here.placed if here else None
    if step is None or placed is None or not isinstance(step.value, String):
        return None
    kind = placed.element.kind
    layers = [layer.node for layer in placed.element.resolved.layers]
    if kind is None or step.node not in layers:
        return None
    key = step.node.items[step.index].key.value
    inside = step.value_at <= offset <= step.value_at + step.value.size
    if key != kind.title or not inside:
        return None
    return _Title(step.value.inner.shift(step.value_at), step.value.value, placed)
