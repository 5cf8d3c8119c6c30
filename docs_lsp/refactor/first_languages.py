"""Turns the navigation of a site without languages into the first of two languages."""

from __future__ import annotations

from docs_lsp.core.problem import FileEdit
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    apply,
    insert_members,
    quote_json,
    remove,
    replace_value,
    text_of,
)
from docs_lsp.jsontree.nodes import Object
from docs_lsp.refactor.language_lists import LANGUAGES
from docs_lsp.refactor.placing import PlacingRefused, document_of
from docs_lsp.refactor.selection import Changes
from docs_lsp.site.navigation.refs import refs_in
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.translated_element import has_translated_pages, translate_element

_FOR_ALL = "global"
"""The key beside `languages` that applies to all of them."""


def add_first_languages(overview: Overview, code: str, model: str) -> Changes | None:
    """Return the changes that split `navigation` into the languages `model` and `code`.

    `model` is the language of the existing pages. None if none of them is translated. Raises
    `PlacingRefused`.
    """
    document = document_of(overview, overview.name)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    navigation = root.get("navigation") if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(navigation, Object):
        raise PlacingRefused("docs.json has no `navigation` to translate.")
    if "$ref" in navigation.by_key:
        raise PlacingRefused("`navigation` is in another file. Add the languages there.")
    index = [member.key.value for member in root.items].index("navigation")
    text = text_of(data, navigation, at + root.value_span("navigation").start)
    shared, rest = _split_shared(text)
    # A `$ref` can list pages of one language, which would appear in both.
    for _, ref in refs_in(Document.from_text(rest)):
        raise PlacingRefused(
            f"`navigation` references `{ref.value}`, which can list pages of a single "
            "language. Replace this `$ref` by the content of the file first."
        )
    first = _insert_language(rest, model)
    if not has_translated_pages(first, overview.facts, model, code):
        return None
    second = translate_element(first, overview.facts, model, code)
    edit = replace_value(data, root, at, index, _join_languages(shared, first, second))
    return (FileEdit(overview.name, *edit),)


def _split_shared(text: str) -> tuple[str | None, str]:
    """Split a navigation into its `global` value, or None, and the text without it."""
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    shared = root.get(_FOR_ALL)
    if shared is None:
        return None, text
    index = [member.key.value for member in root.items].index(_FOR_ALL)
    shared_text = text_of(data, shared, at + root.value_span(_FOR_ALL).start)
    return shared_text, apply(data, remove(data, root, at, [index]) or ()).decode()


def _insert_language(text: str, code: str) -> str:
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    edits = insert_members(data, root, at, 0, [("language", quote_json(code))])
    return apply(data, edits or ()).decode()


def _join_languages(shared: str | None, *languages: str) -> str:
    """Return the text of a navigation with a list of languages and the shared `global` value."""
    items = ",\n".join(f"    {language}".replace("\n", "\n    ") for language in languages)
    before = "" if shared is None else f'  "{_FOR_ALL}": {shared},\n'.replace("\n  ", "\n    ")
    return f'{{\n{before}  "{LANGUAGES}": [\n{items}\n  ]\n}}'
