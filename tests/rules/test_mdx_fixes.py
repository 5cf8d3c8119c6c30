"""What is offered for a page that the parser refuses, and what is done without asking."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import docs_lsp.rules.mdx_syntax
from docs_lsp.mdx.javascript.parser import Parsed, parse_module
from docs_lsp.mdx.reading import find_faults
from docs_lsp.mdx.syntax import FaultKind, MdxFault
from docs_lsp.rules.mdx import parse_fixes
from docs_lsp.rules.mdx.page_repair import PageRepair
from docs_lsp.rules.mdx.parse_fixes import PageRepairs
from tests.rules.harness import examples_in

_CASES = (Path(__file__).with_name("mdx-syntax.md").read_text(), docs_lsp.rules.mdx_syntax.__doc__)
_BROKEN_PAGES = [
    *(
        text
        for cases in _CASES
        for example in examples_in(cases or "")
        for file, text in example.files.items()
        if file.endswith((".md", ".mdx")) and find_faults(text.encode())
    ),
    "<Note>\nhello\n\nworld\n",
    "<CardGroup>\n<Card>\nhi\n</CardGroup>\n",
    "<Steps>\n  <Step>\n    hi\n\n    ho\n  <Step>\n    x\n  </Step>\n</Steps>\n",
    "<Tip>\nhi\n\nho</Tip>\n",
    "import A from '/a.mdx\n```js\nx\n```\n",
    "<!-- a\n\nb -->\n",
    "caf\u00e9\n\n<Tip>\nx\n\ny\n",
]


def _offered(page: str) -> list[PageRepair]:
    data = page.encode()
    return list(PageRepairs(data).find_repairs(find_faults(data)[0].span))


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<Card>a <b>x</Card></b>\n", "<Card>a <b>x</b></Card>\n"),
        ("<Tab>\n<Tip>\n\nx\n\n</Tab>\n</Tip>\n", "<Tab>\n<Tip>\n\nx\n\n</Tip>\n</Tab>\n"),
        ("Ask a <b which fields: [one](/x).\n", "Ask a \\<b which fields: [one](/x).\n"),
        ('<Tip title="x"\n  Yes. It is.\n</Tip>\n', '<Tip title="x">\n  Yes. It is.\n</Tip>\n'),
        (
            '<Step title="a>\n\nOne\n\n</Step>\n<Step title="b c">\n\nTwo\n\n</Step>\n',
            '<Step title="a">\n\nOne\n\n</Step>\n<Step title="b c">\n\nTwo\n\n</Step>\n',
        ),
        ("import A from '/a.mdx\n```js\nx\n```\n", "import A from '/a.mdx'\n\n```js\nx\n```\n"),
    ],
)
def test_the_first_offer_is_what_was_meant(page: str, expected: str) -> None:
    first = _offered(page)[0]
    assert first.apply(page.encode()).decode() == expected
    assert first.preferred


@pytest.mark.parametrize(
    "page",
    [
        # The line that opened the first block of code is missing.
        "send <FIRST_KEY>\n```\n\n## Next\n\n```js\nx\n```\n",
        # The line that closed it is.
        "```js\nx\n\n## Next\n\n```js\ny\n```\n\na <b\n",
        "a <b\n\n```js\nx\n",
    ],
)
def test_nothing_is_obvious_where_code_and_text_may_have_changed_places(page: str) -> None:
    offers = _offered(page)
    assert offers
    assert not any(offer.preferred or offer.safe for offer in offers)


@pytest.mark.parametrize(
    ("page", "titles"),
    [
        # A field may hold fields.
        (
            "<ParamFeild>\n<ParamField>x</ParamField>\n</ParamField>\n",
            ["Write `<ParamField>`", "Write `</ParamFeild>`"],
        ),
        ("import Cards from '/a'\n\n<Cards>\nx\n</Card>\n", ["Write `</Cards>`"]),
    ],
)
def test_an_opening_tag_is_changed_only_if_it_is_surely_wrong(page: str, titles: list[str]) -> None:
    offers = [offer for offer in _offered(page) if offer.title.startswith("Write")]
    assert [offer.title for offer in offers] == titles
    assert offers[0].preferred == (len(titles) == 1)


def test_a_block_of_code_that_is_whole_leaves_it_obvious() -> None:
    page = "a <5\n\n````md\n```js\nx\n```\n````\n\n- ~~~\n  y\n  ~~~\n"
    assert [offer.safe for offer in _offered(page)] == [True]


def test_code_is_parsed_once_for_all_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 12
    page = 'import { a } from "/snippets/a.jsx"\nimport B from "/snippets/b.mdx"\n\n' * count
    texts = []

    def parse(code: str) -> Parsed:
        texts.append(code)
        return parse_module(code)

    monkeypatch.setattr("docs_lsp.mdx.javascript.module_code.parse_module", parse)
    repairs = PageRepairs(page.encode())
    texts.clear()
    repairs.find_repairs(find_faults(page.encode())[0].span)

    # Each candidate changes one of the texts.
    assert 0 < len(texts) <= 4 * count


_TABLE = "| a | b |\n|---|---|\n"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| `<|im_start|>` | x |", "| `<\\|im_start\\|>` | x |"),
        ("| `<a>|<b>` and `{x|y}` | z |", "| `<a>\\|<b>` and `{x\\|y}` | z |"),
        ("| ``<a|`b`|c>`` | x |", "| ``<a\\|`b`\\|c>`` | x |"),
    ],
)
@pytest.mark.parametrize(("first", "other"), [("", ""), ("> ", "> "), ("- ", "  ")])
def test_pipes_in_the_code_of_a_row_are_one_mistake(
    row: str, expected: str, first: str, other: str
) -> None:
    page = f"{first}{_TABLE}".replace("\n|", f"\n{other}|") + f"{other}{row}\n"
    (repair,) = _offered(page)

    assert len(find_faults(page.encode())) == 1
    assert repair.safe
    assert repair.apply(page.encode()).decode() == page.replace(row, expected)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("| `<|im_start|>` | x | y |", id="more cells than columns all the same"),
        pytest.param("| <a|b> | x |", id="a pipe outside of code"),
        pytest.param("| x | <5 | y |", id="another mistake in a row with too many cells"),
    ],
)
def test_nothing_is_obvious_in_a_row_that_loses_its_last_cell(row: str) -> None:
    offers = _offered(f"{_TABLE}{row}\n")
    assert offers
    assert not any(offer.preferred or offer.safe for offer in offers)


def test_other_mistakes_of_a_row_are_found_beside_its_pipes() -> None:
    page = f"{_TABLE}| `<a|b>` | <5 |\n".encode()
    assert [fault.kind for fault in find_faults(page)] == [
        FaultKind.PIPE_IN_CODE,
        FaultKind.LESS_THAN,
    ]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("Use <id> here\n", "Use \\<id> here\n", id="a word in place of a value"),
        pytest.param("<Note>\nx\n</Note>\n</Note>\n", "<Note>\nx\n</Note>\n", id="closed twice"),
        pytest.param("<Note>\nx\n</Noet>\n", "<Note>\nx\n</Note>\n", id="a slip in a name"),
        pytest.param(
            "<Tip>\n<Note>\nx\n\ny\n/Note>\n</Tip>\n",
            "<Tip>\n<Note>\nx\n\ny\n</Note>\n</Tip>\n",
            id="half a closing tag",
        ),
        pytest.param(
            "<Steps>\n<Step>\nx\n\ny\n</Steps>\n",
            "<Steps>\n<Step>\nx\n\ny\n</Step>\n</Steps>\n",
            id="one of a row",
        ),
        pytest.param(
            '<Card\n  title="a"\n\nx\n</Card>\n',
            '<Card\n  title="a">\n\nx\n</Card>\n',
            id="attributes below",
        ),
    ],
)
def test_a_tag_is_completed_where_that_must_be_meant(page: str, expected: str) -> None:
    first = _offered(page)[0]
    assert first.apply(page.encode()).decode() == expected
    assert first.preferred


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("<invoke>\n\nx\n\n</Tabs>\n", id="another name"),
        pytest.param("<Card>\n\nx\n", id="nobody knows where it ends"),
        pytest.param("x\n\ny\n</Note>\n", id="the opening tag may be lost"),
        pytest.param("<Note>\n<Note>\nx\n</Note>\n", id="opened twice"),
        pytest.param("<Tip>\n<Note>\nx\n\ny\n</Tip>\n", id="several paragraphs"),
        pytest.param("Use <code(x)</code>.\n", id="a broken element"),
        pytest.param("<Tip>\n\n| a | b |</Tip>\n|---|---|\n", id="the head of a table"),
        pytest.param("<Card icon={} />\n", id="no value"),
        pytest.param("<Card {title} />\n", id="a value without its name"),
        pytest.param("<Tip>\n<Note>\nx\n</Tip>\n\n</Card>\n", id="two tags"),
    ],
)
def test_a_tag_is_left_to_the_writer_where_more_may_be_meant(page: str) -> None:
    offers = _offered(page)
    assert not any(offer.preferred or offer.safe for offer in offers)


@pytest.mark.parametrize("page", _BROKEN_PAGES)
def test_a_page_with_crlf_has_the_repairs_of_one_with_lf(page: str) -> None:
    def repair(data: bytes) -> list[list[tuple[str, bool, bool, bytes]]]:
        repairs = PageRepairs(data)
        return [
            [
                (offer.title, offer.safe, offer.preferred, offer.apply(data))
                for offer in repairs.find_repairs(fault.span)
            ]
            for fault in find_faults(data)
        ]

    expected = [
        [(title, *marks, after.replace(b"\n", b"\r\n")) for title, *marks, after in offers]
        for offers in repair(page.encode())
    ]
    assert repair(page.replace("\n", "\r\n").encode()) == expected


@pytest.mark.parametrize(
    "page",
    [
        "a<br>b\n\nc<br>d\n",
        "a<br>b<br>c\n",
        '<img src="/a.png">\n\n<hr>\n',
        "<p>a<br>b</p>\n\n<Note>\n\nx\n",
    ],
)
def test_a_void_element_is_closed_whatever_else_is_wrong(page: str) -> None:
    data = page.encode()
    repairs = PageRepairs(data)
    offers = [
        offer
        for fault in find_faults(data)
        for offer in repairs.find_repairs(fault.span)
        if offer.title == "Close it with a slash"
    ]
    assert len(offers) == len(re.findall("<(?:br|hr|img)", page))
    assert all(offer.safe and offer.preferred for offer in offers)


BROKEN = "".join(f"Depth {i} is <{i} m, see <https://a.b/{i}> and <br>\n\n" for i in range(12))


def test_changes_tried_together_are_those_tried_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    data = BROKEN.encode()
    spans = [fault.span for fault in find_faults(data)]
    alone = [PageRepairs(data).find_repairs(span) for span in spans]
    monkeypatch.setattr(parse_fixes, "_TRIED_ALONE", 0)

    assert len(spans) == 36
    assert all(alone)
    repairs = PageRepairs(data)
    assert [repairs.find_repairs(span) for span in spans] == alone


def test_the_page_is_read_once_for_many_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    data = BROKEN.encode()
    monkeypatch.setattr(parse_fixes, "_TRIED_ALONE", 0)
    readings = []

    def count(read: bytes) -> tuple[MdxFault, ...]:
        readings.append(read)
        return find_faults(read)

    spans = [fault.span for fault in find_faults(data)]
    monkeypatch.setattr(parse_fixes, "find_faults", count)
    repairs = PageRepairs(data)

    assert all(repairs.find_repairs(span) for span in spans)
    assert len(readings) < 5


def test_a_page_that_is_not_read_to_its_end_has_no_fixes() -> None:
    data = b"{a{b}" * 1000
    span = find_faults(data)[0].span

    assert PageRepairs(data).find_repairs(span) == ()
