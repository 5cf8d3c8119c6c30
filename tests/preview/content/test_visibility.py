"""Who finds a page: every row of the service's matrix, on whole sites, and on real ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.files.files import BufferedFiles, DiskFiles
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview, collect_site_marks
from docs_lsp.site.summaries.index_card import find_rejected_pages, make_index_card
from docs_lsp.site.summaries.page_card import make_page_card
from docs_lsp.site.summaries.page_counts import PageCounts, count_site_pages
from docs_lsp.site.visibility import ANONYMOUS, Reason, Viewer
from mcp_preview.content.pages import ExcludedPage
from mcp_preview.content.preview_site import PreviewSite, load_site
from mcp_preview.content.verdict_report import count_pages, filter_pages_for_viewer
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.own_files import OwnFiles
from tests.conftest import SITES
from tests.preview.small import files_of, set_to, site_of

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "sites"
FOLDERS = sorted(CORPUS.iterdir()) if CORPUS.is_dir() else []
SHOWN = [{"group": "Harbour", "pages": ["tides"]}]
NOWHERE = [{"group": "Harbour", "pages": ["index"]}]
HIDDEN = [{"group": "Harbour", "hidden": True, "pages": ["tides"]}]
FOUND = [{"group": "Harbour", "hidden": True, "searchable": True, "pages": ["tides"]}]
ALL = {"indexing": "all"}

# Groups of the navigation, frontmatter of the page, `seo`; why it is found, or why not.
MATRIX = [
    (SHOWN, "", None, None),
    (SHOWN, "hidden: true", None, Reason.HIDDEN_PAGE),
    (NOWHERE, "", None, Reason.NOT_LISTED),
    (SHOWN, "noindex: true", None, Reason.NOINDEX),
    (SHOWN, "searchable: false", None, Reason.NOT_SEARCHABLE),
    (HIDDEN, "", None, Reason.HIDDEN),
    (FOUND, "", None, None),
    (NOWHERE, "", ALL, None),
    (HIDDEN, "", ALL, None),
    (SHOWN, "hidden: true", ALL, None),
    # One thing together with another.
    (SHOWN, "noindex: true", ALL, Reason.NOINDEX),
    (NOWHERE, "noindex: true", ALL, Reason.NOINDEX),
    (NOWHERE, "searchable: false", ALL, Reason.NOT_SEARCHABLE),
    (FOUND, "hidden: true", None, Reason.HIDDEN_PAGE),
    (FOUND, "searchable: false", None, Reason.NOT_SEARCHABLE),
    (HIDDEN, "hidden: false", None, None),
    (HIDDEN, "searchable: true", None, Reason.HIDDEN),
    # Only the words true and false count.
    (SHOWN, "hidden: 'true'\nnoindex: 1", None, None),
    # Down the chain of elements.
    ([{"group": "A", "hidden": True, "pages": SHOWN}], "", None, Reason.HIDDEN),
    ([{"group": "A", "pages": HIDDEN}], "", None, Reason.HIDDEN),
    ([{"group": "A", "hidden": True, "pages": FOUND}], "", None, Reason.HIDDEN),
    (
        [{"group": "A", "hidden": True, "searchable": True, "pages": HIDDEN}],
        "",
        None,
        Reason.HIDDEN,
    ),
    (
        [{"group": "A", "hidden": True, "pages": [{**SHOWN[0], "hidden": False}]}],
        "",
        None,
        None,
    ),
    # Listed twice: hidden wins.
    ([*SHOWN, *HIDDEN], "", None, Reason.HIDDEN),
    ([*SHOWN, *FOUND], "", None, None),
]


@pytest.mark.parametrize(("groups", "fields", "seo", "reason"), MATRIX)
def test_the_matrix(
    groups: object, fields: str, seo: dict[str, str] | None, reason: Reason | None
) -> None:
    page = f"---\ntitle: Tides\n{fields}\n---\nHigh water comes twice a day.\n"
    site = site_of({"groups": groups}, {"tides.mdx": page, "index.mdx": ""}, seo=seo or {})
    index = SearchIndex()
    index.rebuild(site.pages.indexed)

    found = [hit.path for hit in index.search("high water")]

    assert found == ([] if reason else ["tides"])
    sentences = told_of("tides", site)
    assert (
        sentences and sentences.startswith(reason.value.rstrip("."))
        if reason
        else sentences is None
    )


def told_of(page: str, site: PreviewSite) -> str | None:
    """Why a page is left out; None for one that is indexed."""
    left = [one.reason for one in site.pages.excluded if one.path == page]
    assert (page in site.pages.indexed) != bool(left)
    return left[0] if left else None


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("README.md", "README"),
        ("drafts/a.mdx", "an ignore pattern excludes"),
        ("snippets/a.mdx", "are snippets"),
        ("imported.mdx", "import it as a snippet"),
        ("skill.md", "skill"),
        ("mcp.mdx", "search server answers"),
        ("broken.mdx", "never closed"),
    ],
)
def test_a_file_that_never_is_a_page_says_why(file: str, reason: str) -> None:
    page = file.rpartition(".")[0]
    files = {
        ".mintignore": "drafts/\n",
        file: "---\n" if page == "broken" else "Some text\n",
        "index.mdx": "import A from '/imported.mdx'\n\nHome",
    }

    site = site_of({"pages": ["index", page]}, files, seo=ALL)

    assert reason in (told_of(page, site) or "")


def test_a_verdict_says_where_it_is_decided() -> None:
    navigation = {"tabs": [{"tab": "Old", "hidden": True, "pages": ["a", "gone"]}]}
    files = {
        "a.mdx": "A",
        "b.mdx": "---\nnoindex: true\n---\n",
        "x/c.mdx": "",
        ".mintignore": "#\nx",
    }
    site = site_of(navigation, files)

    places = {one.path: (one.detail, one.where, one.line) for one in site.pages.excluded}

    assert places == {
        "a": ('tab "Old"', "docs.json", 1),
        "b": ("`noindex` in `b.mdx`", "b.mdx", 2),
        "x/c": ("`x` in `.mintignore`, line 2", ".mintignore", 2),
        "gone": ("`gone` in `docs.json`", "docs.json", 1),
    }


def test_noindex_that_outweighs_the_setting_for_all_pages_says_so() -> None:
    files = {"tides.mdx": "---\nnoindex: true\n---\n"}

    (usual,) = site_of({"pages": ["tides"]}, files).pages.excluded
    (outweighs,) = site_of({"pages": ["tides"]}, files, seo=ALL).pages.excluded

    assert usual.reason == Reason.NOINDEX.value
    assert outweighs.reason == (
        "Its frontmatter says `noindex: true`, which wins over `seo.indexing: all` everywhere but "
        "in llms.txt."
    )


def test_frontmatter_that_cannot_be_read_is_told_with_its_line() -> None:
    files = {"tides.mdx": "---\ntitle: Tides\ntags: a: b\n---\nHigh water\n"}
    (left,) = site_of({"pages": ["tides"]}, files).pages.excluded

    assert (left.where, left.line) == ("tides.mdx", 3)


def test_an_entry_without_a_file_is_told() -> None:
    site = site_of({"pages": ["gone", "index"]}, {"index.mdx": ""})

    assert (
        told_of("gone", site) == "The page does not exist. Create its file, or correct the entry."
    )


@pytest.mark.parametrize(
    ("fields", "public", "groups", "found"),
    [
        ("", None, None, False),
        ("", None, (), True),
        ("", True, None, True),
        ("public: true", None, None, True),
        ("public: false", True, None, False),
        ("groups: [crew]", True, None, False),
        ("groups: [crew]", True, (), False),
        ("groups: [crew]", None, ("crew",), True),
        ("groups: [crew]", None, ("guest", "crew"), True),
        ("groups: [{includes: ['*'], excludes: [guest]}]", None, ("guest",), False),
        ("groups: [{includes: ['*'], excludes: [guest]}]", None, ("crew",), True),
    ],
)
def test_readers_find_what_they_may_read(
    fields: str, public: bool | None, groups: tuple[str, ...] | None, found: bool
) -> None:
    files = {
        "tides.mdx": f"---\n{fields}\n---\nHigh water",
        "other.mdx": "---\npublic: true\n---\n",
    }
    site = site_of({"pages": ["tides", "other"]}, files, auth="partial", public=public)
    index = SearchIndex()
    index.rebuild(site.pages.indexed)

    viewer = Viewer(None if groups is None else frozenset(groups))

    assert bool(index.search("high water", viewer=viewer)) is found


def test_a_site_that_is_set_to_be_public_is_open_to_everybody() -> None:
    files = {"tides.mdx": "---\ngroups: [crew]\n---\nHigh water"}
    site = site_of({"pages": ["tides"]}, files, auth="public")

    assert site.pages.indexed["tides"].audience.public


def test_the_language_server_counts_pages_as_the_preview_does() -> None:
    files = {
        "tides.mdx": "High water",
        "broken.mdx": "Low <b>water",
        "defined.mdx": "{{tide-height}}",
        "undefined.mdx": "{{tide-depth}}",
        "unreadable.mdx": "---\ntitle: [\n---\nWater",
        "alone.mdx": "Sand",
    }
    pages = [file.removesuffix(".mdx") for file in files][:-1]
    site = site_of({"pages": pages}, files, variables={"tide-height": "3 m"})
    card = make_index_card(site.overview)
    assert card is not None

    refused = find_rejected_pages(site.overview)
    left_out = card.page_count - card.searchable_count
    assert refused == {"broken", "undefined"}
    assert count_pages(site.pages)[:3] == (card.searchable_count - 2, 2, left_out) == (2, 2, 2)


@pytest.mark.skipif(not FOLDERS, reason="needs real sites, which are not here")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
@pytest.mark.parametrize("seo", [{}, ALL], ids=["navigable", "all"])
def test_on_real_sites_the_index_has_what_the_language_server_says(
    folder: Path, seo: dict[str, str]
) -> None:
    disk = DiskFiles(folder)
    docs = {**json.loads(disk.read("docs.json")), "seo": seo}
    site = load_site(BufferedFiles(disk, {"docs.json": json.dumps(docs).encode()}))
    overview = site.overview
    card = make_index_card(overview)
    assert card is not None

    indexed = {page for page, one in site.pages.indexed.items() if one.file is not None}

    assert indexed == {page for page, sight in card.sights.items() if sight.searchable}
    assert indexed == set(found_by_hovers(overview))
    every = {page for page, _ in overview.facts.pages}
    assert every - indexed == {one.path for one in site.pages.left_out if one.file}
    counts = count_site_pages(overview)
    assert counts is not None and count_pages(site.pages) == counts.pages
    assert all(isinstance(one, ExcludedPage) and one.reason for one in site.pages.excluded)


@pytest.mark.parametrize("name", ["broken", "ferry", "languages", "notebook", "observatory"])
def test_the_editor_counts_as_the_preview_does(name: str) -> None:
    site = load_site(DiskFiles(SITES / name))
    counts = count_site_pages(site.overview)

    assert counts is not None and count_pages(site.pages) == counts.pages


def operation(**extension: object) -> dict[str, object]:
    return {"get": {"x-mint": extension}} if extension else {"get": {}}


SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "paths": {
        "/open": operation(),
        "/noindex": operation(metadata={"noindex": True}),
        "/nobody": operation(groups="crew"),
        "/crew": operation(groups=["crew"]),
        "/hidden": {"get": {"x-hidden": True}},
        "/excluded": {"get": {"x-excluded": True}},
    },
}
API = {"group": "API", "openapi": "api.json"}
COUNTED: dict[str, tuple[list[object], tuple[int, int, int, int]]] = {
    "generated": ([API], PageCounts(3, 0, 3, 0)),
    "below a hidden element": ([{**API, "hidden": True}], PageCounts(1, 0, 5, 0)),
    "listed": (
        [{**API, "pages": ["GET /open", "GET /noindex", "GET /excluded"]}],
        PageCounts(2, 0, 1, 1),
    ),
    "one unknown": ([{**API, "pages": ["GET /open", "GET /lost"]}], PageCounts(1, 0, 0, 2)),
    "a lost specification": (
        [{**API, "pages": ["GET /open"]}, {"group": "B", "hidden": True, "openapi": "lost.json"}],
        PageCounts(1, 0, 0, 2),
    ),
    "no specification": ([{"group": "B", "pages": ["GET /open", "GET open"]}], (1, 0, 0, 2)),
    "elsewhere": (
        [{"group": "B", "openapi": "https://example.com/a.json", "pages": ["GET /open"]}],
        PageCounts(1, 0, 0, 0),
    ),
    "of no use": (
        [{"group": "B", "pages": ["README", "snippets/a", "gone", "gone"]}],
        (1, 0, 0, 3),
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_every_page_and_entry_is_in_one_number(name: str) -> None:
    groups, expected = COUNTED[name]
    site = site_of(
        {"groups": [{"group": "A", "pages": ["index"]}, *groups]},
        {"index.mdx": "", "api.json": json.dumps(SPEC), "README.md": "", "snippets/a.mdx": ""},
        auth="partial",
    )
    counts = count_site_pages(site.overview)

    assert count_pages(site.pages) == expected
    assert counts is not None and counts.pages == expected


def test_the_numbers_are_the_same_for_each_viewer() -> None:
    files = {
        "open.mdx": "---\npublic: true\n---\nTides",
        "crew.mdx": "---\ngroups: [crew]\n---\nTides",
        "torn.mdx": "---\ngroups: [crew]\n---\n<A",
        "nobody.mdx": "---\ngroups: crew\n---\nTides",
    }
    pages = [file.removesuffix(".mdx") for file in files]
    site = site_of({"pages": pages}, files, auth="partial")

    assert count_pages(site.pages) == (2, 1, 1, 0)
    assert count_pages(filter_pages_for_viewer(site.pages, ANONYMOUS)) == (2, 1, 1, 0)


def found_by_hovers(overview: Overview) -> Iterator[str]:
    """The pages of which a hover in the editor says that search finds them."""
    marks, whole = collect_site_marks(overview), is_navigation_complete(overview)
    by_page = overview.navigation.by_page
    assert overview.contents is not None
    for found in overview.facts.pages:
        content = overview.contents.get(found.file)
        listings = by_page.get(found.page, ())
        sight = make_page_card(
            found, content, listings, marks, overview.facts, is_complete=whole
        ).sight
        if sight is not None and sight.searchable:
            yield found.page


def test_the_writer_is_told_why_a_viewer_does_not_find_a_page() -> None:
    files = {
        "open.mdx": "---\npublic: true\n---\n",
        "users.mdx": "",
        "crew.mdx": "---\ngroups: [crew, harbour]\n---\n",
        "nobody.mdx": "---\ngroups: []\n---\n",
        "most.mdx": "---\ngroups: [{excludes: [guest]}]\n---\n",
        "some.mdx": "---\ngroups: [{includes: [crew], excludes: [guest]}]\n---\n",
    }
    pages = [file.removesuffix(".mdx") for file in files]
    seen = filter_pages_for_viewer(
        site_of({"pages": pages}, files, auth="partial").pages, ANONYMOUS
    )

    assert list(seen.indexed) == ["open"]
    assert {page.path: page.reason for page in seen.left_out} == {
        "users": "Only readers who are logged in can see it. "
        "On a site with public pages, `public: true` makes it public too.",
        "crew": "Only readers in `crew` or `harbour` can see it.",
        "nobody": "No one can see it: its `groups` is empty or invalid.",
        "most": "Only readers who are logged in and are not in `guest` can see it.",
        "some": "Only readers in `crew` can see it, unless they are in `guest`.",
    }


def test_a_page_that_becomes_public_is_put_in_anew() -> None:
    sources = files_of({"pages": ["tides"]}, {"tides.mdx": ""})
    before = load_site(sources, set_to("partial"))
    opened = files_of({"pages": ["tides"]}, {"tides.mdx": "---\npublic: true\n---\n"})

    change = before.apply_file_changes(opened, ["tides.mdx"])
    back = change.site.apply_file_changes(sources, ["tides.mdx"])

    assert [page.audience.public for page in change.changed] == [True]
    assert [page.audience.public for page in back.changed] == [False]


def test_versions_of_which_nothing_is_indexed_are_not_offered() -> None:
    versions = [{"version": name, "pages": [f"{name}/tides"]} for name in ("v3", "v2", "v1")]
    files = {f"v{number}/tides.mdx": "Tides." for number in (3, 1)}
    files["v2/tides.mdx"] = "---\nnoindex: true\n---\nTides."
    memory = files_of({"versions": versions}, files)
    site = load_site(memory)
    content = OwnFiles.from_site(site, memory).build_content(site)

    assert site.versions == ("v3", "v2", "v1")
    assert content.build_owner_content().versions == ("v3", "v1")
    admitted = content.find_admitting_audiences(ANONYMOUS)
    assert content.get_viewer_content(admitted).versions == ("v3", "v1")
