"""Whether a redirect may lead to the end of its chain at once, against a service that is played
with every path of a small site, in each way in which nobody knows how it works."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.site.routes.redirect_chains import RedirectChains
from docs_lsp.site.routes.redirect_shortcuts import ShortcutFinder, ShortcutResult
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex

EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "200"))
NAMES = ("a", "b", "c")
PARTS = {1: (*NAMES, "b-a"), 2: (*NAMES, "b-a"), 3: (*NAMES, "b-a"), 4: NAMES, 5: ("a", "b")}
PATHS = tuple(
    "/" + "/".join(path) for count, parts in PARTS.items() for path in product(parts, repeat=count)
)

folders = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map("/".join)
exact = st.builds("/{}".format, folders)
tails = st.builds("/{}/:slug*".format, folders)
# Of the names that a prefix begins, one is among the paths above.
prefixes = st.sampled_from(("/b-*", "/a/b-*", "/b/b-*", "/c/b-*"))
below = st.builds("/{}/*".format, folders)
unclear = st.sampled_from(("/a/:id", "/b/:id/c", "/:slug?", "/b/:slug?"))
pairs = st.one_of(
    st.tuples(st.one_of(exact, tails, prefixes), exact),
    st.tuples(tails, tails),
    st.tuples(prefixes, st.one_of(prefixes, below)),
    st.tuples(unclear, exact),
)


class World(NamedTuple):
    """How the service works where nobody knows it."""

    bare: bool
    """Whether `/a/:slug*` answers `/a` too."""
    deep: bool
    """Whether `/a-*` answers `/a-b/c` too."""
    named: bool
    """Whether `/a/:id` answers `/a/b`."""


WORLDS = tuple(World(*one) for one in product((True, False), repeat=3))


def redirects_of(pairs: Sequence[tuple[str, str]]) -> RedirectIndex:
    return RedirectIndex(Redirect(*pair, order) for order, pair in enumerate(pairs))


def rest_of(source: str, path: str, world: World) -> str | None:
    """What the wildcard of a source stands for; None where it does not answer a path."""
    begun, wildcard = re.fullmatch(r"([^:*]*)(.*)", source).groups()  # type: ignore[union-attr]
    if not wildcard:
        return "" if path == source else None
    if wildcard == ":slug*":
        if world.bare and path == begun.rstrip("/"):
            return ""
        return path.removeprefix(begun) if path.startswith(begun) else None
    if wildcard == "*":
        rest = path.removeprefix(begun) if path.startswith(begun) else ""
        return rest if rest and (world.deep or "/" not in rest) else None
    if world.named and wildcard.endswith("?") and path == begun.rstrip("/"):
        return ""
    pattern = begun + re.sub(r":\w+\??", "[^/]+", wildcard)
    return "" if world.named and re.fullmatch(pattern, path) else None


def end_of(path: str, known: Sequence[Redirect], world: World) -> str:
    """Where a reader gets to; `∞` for nowhere."""
    for _ in range(20):
        for one in known:
            rest = rest_of(one.source, path, world)
            if rest is not None:
                path = re.sub(r":slug\*|\*", rest, one.destination).rstrip("/")
                break
        else:
            return path
    return "∞"


def judged(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Redirect, str, ShortcutResult]]:
    """The redirects that others follow, where they lead in the end, and what is said of that."""
    redirects = redirects_of(pairs)
    chains = RedirectChains(redirects)
    for redirect in redirects.all:
        trail = chains.find_chain(redirect)
        if trail and trail.certain and len(trail.hops) > 1 and trail.end:
            ends = ShortcutFinder(chains).compare_destination(redirect, trail.end).ends
            yield redirect, trail.end, ends


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(pairs, min_size=2, max_size=6))
def test_what_is_the_same_is_so_for_every_path_in_every_world(
    pairs: list[tuple[str, str]],
) -> None:
    known = redirects_of(pairs).all
    for redirect, end, ends in judged(pairs):
        after = [one._replace(destination=end) if one == redirect else one for one in known]
        apart = (
            (path, world)
            for path in PATHS
            for world in WORLDS
            if end_of(path, known, world) != end_of(path, after, world)
        )
        if ends is ShortcutResult.SAME:
            assert next(apart, None) is None, (redirect, end)
        elif ends is ShortcutResult.OTHER:
            assert next(apart, None) is not None, (redirect, end)


def test_the_law_has_seen_each_answer() -> None:
    chains = [
        [("/a/:slug*", "/b/:slug*"), ("/b/:slug*", "/c/:slug*")],
        [("/a/:slug*", "/b/:slug*"), ("/b/c", "/c"), ("/b/:slug*", "/c/:slug*")],
        [("/a/:slug*", "/b/:slug*"), ("/b/:id/c", "/c"), ("/b/:slug*", "/c/:slug*")],
    ]
    assert [ends for chain in chains for _, _, ends in judged(chain)] == [
        ShortcutResult.SAME,
        ShortcutResult.OTHER,
        ShortcutResult.UNSURE,
    ]


def test_a_later_redirect_that_says_more_about_a_path_makes_it_unsure() -> None:
    chain = [("/a/:slug*", "/b/:slug*"), ("/b/:slug*", "/c/:slug*"), ("/b/c", "/c")]

    assert [ends for _, _, ends in judged(chain)] == [ShortcutResult.UNSURE]


def test_redirects_that_lead_to_the_same_place_make_no_difference() -> None:
    chain = [("/a/:slug*", "/b/:slug*"), ("/b/c", "/c/c"), ("/b/:slug*", "/c/:slug*")]

    assert [ends for _, _, ends in judged(chain)] == [ShortcutResult.SAME]


def test_the_redirect_that_takes_some_paths_elsewhere_is_named() -> None:
    redirects = redirects_of(
        [("/b/c", "/a/c"), ("/a/:slug*", "/b/:slug*"), ("/b/:slug*", "/c/:slug*"), ("/a/c", "/d")]
    )
    found = ShortcutFinder(RedirectChains(redirects)).compare_destination(
        redirects.all[1], "/c/:slug*"
    )

    assert found.ends is ShortcutResult.UNSURE

    redirects = redirects_of(
        [("/b/c", "/d"), ("/a/:slug*", "/b/:slug*"), ("/b/:slug*", "/c/:slug*")]
    )
    found = ShortcutFinder(RedirectChains(redirects)).compare_destination(
        redirects.all[1], "/c/:slug*"
    )

    assert (found.ends, found.bypassed_redirect) == (ShortcutResult.OTHER, redirects.all[0])


def test_thousands_of_redirects_on_the_way_are_too_many_to_tell() -> None:
    some = [(f"/b/{number}", f"/c/{number}") for number in range(2000)]
    chain = [("/a/:slug*", "/b/:slug*"), *some, ("/b/:slug*", "/c/:slug*")]

    assert [ends for _, _, ends in judged(chain)] == [ShortcutResult.UNSURE]


def test_each_way_between_two_redirects_is_compared_once() -> None:
    redirects = [Redirect(f"/a{n}/:slug*", f"/a{n + 1}/:slug*", n) for n in range(40)]
    finder = ShortcutFinder(RedirectChains(RedirectIndex(redirects)))
    chains = RedirectChains(RedirectIndex(redirects))
    asked: list[str] = []
    compare = finder._always_follows
    finder._always_follows = (  # type: ignore[method-assign]
        lambda path, redirect: asked.append(path) or compare(path, redirect)  # type: ignore[func-returns-value]
    )
    for redirect in redirects:
        chain = chains.find_chain(redirect)
        if chain is not None and chain.end is not None:
            finder.compare_destination(redirect, chain.end)

    assert len(asked) > 20
    assert len(asked) == len({*asked})
