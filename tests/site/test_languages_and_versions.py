"""Which folders of a path stand for a version or a language."""

from __future__ import annotations

import pytest

from docs_lsp.site.languages_and_versions import LanguagesAndVersions

EDITIONS = LanguagesAndVersions(frozenset(("fr", "pt-BR")), frozenset(("next", "2024")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("guides/start.mdx", "guides/start.mdx"),
        ("fr/guides/start.mdx", "guides/start.mdx"),
        ("/fr/v1.2/guides/start#top", "/guides/start#top"),
        ("docs/v2/start", "docs/start"),
        ("next/2024/1.x/3.0.1/a", "a"),
        # The last part is a page, and a number alone is one as well.
        ("v2", "v2"),
        ("guides/fr", "guides/fr"),
        ("guides/2/a", "guides/2/a"),
        ("es/a", "es/a"),
        ("afr/vat/a", "afr/vat/a"),
        ("There is no page `pt-BR/a`, as in `v1/b`.", "There is no page `a`, as in `b`."),
    ],
)
def test_a_path_without_its_edition(text: str, expected: str) -> None:
    assert EDITIONS.strip_folders(text) == expected


def test_the_editions_of_a_path() -> None:
    assert EDITIONS.find_folders("/fr/v1/next/fr") == (("fr",), ("v1", "next"))
    assert EDITIONS.find_folders("a/b") == ((), ())
