"""The page that is most likely meant by a path without a page."""

from __future__ import annotations

import pytest

from docs_lsp.site import misspelt_pages
from docs_lsp.site.misspelt_pages import _LetterPairIndex


@pytest.mark.parametrize("most", [misspelt_pages._MOST_COUNTED, 200])
def test_of_thousands_of_similar_names_the_most_similar_one_is_found(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the pairs of letters that nearly all of them have are not counted."""
    monkeypatch.setattr(misspelt_pages, "_MOST_COUNTED", most)
    index = _LetterPairIndex([f"release-notes-of-{number}" for number in range(2000)] + ["quartz"])

    assert "release-notes-of-1987" in index.find_similar_names("relese-notes-of-1987")
    assert index.find_similar_names("quarz")[0] == "quartz"
