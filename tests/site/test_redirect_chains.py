"""Where redirects lead one after the other, and in circles."""

from __future__ import annotations

import pytest

from docs_lsp.site.routes.redirect_chains import MOST_HOPS, RedirectChains
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex
from tests.growth.steps import measure_cost
from tests.site.test_redirects import redirects


def sources(found: RedirectIndex, order: int) -> tuple[list[str], list[str], bool]:
    trail = RedirectChains(found).find_chain(found.all[order])
    assert trail is not None
    hops = [hop.redirect.source for hop in trail.hops]
    return hops, [hop.redirect.source for hop in trail.cycle], trail.certain


def test_a_trail_goes_on_until_no_redirect_answers() -> None:
    found = redirects(("/a", "/b#x"), ("/b", "/c"), ("/c", "https://example.com"), ("/d", "/e"))

    assert sources(found, 0) == (["/a", "/b", "/c"], [], True)
    assert sources(found, 3) == (["/d"], [], True)


def test_a_trail_ends_where_it_leaves_the_site() -> None:
    found = redirects(("/a", "https://example.com"), ("/:rest*", "/b"))

    assert sources(found, 0) == (["/a"], [], True)


def test_a_trail_is_not_certain_if_it_goes_on_from_a_destination_without_slash() -> None:
    assert sources(redirects(("/a", "b"), ("/b", "/c")), 0) == (["/a", "/b"], [], False)
    assert sources(redirects(("/a", "/b"), ("/b", "c")), 0) == (["/a", "/b"], [], True)


def test_a_trail_finds_circles() -> None:
    found = redirects(("/in", "/a"), ("/a", "/b/"), ("/b", "/a/index"), ("/c", "/c?x=1"))

    assert sources(found, 0) == (["/in", "/a", "/b"], ["/a", "/b"], True)
    assert sources(found, 2) == (["/b", "/a"], ["/b", "/a"], True)
    assert sources(found, 3) == (["/c"], ["/c"], True)


def test_a_path_that_grows_is_a_circle_too() -> None:
    hops, cycle, certain = sources(redirects(("/a/:slug*", "/a/b/:slug*")), 0)

    assert set(hops) == {"/a/:slug*"}
    assert (cycle, certain) == (["/a/:slug*"], True)


def test_a_path_that_grows_with_every_second_step_is_a_circle_of_two() -> None:
    found = redirects(("/a/:slug*", "/b/:slug*"), ("/b/:slug*", "/a/b/:slug*"))

    assert sorted(sources(found, 0)[1]) == ["/a/:slug*", "/b/:slug*"]


def test_a_circle_is_not_certain_if_one_of_its_steps_is_not() -> None:
    assert sources(redirects(("/a", "b"), ("/b", "/a")), 0)[1:] == (["/a", "/b"], False)
    assert sources(redirects(("/a/:slug*", "/a")), 0)[1:] == (["/a/:slug*"], False)


def test_what_answers_nothing_has_no_trail() -> None:
    found = redirects(("/a#b", "/c"), ("/x/:slug", "/c"), ("/d", "/c"), ("/d", "/e"))
    chains = RedirectChains(found)

    assert [chains.find_chain(one) is None for one in found.all] == [True, True, False, True]


@pytest.mark.parametrize(
    ("pairs", "end"),
    [
        ([("/a", "/b"), ("/b", "/c")], "/c"),
        ([("/a", "/b#x"), ("/b", "/c"), ("/c", "/d")], "/d#x"),
        ([("/a", "/b#x"), ("/b", "/c#y")], "/c#y"),
        ([("/a", "/b?x=1"), ("/b", "/c")], None),
        ([("/a/:s*", "/b/:s*"), ("/b/:slug*", "/c/:slug*")], "/c/:s*"),
        ([("/a-*", "/b/*"), ("/b/:slug*", "/c/:slug*/d")], "/c/*/d"),
        ([("/a", "/b"), ("/b", "/a")], None),
    ],
)
def test_the_end_of_a_trail_is_what_to_write_at_once(
    pairs: list[tuple[str, str]], end: str | None
) -> None:
    found = redirects(*pairs)
    trail = RedirectChains(found).find_chain(found.all[0])

    assert trail is not None
    assert trail.end == end


def test_a_circle_too_long_to_be_followed_is_one_all_the_same() -> None:
    count = 3 * MOST_HOPS
    circle = [Redirect(f"/{i}", f"/{(i + 1) % count}", i) for i in range(count)]
    every = RedirectIndex([*circle, Redirect("/in", "/0", count), Redirect("/x", "/y", count + 1)])

    chains = RedirectChains(every)
    trails = [chains.find_chain(one) for one in circle]
    assert all(trail and trail.cycle for trail in trails)
    assert {trail.circle for trail in trails if trail} == {tuple(range(count))}
    leading_in, apart = (chains.find_chain(one) for one in every.all[-2:])
    assert leading_in is not None and not leading_in.cycle and len(leading_in.circle) == count
    assert apart is not None and not apart.circle


def test_a_chain_too_long_to_be_followed_is_no_circle() -> None:
    chain = [Redirect(f"/{i}", f"/{i + 1}", i) for i in range(3 * MOST_HOPS)]
    trail = RedirectChains(RedirectIndex(chain)).find_chain(chain[0])

    assert trail is not None and not trail.circle and not trail.cycle
    assert len(trail.hops) == MOST_HOPS + 1


def test_a_path_that_grows_at_each_of_thousands_of_redirects_takes_little_room() -> None:
    pairs = [(f"/{i}/:slug*", f"/{i + 1}/longer/:slug*") for i in range(2500)]
    index = redirects(*pairs)

    cost = measure_cost(lambda: RedirectChains(RedirectIndex(index.all)).find_chain(index.all[0]))

    assert cost.megabytes < 12, cost.megabytes
