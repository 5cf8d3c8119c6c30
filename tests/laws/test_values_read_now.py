"""Which mistakes the laws take for ones that were there before, where nobody looked."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from tests.laws.values_read_now import count_in_values, find_unread_values

_GROUP = '{"group": "G", "pages": ["a", {"page": "b"}]}'


@pytest.mark.parametrize(
    ("navigation", "is_unread"),
    [
        (f'{{"groups": [{_GROUP}]}}', False),
        (f'{{"roups": [{_GROUP}]}}', True),
        (f'{{"anchors": [{{"anchor": "A", "anchors": [{_GROUP}], "groups": []}}]}}', True),
        (f'{{"groups": [[{_GROUP}]]}}', True),
    ],
)
def test_a_mistake_in_a_value_that_is_not_read_is_not_new(navigation: str, is_unread: bool) -> None:
    files = MemoryFiles({"docs.json": f'{{"navigation": {navigation}}}'})
    unread = find_unread_values(evaluate_whole_site(Path("/site"), files, Settings()))
    # The same value, in a place that counts and in another layout.
    after = f'{{"navigation": {{"groups": [{_GROUP}]}}}}'.replace(": ", ":  ")
    entry = after.index('{"page"')

    inside = count_in_values([Span(entry, entry + 1)], after.encode(), unread)

    assert inside == is_unread
    outside = count_in_values([Span(2, 3)], after.encode(), unread)
    assert outside == 0
