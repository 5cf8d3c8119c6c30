"""What docs.json lists, counted anew only where it changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.listed_entries import ListedEntries

PIECES = st.sampled_from(
    (
        *(
            '"a"',
            '"b/c"',
            '"./a"',
            '"GET /d"',
            ",",
            "[",
            "]",
            "{",
            "}",
            '"pages": [',
            '"root": "a"',
        ),
        *(
            '"pages": [',
            '"root": "a"',
            '"pages": "a"',
            '"groups": [',
            '"tabs": ',
            '"href": "a"',
            ":",
            "null",
            "1",
            '"',
            "\n",
        ),
    )
)
WHOLE = b"""{ "navigation": { "tabs": [
  { "tab": "A", "groups": [{ "group": "B", "root": "a", "pages": ["b/c", { "pages": ["a"] }] }] },
  { "tab": "C", "pages": ["GET /d", "e/", 1, ["f"]], "href": "g" }
] } }"""


def fresh(document: Document) -> dict[str, int]:
    listed = ListedEntries()
    listed.update_counts({"docs.json": document})
    return dict(listed.counts)


def test_pages_endpoints_and_roots_are_counted() -> None:
    assert fresh(Document.from_text(WHOLE)) == {"a": 2, "b/c": 1, "GET /d": 1, "e": 1}


def test_a_file_that_is_a_list_is_one_of_pages() -> None:
    listed = ListedEntries()
    listed.update_counts(
        {"docs.json": Document.from_text(WHOLE), "more.json": Document.from_text('["a", "z"]')}
    )
    assert listed.counts["a"] == 3
    assert listed.counts["z"] == 1
    listed.update_counts({"docs.json": Document.from_text("{}"), "more.json": "it cannot be read"})
    assert listed.counts == {}


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 40), st.lists(PIECES, max_size=5)), max_size=6
    )
)
def test_after_any_edits_the_counts_are_those_of_a_fresh_look(
    edits: list[tuple[float, int, list[str]]],
) -> None:
    document, pages = Document.from_text(WHOLE), {"a", "b/c", "f"}
    listed = ListedEntries(pages)
    listed.update_counts({"docs.json": document})
    for where, gone, pieces in edits:
        start = int(where * len(document.text.data))
        end = min(len(document.text.data), start + gone)
        document = document.replace_bytes(start, end, "".join(pieces).encode())
        listed.update_counts({"docs.json": document})

        assert listed.counts == fresh(document)
        assert listed.unlisted_pages == pages - listed.counts.keys()
