"""Whether a container depends on other files, remembered across edits."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Node
from docs_lsp.site.navigation.refs import has_ref

TEXT = b'{"a": {"b": [{"c": [1], "d": {}}, [], "e"]}, "f": {"g": {"h": {}}}}'
REF = b'"$ref": "x.json"'


def containers(node: Node) -> Iterator[Container]:
    if isinstance(node, Container):
        yield node
    for _, child in node.iter_children():
        yield from containers(child)


def answers(document: Document) -> list[bool]:
    return [has_ref(node) for node in containers(document.tree.root)]


def checked(document: Document) -> Document:
    """The document after a check, which remembers what does not depend on other files."""
    for node in containers(document.tree.root):
        if not has_ref(node):
            node.check_result, node.previous = "checked", None
    return document


def test_a_ref_that_comes_and_goes_is_seen_by_all_containers_around_it() -> None:
    before = checked(Document.from_text(TEXT))
    places = [at + 1 for at, byte in enumerate(TEXT) if byte == ord("{")]

    for at in places:
        piece = REF if TEXT[at : at + 1] == b"}" else REF + b", "
        with_ref = checked(before.replace_bytes(at, at, piece))
        fresh = Document.from_text(with_ref.text.data)

        assert with_ref.tree.root.clean
        assert answers(with_ref) == answers(fresh)
        assert sum(answers(fresh)) > 0
        assert not any(answers(with_ref.replace_bytes(at, at + len(piece), b"")))


def test_a_second_ref_stays_when_the_first_one_goes() -> None:
    both = checked(Document.from_text(b'{"a": {"b": {' + REF + b'}}, "c": {"d": {' + REF + b"}}}"))
    at = both.text.data.index(REF)

    one = checked(both.replace_bytes(at, at + len(REF), b""))

    assert answers(one) == [True, False, False, True, True]


def test_an_edit_beside_a_ref_changes_nothing() -> None:
    before = checked(Document.from_text(b'{"a": {"b": {"c": []}}, "d": {' + REF + b"}}"))
    at = before.text.data.index(b"[]") + 1

    assert answers(before.replace_bytes(at, at, b"1")) == [True, False, False, False, True]
