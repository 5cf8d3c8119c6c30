"""Icon names are looked up in sorted text."""

from __future__ import annotations

import pytest

from docs_lsp.schema.icon_names import LIBRARIES, has_icon, list_icon_names


@pytest.mark.parametrize("library", LIBRARIES)
def test_exactly_the_names_of_a_library_are_found(library: str) -> None:
    names = list_icon_names(library)
    known = {*names}
    assert names == sorted(names)
    for name in (*names[:200], *names[2000:2200], *names[-200:]):
        variants = (name, name.upper(), name[:-1], name[1:], f"{name}s", f"{name}-", f"a{name}")
        for variant in variants:
            assert has_icon(library, variant) == (variant.lower() in known), variant


@pytest.mark.parametrize("name", ["!", "~", "\N{LATIN SMALL LETTER E WITH ACUTE}", "-", "a" * 600])
def test_a_name_outside_of_all_is_not_found(name: str) -> None:
    assert not any(has_icon(library, name) for library in LIBRARIES)


def test_an_unknown_library_has_no_icons() -> None:
    assert not has_icon("there-is-none", "book")
