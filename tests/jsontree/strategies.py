"""Texts and edits for the laws of the tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from hypothesis import strategies as st

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node, Scalar, String
from docs_lsp.site.navigation.refs import has_ref

SITES = Path(__file__).parents[1] / "sites"
CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

PIECES = (
    *'"{}[],:\n x1/',
    '"a"',
    '"k": 1',
    '"pages": ["a"]',
    '{"group": "g", "pages": ["a", "b"]},',
    '"$ref": "./x.json"',
    "// c",
    "/*",
    "*/",
    "true",
    "nul",
    "'",
    "`",
    "“",
    "”",
    '""',
    "=",
    "=>",
    ";",
    "{{",
    '["b"}',
    "a b c",
    "<!-- ",
    " -->",
    "\\",
    "\\u00e9",
    "\n<<<<<<< HEAD\n",
    "\n=======\n",
    "\n>>>>>>> x\n",
    "\ufeff",
    "\u2028",
    "é",
    "😀",
    "\r\n",
    "\r",
    "\t",
    "  ",
)


def seeds() -> list[bytes]:
    """Small real texts to start from; the corpus joins in where it is at hand."""
    files = [*sorted(SITES.rglob("*.json")), *sorted(CORPUS.glob("doc-examples/*.json"))]
    texts = [file.read_bytes()[:5000] for file in files]
    handmade = [
        b"",
        b"{}",
        b"[1, {}]",
        b'{\r\n\t"a": [\r\n\t\t"b"\r\n\t]\r\n}',
        b'{"a":{"b":[["c"]]}}',
        b'{"a": ["x", "y", "z"], "b": {"c": [1, {"d": "e"}]}, "f": ["g", ["h"], "i"]}',
    ]
    return texts + handmade


Edit: TypeAlias = tuple[float | int, int, str | float]
"""Where (as a share of the text, or counted from the place of the edit before: one is often about
what another has broken), how many bytes go, and what comes: a piece, or a copy from elsewhere in
the text."""

edits: st.SearchStrategy[list[Edit]] = st.lists(
    st.tuples(
        st.floats(0, 1) | st.integers(-6, 6),
        st.sampled_from((0, 0, 0, 1, 1, 2, 5, 40)),
        st.one_of(st.sampled_from(PIECES), st.just(""), st.floats(0, 1)),
    ),
    min_size=1,
    max_size=10,
)


def played(document: Document, script: list[Edit]) -> Iterator[Document]:
    """The document after each edit of a script."""
    at = 0
    for edit in script:
        at, end, piece = replacement(document.text.data, edit, at)
        document = document.replace_bytes(at, end, piece)
        yield document


def replacement(data: bytes, edit: Edit, last: int) -> tuple[int, int, bytes]:
    """The range that an edit replaces, and by what; `last` is where the one before began."""
    where, size, new = edit
    wanted = last + where if isinstance(where, int) else int(where * len(data))
    start = boundary(data, max(0, min(wanted, len(data))))
    end = boundary(data, min(len(data), start + size))
    if isinstance(new, str):
        return start, end, new.encode()
    source = boundary(data, int(new * len(data)))
    return start, end, data[source : boundary(data, min(len(data), source + 80))]


def boundary(data: bytes, offset: int) -> int:
    """The start of the character at an offset: editors do not cut characters."""
    while 0 < offset < len(data) and data[offset] & 0xC0 == 0x80:
        offset -= 1
    return offset


def shape(node: Node) -> object:
    """All that a tree says, as plain data that can be compared."""
    base = (type(node).__name__, node.size, node.faults, node.clean, node.height)
    if isinstance(node, String):
        return (*base, node.value, node.inner)
    if isinstance(node, Scalar):
        return (*base, repr(node.value))
    if isinstance(node, Member):
        return (*base, node.value_start, shape(node.key), shape(node.value))
    assert isinstance(node, Container)
    return (*base, node.closed, has_ref(node), node.starts, [shape(item) for item in node.items])


def whole(document: Document) -> object:
    """All that a document says beside its text."""
    tree = document.tree
    return tree.start, tree.faults, tree.by_indent, shape(tree.root)
