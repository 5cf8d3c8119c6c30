"""Turns the navigation of a site without languages into the first of two languages."""

from __future__ import annotations

from collections.abc import Iterable

from docs_lsp.core.problem import FileEdit
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    apply_edits,
    build_value_edit,
    get_dedented_text,
    insert_members,
    quote_json,
    remove_children,
)
from docs_lsp.jsontree.nodes import Object
from docs_lsp.refactor.language_lists import LANGUAGES
from docs_lsp.refactor.placing import PlacingRefused, require_document
from docs_lsp.refactor.selection import Changes
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.site.navigation.refs import iter_refs
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.translated_element import has_translated_pages, translate_element


def plan_first_languages(overview: Overview, code: str, model: str) -> Changes | None:
    """Return changes that split `navigation` into two languages; None if no page is translated.

    `model` is the language of the existing pages, `code` the new one. Raises `PlacingRefused`.
    """
    document = require_document(overview, overview.name)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    navigation = root.get("navigation") if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(navigation, Object):
        raise PlacingRefused("docs.json has no `navigation` to translate.")
    if "$ref" in navigation.by_key:
        raise PlacingRefused("`navigation` is in another file. Add the languages there.")
    index = [member.key.value for member in root.items].index("navigation")
    text = get_dedented_text(data, navigation, at + root.get_value_span("navigation").start)
    shared, rest = _split_shared_keys(text)
    # A `$ref` can list pages of one language, which would appear in both.
    for _, ref in iter_refs(Document.from_text(rest)):
        raise PlacingRefused(
            f"`navigation` references `{ref.value}`, which can list pages of a single "
            "language. Replace this `$ref` by the content of the file first."
        )
    first = _insert_language_key(rest, model)
    if not has_translated_pages(first, overview.facts, model, code):
        return None
    second = translate_element(first, overview.facts, model, code)
    edit = build_value_edit(data, root, at, index, _join_languages(shared, first, second))
    return (FileEdit(overview.name, *edit),)


def _split_shared_keys(text: str) -> tuple[list[str], str]:
    """Split a navigation into its members that hold no content, and the text without these.

    `global` applies to all languages, and others mean nothing in `navigation`, but may in a
    language.
    """
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    shared: list[str] = []
    indexes: list[int] = []
    for index, (start, member) in enumerate(zip(root.starts, root.items, strict=True)):
        if member.key.value not in CHILD_KEYS:
            value = get_dedented_text(data, member.value, at + start + member.value_start)
            shared.append(f"{quote_json(member.key.value)}: {value}")
            indexes.append(index)
    return shared, apply_edits(data, remove_children(data, root, at, indexes) or ()).decode()


def _insert_language_key(text: str, code: str) -> str:
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    edits = insert_members(data, root, at, 0, [("language", quote_json(code))])
    return apply_edits(data, edits or ()).decode()


def _join_languages(shared: Iterable[str], *languages: str) -> str:
    """Return the text of a navigation with a list of languages after the shared members."""
    items = ",\n".join(f"    {language}".replace("\n", "\n    ") for language in languages)
    before = "".join(f"  {member},\n".replace("\n  ", "\n    ") for member in shared)
    return f'{{\n{before}  "{LANGUAGES}": [\n{items}\n  ]\n}}'
