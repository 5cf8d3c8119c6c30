"""Who sees a page, who finds it, and why not: every row of the service's matrix."""

from __future__ import annotations

import pytest

from docs_lsp.schema.model_page import FRONTMATTER
from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.visibility import (
    ANONYMOUS,
    CREDENTIAL,
    DECIDING,
    EVERYBODY,
    LOGGED_IN,
    NOBODY,
    Audience,
    Chain,
    Mark,
    Reason,
    SiteMarks,
    Viewer,
    decide_visibility,
)

SHOWN = Mark()
HIDDEN = Mark(hidden=True)
FOUND = Mark(hidden=True, searchable=True)
UNHIDDEN = Mark(hidden=False)

LISTED: list[Chain] = [(SHOWN, SHOWN)]
UNLISTED: list[Chain] = []
ALL = SiteMarks(index_all=True)

# Listings, frontmatter, site; in the navigation, search, sitemap, llms.txt; why.
MATRIX = [
    (LISTED, {}, SiteMarks(), "1111", Reason.LISTED),
    (LISTED, {}, ALL, "1111", Reason.LISTED),
    ([()], {}, SiteMarks(), "1111", Reason.LISTED),
    # The rows of the matrix.
    (LISTED, {"hidden": True}, SiteMarks(), "0000", Reason.HIDDEN_PAGE),
    (UNLISTED, {}, SiteMarks(), "0000", Reason.NOT_LISTED),
    (LISTED, {"noindex": True}, SiteMarks(), "1000", Reason.NOINDEX),
    (LISTED, {"searchable": False}, SiteMarks(), "1011", Reason.NOT_SEARCHABLE),
    ([(FOUND, SHOWN)], {}, SiteMarks(), "0111", Reason.SEARCHABLE),
    (UNLISTED, {}, ALL, "0111", Reason.INDEX_ALL),
    (LISTED, {"hidden": True}, ALL, "0111", Reason.INDEX_ALL),
    ([(HIDDEN,)], {}, ALL, "0111", Reason.INDEX_ALL),
    # The chain of elements.
    ([(HIDDEN,)], {}, SiteMarks(), "0000", Reason.HIDDEN),
    ([(SHOWN, HIDDEN, SHOWN)], {}, SiteMarks(), "0000", Reason.HIDDEN),
    ([(FOUND, HIDDEN)], {}, SiteMarks(), "0000", Reason.HIDDEN),
    ([(HIDDEN, FOUND)], {}, SiteMarks(), "0000", Reason.HIDDEN),
    ([(HIDDEN, UNHIDDEN)], {}, SiteMarks(), "0111", Reason.UNHIDDEN),
    ([(HIDDEN, UNHIDDEN, HIDDEN)], {}, SiteMarks(), "0000", Reason.HIDDEN),
    ([(HIDDEN, Mark(searchable=True))], {}, SiteMarks(), "0000", Reason.HIDDEN),
    ([(Mark(searchable=True),)], {}, SiteMarks(), "1111", Reason.LISTED),
    ([(HIDDEN, SHOWN)], {"hidden": False}, SiteMarks(), "0111", Reason.UNHIDDEN),
    ([(FOUND,)], {"hidden": True}, SiteMarks(), "0000", Reason.HIDDEN_PAGE),
    ([(HIDDEN, UNHIDDEN)], {"hidden": True}, SiteMarks(), "0000", Reason.HIDDEN_PAGE),
    (UNLISTED, {"hidden": False}, SiteMarks(), "0000", Reason.NOT_LISTED),
    # Listed more than once: hidden wins for the index, not for the reader.
    ([(SHOWN,), (HIDDEN,)], {}, SiteMarks(), "1000", Reason.HIDDEN),
    ([(HIDDEN,), (SHOWN,)], {}, SiteMarks(), "1000", Reason.HIDDEN),
    ([(SHOWN,), (FOUND,)], {}, SiteMarks(), "1111", Reason.SEARCHABLE),
    ([(SHOWN,), (HIDDEN,)], {"hidden": False}, SiteMarks(), "1111", Reason.UNHIDDEN),
    # One thing together with another.
    (LISTED, {"noindex": True, "hidden": True}, SiteMarks(), "0000", Reason.NOINDEX),
    (LISTED, {"noindex": True}, ALL, "1001", Reason.NOINDEX),
    (UNLISTED, {"noindex": True}, ALL, "0001", Reason.NOINDEX),
    (UNLISTED, {"searchable": False}, SiteMarks(), "0000", Reason.NOT_LISTED),
    (UNLISTED, {"searchable": False}, ALL, "0011", Reason.NOT_SEARCHABLE),
    ([(FOUND,)], {"searchable": False}, SiteMarks(), "0011", Reason.NOT_SEARCHABLE),
    # Only the words true and false count.
    (
        LISTED,
        {"hidden": "true", "noindex": "yes", "searchable": "false"},
        SiteMarks(),
        "1111",
        Reason.LISTED,
    ),
    (
        LISTED,
        {"hidden": False, "noindex": False, "searchable": True},
        SiteMarks(),
        "1111",
        Reason.LISTED,
    ),
]


@pytest.mark.parametrize(("listings", "frontmatter", "site", "places", "reason"), MATRIX)
def test_the_matrix(
    listings: list[Chain],
    frontmatter: dict[str, object],
    site: SiteMarks,
    places: str,
    reason: Reason,
) -> None:
    found = decide_visibility(listings, frontmatter, site)

    shown = (found.in_navigation, found.searchable, found.sitemap, found.llms)
    assert "".join(str(int(place)) for place in shown) == places
    assert found.reason is reason
    assert found.text.startswith(reason.value.rstrip("."))


LOGIN = SiteMarks(mode=AccessMode.PARTIAL, public=False)
PUBLIC_LOGIN = SiteMarks(mode=AccessMode.PARTIAL, public=True)
FULL = SiteMarks(mode=AccessMode.FULL)

# Listings, frontmatter, site, who may read the page.
AUDIENCES = [
    (LISTED, {}, SiteMarks(), Audience(True)),
    (LISTED, {"groups": ["admin"], "public": False}, SiteMarks(), Audience(True)),
    (LISTED, {}, LOGIN, Audience(False)),
    (LISTED, {}, PUBLIC_LOGIN, Audience(True)),
    (LISTED, {"public": True}, LOGIN, Audience(True)),
    (LISTED, {"isPublic": True}, LOGIN, Audience(True)),
    (LISTED, {"public": False}, PUBLIC_LOGIN, Audience(False)),
    (LISTED, {"public": "true"}, LOGIN, Audience(False)),
    ([(Mark(public=True), SHOWN)], {}, LOGIN, Audience(True)),
    ([(Mark(public=True), Mark(public=False))], {}, LOGIN, Audience(False)),
    ([(Mark(public=False), Mark(public=True))], {}, LOGIN, Audience(True)),
    ([(Mark(public=False),)], {"public": True}, LOGIN, Audience(True)),
    ([(Mark(public=True),), (SHOWN,)], {}, LOGIN, Audience(False)),
    (UNLISTED, {}, LOGIN, Audience(False)),
    (UNLISTED, {}, PUBLIC_LOGIN, Audience(True)),
    (LISTED, {"groups": ["a", "b"]}, LOGIN, Audience(False, ("a", "b"))),
    (LISTED, {"groups": "a"}, LOGIN, NOBODY),
    (LISTED, {"groups": ["a"], "public": True}, LOGIN, Audience(False, ("a",))),
    (LISTED, {"groups": []}, PUBLIC_LOGIN, NOBODY),
    (LISTED, {"groups": None}, PUBLIC_LOGIN, NOBODY),
    (LISTED, {"groups": 3}, PUBLIC_LOGIN, NOBODY),
    (LISTED, {"groups": [" ", ""]}, PUBLIC_LOGIN, NOBODY),
    (LISTED, {"groups": [{}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"include": ["a"]}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"includes": ["a"], "exclude": ["b"]}]}, LOGIN, NOBODY),
    (LISTED, {"groups": ["a", {"excludes": "b"}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"excludes": ["*"]}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"excludes": []}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"includes": [], "excludes": ["b"]}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"includes": ["a", 1]}]}, LOGIN, NOBODY),
    (LISTED, {"groups": ["a", {"excludes": ["b"]}]}, LOGIN, NOBODY),
    (LISTED, {"groups": [{"includes": ["a"]}, {}]}, LOGIN, NOBODY),
    (
        LISTED,
        {"groups": [{"includes": ["a"]}, {"excludes": ["b"]}, {"includes": ["c"]}]},
        LOGIN,
        Audience(False, ("a", "c"), ("b",)),
    ),
    (LISTED, {"public": True}, FULL, LOGGED_IN),
    ([(Mark(public=True),)], {}, FULL, LOGGED_IN),
    (LISTED, {"groups": ["a"]}, FULL, Audience(False, ("a",))),
    (
        LISTED,
        {"groups": [{"includes": ["*"], "excludes": ["trial"]}]},
        LOGIN,
        Audience(False, ("*",), ("trial",)),
    ),
    (LISTED, {"groups": [{"excludes": ["trial"]}]}, LOGIN, Audience(False, ("*",), ("trial",))),
    (LISTED, {"groups": [{"excludes": ["trial", 1]}]}, LOGIN, NOBODY),
]


@pytest.mark.parametrize(("listings", "frontmatter", "site", "audience"), AUDIENCES)
def test_who_may_read(
    listings: list[Chain], frontmatter: dict[str, object], site: SiteMarks, audience: Audience
) -> None:
    assert decide_visibility(listings, frontmatter, site).audience == audience


IN_NO_GROUP = Viewer(frozenset())


@pytest.mark.parametrize(
    ("audience", "viewer", "admitted"),
    [
        (EVERYBODY, ANONYMOUS, True),
        (EVERYBODY, Viewer(frozenset("x")), True),
        (LOGGED_IN, ANONYMOUS, False),
        (LOGGED_IN, IN_NO_GROUP, True),
        (LOGGED_IN, CREDENTIAL, True),
        (NOBODY, ANONYMOUS, False),
        (NOBODY, IN_NO_GROUP, False),
        (NOBODY, CREDENTIAL, False),
        (Audience(False, ("a", "b")), IN_NO_GROUP, False),
        (Audience(False, ("a", "b")), Viewer(frozenset("b")), True),
        (Audience(False, ("a",)), Viewer(frozenset("c")), False),
        (Audience(False, ("a",)), ANONYMOUS, False),
        (Audience(False, ("*",), ("trial",)), Viewer(frozenset("x")), True),
        (Audience(False, ("*",), ("trial",)), IN_NO_GROUP, True),
        (Audience(False, ("*",), ("trial",)), Viewer(frozenset(("x", "trial"))), False),
        (Audience(False, ("*",), ("trial",)), CREDENTIAL, False),
        (Audience(False, ("*",)), CREDENTIAL, False),
        (Audience(False, ("a",), ("trial",)), Viewer(frozenset(("a", "trial"))), False),
    ],
)
def test_an_audience_admits(audience: Audience, viewer: Viewer, admitted: bool) -> None:
    assert audience.admits(viewer) is admitted


@pytest.mark.parametrize("mode", AccessMode)
@pytest.mark.parametrize("listings", [LISTED, UNLISTED, [(HIDDEN,)], [(UNHIDDEN,), (HIDDEN,)]])
def test_other_fields_decide_nothing(mode: AccessMode, listings: list[Chain]) -> None:
    site = SiteMarks(mode=mode)
    usual = decide_visibility(listings, {}, site)
    for name in FRONTMATTER.properties.keys() - DECIDING:
        for value in (True, False, "x", ["x"], None):
            assert decide_visibility(listings, {name: value}, site) == usual, name
