"""Inputs of our own, each with what the service's parser says of it.

`verdicts.json` holds pairs: a page, and the lines that the parser names when it refuses it, none
where it accepts it. They were made with a program that parses pages as the service does.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.mdx.javascript.parser import is_available
from docs_lsp.mdx.reading import find_faults, parse_page
from tests.mdx.agreement import lines_of

VERDICTS = json.loads(Path(__file__).with_name("verdicts.json").read_text("utf-8"))
UNENDED = "export const A = () => {\n  return <b>x</b>\n\ntext"
"""The parser names the end of the page, where no writer would look for the mistake."""
pytestmark = pytest.mark.skipif(not is_available(), reason="JavaScript cannot be judged here")


@pytest.mark.parametrize(("page", "lines"), VERDICTS)
def test_a_page_is_refused_where_the_parser_refuses_it(page: str, lines: list[int]) -> None:
    data = page.encode()
    faults = find_faults(data)

    assert bool(faults) == bool(lines)
    assert not lines or page == UNENDED or set(lines) & set(lines_of(data, faults))


@pytest.mark.parametrize(("page", "lines"), VERDICTS)
def test_what_is_found_lies_in_the_page(page: str, lines: list[int]) -> None:
    data = page.encode()
    found = parse_page(data)

    assert found.faults == find_faults(data)
    spans = [one.span for one in found.faults]
    spans += [one.span for one in found.tags] + [one.span for one in found.expressions]
    spans += [one.span for one in found.headings] + [one.span for one in found.links]
    assert all(0 <= start <= end <= len(data) for start, end in spans)
    for index, tag in enumerate(found.tags):
        assert tag.partner < 0 or found.tags[tag.partner].partner == index
        assert tag.parent < index
