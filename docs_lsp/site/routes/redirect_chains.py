"""Where redirects lead one after the other: chains, and loops.

Browsers give up after some redirects. Each chain of a site is followed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from docs_lsp.files.files import LONGEST_PATH
from docs_lsp.site.routes.redirects import (
    ANY,
    PLACEHOLDER,
    Redirect,
    RedirectIndex,
    RedirectMatch,
    is_whole_url,
    make_sample_path,
    normalise_url_path,
)

MOST_HOPS = 20
"""Maximum number of redirects that browsers follow, roughly."""
_MOST_FOLLOWED = 2
"""The maximum number of different paths followed for each redirect.

If chains meet, as on all but hostile sites, it is one. Beyond it the result is unknown.
"""


class _Step(NamedTuple):
    """A redirect that answers a path, and what comes of that."""

    match: RedirectMatch
    target: str | None
    path: str | None
    """The normal path that it leads to; None if that is unknown or not on the site."""

    @classmethod
    def follow_match(cls, match: RedirectMatch) -> _Step:
        """Find where a match leads."""
        target = match.target
        leads_on = target is not None and not is_whole_url(target)
        return cls(match, target, normalise_url_path(target or "") if leads_on else None)


@dataclass(frozen=True)
class RedirectChain:
    """The redirects that a reader follows, starting with one of them."""

    hops: tuple[RedirectMatch, ...]
    """The redirects in order, including the first."""
    targets: tuple[str | None, ...]
    """Where each of them leads."""
    back_to: int | None = None
    """The index of the hop that the last one leads back to, or None."""
    circle: tuple[int, ...] = ()
    """The orders of all redirects of a loop that is too long to be followed.

    A redirect that is part of the loop leads back to itself.
    """

    @property
    def cycle(self) -> tuple[RedirectMatch, ...]:
        """The redirects of a loop, or an empty tuple."""
        return () if self.back_to is None else self.hops[self.back_to :]

    @cached_property
    def certain(self) -> bool:
        """Whether the whole chain is certain."""
        leading_on = self.hops if self.cycle else self.hops[:-1]
        return self.hops[-1].certain and all(
            hop.certain and hop.redirect.destination.startswith("/") for hop in leading_on
        )

    @cached_property
    def end(self) -> str | None:
        """The destination that leads directly to the end of the chain, or None if there is none.

        None too if that is unknown, or not just a path and an anchor.
        """
        before = [hop.redirect.destination for hop in self.hops[:-1]]
        signs = "".join(before)
        target = self.targets[-1]
        if target is None or self.cycle or "?" in signs:
            return None
        wildcard = PLACEHOLDER.search(self.hops[0].redirect.source)
        if wildcard:
            target = target.replace(ANY, wildcard[0])
        if "#" in target or "#" not in signs:
            return target
        # Browsers keep the anchor of a step that is followed by one without.
        anchors = (destination.partition("#")[2] for destination in reversed(before))
        anchor = next(filter(None, anchors), "")
        return f"{target}#{anchor}" if anchor else target


class RedirectChains:
    """The chains of a site's redirects, each followed on demand."""

    def __init__(self, redirects: RedirectIndex) -> None:
        """Store the redirects to follow."""
        self.redirects = redirects
        self._chains: dict[int, RedirectChain | None] = {}
        self._steps: dict[str, _Step | None] = {}
        self._circles: dict[str, tuple[tuple[int, ...], bool]] = {}

    def _find_step(self, path: str) -> _Step | None:
        """Return the next redirect from a normal path, or None; cached. May raise `OverflowError`.

        It does if no two of many chains meet.
        """
        if path not in self._steps:
            if len(self._steps) > _MOST_FOLLOWED * (len(self.redirects.all) + MOST_HOPS):
                raise OverflowError
            match = self.redirects.find_match(path)
            self._steps[path] = None if match is None else _Step.follow_match(match)
        return self._steps[path]

    def find_chain(self, redirect: Redirect) -> RedirectChain | None:
        """Return the chain of a redirect, cached; None if it never applies or cannot be followed.

        Another redirect may always win. A wildcard is replaced by a name that no other redirect
        matches.
        """
        if redirect.order not in self._chains:
            try:
                self._chains[redirect.order] = self._follow_chain(redirect)
            except OverflowError:
                self._chains[redirect.order] = None
        return self._chains[redirect.order]

    def _follow_chain(self, redirect: Redirect) -> RedirectChain | None:
        """Follow a redirect from a path that it matches; None if an earlier one matches it."""
        start = make_sample_path(redirect.source)
        hop = self.redirects.find_match(start) if start else None
        if start is None or hop is None or hop.redirect.order != redirect.order:
            return None
        step: _Step | None = _Step.follow_match(hop)
        hops, targets = list[RedirectMatch](), list[str | None]()
        seen = {normalise_url_path(start): 0}
        while step is not None:
            hops.append(step.match)
            targets.append(step.target)
            if len(hops) > MOST_HOPS:
                return self._end_long_chain(hops, targets, normalise_url_path(start))
            if step.path is None:
                break
            if step.path in seen:
                return RedirectChain(tuple(hops), tuple(targets), seen[step.path])
            seen[step.path] = len(hops)
            step = self._find_step(step.path)
        return RedirectChain(tuple(hops), tuple(targets))

    def _end_long_chain(
        self, hops: list[RedirectMatch], targets: list[str | None], start: str
    ) -> RedirectChain:
        """Return the chain of a reader whose browser gives up."""
        repetition = _find_loop_start(hops)
        if repetition is not None:
            return RedirectChain(tuple(hops), tuple(targets), repetition)
        circle, is_part = self._find_circle(start)
        return RedirectChain(tuple(hops), tuple(targets), 0 if is_part else None, circle)

    def _find_circle(self, path: str) -> tuple[tuple[int, ...], bool]:
        """Return the `order` of each redirect in a path's loop, and whether the path is on it.

        The result for one path is stored for all paths on the way.
        """
        way: list[str] = []
        places: dict[str, int] = {}
        orders: list[int] = []
        known: tuple[int, ...] = ()
        # Where the paths get longer with each step, no two ways meet, so there is a limit.
        while len(self._circles) + len(way) <= _MOST_FOLLOWED * (len(self.redirects.all) + 1):
            if path in self._circles:
                known = self._circles[path][0]
                break
            if path in places:
                known = tuple(orders[places[path] :])
                break
            step = self._find_step(path)
            if step is None or step.path is None or len(path) > LONGEST_PATH:
                break
            places[path] = len(way)
            way.append(path)
            orders.append(step.match.redirect.order)
            path = step.path
        first = places.get(path, len(way))
        self._circles.update((one, (known, place >= first)) for place, one in enumerate(way))
        return self._circles[way[0]] if way else self._circles.get(path, ((), False))


def _find_loop_start(hops: Sequence[RedirectMatch]) -> int | None:
    """Return the start of the last round of a growing loop, or None.

    The path grows with each round, so no path is repeated, but the last redirect is.
    """
    last = hops[-1].redirect.order
    places = range(len(hops) - 1, 0, -1)
    return next((place for place in places if hops[place - 1].redirect.order == last), None)
