"""Decide whether a redirect may lead directly to the end of its chain.

This must hold for every path that it matches. The redirects in between may send some of these paths
elsewhere: of `/old/:slug*` to `/new/:slug*`, the path `/old/a` follows a redirect of `/new/a`. So
one sample path is not enough: each redirect that may apply to some of the paths adds another.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from docs_lsp.site.routes.redirect_chains import MOST_HOPS, RedirectChains
from docs_lsp.site.routes.redirects import (
    ANY,
    Redirect,
    SourceForm,
    fill_destination,
    find_literal_prefix,
    normalise_url_path,
)

_MOST_STEPS = 8
"""The maximum number of different paths passed for each redirect, wildcards included."""
_MOST_PATHS = 300
"""Maximum number of paths of one redirect that are followed; beyond it, all is unsure."""


class ShortcutResult(Enum):
    """The results of comparing the ends of two chains."""

    SAME = auto()
    OTHER = auto()
    UNSURE = auto()


class Shortcut(NamedTuple):
    """The effect of a new destination of a redirect on readers."""

    ends: ShortcutResult
    bypassed_redirect: Redirect | None = None
    """The redirect that some paths follow only on the longer way."""


class _Stop(NamedTuple):
    """A step on the way through redirects."""

    path: str
    """A normalised path, or a URL."""
    anchor: str
    by: Redirect
    """The redirect that led there."""


class ShortcutFinder:
    """Compares ways through redirects, path by path."""

    def __init__(self, chains: RedirectChains) -> None:
        """Store the redirects and their chains."""
        self._redirects = chains.redirects
        self._chains = chains
        self._known: dict[tuple[Redirect, str], Shortcut] = {}
        self._steps: dict[SourceForm, dict[str, _Stop | ShortcutResult | None]] = defaultdict(dict)
        self._special_rests: dict[tuple[str, str], tuple[str, ...]] = {}
        self._followed: dict[tuple[str, int], bool] = {}
        """Whether readers certainly follow a redirect from a target, by its order."""

    def compare_destination(self, redirect: Redirect, destination: str) -> Shortcut:
        """Compare the ends of a redirect's paths with those for another destination; cached."""
        way = (redirect, destination)
        if way not in self._known:
            self._known[way] = self._compare_all_paths(redirect, destination)
        return self._known[way]

    def _compare_all_paths(self, redirect: Redirect, destination: str) -> Shortcut:
        """Compare where a redirect and a new destination lead for all paths it may match."""
        after = redirect._replace(destination=destination)
        if self._is_plain_end(redirect, destination):
            return Shortcut(ShortcutResult.SAME)
        if redirect.form is SourceForm.EXACT:
            return self._compare_path(redirect, after, "", [])
        waiting, done = [ANY, f"{ANY}/{ANY}", ""], set[str]()
        while waiting:
            rest = waiting.pop()
            if rest in done:
                continue
            done.add(rest)
            shortcut = self._compare_path(redirect, after, rest, waiting)
            if shortcut.ends is not ShortcutResult.SAME or len(done) > _MOST_PATHS:
                # Whether a wildcard also matches an empty path is not known.
                is_sure = rest and shortcut.ends is ShortcutResult.OTHER
                return shortcut if is_sure else Shortcut(ShortcutResult.UNSURE)
        return Shortcut(ShortcutResult.SAME)

    def _is_plain_end(self, redirect: Redirect, destination: str) -> bool:
        """Return whether all paths of a redirect certainly end there, by its chain alone."""
        chain = self._chains.find_chain(redirect)
        if chain is None or not chain.certain or chain.end != destination or "#" in destination:
            return False
        if self._unclear or not redirect.destination.startswith("/"):
            return False
        form = redirect.form
        if form is SourceForm.EXACT:
            return True
        pairs = zip(chain.targets, chain.hops[1:], strict=False)
        return all(
            hop.rest == ANY
            and hop.redirect.form is form
            and target is not None
            and self.always_follows(target, hop.redirect)
            for target, hop in pairs
        )

    def _compare_path(
        self, redirect: Redirect, after: Redirect, rest: str, waiting: list[str]
    ) -> Shortcut:
        """Compare both ways for one path; add paths to `waiting` that may go a different way."""
        old, new = fill_destination(redirect, rest), fill_destination(after, rest)
        if old is None or new is None:
            return Shortcut(ShortcutResult.UNSURE)
        goal = _make_stop(new, after)
        here, form = _make_stop(old, redirect), redirect.form
        steps, has_unclear = self._steps[form], bool(self._unclear)
        way = [here]
        while here.path != goal.path or here.anchor != goal.anchor:
            if len(way) > MOST_HOPS or (has_unclear and self._is_unclear(here.path)):
                return Shortcut(ShortcutResult.UNSURE)
            if rest:
                waiting += self._find_special_rests(here.path, rest)
            next_stop = self._find_next_stop(here, form, steps)
            if next_stop is ShortcutResult.UNSURE:
                return Shortcut(ShortcutResult.UNSURE)
            if not isinstance(next_stop, _Stop):
                # It ends elsewhere. Behind the goal, both ways may still come together.
                is_same = self._leads_to(goal, here, form)
                if is_same:
                    return Shortcut(ShortcutResult.SAME)
                return self._describe_other_end(redirect, way)
            here = next_stop
            way.append(here)
        return Shortcut(ShortcutResult.SAME)

    def always_follows(self, target: str, redirect: Redirect) -> bool:
        """Return whether readers certainly follow a redirect from the target of another; cached.

        If the target ends in `ANY`, they must follow it from all paths below or beginning so.
        """
        way = (target, redirect.order)
        known = self._followed.get(way)  # Chains that meet ask for the same ways.
        if known is None:
            known = self._followed[way] = self._always_follows(normalise_url_path(target), redirect)
        return known

    def _always_follows(self, path: str, redirect: Redirect) -> bool:
        """Compute `always_follows`; a path that ends in `ANY` is every path that begins so."""
        if self._is_unclear(path):
            return False
        paths = [path]
        if path.endswith(ANY):
            rests = ("", ANY, f"{ANY}/{ANY}", *self._find_special_rests(path, ANY))
            paths = [normalise_url_path(path.removesuffix(ANY) + rest) for rest in rests]
        form = redirect.form
        stops = (
            self._find_next_stop(_Stop(one, "", redirect), form, self._steps[form]) for one in paths
        )
        return all(isinstance(stop, _Stop) and stop.by.order == redirect.order for stop in stops)

    def _leads_to(self, start: _Stop, end: _Stop, form: SourceForm) -> bool:
        """Return whether readers certainly get from one stop to another."""
        steps = self._steps[form]
        for _ in range(MOST_HOPS):
            next_stop = self._find_next_stop(start, form, steps)
            if not isinstance(next_stop, _Stop):
                return False
            start = next_stop
            if start[:2] == end[:2]:
                return True
        return False

    def _describe_other_end(self, redirect: Redirect, way: list[_Stop]) -> Shortcut:
        """Return the result for a way that ends elsewhere, with the redirect to blame, if any."""
        chain = self._chains.find_chain(redirect)
        usual = {hop.redirect.order for hop in chain.hops} if chain else set()
        by = next((stop.by for stop in way if stop.by.order not in usual), None)
        return Shortcut(ShortcutResult.OTHER if by else ShortcutResult.UNSURE, by)

    def _find_next_stop(
        self, stop: _Stop, form: SourceForm, steps: dict[str, _Stop | ShortcutResult | None]
    ) -> _Stop | ShortcutResult | None:
        """Return the next stop, None if no redirect matches, or UNSURE.

        `steps` are the known ones for redirects of this form.
        """
        if stop.path not in steps:
            if len(steps) > _MOST_STEPS * (len(self._redirects.all) + MOST_HOPS):
                return ShortcutResult.UNSURE
            steps[stop.path] = self._find_step(stop.path, form)
        step = steps[stop.path]
        if not isinstance(step, _Stop) or step.anchor or not stop.anchor:
            return step
        return step._replace(anchor=stop.anchor)

    def _find_step(self, path: str, form: SourceForm) -> _Stop | ShortcutResult | None:
        """Return the stop that a path is redirected to, None if no redirect matches, or UNSURE."""
        if not path.startswith("/"):
            return None
        matches = list(self._redirects.iter_matches(path))
        if not matches:
            return None
        first = min(matches, key=lambda match: match.redirect.order)
        # An uncertain match is the same for all sources of this form: either all match or none.
        is_sure = first.certain or first.redirect.form is form
        target = first.target
        if not is_sure or first is not matches[-1] or target is None:
            return ShortcutResult.UNSURE
        return _make_stop(target, first.redirect)

    def _is_unclear(self, path: str) -> bool:
        """Return whether a source with unknown matching rules may match a path."""
        begun = path.partition(ANY)[0]
        whole = f"{path.rstrip('/')}/"
        return any(one.startswith(begun) or whole.startswith(one) for one in self._unclear)

    def _find_special_rests(self, path: str, rest: str) -> tuple[str, ...]:
        """Return the wildcard values to which another redirect may apply at a path; cached."""
        way = (path, rest)
        if way not in self._special_rests:
            self._special_rests[way] = tuple(self._iter_special_rests(path, rest))
        return self._special_rests[way]

    def _iter_special_rests(self, path: str, rest: str) -> Iterator[str]:
        """Yield the values of the wildcard to which some other redirect may apply."""
        begun = path[:-1]
        if not path.endswith(ANY) or ANY in begun or not rest.endswith(ANY):
            return
        place = bisect_left(self._sources, (begun, ""))
        while place < len(self._sources) and self._sources[place][0].startswith(begun):
            literal, wildcard = self._sources[place]
            prefix = rest.removesuffix(ANY) + literal[len(begun) :]
            yield from {prefix + wildcard, prefix.rstrip("/")}
            place += 1

    @cached_property
    def _sources(self) -> list[tuple[str, str]]:
        """The literal prefixes of usable sources, with the text for the rest, sorted."""
        forms = {SourceForm.EXACT: "", SourceForm.TAIL: ANY, SourceForm.PREFIX: ANY}
        known = (
            (find_literal_prefix(redirect.source), forms.get(redirect.form))
            for redirect in self._redirects.all
        )
        return sorted({(literal, wild) for literal, wild in known if wild is not None})

    @cached_property
    def _unclear(self) -> tuple[str, ...]:
        """The literal prefixes of sources with unknown matching rules."""
        unclear = (
            redirect for redirect in self._redirects.all if redirect.form is SourceForm.PARAMETER
        )
        return tuple({find_literal_prefix(redirect.source) for redirect in unclear})


def _make_stop(target: str, by: Redirect) -> _Stop:
    """Return the stop at a target."""
    path, _, anchor = target.partition("#")
    is_inside = path.startswith("/") and not path.startswith("//")
    return _Stop(normalise_url_path(path) if is_inside else path, anchor, by)
