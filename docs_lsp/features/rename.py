"""Renames pages and other files by any reference to them, titles, exports and variables.

The new name of a page or a file is its new path: the file moves, and all references are updated. A
title changes only in its own place; the name of an export or a variable changes wherever it is
used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from docs_lsp.core.phrases import code, join_words
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Encoding, Span, encode_text
from docs_lsp.features._locations import build_resolver, find_reference_in_file, find_shared_in_file
from docs_lsp.features._move_edits import build_moves_edit
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities, build_workspace_edit
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.harmless_changes import ChangeRefused, require_harmless_changes
from docs_lsp.refactor.rename_shared import build_renaming
from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.schema.model_languages import LANGUAGE_NAMES, suggest_languages
from docs_lsp.site.mdx.links import OLD_SNIPPETS
from docs_lsp.site.moves import Move
from docs_lsp.site.moves.refusals import (
    find_file_path_refusal,
    find_page_path_refusal,
    parse_file_path,
    parse_page_path,
)
from docs_lsp.site.moves.spelling import LinkParts
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import PageFile, strip_page_extension
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.shared_names import SharedMention
from docs_lsp.site.references.targets import FileTarget, PageTarget

_ENTRIES = frozenset((Role.ENTRY, Role.ROOT))
_PAGES = _ENTRIES | {Role.LINK}
_FILES = frozenset((Role.SPEC, Role.ASSET, Role.REF, Role.IMPORT, Role.OLD_SNIPPET))
_UNREAD = "The files of the site have not been read yet. Try again in a moment."
_INTERRUPTED = (
    "A docs-lsp command was interrupted while it wrote this site. Run `docs-lsp check` first: it "
    "undoes the changes."
)
_OUT_OF_REACH = "Some of the files that reference it cannot be changed from here."


class _ElementTitle(NamedTuple):
    """The title of an element."""

    span: Span
    text: str
    placed: Placed


class _ReferencedFile(NamedTuple):
    """An existing page or file, and the span of its path in a reference to it."""

    span: Span
    file: str
    page: PageFile | None = None
    is_old_snippet: bool = False

    @property
    def name(self) -> str:
        """The name that the user edits."""
        return self.page.page if self.page else self.file


def answer_rename_preparation(
    view: View, file: str, offset: int, encoding: Encoding
) -> Json | None:
    """Return the answer to `textDocument/prepareRename`, or None if nothing can be renamed.

    Raises `ChangeRefused` for an entry whose page does not exist.
    """
    target = _find_renamable(view, file, offset)
    if target is None:
        return None
    match target:
        case _ElementTitle(text=name) | SharedMention(local=name):
            pass
        case _ReferencedFile():
            name = target.name
    return {"range": build_range(view.text(file), target.span, encoding), "placeholder": name}


def answer_rename(
    view: View, file: str, offset: int, name: str, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the answer to `textDocument/rename`; None if a path stays. Raises `ChangeRefused`.

    The reason is that the name is not allowed, or the client cannot do it.
    """
    target = _find_renamable(view, file, offset)
    if target is None:
        raise ChangeRefused(
            "Only pages, files, the titles of elements, names that pages import or export, "
            "and variables can be renamed here."
        )
    if view.is_interrupted:
        raise ChangeRefused(_INTERRUPTED)
    if isinstance(target, _ElementTitle):
        if name == target.text:
            return None
        if refusal := _find_title_refusal(target, name, view):
            raise ChangeRefused(refusal)
        change = FileEdit(file, target.span, quote_json(name)[1:-1])
        _require_harmless_title(change, view)
        return _require_workspace_edit([change], view, encoding, abilities)
    if isinstance(target, SharedMention):
        return _build_shared_rename_edit(target, file, name, view, encoding, abilities)
    return _build_file_rename_edit(target, name, view, encoding, abilities)


def _find_title_refusal(target: _ElementTitle, name: str, view: View) -> str:
    """Return why an element cannot get a title; empty if it can."""
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
    siblings = around.element.list_children(target.placed.key) if around else []
    if any(sibling.get_text(kind.title) == name for sibling in siblings):
        return f"The {kind.label} {code(name)} is listed already. Choose another name."
    return ""


def _require_harmless_title(change: FileEdit, view: View) -> None:
    """Raise `ChangeRefused` if a title makes the service accept an element instead of others."""
    overview = view.site.get_overview()
    if overview is not None:
        require_harmless_changes(overview, view.files, [change])


def _build_shared_rename_edit(
    target: SharedMention,
    file: str,
    name: str,
    view: View,
    encoding: Encoding,
    abilities: EditAbilities,
) -> Json | None:
    """Return the edit that renames; None if the name stays. Raises `ChangeRefused`."""
    if view.site.contents is None:
        raise ChangeRefused(_UNREAD)
    if name == target.local:
        return None
    renaming = build_renaming(target, file, name.strip(), view.site, view.files)
    if renaming.refusal:
        raise ChangeRefused(renaming.refusal)
    return _require_workspace_edit(renaming.edits, view, encoding, abilities)


def _require_workspace_edit(
    changes: Sequence[FileEdit], view: View, encoding: Encoding, abilities: EditAbilities
) -> Json:
    """Return the workspace edit for some changes. Raises `ChangeRefused` if they are impossible."""
    edit = build_workspace_edit(changes, view, encoding, abilities)
    if edit is None:
        raise ChangeRefused(_OUT_OF_REACH)
    return edit


def _build_file_rename_edit(
    target: _ReferencedFile, name: str, view: View, encoding: Encoding, abilities: EditAbilities
) -> Json | None:
    """Return the edit that moves a file; None if its path stays. Raises `ChangeRefused`."""
    overview = view.site.get_overview()
    if overview is None or overview.contents is None:
        raise ChangeRefused(_UNREAD)
    if target.page:
        reason = find_page_path_refusal(name, target.page, overview, view.files)
        path = parse_page_path(name)
        new = path + target.file[len(target.page.page) :]
    else:
        reason = find_file_path_refusal(name, target.file, view.files)
        new = path = parse_file_path(name)
    if reason:
        raise ChangeRefused(reason)
    if target.is_old_snippet and not new.startswith(OLD_SNIPPETS):
        raise ChangeRefused(
            f"`<Snippet>` only shows files in `{OLD_SNIPPETS}`. Choose a path in that folder, or "
            "import the snippet instead."
        )
    if new == target.file:
        return None
    if not abilities.renames:
        raise ChangeRefused(
            "This editor cannot move a file as part of a rename. "
            f"Run `docs-lsp move {target.name} {path}` instead."
        )
    moves = [Move(target.file, new)]
    edit = build_moves_edit(moves, overview, view, encoding, abilities, is_made_by_client=False)
    if edit is None:
        raise ChangeRefused(_OUT_OF_REACH)
    return edit


def _find_renamable(
    view: View, file: str, offset: int
) -> _ElementTitle | _ReferencedFile | SharedMention | None:
    """Return what can be renamed, or None. Raises `ChangeRefused` if its page is missing."""
    resolver = build_resolver(view)
    reference = find_reference_in_file(view, file, offset)
    if reference is None or reference.role not in _PAGES | _FILES or reference.endpoint:
        title = _find_element_title(view, file, offset) if file in view.site.parts else None
        return title or find_shared_in_file(view, file, offset)
    targets = resolver.resolve(reference)
    match targets:
        case (PageTarget(file=found),) if reference.role in _PAGES:
            page = PageFile(strip_page_extension(found), found)
            return _ReferencedFile(_find_path_span(reference), found, page)
        case (PageTarget(file=found) | FileTarget(file=found),):
            is_old = reference.role is Role.OLD_SNIPPET
            return _ReferencedFile(_find_path_span(reference), found, is_old_snippet=is_old)
    if targets or reference.role not in _ENTRIES:
        return None
    raise ChangeRefused(
        f"The page `{reference.text}` does not exist. Create it first, or correct the entry."
    )


def _find_path_span(reference: Reference) -> Span:
    """Return the span of a reference's path; in a link, without spaces, query and fragment."""
    start, end = reference.span
    written = LinkParts.from_link(reference.text)
    if reference.role is not Role.LINK or end - start != len(encode_text(reference.text)):
        return reference.span
    return Span(start + len(encode_text(written.before)), end - len(encode_text(written.tail)))


def _find_element_title(view: View, file: str, offset: int) -> _ElementTitle | None:
    """Return the title of a navigation element at an offset inside it, or None."""
    here = view.site.navigator.locate_cursor(file, offset)
    step = here.step if here else None
    placed = here.placed if here else None
    if step is None or placed is None or not isinstance(step.value, String):
        return None
    kind = placed.element.kind
    if kind is None or not placed.element.has_layer(step.node):
        return None
    key = step.key
    inside = step.value_offset <= offset <= step.value_offset + step.value.size
    if key != kind.title or not inside:
        return None
    return _ElementTitle(step.value.inner.shift(step.value_offset), step.value.value, placed)
