"""Adapt an element of one language to another, with only the translated pages."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edit, apply_edits, build_value_edit, quote_json, remove_children
from docs_lsp.jsontree.nodes import Array, Member, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.site.pages import entry_to_page_path, normalise_entry
from docs_lsp.site.specifications.endpoints import parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts

_GROUP, _ROOT = "group", "root"
"""The title of a group, and the key of the page that it leads to."""


def translate_element(text: str, facts: SiteFacts, code: str, other: str) -> str:
    """Return the text of an element for another language, without pages that it lacks.

    `code` and `other` are the codes of both languages. Elements that become empty are removed too,
    so it takes as many passes as the element is deep.
    """
    translation = _ElementTranslator(facts, code, other)
    while True:
        document = Document.from_text(text)
        data, root = document.text.data, document.tree.root
        edits = list(translation.iter_edits(data, root, document.tree.start))
        after = apply_edits(data, edits).decode()
        if after == text:
            return text
        text = after


def has_translated_pages(text: str, facts: SiteFacts, code: str, other: str) -> bool:
    """Return whether an element lists any page that another language has."""
    translation = _ElementTranslator(facts, code, other)
    entries = _iter_entries(Document.from_text(text).tree.root)
    return any(
        entry_to_page_path(translation.translate_entry(entry) or "") in facts.pages
        for entry in entries
    )


def _iter_entries(node: Node, key: str = "") -> Iterator[str]:
    """Yield the strings of an element, at any depth, that can name a page."""
    if isinstance(node, Object) and (not key or key in CHILD_KEYS):
        for member in node.items:
            if member.key.value != _ROOT or _GROUP in node.by_key:
                yield from _iter_entries(member.value, member.key.value)
    elif isinstance(node, Array) and key in CHILD_KEYS:
        for item in node.items:
            yield from _iter_entries(item, key)
    elif isinstance(node, String) and key in (_ROOT, "pages"):
        yield node.value


class _ElementTranslator:
    """Makes the edits that turn one language into another."""

    def __init__(self, facts: SiteFacts, code: str, other: str) -> None:
        self.facts = facts
        self.code = code
        self.other = other

    def iter_edits(self, data: bytes, node: Node, at: int, key: str = "") -> Iterator[Edit]:
        """Yield the next edits of an element or an array under a key; they do not overlap."""
        if isinstance(node, Object):
            yield from self._iter_object_edits(data, node, at)
        elif isinstance(node, Array) and key in CHILD_KEYS:
            gone = [index for index, item in enumerate(node.items) if self._is_removed(item)]
            yield from remove_children(data, node, at, gone) or ()
            for index, (start, item) in enumerate(node.iter_children()):
                if index in gone:
                    continue
                if isinstance(item, String) and (page := self.translate_entry(item.value)):
                    yield from _replace_string(data, node, at, index, item.value, page)
                yield from self.iter_edits(data, item, at + start)

    def _iter_object_edits(self, data: bytes, node: Object, at: int) -> Iterator[Edit]:
        """Yield the next edits of an object: keys to drop, `root`, language, content."""
        gone = [i for i, member in enumerate(node.items) if self._is_dropped(node, member)]
        yield from remove_children(data, node, at, gone) or ()
        for index, (start, member) in enumerate(node.iter_children()):
            assert isinstance(member, Member)
            key, value = member.key.value, member.value
            if index in gone:
                continue
            if (
                key == _ROOT
                and isinstance(value, String)
                and (page := self.translate_entry(value.value))
            ):
                yield from _replace_string(data, node, at, index, value.value, page)
            elif key == "language" and get_language_code(node) == self.code:
                yield from _replace_string(data, node, at, index, self.code, self.other)
            yield from self.iter_edits(data, value, at + start + member.value_start, key)

    def _is_dropped(self, node: Object, member: Member) -> bool:
        """Return whether a key is not for the other language: a missing root page, the default."""
        key, value = member.key.value, member.value
        if key == _ROOT and isinstance(value, String):
            return self.translate_entry(value.value) is None
        return key == "default" and "language" in node.by_key

    def _is_removed(self, item: Node) -> bool:
        """Return whether an entry has no translation, or an element has become empty."""
        if isinstance(item, String):
            return self.translate_entry(item.value) is None
        if not isinstance(item, Object):
            return False
        root = item.get(_ROOT) if _GROUP in item.by_key else None
        if isinstance(root, String) and self.translate_entry(root.value) is not None:
            return False
        lists = [item.get(key) for key in item.by_key if key in CHILD_KEYS]
        return bool(lists) and all(isinstance(node, Array) and not node.items for node in lists)

    def translate_entry(self, entry: str) -> str | None:
        """Return the translated page of an entry, an endpoint as it is, or None if there is none.

        Paths in the folder of the other language are unchanged as well.
        """
        page = normalise_entry(entry).rstrip("/")
        if parse_endpoint_entry(entry) is not None or page.startswith(f"{self.other}/"):
            return entry
        translated = f"{self.other}/{page.removeprefix(f'{self.code}/')}"
        return translated if translated in self.facts.pages else None


def _replace_string(
    data: bytes, node: Array | Object, at: int, index: int, old: str, new: str
) -> Iterator[Edit]:
    """Yield the edit of a string in a container, if it changes."""
    if old != new:
        yield build_value_edit(data, node, at, index, quote_json(new))


def get_language_code(item: Node) -> str:
    """Return the code of an entry of `languages`, or "" if it has none."""
    code = item.get("language") if isinstance(item, Object) else None
    return code.value if isinstance(code, String) else ""
