"""What one reading of the text of a page finds."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.files.files import MemoryFiles
from docs_lsp.site.mdx.body_reading import read_body
from docs_lsp.site.mdx.content import read_head, read_page
from docs_lsp.site.mdx.page_body import NO_BODY


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ('<Frame caption="See [a](/b)" />', ["/b"]),
        ('{/* <Card href="/a" /> */}\n\n<Card href="/b" />', ["/b"]),
        ('{ok && <a href="/a" /* href="/b" */>c</a>}', ["/a"]),
        ('<Own icon={<img src="/a.png" />} />', ["/a.png"]),
        ('<Own src="start" /><img src="a.png" />', ["a.png"]),
        ("- a\n\n  ```\n  [a](/b)\n  ```\n  [c](/d)", ["/d"]),
        ("``` {/* ```\n[a](/b)", ["/b"]),
        ("| a |\n|---|\n| [b](/c) |", ["/c"]),
        ("[a]: /b\n\n```\n[c]: /d\n```", ["/b"]),
        ("\\`[a](/b)`", ["/b"]),
        ('<Card title="<a href=\'/b\'>" href="/c" />', ["/c"]),
        ("[a](/b", []),
    ],
)
def test_links_stand_where_readers_see_them(text: str, targets: list[str]) -> None:
    assert [link.target for link in read_page(text.encode(), "a.mdx").links] == targets


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("One\ntwo\n---\n", ("one-two",)),
        ("<h2>B</h2>\n\n# A\n", ("b", "a")),
        ("{ok && <h2>A</h2>}", ("a",)),
        ("- ```\n  # no\n  ```\n  # A", ("a",)),
        ("# A {#b}\n###### C\n###### D {#e}", ("b", "e")),
        ("`# no\n# A`", ("a`",)),
    ],
)
def test_headings_are_those_that_readers_see(text: str, anchors: tuple[str, ...]) -> None:
    assert read_page(text.encode(), "a.mdx").anchor_texts.list_heading_ids() == anchors


PIECES = st.sampled_from(
    ("a ", "\n", "---", "\n---\n", "title: b\n", "import", "export ", "- ", "=", "[a](/b)", "# c ")
)


@given(st.lists(PIECES, max_size=12).map("".join))
@example("---a \n---\n")
@example("---\nimport\n---\n")
def test_nothing_is_in_a_text_that_is_plain(text: str) -> None:
    data = text.encode()
    page = read_page(data, "a.mdx")
    if page.is_plain:
        body = read_body(data, len(page.head), len(data))
        assert body._replace(words=NO_BODY.words) == NO_BODY
        assert body.words.list_heading_ids() == ()


TEXT = '---\ntitle: a\n---\nimport A from "/b.mdx"\n\n# C\n\n[d](/e)\n\n<A>\n'


def test_a_text_is_the_same_whenever_it_is_read() -> None:
    files = MemoryFiles({"a.mdx": TEXT})
    at_once = read_page(TEXT.encode(), "a.mdx")
    later = read_head(TEXT.encode(), "a.mdx")
    later.set_source(files, "a.mdx")

    assert later.body_if_read is None
    assert later.faults == at_once.faults
    assert not later.has_in_link_targets(b"/nowhere")
    assert later.body_if_read is None
    assert later.has_in_link_targets(b"/e")
    assert later.body._replace(words=at_once.anchor_texts) == at_once.body
    assert (
        later.anchor_texts.list_heading_ids() == at_once.anchor_texts.list_heading_ids() == ("c",)
    )


def test_pages_with_the_same_components_share_what_their_mdx_comes_to() -> None:
    one, other = (
        read_page(f"# {title}\n\n<Card title='a' />\n".encode(), "a.mdx") for title in "AB"
    )

    assert one.body.syntax.components == ("Card",)
    assert one.body.syntax is other.body.syntax
