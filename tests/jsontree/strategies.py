"""Texts and edits for the laws of the tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
    ]
    return texts + handmade


edits = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from((0, 0, 0, 1, 1, 2, 5, 40)),
        st.one_of(st.sampled_from(PIECES), st.just(""), st.floats(0, 1)),
    ),
    min_size=1,
    max_size=10,
)
"""Where (as a share of the text), how many bytes go, and what comes: a piece, or a copy from
elsewhere in the text."""


def played(document: Document, script: list[tuple[float, int, str | float]]) -> Iterator[Document]:
    """The document after each edit of a script."""
    for share, size, new in script:
        data = document.text.data
        start = boundary(data, int(share * len(data)))
        end = boundary(data, min(len(data), start + size))
        if isinstance(new, float):
            source = boundary(data, int(new * len(data)))
            piece = data[source : boundary(data, min(len(data), source + 80))]
        else:
            piece = new.encode()
        document = document.edited(start, end, piece)
        yield document


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
