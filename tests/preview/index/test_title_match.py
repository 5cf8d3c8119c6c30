"""Whether a query is the title of a page."""

from __future__ import annotations

import pytest

from mcp_preview.index.query_words import QueryWord
from mcp_preview.index.word_choices import is_title
from tests.preview.small import page_of

UPDATE_MONITOR = [[QueryWord("updates")], [QueryWord("monitr"), QueryWord("monitor", 0.7)]]


@pytest.mark.parametrize(
    ("title", "is_match"),
    [
        ("Update monitor", True),
        ("Updating: monitors", True),
        ("Update", False),
        ("Monitor update", False),
        ("Update a monitor", False),
        ("", False),
    ],
)
def test_a_title_has_the_words_of_the_query_and_no_others(title: str, is_match: bool) -> None:
    assert is_title(page_of("a", title=title), {"en": UPDATE_MONITOR}) == is_match


def test_a_title_is_compared_in_the_language_of_its_page() -> None:
    page = page_of("a", title="Update monitor", language="de")

    assert not is_title(page, {"en": UPDATE_MONITOR})
    assert is_title(page, {"en": [], "de": UPDATE_MONITOR})
