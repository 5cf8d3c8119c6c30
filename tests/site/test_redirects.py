"""Which redirect answers a path, where it leads, and where readers get in the end."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.routes.redirect_chains import RedirectChains
from docs_lsp.site.routes.redirects import (
    Redirect,
    RedirectIndex,
    SourceForm,
    fill_destination,
    find_literal_prefix,
    make_sample_path,
    normalise_url_path,
)


def redirects(*pairs: tuple[str, str]) -> RedirectIndex:
    return RedirectIndex(Redirect(*pair, order) for order, pair in enumerate(pairs))


def answer(found: RedirectIndex, path: str) -> tuple[str | None, bool] | None:
    match = found.find_match(path)
    return None if match is None else (match.target, match.certain)


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("", "/"),
        ("/", "/"),
        ("/index", "/"),
        ("a", "/a"),
        ("/a/", "/a"),
        ("/a/index", "/a"),
        ("/a/index/", "/a"),
        ("/index/a", "/index/a"),
        ("/a?b=/c", "/a"),
        ("/a#b", "/a"),
        (" /a%20b ", "/a b"),
        ("/is-it%3f?x", "/is-it%3F"),
        ("/c%23#d", "/c%23"),
        ("/50%-off", "/50%25-off"),
        ("/a%2520b", "/a%2520b"),
        ("/reindex", "/reindex"),
    ],
)
def test_paths_are_compared_in_one_spelling(path: str, plain: str) -> None:
    assert normalise_url_path(path) == plain
    assert normalise_url_path(plain) == plain


def test_signs_in_a_path_are_no_query_or_anchor() -> None:
    found = redirects(("/c%23", "/sharp"), ("/old/:slug*", "/new/:slug*"))

    # Whether the service decodes a source is not known.
    assert answer(found, "/c%23") == ("/sharp", False)
    assert answer(found, "/c#x") is None
    assert answer(found, "/old/is-it%3F?x") == ("/new/is-it%3F", True)


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("/a", SourceForm.EXACT),
        ("a/b", SourceForm.EXACT),
        ("/a/:slug*", SourceForm.TAIL),
        ("/:slug*", SourceForm.TAIL),
        ("/a/b-*", SourceForm.PREFIX),
        ("/a/*", SourceForm.PREFIX),
        ("/a/:slug", SourceForm.PARAMETER),
        ("/a/b-:slug*", SourceForm.PARAMETER),
        ("/a/:slug*/b", SourceForm.PARAMETER),
        ("/a/*/b", SourceForm.PARAMETER),
        ("/a/(b|c)", SourceForm.PARAMETER),
        ("/a#b", SourceForm.NEVER),
        ("/a?b", SourceForm.NEVER),
        ("https://example.com/a", SourceForm.NEVER),
        ("//example.com/a", SourceForm.NEVER),
        ("", SourceForm.NEVER),
    ],
)
def test_a_source_has_one_form(source: str, form: SourceForm) -> None:
    assert Redirect(source, "/x").form is form


def test_a_path_without_wildcards_matches_in_any_spelling() -> None:
    found = redirects(("/a/b", "/c"), ("/d%20e", "/f"), ("g", "/h"), ("/i/", "/j"))

    assert answer(found, "/a/b/?x=1#y") == ("/c", True)
    assert answer(found, "/a/b/index") == ("/c", True)
    assert answer(found, "/A/b") is None
    assert answer(found, "/a") is None
    # How the service takes these spellings of a source is not known.
    assert answer(found, "/d e") == ("/f", False)
    assert answer(found, "/g") == ("/h", False)
    assert answer(found, "/i") == ("/j", False)


def test_a_tail_stands_for_everything_below() -> None:
    found = redirects(("/old/:slug*", "/new/:slug*"), ("/gone/:any*", "/"))

    assert answer(found, "/old/a/b") == ("/new/a/b", True)
    assert answer(found, "/gone/a") == ("/", True)
    assert answer(found, "/old") == ("/new/", False)
    assert answer(found, "/older/a") is None


def test_a_star_at_the_end_stands_for_the_rest_of_a_name() -> None:
    found = redirects(("/news/2024-*", "/archive/*"), ("/api/*", "/reference/*"))

    assert answer(found, "/news/2024-may") == ("/archive/may", True)
    assert answer(found, "/news/2024-may/1") == ("/archive/may/1", False)
    assert answer(found, "/news/2024-") == ("/archive/", False)
    assert answer(found, "/api/boats") == ("/reference/boats", True)
    assert answer(found, "/news/2025-may") is None


@pytest.mark.parametrize("source", ["/a/:slug", "/a/:slug?", "/a/p-:slug*", "/a/:part/x"])
def test_of_other_parameters_nobody_knows_whether_they_match(source: str) -> None:
    path = source.replace(":slug", "x").replace(":part", "x").rstrip("*?")

    assert answer(redirects((source, "/b/:slug")), path) == (None, False)
    # Neither before nor behind a redirect that surely matches.
    assert answer(redirects((source, "/b"), ("/a/:slug*", "/c")), path) == ("/b", False)
    assert answer(redirects(("/a/:slug*", "/c"), (source, "/b")), path) == ("/c", False)


def test_a_parameter_leaves_the_paths_alone_that_do_not_begin_and_end_like_it() -> None:
    found = redirects(("/a/:x/more", "/b"), ("/a/:x/less", "/d"), ("/a/:slug*", "/c"))

    assert answer(found, "/a/x/more") == ("/b", False)
    assert answer(found, "/a/x/less/") == ("/d", False)
    assert answer(found, "/a/x") == ("/c", True)
    assert answer(found, "/a") == ("/c", False)


@pytest.mark.parametrize(
    ("source", "sign"),
    [
        *(("/a#b", "#"), ("/a?b=c", "?"), ("/a/:x?b=c", "?"), ("/a/:x*?b", "?"), ("/a?", "?")),
        *(("/a/:x?", ""), ("/a/:x?/b", ""), ("/a{/:x}?", ""), ("/a/:x(b)?/c", ""), ("/a", "")),
    ],
)
def test_what_stands_behind_a_sign_is_never_seen(source: str, sign: str) -> None:
    redirect = Redirect(source, "/b")

    assert redirect.tail_sign == sign
    assert (redirect.form is SourceForm.NEVER) is bool(sign)


def test_the_first_one_wins_and_is_certain_if_it_is_the_narrowest_too() -> None:
    found = redirects(
        ("/a/b", "/exact"),
        ("/a/b/:slug*", "/near/:slug*"),
        ("/a/:slug*", "/far/:slug*"),
        ("/a/c", "/late"),
        ("/a/b", "/never"),
    )

    assert answer(found, "/a/b") == ("/exact", True)
    assert answer(found, "/a/b/x") == ("/near/x", True)
    assert answer(found, "/a/x") == ("/far/x", True)
    assert answer(found, "/a/c") == ("/far/c", False)


def test_a_wildcard_at_the_root_matches_every_path() -> None:
    found = redirects(("/:slug*", "https://example.com/:slug*"))

    assert answer(found, "/a/b") == ("https://example.com/a/b", True)
    assert answer(found, "/") == ("https://example.com/", False)


@pytest.mark.parametrize(
    ("source", "destination", "target"),
    [
        ("/old/:slug*", "https://x.example/new/:slug*", "https://x.example/new/x/y"),
        ("/old-*", "https://x.example/*", "https://x.example/x/y"),
        ("/old/:slug*", "https://a:secret@x.example/", "https://a:secret@x.example/"),
        ("/a/:slug*", "/b/:slug*/c", "/b/x/y/c"),
        ("/a/:slug*", "/b", "/b"),
        ("/a/:slug*", "/b/:other*", None),
        ("/a/:slug*", "/b/*", None),
        ("/a/b-*", "/c/d-*", "/c/d-x/y"),
        ("/a", "/b/:slug*", None),
        ("/a", " /b ", "/b"),
        ("/a", "https://example.com:80/b", "https://example.com:80/b"),
    ],
)
def test_the_wildcard_of_a_source_fills_that_of_the_destination(
    source: str, destination: str, target: str | None
) -> None:
    assert fill_destination(Redirect(source, destination), "x/y") == target


paths = st.text(st.sampled_from("ab/:*-#?%. 2f") | st.characters(), max_size=12)


@given(st.lists(st.tuples(paths, paths), max_size=6), paths)
def test_any_text_may_stand_in_a_redirect(pairs: list[tuple[str, str]], path: str) -> None:
    found = redirects(*pairs)
    found.find_match(path)
    chains = RedirectChains(found)
    for redirect in found.all:
        trail = chains.find_chain(redirect)
        start = make_sample_path(redirect.source)

        assert (
            find_literal_prefix(redirect.source) == ""
            or find_literal_prefix(redirect.source)[0] == "/"
        )
        if trail is not None:
            assert start is not None
            assert trail.hops[0].redirect is redirect


def test_thousands_of_redirects_and_links_take_no_time() -> None:
    """A bound that only a search through all redirects for each link would break."""
    found = redirects(
        *((f"/old/{number}/:slug*", f"/new/{number}/:slug*") for number in range(4000)),
        *((f"/page/{number}", f"/page/{number + 1}") for number in range(4000)),
    )
    start = time.perf_counter()
    for number in range(4000):
        assert found.find_match(f"/old/{number}/a/b") is not None
        assert found.find_match(f"/elsewhere/{number}") is None
    chains = RedirectChains(found)
    for redirect in found.all[::100]:
        chains.find_chain(redirect)

    assert time.perf_counter() - start < 5
