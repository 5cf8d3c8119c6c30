"""What is read out of a page."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.files.files import BufferedFiles, MemoryFiles, pack_version
from docs_lsp.site.mdx import content
from docs_lsp.site.mdx.anchors import AnchorStatus
from docs_lsp.site.mdx.content import PageContent, make_unreadable_page, read_head, read_page
from docs_lsp.site.mdx.contents import read_file
from tests.growth.steps import Work, measure_growth


def links(text: str) -> list[str]:
    """The links of a page, whose places have to be right."""
    data = text.encode()
    found = list(read_page(data, "a/b.mdx").links)
    for link in found:
        assert data[link.span.start : link.span.end].decode() == link.target
    return [link.target for link in found]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[a](/b)", ["/b"]),
        ("[ä](/ü) und [b](c#d)", ["/ü", "c#d"]),
        ("![a](/b.png)", ["/b.png"]),
        ("[a](/b \"c\") [d](/e 'f') [g](/h (i))", ["/b", "/e", "/h"]),
        ("[a]( /b ) [c](<d e>)", ["/b", "d e"]),
        ("[a](/b_(c)) [d](/e)", ["/b_(c)", "/e"]),
        ("[![a](/b)](/c)", ["/b", "/c"]),
        ("[a](/b\n'c')", ["/b"]),
        ("[a](b c) [d]() \\[e\\](/f)", []),
        ("[a]: /b\n  [c]: <d e> 'f'\n> [g]: /h", ["/b", "d e", "/h"]),
        ("[^a]: /b\na [b]: /c", []),
        ('<Card href="/a" title="b">', ["/a"]),
        ("<a href='/a'>b</a> <img src=\"/c.png\" />", ["/a", "/c.png"]),
        ("<Card\n  href=\"/a\"\n  icon='b'/>", ["/a"]),
        ('<Feedback src="start" /><img src="a.png" />', ["a.png"]),
        ('<Card href={a} src={`b`} data-href="/c" />', []),
        ('[a](/{b}) <a href="{c}">', []),
        ("<a href={\"/a\"} /><Card href={'/b'} /><a href={ `/c` } />", ["/a", "/b", "/c"]),
        ("{a && <a href={'/b'}>c</a>}", ["/b"]),
        ("export const A = () => <a href={`/b`} x={'/c'} />", ["/b"]),
        ("<img src={'/a.png'} /><Feedback src={'start'} />", ["/a.png"]),
        ('<a href={`/${b}`} /><a href={"/" + c} /><a href={d ? "/e" : "/f"} />', []),
        ("<a href={'/a\\u0062'} /><a href={'/c' /* d */} /><a href={`{e}`} />", []),
        ("`[a](/b)` [c](/d)", ["/d"]),
        ("```\n[a](/b)\n```\n[c](/d)", ["/d"]),
        ("{/* [a](/b) */}[c](/d)<!-- [e](/f) -->", ["/d"]),
        ("---\ntitle: '[a](/b)'\n---\n[c](/d)", ["/d"]),
        (
            'export const a = () => {\n  b[c](d);\n  return <a href="/e" />\n}\n\n[f](/g)',
            ["/e", "/g"],
        ),
        ("export const a = b[c](d);\n[f](/g)", ["/g"]),
        ("[a](/b)\r\n\r\n`x`\r\n[c](/d)", ["/b", "/d"]),
        (
            "[a](https://example.com/b?c=d#e) [f](mailto:g@example.com)",
            ["https://example.com/b?c=d#e", "mailto:g@example.com"],
        ),
    ],
)
def test_links(text: str, targets: list[str]) -> None:
    assert links(text) == targets


@pytest.mark.parametrize(
    ("listed", "targets"),
    [
        ("/a.png", ["/a.png"]),
        ("/a.png 1x, /b.png 2x", ["/a.png", "/b.png"]),
        ("/a.png, /b.png 2x", ["/a.png", "/b.png"]),
        (" /a.png 480w ,/b.png 1.5x,", ["/a.png", "/b.png"]),
        ("/a.png 480w,\n  /b.png 800w", ["/a.png", "/b.png"]),
        ("/a,b.png 1x,/c.png", ["/a,b.png", "/c.png"]),
        ("/a.png 1x 2(,)w, /b.png", ["/a.png", "/b.png"]),
        ("/a.png 1x (, /b.png", ["/a.png"]),
        ("data:image/png;base64,AA= 1x, /b.png 2x", ["data:image/png;base64,AA=", "/b.png"]),
        ("a,,, b.png", ["b.png"]),
        (" , ", []),
    ],
)
@pytest.mark.parametrize(
    "written",
    [
        '<img srcSet="%s" />',
        "<source srcset='%s' />",
        '<img srcSet={"%s"} />',
        "<A srcSet={`%s`}/>",
    ],
)
def test_a_list_of_pictures_links_to_each(written: str, listed: str, targets: list[str]) -> None:
    if '{"' not in written or "\n" not in listed:
        assert links(written % listed) == targets


def test_a_list_of_pictures_in_code_links_to_each() -> None:
    assert links('{a && <img srcSet="/a.png, /b.png 2x" />}') == ["/a.png", "/b.png"]


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ('import A from "/snippets/a.mdx"', ("snippets/a.mdx",)),
        (
            "---\na: b\n---\nimport A from './c.mdx';\nimport B from '../d.jsx'",
            ("a/c.mdx", "d.jsx"),
        ),
        ('import {\n  A,\n  B,\n} from "/a.mdx"', ("a.mdx",)),
        ("import '/a.css'", ("a.css",)),
        ('export { A } from "/a.mdx"\nexport * from "/a.mdx"', ("a.mdx",)),
        ('\ufeffimport A from "/a.mdx"', ("a.mdx",)),
        ('import A from "a"\nimport B from "../../c.mdx"\nimport C from "/"', ()),
        ('  import A from "/a.mdx"\nText import A from "/a.mdx"', ()),
        ('import A\n\nfrom "/a.mdx"', ()),
        ('```\nimport A from "/a.mdx"\n```', ()),
        ('export const a = "/a.mdx"', ()),
    ],
)
def test_imports(text: str, imports: tuple[str, ...]) -> None:
    assert read_page(text.encode(), "a/b.mdx").imports == imports


@pytest.mark.parametrize(
    ("text", "is_empty"),
    [
        ("", True),
        ("\n \r\n\t", True),
        ("---\ntitle: A\n---\n", True),
        ("---\ntitle: A\n---", True),
        ("---\ntitle: A\n---\n\nText", False),
        ("Text", False),
        ("\ufeff", True),
    ],
)
def test_whether_there_is_text(text: str, is_empty: bool) -> None:
    assert read_page(text.encode(), "a.mdx").is_empty is is_empty


def test_fields_and_their_places() -> None:
    data = b"---\ntitle: A\nhidden: true\n---\nText"
    page = read_page(data, "a.mdx")

    assert page.fields == {"title": "A", "hidden": True}
    assert page.fields is page.fields
    entry = page.frontmatter.entries["hidden"]
    assert data[entry.value.start : entry.value.end] == b"true"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"---\ntitle: @\n---\n", (11, 12)),
        (b"---\ntitle: A\n", (0, 3)),
        (b"---\ntitle: A\n---\nText \xff", (22, 23)),
        (b"Text \xff", (5, 6)),
    ],
)
def test_a_page_that_cannot_be_read(data: bytes, place: tuple[int, int]) -> None:
    page = read_page(data, "a.mdx")

    assert page.fields == {}
    assert page.frontmatter.problem is not None
    assert page.frontmatter.problem.span == place


def test_a_file_that_cannot_be_read() -> None:
    page = make_unreadable_page("`a.mdx` may not be read.")

    assert page.frontmatter.problem is not None
    assert page.frontmatter.problem[:2] == ((0, 0), "`a.mdx` may not be read.")
    assert (list(page.links), page.imports, page.is_empty) == ([], (), True)


def test_frontmatter_that_is_too_large_is_not_kept() -> None:
    page = read_page(b"---\na: " + b"x" * 300_000 + b"\n---\n", "a.mdx")

    assert page.head == b""
    assert page.frontmatter.problem is not None
    assert "larger than" in page.frontmatter.problem.message


def test_of_a_huge_page_only_the_beginning_is_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(content, "MOST_READ", 20)
    page = read_page(b"[a](/b)\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n[c](/d)", "a.mdx")

    assert [link.target for link in page.links] == ["/b"]
    assert page.anchor_texts.look_up_anchor("anything").where is AnchorStatus.THERE


PIECES = st.sampled_from(
    (
        *("](", "[", "]:", "](/a)", "\\", " ", "(", ")", "é", "\n", "\n\n", "\n==\n", "---\n"),
        *("`", "```", "~~~", "{/*", "*/}", '="', "href='", ' href="/b"', "<h2>", "</h2>", "{#b}"),
        *("\n# a", "import a from '", "export "),
    )
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_page_is_too_odd(text: str) -> None:
    data = text.encode()
    page = read_page(data, "a/b.mdx")
    for link in page.links:
        assert data[link.span.start : link.span.end].decode() == link.target
    page.anchor_texts.list_heading_ids()
    page.anchor_texts.look_up_anchor("a")


@given(st.binary())
def test_no_bytes_are_too_odd(data: bytes) -> None:
    page = read_page(data, "a.mdx")
    list(page.links)
    page.anchor_texts.list_heading_ids()
    assert page.frontmatter.problem is None or page.fields == {}


HOSTILE = (
    *("](", "[a](", "[a](b", "[a](/b (", "]: ", "[a]: ", "(", "[", "{", "> ", "\n  "),
    *("`", "` ``", "``` ", "\n```", "\n```\n", "\\`", "~~~", "\n- `", "{/*", "<!--", "\n{/*"),
    *('href="', "href='", '="', '<a href="/b" title="c" id="d">', "<h2>"),
    *(
        "\nimport a",
        "\nimport ",
        "\nexport {",
        "\nexport a = ",
        "\n# a",
        "\n# {#",
        "\n==\n",
        "\n---",
    ),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_work_grows_with_the_page_alone(piece: str) -> None:
    def reading(size: int) -> Work:
        data = (piece * (size // len(piece))).encode()
        return lambda: read_page(data, "a.mdx").anchor_texts.list_heading_ids()

    growth = measure_growth(reading, 3_000)

    assert growth.is_bounded, growth
    # Steps do not show what regular expressions do; with the square this would take minutes.
    begun = time.process_time()
    reading(320_000)()
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\ntitle: a\n---\nimport B from '/b.mdx'\n\n[a](/b)",
        "---\ntitle: a\n---\n  \n",
        "---\ntitle: a",
        'import B from "./b.mdx"\nimport "../c.mdx"\nexport * from   "/d"\n# a',
        "```\nimport B from '/b.mdx'\n```\nan important from '/c'",
        "import {\n  b,\n} from '/b'\nimport c from 'react'",
    ],
)
def test_the_head_of_a_page_says_the_same_as_the_page(text: str) -> None:
    page, head = (
        read(text.encode(), "a/b.mdx", pack_version(1, 2, 3)) for read in (read_page, read_head)
    )

    assert (head.head, head.imports, head.fault) == (page.head, page.imports, page.fault)
    assert (head.is_empty, head.version) == (page.is_empty, page.version)
    assert not list(head.links)


@given(st.text("imporefx '\"/.\n`{}a-", max_size=60))
def test_nothing_is_imported_that_the_head_does_not_tell(text: str) -> None:
    data = f"import a from '/b'\n{text}".encode()

    assert read_head(data, "a.mdx").imports == read_page(data, "a.mdx").imports
    assert read_head(data[19:], "a.mdx").imports == read_page(data[19:], "a.mdx").imports


def test_a_page_keeps_no_other_text_that_is_open() -> None:
    saved, typed = MemoryFiles({"a.mdx": "# A\n"}), {"docs.json": b"{}", "b.mdx": b"# B\n"}
    files = BufferedFiles(saved, typed)
    infos = {info.path: info for info in files.walk()}
    closed, opened = (read_file(infos[file], files, read_head) for file in ("a.mdx", "b.mdx"))
    typed["b.mdx"] = b"# New\n"

    assert (closed._source, closed._path) == (saved, "a.mdx")
    assert (closed.reread_bytes(), opened.reread_bytes()) == (b"# A\n", b"# B\n")


def test_what_others_keep_with_a_page_is_worked_out_once() -> None:
    asked: list[PageContent] = []

    def nothing(page: PageContent) -> tuple[str, ...]:
        asked.append(page)
        return ()

    def size(page: PageContent) -> int:
        return len(page.head)

    first, second = (read_page(b"---\ntitle: A\n---\n", "a.mdx") for _ in range(2))
    assert [first.cached(nothing), first.cached(nothing), second.cached(nothing)] == [(), (), ()]
    assert asked == [first, second]
    assert first._made is second._made, "which most pages of a site share"
    assert first.cached(size) == first.cached(size) == len(first.head)
    assert first.cached(nothing) == () and second._made is not first._made
    assert len(asked) == 2
