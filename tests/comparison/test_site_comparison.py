"""What changed between two states of a site, held against a model that follows addresses itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.comparison.site_comparison import (
    ChangedPage,
    MovedPage,
    SiteComparison,
    compare_sites,
)
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files, MemoryFiles, read_bytes_or_empty
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.moves.docs_edits import make_redirect_list_edits
from docs_lsp.site.moves.redirect_plan import RedirectPlan
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.address_card import make_address_card

Pages = Mapping[str, str]
Redirects = Sequence[tuple[str, str]]
NAMES = ("start", "moor", "sail", "reef")
FOLDERS = ("guides", "guides/deep", "ref", "howto")
PATHS = tuple(f"{folder}/{name}" for folder in FOLDERS for name in NAMES)
WORDS = ("anchor", "berth", "chart", "deck", "ebb", "fender", "gale", "hull", "inlet", "jetty")


def text_of(number: int) -> str:
    body = "\n".join(
        f"{word} of page {number} and line {place}" for place, word in enumerate(WORDS)
    )
    return f"---\ntitle: Page {number}\n---\n\n## Heading {number}\n\n{body}\n"


def state(pages: Pages, redirects: Redirects = (), **more: object) -> Overview:
    docs = {
        "theme": "mint",
        "name": "Quay",
        "colors": {"primary": "#0d9373"},
        "navigation": {"groups": [{"group": "All", "pages": sorted(pages)}]},
        "redirects": [{"source": old, "destination": new} for old, new in redirects],
        **more,
    }
    files = {"docs.json": json.dumps(docs).encode()}
    files |= {f"{page}.mdx": text.encode() for page, text in pages.items()}
    return of_files(MemoryFiles(files))


def of_files(files: Files) -> Overview:
    overview = read_site(Path("/site"), files, Settings()).get_overview()
    assert overview is not None
    return overview


def followed(address: str, pages: Pages, redirects: Redirects) -> str | None:
    """The page that a reader ends at; None for an error. Nothing of the project is asked."""
    for _ in range(10):
        for old, new in redirects:
            start, star = old.removesuffix(":slug*"), old.endswith(":slug*")
            if star and address.startswith(start) and address != start:
                address = new.removesuffix(":slug*") + address[len(start) :]
                break
            if address == old:
                address = new
                break
        else:
            return address[1:] if address[1:] in pages else None
    return None


@st.composite
def histories(draw: st.DrawFn) -> tuple[Pages, Redirects, Pages, Redirects, Mapping[str, str]]:
    """A site, what became of it after moves and deletions, and which page is which."""
    paths = draw(st.lists(st.sampled_from(PATHS), unique=True, min_size=2, max_size=10))
    before = {path: text_of(number) for number, path in enumerate(paths)}
    sources = draw(st.lists(st.sampled_from(("/a", "/b", "/c")), unique=True, max_size=3))
    redirects = [(one, f"/{draw(st.sampled_from(paths))}") for one in sources]
    after, became = {}, {}
    places = iter(draw(st.permutations(PATHS)))
    for path, text in before.items():
        fate = draw(st.sampled_from(("stays", "stays", "moves", "goes")))
        if fate == "goes":
            continue
        new = path if fate == "stays" else next(places)
        if new in before and new != path:
            new = path
        if new not in after:
            after[new], became[path] = text, new
    kept = [one for one in redirects if draw(st.booleans())]
    return before, redirects, after, kept, became


@settings(max_examples=60, deadline=None)
@given(histories())
def test_every_lost_address_is_found_and_mended(
    history: tuple[Pages, Redirects, Pages, Redirects, Mapping[str, str]],
) -> None:
    pages, redirects, pages_now, redirects_now, became = history
    before, after = state(pages, redirects), state(pages_now, redirects_now)
    found = compare_sites(before, after)
    addresses = [*(f"/{page}" for page in pages), *(old for old, _ in redirects)]
    led = {one: followed(one, pages, redirects) for one in addresses}
    lost = {
        one
        for one, page in led.items()
        if page is not None and followed(one, pages_now, redirects_now) is None
    }
    if pages_now:
        assert {one.address for one in found.lost} == lost
    mended = with_redirects(after, found)
    for one in found.lost:
        page = became.get(led[one.address] or "")
        if one.redirects:
            assert page is not None
            card = make_address_card(mended, one.address)
            assert card.page is not None and card.page.page == page
    assert not any(one.redirects and one.address not in lost for one in found.lost)


def with_redirects(after: Overview, found: SiteComparison) -> Overview:
    edits = make_redirect_list_edits(RedirectPlan((), found.redirects), after)
    assert edits is not None
    files = {file: page.reread_bytes() for file, page in (after.contents or {}).items()}
    part = after.parts["docs.json"]
    assert isinstance(part, Document)
    draft = Draft(MemoryFiles({**files, "docs.json": part.text.data})).with_changes(edits)
    assert read_bytes_or_empty(draft, "docs.json").startswith(b"{")
    return of_files(draft)


def test_nothing_changed_is_nothing() -> None:
    site = state({"guides/start": text_of(1)}, [("/a", "/guides/start")])
    assert compare_sites(site, site) == SiteComparison()


def test_an_address_with_half_of_a_character_can_be_lost() -> None:
    pages = {"guides/start": text_of(1), "ref/reef": "[A](/half\N{REPLACEMENT CHARACTER})\n"}
    found = compare_sites(state(pages, [("/half\ud800", "/guides/start")]), state(pages))
    assert [one.linked_from for one in found.lost] == [()]


def test_a_folder_that_moved_gets_one_redirect() -> None:
    before = state({f"guides/{name}": text_of(at) for at, name in enumerate(NAMES)})
    after = state({f"howto/{name}": text_of(at) for at, name in enumerate(NAMES)})
    assert [tuple(one)[:2] for one in compare_sites(before, after).redirects] == [
        ("/guides/:slug*", "/howto/:slug*")
    ]


def test_no_wildcard_takes_an_address_that_still_answers() -> None:
    before = state({f"guides/{name}": text_of(at) for at, name in enumerate(NAMES)})
    moved = {f"howto/{name}": text_of(at) for at, name in enumerate(NAMES) if at}
    found = compare_sites(before, state({"guides/start": text_of(0), **moved}))
    assert all("*" not in one.source for one in found.redirects)
    assert len(found.redirects) == len(NAMES) - 1


def test_what_answers_a_folder_without_its_index_page_is_not_known() -> None:
    before = state({"guides/index": text_of(1), "guides/start": text_of(2)})
    found = compare_sites(before, state({"guides/start": text_of(2)}))
    assert (found.lost, found.doubtful) == ((), ("/guides",))


def test_an_edited_page_is_known_by_its_lines() -> None:
    before = state({"guides/start": text_of(1), "index": "Hello"})
    after = state({"ref/begin": text_of(1).replace("ebb", "flow"), "index": "Hello"})
    found = compare_sites(before, after)
    assert found.moved == (MovedPage("/guides/start", "/ref/begin"),)
    assert found.lost[0].redirects[0].destination == "/ref/begin"


@pytest.mark.parametrize(
    ("redirect", "expected"),
    [
        (("/a", "/b/new"), [MovedPage("/a", "/b/new")]),
        (("/a", "/b/new#top"), [MovedPage("/a", "/b/new")]),
        # An old page is not a new name, and neither is what nothing answers.
        (("/a", "/c"), []),
        (("/a", "/nowhere"), []),
        (("/x", "/b/new"), []),
        (("/a", "https://example.com/b/new"), []),
    ],
)
def test_a_new_redirect_says_which_page_a_rewritten_one_became(
    redirect: tuple[str, str], expected: list[MovedPage]
) -> None:
    before = state({"a": text_of(1), "c": text_of(3)}, [("/alias", "/a")])
    after = state({"b/new": "Written anew.\n", "c": text_of(3)}, [redirect])
    changed = compare_sites(before, after)

    assert list(changed.moved) == expected
    assert (changed.added, changed.removed) == (((), ()) if expected else (("/b/new",), ("/a",)))
    mended = [(one.source, one.destination) for one in changed.redirects]
    assert mended == ([("/alias", "/b/new")] if expected else [])


def test_a_redirect_that_was_there_says_nothing_of_what_changed_since() -> None:
    redirects = [("/a", "/b")]
    before = state({"a": text_of(1)}, redirects)
    after = state({"b": "Another.\n", "a2": text_of(1)}, redirects)
    assert list(compare_sites(before, after).moved) == [MovedPage("/a", "/a2")]


def test_of_pages_that_became_one_the_text_says_which_goes_on() -> None:
    before = state({"a": text_of(1), "b": text_of(2)})
    after = state({"c": text_of(2)}, [("/a", "/c"), ("/b", "/c")])
    changed = compare_sites(before, after)
    assert (changed.moved, changed.removed) == ((MovedPage("/b", "/c"),), ("/a",))


def test_a_redirect_that_takes_a_page_away_is_told() -> None:
    pages = {"guides/start": text_of(1), "guides/moor": text_of(2)}
    found = compare_sites(state(pages), state(pages, [("/guides/start", "/guides/moor")]))
    assert found.taken == (ChangedPage("/guides/start", "guides/start.mdx", "guides/moor.mdx"),)
    assert not found.lost


def test_a_heading_that_is_linked_to_and_gone_is_told() -> None:
    link = "[it](/guides/start#heading-1)"
    before = state({"guides/start": text_of(1), "index": link})
    now = text_of(1).replace("## Heading 1", "## Another")
    found = compare_sites(before, state({"guides/start": now, "index": link}))
    assert [one.address for one in found.headings] == ["/guides/start#heading-1"]
    assert found.headings[0].linked_from == ("index.mdx",)


def test_titles_and_search_are_compared() -> None:
    before = state({"guides/start": "---\ntitle: One\n---\nText", "index": "Hello"})
    after = state({"guides/start": "---\ntitle: Two\nnoindex: true\n---\nText", "index": "Hello"})
    found = compare_sites(before, after)
    assert found.titles == (ChangedPage("/guides/start", "One", "Two"),)
    assert found.unfound == ("/guides/start",)


def test_pages_of_an_element_that_the_service_drops_are_not_found_any_more() -> None:
    def with_group(key: str) -> Overview:
        group = {key: "Guides", "pages": ["guides/start"]}
        tabs = [{"tab": "A", "groups": [group]}, {"tab": "B", "pages": ["index"]}]
        return state({"guides/start": "Text", "index": "Hello"}, navigation={"tabs": tabs})

    found = compare_sites(with_group("group"), with_group("gruop"))
    assert found.unfound == ("/guides/start",)


def test_an_endpoint_page_follows_its_tag() -> None:
    def with_tag(tag: str, **more: object) -> Overview:
        operation = {"tags": [tag], "summary": "List boats", "responses": {}}
        spec = {
            "openapi": "3.0.0",
            "info": {"title": "Boats", "version": "1"},
            "paths": {"/boats": {"get": operation}},
        }
        docs = {
            "theme": "mint",
            "name": "Quay",
            "colors": {"primary": "#0d9373"},
            "navigation": {"groups": [{"group": "API", "openapi": "api.json", **more}]},
        }
        files = {"docs.json": json.dumps(docs).encode(), "api.json": json.dumps(spec).encode()}
        return of_files(MemoryFiles(files))

    found = compare_sites(with_tag("Boats"), with_tag("Ships"))
    old, new = "/api-reference/boats/list-boats", "/api-reference/ships/list-boats"
    assert found.moved == (MovedPage(old, new),)
    assert [tuple(one)[:2] for one in found.redirects] == [(old, new)]
    # What stops the generation is a mistake of its own.
    assert compare_sites(with_tag("Boats"), with_tag("Boats", pages=["GET /gone"])).lost == ()


def test_pages_of_another_language_do_not_stand_for_those_that_moved() -> None:
    def languages(folder: str) -> Overview:
        english = {f"{folder}/{name}": text_of(at) for at, name in enumerate(NAMES)}
        french = {f"fr/guides/{name}": text_of(10 + at) for at, name in enumerate(NAMES)}
        groups = [
            {"language": code, "groups": [{"group": "All", "pages": sorted(pages)}]}
            for code, pages in (("en", english), ("fr", french))
        ]
        return state(english | french, navigation={"languages": groups})

    found = compare_sites(languages("guides"), languages("howto"))
    assert [one.address for one in found.lost] == sorted(f"/guides/{name}" for name in NAMES)
    assert [tuple(one)[:2] for one in found.redirects] == [("/guides/:slug*", "/howto/:slug*")]


def test_a_site_below_a_path_of_its_domain() -> None:
    published = {"seo": {"metatags": {"canonical": "https://example.com/docs"}}}
    redirects = [("/docs", "/guides/start")]
    before = state({"index": text_of(0), "guides/start": text_of(1)}, redirects, **published)
    assert get_path_resolver(before).location.base == "/docs"
    found = compare_sites(before, state({"index": text_of(0)}, redirects, **published))
    assert [one.address for one in found.lost] == ["/docs", "/guides/start"]


@pytest.mark.parametrize(
    "link",
    ["/guides/v1.2", "/guides/v1.2/#top", "guides/v1.2", "/guides/v1.2?x=1"],
)
def test_who_links_to_what_is_lost(link: str) -> None:
    index = f"[One]({link}) and [another](/guides/v1)\n"
    pages = {"index": index, "guides/v1": "V1", "guides/v1.2": text_of(1)}
    after = state({"index": index, "guides/v1": "V1"})
    (lost,) = compare_sites(state(pages), after).lost
    assert (lost.address, lost.linked_from) == ("/guides/v1.2", ("index.mdx",))
