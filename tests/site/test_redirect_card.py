"""Where a redirect leads in the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.pages import PageIndex
from docs_lsp.site.routes.redirect_card import (
    LocatedRedirect,
    RedirectCard,
    find_page_at_path,
    list_redirects,
    make_redirect_card,
)
from docs_lsp.site.routes.redirect_chains import RedirectChains
from docs_lsp.site.routes.redirects import RedirectIndex, normalise_url_path
from docs_lsp.site.routes.router import iter_redirects

PAGES = PageIndex.from_files(["index.mdx", "a.mdx", "b/index.mdx", "c/d.mdx"], ())
LIST = [
    {"source": "/old", "destination": "/a"},
    {"source": "/older", "destination": "/old"},
    {"source": 7, "destination": "/a"},
    "text",
    {"source": "/round", "destination": "/about"},
    {"source": "/about", "destination": "/round"},
    {"source": "/a", "destination": "https://example.com"},
    {"source": "/c/:rest*", "destination": "/b/:rest*"},
    {"source": "/old", "destination": "/b"},
]


def site_of(files: dict[str, str]) -> Snapshot:
    return Snapshot.load(Path("/site"), MemoryFiles(files), Settings())


def written_in(files: dict[str, str]) -> tuple[LocatedRedirect, ...]:
    site = site_of(files)
    return list_redirects(site.navigator)


def cards() -> dict[int, RedirectCard]:
    written = written_in({"docs.json": json.dumps({"redirects": LIST})})
    chains = RedirectChains(RedirectIndex(one.redirect for one in written))
    return {one.redirect.order: make_redirect_card(one.redirect, chains, PAGES) for one in written}


@pytest.mark.parametrize(
    "files",
    [
        {"docs.json": json.dumps({"redirects": LIST})},
        {"docs.json": '{"redirects": {"$ref": "r.json"}}', "r.json": json.dumps(LIST)},
        {"docs.json": '{"$ref": "all.json"}', "all.json": json.dumps({"redirects": LIST})},
    ],
)
def test_they_are_found_where_they_stand(files: dict[str, str]) -> None:
    found = written_in(files)
    site = site_of(files)
    objects = site.objects

    assert [one.redirect for one in found] == [redirect for _, redirect in iter_redirects(objects)]
    for one in found:
        assert files[one.file][slice(*one.span)] == one.redirect.source


@pytest.mark.parametrize("redirects", ["{}", "7", '{"$ref": "lost.json"}'])
def test_what_is_no_list_has_none(redirects: str) -> None:
    assert written_in({"docs.json": f'{{"redirects": {redirects}}}'}) == ()
    assert written_in({"docs.json": "[]"}) == ()


SOURCES = st.lists(
    st.text("ab/:*{%-", min_size=1, max_size=6).map("/".__add__)
    | st.sampled_from(["/index", "a/b"]),
    max_size=6,
)


@given(SOURCES, st.text("ab/-", max_size=5))
def test_those_that_may_answer_at_a_path_are_enough_to_tell(sources: list[str], path: str) -> None:
    url = normalise_url_path(path)
    redirects = [{"source": source, "destination": "/z"} for source in sources]
    site = site_of({"docs.json": json.dumps({"redirects": redirects})})

    some = RedirectIndex(one.redirect for one in list_redirects(site.navigator, url))
    all_ = RedirectIndex(one.redirect for one in list_redirects(site.navigator))

    assert some.find_match(url) == all_.find_match(url)


def test_a_redirect_is_followed_to_its_end() -> None:
    older = cards()[1]

    assert older.chain is not None
    assert [hop.redirect.source for hop in older.chain.hops] == ["/older", "/old", "/a"]
    assert older.end is None  # It leads off the site.
    assert older.shadowed is None


def test_a_redirect_that_never_ends() -> None:
    trail = cards()[2].chain

    assert trail is not None
    assert len(trail.cycle) == 2


def test_a_redirect_that_stands_in_the_way_of_a_page() -> None:
    card = cards()[4]

    assert card.shadowed is not None
    assert card.shadowed.file == "a.mdx"


def test_one_that_another_comes_before_does_nothing() -> None:
    card = cards()[6]

    assert card.chain is None
    assert card.shadowed is None


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/", "index.mdx"),
        ("/a", "a.mdx"),
        ("/a/?x=1#y", "a.mdx"),
        ("/b", "b/index.mdx"),
        ("/c", None),
    ],
)
def test_the_page_at_a_path(path: str, file: str | None) -> None:
    found = find_page_at_path(path, PAGES)

    assert (found.file if found else None) == file
