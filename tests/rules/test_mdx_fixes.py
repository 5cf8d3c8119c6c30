"""What is offered for a page that the parser refuses, and what is done without asking."""

from __future__ import annotations

import pytest

from docs_lsp.mdx.reading import find_faults
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.rules.mdx import parse_fixes
from docs_lsp.rules.mdx.page_repair import PageRepair
from docs_lsp.rules.mdx.parse_fixes import PageRepairs


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


def test_a_block_of_code_that_is_whole_leaves_it_obvious() -> None:
    page = "a <5\n\n````md\n```js\nx\n```\n````\n\n- ~~~\n  y\n  ~~~\n"
    assert [offer.safe for offer in _offered(page)] == [True]


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
