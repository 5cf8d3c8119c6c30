"""Adds a language with the structure of another one, for pages that are translated already."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.problem import NewFile
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import append_items, get_dedented_text, quote_json
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.refs import has_ref, make_ref, resolve_ref_path
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.sync.translated_element import has_translated_pages, translate_element

_MOST = 5


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer up to five languages that have translated pages and are not in the list yet."""
    facts = selection.site.facts
    if selection.key != "languages" or len(selection.indexes) != 1 or facts is None:
        return
    there, model = _find_listed_languages(selection), _find_model(selection)
    if there is None or model is None:
        return
    folders = {page.page.partition("/")[0] for page in facts.pages if "/" in page.page}
    others = sorted((folders & LANGUAGE_NAMES.keys()) - there)
    useful = (one for one in others if has_translated_pages(model.text, facts, model.code, one))
    for other in islice(useful, _MOST):
        title = f"Add {LANGUAGE_NAMES[other]} (`{other}`) with the structure of `{model.code}`"
        make = partial(_build_language_changes, selection, facts, model, other)
        yield Offer(title, "refactor.rewrite", make)


def plan_listed_language(selection: Selection, other: str) -> Changes | None:
    """Return changes that add a language; empty if it has no such pages, None if impossible.

    It gets the structure of the selected one. That is impossible if this lists nothing or contains
    a `$ref`, or if the languages of the list are not all known.
    """
    facts, model = selection.site.facts, _find_model(selection)
    if facts is None or model is None or _find_listed_languages(selection) is None:
        return None
    if not has_translated_pages(model.text, facts, model.code, other):
        return ()
    return _build_language_changes(selection, facts, model, other)


def _find_listed_languages(selection: Selection) -> frozenset[str] | None:
    """Return the language codes in the list; None if they are not all known."""
    element = selection.owner.element
    languages = list(element.list_children("languages"))
    whole = len(languages) == len(selection.node.items)
    if not whole or not all(language.resolved.known for language in languages):
        return None
    return frozenset(language.get_text("language") or "" for language in languages)


class _Model(NamedTuple):
    """The language whose structure is copied."""

    code: str
    text: str
    file: str | None
    """The file that holds the language, if it is referenced by `$ref`."""


def _find_model(selection: Selection) -> _Model | None:
    """Return the selected language; None if it lists nothing or contains a `$ref`."""
    item = selection.items[0]
    data, at, file = selection.data, selection.get_item_offset(selection.indexes.start), None
    ref = item.get("$ref") if isinstance(item, Object) and len(item.items) == 1 else None
    if isinstance(ref, String):
        file = resolve_ref_path(selection.here.file, ref.value)
        part = selection.site.parts.get(file or "")
        if not isinstance(part, Document):
            return None
        data, item, at = part.text.data, part.tree.root, part.tree.start
    code = item.get("language") if isinstance(item, Object) else None
    if not isinstance(item, Object) or not isinstance(code, String) or not item.clean:
        return None
    is_whole = not has_ref(item) and not CHILD_KEYS.isdisjoint(item.by_key)
    return _Model(code.value, get_dedented_text(data, item, at), file) if is_whole else None


def _build_language_changes(
    selection: Selection, facts: SiteFacts, model: _Model, other: str
) -> Changes:
    text = translate_element(model.text, facts, model.code, other)
    new: tuple[NewFile, ...] = ()
    if model.file is not None:
        file = selection.choose_free_path(posixpath.join(posixpath.dirname(model.file), other))
        new = (NewFile(file, f"{text}\n"),)
        text = f'{{ "$ref": {quote_json(make_ref(file, selection.here.file))} }}'
    edits = append_items(selection.data, selection.node, selection.at, [text])
    return (*new, *selection.build_changes(edits))
