"""The table of icons that the libraries call by different names."""

from __future__ import annotations

import pytest

from docs_lsp.schema.icon_names import LIBRARIES, _parse_rows, find_equivalent, has_icon


def test_each_library_has_the_names_of_the_table() -> None:
    pairs = [pair for row in _parse_rows() for pair in zip(LIBRARIES, row, strict=True)]

    assert [pair for pair in pairs if pair[1] != "-" and not has_icon(*pair)] == []


@pytest.mark.parametrize(
    ("name", "own", "library", "same"),
    [
        ("gear", "fontawesome", "lucide", "settings"),
        ("bot", "lucide", "fontawesome", "robot"),
        ("layers", "lucide", "fontawesome", "layer-group"),
        ("blocks", "lucide", "fontawesome", None),
        ("box", "lucide", "fontawesome", "cube"),
        ("settings", "tabler", "nobody", None),
    ],
)
def test_an_icon_is_called_so_in_another_library(
    name: str, own: str, library: str, same: str | None
) -> None:
    assert find_equivalent(name, own, library) == same
