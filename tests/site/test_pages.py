"""Which files are pages, and what a wrong page path meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.ignore import IgnorePatterns
from docs_lsp.site.misspelt_pages import LanguageScope
from docs_lsp.site.pages import (
    NonPageReason,
    PageFile,
    PageIndex,
    normalise_entry,
    page_to_url,
    strip_page_extension,
)


def index(*files: str, ignored: str = "") -> PageIndex:
    return PageIndex.from_files(files, IgnorePatterns.from_texts({".mintignore": ignored}))


def test_pages_are_found_by_their_path_letter_by_letter() -> None:
    pages = index("index.mdx", "guides/start.md", "logo.svg", "docs.json", "a b/c.d.mdx")

    assert len(pages) == 3
    assert list(pages) == [
        PageFile("index", "index.mdx"),
        PageFile("guides/start", "guides/start.md"),
        PageFile("a b/c.d", "a b/c.d.mdx"),
    ]
    assert pages.find_page("guides/start") == PageFile("guides/start", "guides/start.md")
    assert "a b/c.d" in pages
    for other in ("guides/Start", "guides/start.md", "/guides/start", "logo", "guides", ""):
        assert pages.find_page(other) is None
        assert other not in pages


@pytest.mark.parametrize("files", [("a.md", "a.mdx"), ("a.mdx", "a.md")])
def test_of_two_files_for_one_page_the_mdx_counts(files: tuple[str, str]) -> None:
    pages = index(*files)

    assert [page.file for page in pages] == ["a.mdx"]


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("snippets/a.mdx", NonPageReason.SNIPPET),
        ("snippets/deep/a.md", NonPageReason.SNIPPET),
        ("_snippets/a.mdx", NonPageReason.SNIPPET),
        ("README.md", NonPageReason.REPOSITORY),
        ("deep/Readme.md", NonPageReason.REPOSITORY),
        ("license.md", NonPageReason.REPOSITORY),
        ("x/CONTRIBUTING.md", NonPageReason.REPOSITORY),
        ("Contribute.md", NonPageReason.REPOSITORY),
        ("skill.md", NonPageReason.SKILL),
        ("SKILL.md", NonPageReason.SKILL),
        (".mintlify/skills/skill.md", NonPageReason.SKILL),
        (".mintlify/skills/a/b/SKILL.md", NonPageReason.SKILL),
        ("drafts/a.mdx", NonPageReason.IGNORED),
        ("node_modules/a.mdx", NonPageReason.IGNORED),
    ],
)
def test_some_files_are_never_pages(file: str, reason: NonPageReason) -> None:
    pages = index(file, ignored="drafts")

    assert len(pages) == 0
    assert pages.find_non_page_reason(strip_page_extension(file)) is reason


@pytest.mark.parametrize(
    "file",
    [
        "es/snippets/a.mdx",
        "snippets.mdx",
        "README.mdx",
        "read/me.md",
        "skill.mdx",
        "guides/skill.md",
        "contributing-guide.md",
    ],
)
def test_files_that_only_look_like_it_are_pages(file: str) -> None:
    pages = index(file)

    assert [page.file for page in pages] == [file]
    assert pages.find_non_page_reason(strip_page_extension(file)) is None


def test_a_page_beside_a_file_that_is_none_is_a_page() -> None:
    pages = index("readme.md", "readme.mdx")

    assert pages.find_page("readme") == PageFile("readme", "readme.mdx")
    assert pages.find_non_page_reason("readme") is None


def test_no_file_has_no_reason() -> None:
    assert index("a.mdx").find_non_page_reason("b") is None


def test_files_that_pages_import_are_snippets() -> None:
    pages = index("a.mdx", "parts/b.mdx", "drafts/c.mdx", ignored="drafts")
    known = pages.with_imported_snippets(
        dict.fromkeys(["parts/b.mdx", "parts/gone.mdx", "code.jsx"], "a.mdx")
    )

    assert [page.page for page in known] == ["a"]
    assert known.find_non_page_reason("parts/b") is NonPageReason.IMPORTED
    assert known.find_importer("parts/b") == "a.mdx"
    assert known.find_importer("a") is None
    assert known.find_non_page_reason("drafts/c") is NonPageReason.IGNORED
    assert known.find_non_page_reason("parts/gone") is None
    assert "parts/b" in pages


def test_another_case_is_found_only_where_the_page_is_missing() -> None:
    pages = index("Guides/Start.mdx", "a.mdx", "A.mdx")

    assert pages.find_other_case("guides/start") == "Guides/Start"
    assert pages.find_other_case("Guides/Start") is None
    assert pages.find_other_case("a") is None
    assert pages.find_other_case("none") is None


def test_an_index_page_is_found_for_its_folder() -> None:
    pages = index("guides/index.mdx", "index.mdx", "both.mdx", "both/index.mdx")

    assert pages.find_folder_index("guides") == "guides/index"
    assert pages.find_folder_index("guides/") == "guides/index"
    assert pages.find_folder_index("") == "index"
    assert pages.find_folder_index("both") is None
    assert pages.find_folder_index("none") is None


class TestNearest:
    SITE = index(
        "index.mdx",
        "guides/quickstart.mdx",
        "guides/authentication.mdx",
        "guides/authorization.mdx",
        "guides/deploy/vercel.mdx",
        "fr/guides/quickstart.mdx",
        "api/users.mdx",
        "teams/index.mdx",
    )

    @pytest.mark.parametrize(
        ("wrong", "first"),
        [
            ("quickstart", "guides/quickstart"),
            ("guide/quickstart", "guides/quickstart"),
            ("fr/quickstart", "fr/guides/quickstart"),
            ("guides/authentification", "guides/authentication"),
            ("guides/Authorization.mdx", "guides/authorization"),
            ("/guides/vercel/", "guides/deploy/vercel"),
            ("teams", "teams/index"),
            ("guides/quickstrat", "guides/quickstart"),
        ],
    )
    def test_the_page_that_was_meant_comes_first(self, wrong: str, first: str) -> None:
        assert self.SITE.find_similar_pages(wrong)[0] == first

    def test_nothing_near_gives_nothing(self) -> None:
        assert self.SITE.find_similar_pages("completely/different") == ()
        assert index().find_similar_pages("a") == ()

    def test_no_more_than_asked_for_and_none_twice(self) -> None:
        pages = index(*(f"{folder}/start.mdx" for folder in "abcdef"))

        assert len(set(pages.find_similar_pages("z/start", limit=3))) == 3
        assert len(pages.find_similar_pages("z/start", limit=1)) == 1

    def test_pages_of_another_language_are_left_out_if_so_wanted(self) -> None:
        pages = index("fr/start.mdx", "guides/start.mdx", "es/start.mdx", "es/deep/start.mdx")

        assert pages.find_similar_pages("es/new/start", scope=LanguageScope()) == (
            "es/start",
            "es/deep/start",
        )
        assert pages.find_similar_pages("new/start", scope=LanguageScope()) == ("guides/start",)
        assert len(pages.find_similar_pages("new/start", limit=9)) == 4

    def test_a_folder_named_like_a_language_may_hold_none(self) -> None:
        """Without languages it does if most of its pages are translations."""
        plain, languages = LanguageScope(), LanguageScope(has_languages=True)
        departments = index("index.mdx", "it/index.mdx", "it/helpdesk.mdx", "it/printers.mdx")
        translations = index("start.mdx", "es/start.mdx", "docs/fr/a.mdx", "docs/de/a.mdx")

        assert departments.find_similar_pages("helpdesk", scope=plain) == ("it/helpdesk",)
        assert departments.find_similar_pages("helpdesk", scope=languages) == ()
        assert departments.find_similar_pages("it/helpdesc", scope=plain) == ("it/helpdesk",)
        assert translations.find_similar_pages("guides/start", scope=plain) == ("start",)
        assert translations.find_similar_pages("es/guides/start", scope=plain) == ("es/start",)
        assert translations.find_similar_pages("a", scope=plain) == ()
        assert translations.find_similar_pages("docs/de/b/a", scope=plain) == ("docs/de/a",)
        assert translations.find_similar_pages("it/start", scope=plain) == ()

    def test_pages_of_the_language_of_the_element_are_suggested_too(self) -> None:
        pages = index("fr/start.mdx", "old/start.mdx", "es/start.mdx")
        scope = LanguageScope(has_languages=True, language="fr")

        assert {*pages.find_similar_pages("start", scope=scope)} == {"fr/start", "old/start"}
        assert {*pages.find_similar_pages("es/b/start", scope=scope)} == {
            "fr/start",
            "old/start",
            "es/start",
        }

    def test_a_name_that_many_pages_share_says_little(self) -> None:
        pages = index("guides/index.mdx", *(f"section-{number}/index.mdx" for number in range(30)))

        assert pages.find_similar_pages("elsewhere/index") == ()
        assert pages.find_similar_pages("new/guides/index") == ("guides/index",)


# Entry of docs.json, page path.
ENTRIES = [
    ("guides/start", "guides/start"),
    ("/guides/start", "guides/start"),
    ("./guides/start", "guides/start"),
    ("//guides//start", "guides/start"),
    ("../guides/start", "guides/start"),
    ("../../a/../b", "b"),
    ("a/./b/../c", "a/c"),
    ("a/..", ""),
    ("a/.", "a"),
    ("guides/start/", "guides/start/"),
    ("/guides/start/", "guides/start/"),
    (".hidden/a", ".hidden/a"),
    ("a..b/c.", "a..b/c."),
    ("v1.2/a", "v1.2/a"),
    ("with space/Ü", "with space/Ü"),
    ("https://example.com/a", "https:/example.com/a"),
    ("/", ""),
    ("", ""),
]


@pytest.mark.parametrize(("entry", "page"), ENTRIES)
def test_entries_are_looked_up_like_the_service_does(entry: str, page: str) -> None:
    assert normalise_entry(entry) == page


@given(st.text(st.sampled_from("ab./"), max_size=12))
def test_normalising_twice_changes_nothing_more(entry: str) -> None:
    once = normalise_entry(entry)

    assert normalise_entry(once) == once
    assert not once.startswith("/")
    assert ".." not in once.split("/")


@pytest.mark.parametrize(
    ("page", "url"),
    [
        ("index", "/"),
        ("guides/index", "/guides"),
        ("guides/start", "/guides/start"),
        ("my-index", "/my-index"),
        ("index/a", "/index/a"),
    ],
)
def test_a_page_has_an_address(page: str, url: str) -> None:
    assert page_to_url(page) == url


@pytest.mark.parametrize(
    ("file", "page"),
    [("a.mdx", "a"), ("x/a.md", "x/a"), ("a.mdx.md", "a.mdx"), ("a.json", "a.json"), ("a", "a")],
)
def test_extensions_of_pages_go(file: str, page: str) -> None:
    assert strip_page_extension(file) == page
