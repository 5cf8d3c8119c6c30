"""What path of the site a link means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.routes.link_paths import LinkPath, parse_link_path


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("/a/b", LinkPath("/a/b")),
        ("a/b", LinkPath("/a/b")),
        ("./a", LinkPath("/a")),
        ("../a", LinkPath("/a")),
        ("/a/../b//c/", LinkPath("/b/c")),
        ("/a%20b#c%20d", LinkPath("/a b", "c d")),
        ("/a?b=/c#d?e", LinkPath("/a", "d?e")),
        ("/", LinkPath("/")),
        (" /a ", LinkPath("/a")),
        ("#a", LinkPath("", "a")),
    ],
)
def test_a_link_of_docs_json_counts_from_the_root(href: str, target: LinkPath) -> None:
    assert parse_link_path(href) == target


@pytest.mark.parametrize(
    "href",
    [
        *("", "#", "?a=b", "https://example.com", "mailto:a@example.com", "//example.com/a"),
        *("/{version}/a", "$path", "/a/${b}", "/a/[b]", "<a>", "/a\\b", "/%7Bb%7D"),
    ],
)
def test_what_is_not_a_path_of_the_site_means_none(href: str) -> None:
    assert parse_link_path(href) is None
    assert parse_link_path(href, "a/b.mdx") is None


def test_a_relative_link_of_a_page_counts_from_its_folder_or_maybe_from_another_place() -> None:
    assert parse_link_path("c#d", "a/b.mdx") == LinkPath("/a/c", "d", ("/a/b/c", "/c"))
    assert parse_link_path("../c", "a/b.mdx") == LinkPath("/c", "", ("/a/c",))
    assert parse_link_path("c", "a/b/index.mdx") == LinkPath(
        "/a/b/c", "", ("/a/c", "/a/b/index/c", "/c")
    )
    assert parse_link_path("/c", "a/b.mdx") == LinkPath("/c")
    assert parse_link_path("#c", "a/b.mdx") == LinkPath("", "c")


@given(st.text(max_size=20), st.none() | st.just("a/b.mdx"))
def test_any_text_may_be_a_link(href: str, file: str | None) -> None:
    target = parse_link_path(href, file)

    assert target is None or target.path[:1] in ("", "/")
