"""Divides a navigation into languages, versions or products, of which it becomes the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    apply_edits,
    build_value_edit,
    get_dedented_text,
    insert_members,
    quote_json,
    remove_children,
    verify_no_new_faults,
)
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.refactor.harmless_changes import ChangeRefused, require_harmless_changes
from docs_lsp.refactor.member_edits import iter_member_texts
from docs_lsp.refactor.placing import require_document
from docs_lsp.refactor.selection import Changes, Offer
from docs_lsp.schema.kinds import CHILD_KEYS, ROOT
from docs_lsp.schema.model import get_element_record
from docs_lsp.site.navigation.refs import iter_refs
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.translated_element import has_translated_pages, translate_element

_NAVIGATION = "navigation"
_EDITIONS = (("languages", "language", "en"), ("versions", "version", "v1"))
_PRODUCT = ("products", "product")
_CONTENT_KEYS = CHILD_KEYS & get_element_record(ROOT.name).properties.keys()
"""Keys with content that `navigation` may have; without one, an edition would list nothing."""


def offer_first_editions(site: Snapshot, files: Files, file: str, span: Span) -> Iterator[Offer]:
    """Offer to divide the navigation into languages, versions or products, at its key or in it."""
    document = site.parts.get(file)
    if file != site.name or not isinstance(document, Document):
        return
    steps = find_steps_to(document, span.start)
    root = steps[0] if 1 <= len(steps) <= 2 else None
    node = root.value if root else None
    keys = node.by_key.keys() if isinstance(node, Object) else frozenset[str]()
    if root is None or not isinstance(root.node, Object) or not isinstance(node, Object):
        return
    members = enumerate(root.node.items)
    index = next((index for index, member in members if member.value is node), None)
    name = root.node.get("name")
    if index is None or root.node.items[index].key.value != _NAVIGATION or not root.node.clean:
        return
    product = name.value if isinstance(name, String) and name.value.strip() else "Product"
    editions = (*_EDITIONS, (*_PRODUCT, product))
    is_divided = any(key in keys for key, _, _ in editions)
    if is_divided or "$ref" in keys or keys.isdisjoint(_CONTENT_KEYS):
        return
    for key, title, value in editions:
        make = partial(_divide, site, files, document, (root.node, root.at, index), key)
        first = f'"{title}": {quote_json(value)}'
        yield Offer(f"Divide the navigation into {key}", "refactor.rewrite", partial(make, first))


def _divide(
    site: Snapshot,
    files: Files,
    document: Document,
    place: tuple[Object, int, int],
    key: str,
    first: str,
) -> Changes:
    """Return the changes that divide a navigation; none if the service would reject them."""
    root, at, index = place
    member, data = root.items[index], document.text.data
    node, overview = member.value, site.get_overview()
    if not isinstance(node, Object) or overview is None:
        return ()
    start = at + root.starts[index] + member.value_start
    inside = [first]
    outside: list[str] = []
    for name, value in iter_member_texts(data, node, start):
        (inside if name in CHILD_KEYS else outside).append(f"{quote_json(name)}: {value}")
    body = ",\n".join(inside).replace("\n", "\n      ")
    whole = [f'"{key}": [\n    {{\n      {body}\n    }}\n  ]', *outside]
    text = "{\n  " + ",\n  ".join(whole) + "\n}"
    edits = verify_no_new_faults(document, (build_value_edit(data, root, at, index, text),))
    changes = tuple(FileEdit(site.name, *edit) for edit in edits or ())
    try:
        require_harmless_changes(overview, files, changes)
    except ChangeRefused:
        return ()
    return changes


def plan_first_languages(overview: Overview, code: str, model: str) -> Changes | None:
    """Return changes that make two languages; None without translations. Raises `ChangeRefused`.

    `model` is the language of the existing pages, `code` the new one.
    """
    document = require_document(overview, overview.name)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    navigation = root.get("navigation") if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(navigation, Object):
        raise ChangeRefused("docs.json has no `navigation` to translate.")
    if "$ref" in navigation.by_key:
        raise ChangeRefused("`navigation` is in another file. Add the languages there.")
    index = [member.key.value for member in root.items].index("navigation")
    text = get_dedented_text(data, navigation, at + root.get_value_span("navigation").start)
    shared, rest = _split_shared_keys(text)
    # A `$ref` can list pages of one language, which would appear in both.
    for _, ref in iter_refs(Document.from_text(rest)):
        raise ChangeRefused(
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
    for index, (key, value) in enumerate(iter_member_texts(data, root, at)):
        if key not in CHILD_KEYS:
            shared.append(f"{quote_json(key)}: {value}")
            indexes.append(index)
    return shared, apply_edits(data, remove_children(data, root, at, indexes) or ()).decode()


def _insert_language_key(text: str, code: str) -> str:
    """Return the text of an object with `language` as its first key."""
    document = Document.from_text(text)
    data, root, at = document.text.data, document.tree.root, document.tree.start
    assert isinstance(root, Object)
    edits = insert_members(data, root, at, 0, [("language", quote_json(code))])
    return apply_edits(data, edits or ()).decode()


def _join_languages(shared: Iterable[str], *languages: str) -> str:
    """Return the text of a navigation with a list of languages after the shared members."""
    items = ",\n".join(f"    {language}".replace("\n", "\n    ") for language in languages)
    before = "".join(f"  {member},\n".replace("\n  ", "\n    ") for member in shared)
    return f'{{\n{before}  "languages": [\n{items}\n  ]\n}}'
