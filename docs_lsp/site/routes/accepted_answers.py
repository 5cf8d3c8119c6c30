"""The addresses of a site that answer, and what each leads to in the end.

Of the addresses that a wildcard answers a few stand for all; but any address can be asked for.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from docs_lsp.site.routes.redirect_parameters import find_unfilled
from docs_lsp.site.routes.redirects import (
    ANY,
    MOST_HOPS,
    Match,
    Redirect,
    Redirects,
    SourceForm,
    literal_of,
    normalise_path,
)

_MOST_SAMPLES = 30
"""How many paths stand for all that a wildcard answers."""


class _Step(NamedTuple):
    """Where a reader gets from an address without a further one in between."""

    on: str | None
    """The address that a redirect leads on to."""
    end: str | None = None
    """What is there otherwise; None for an error."""


class AcceptedAnswers(Mapping[str, str]):
    """What each address leads to in the end: a page, another file, or a URL.

    A broken redirect, or one in a loop, does not answer.
    """

    def __init__(self, redirects: Redirects, there: Mapping[str, str]) -> None:
        """Take the redirects, and what is at an address if none of them answers it."""
        self.redirects = redirects
        self._there = there
        self._steps: dict[str, _Step] = {}

    def __getitem__(self, address: str) -> str:
        """Return what any address leads to, even if it is not among the known ones."""
        end = _find_end(address, self._get_step)
        if end is None:
            raise KeyError(address)
        return end

    def __iter__(self) -> Iterator[str]:
        """Each address that is known to answer."""
        return iter(self._ends)

    def __len__(self) -> int:
        """Count these."""
        return len(self._ends)

    def would_lose(self, gone: Collection[Redirect], new: Sequence[Redirect]) -> bool:
        """Whether some address no longer leads to the same without some redirects and with others.

        Only the addresses that these match are looked at, and those that readers come to them from.
        """
        match = self.redirects.predict_match(gone, new)
        steps: dict[str, _Step] = {}
        affected: set[str] = set()
        for address in self._find_matched(chain(gone, new)):
            step = self._find_step(match, address)
            if step != self._get_step(address):
                steps[address] = step
                affected.update(self._starts[address])

        def step_after(address: str) -> _Step:
            if address not in steps:
                is_known = address in self._starts
                # No address that is passed today is matched by what comes and goes, but for these.
                after = self._get_step(address) if is_known else self._find_step(match, address)
                steps[address] = after
            return steps[address]

        return any(_find_end(one, step_after) != self._ends[one] for one in affected)

    @cached_property
    def _ends(self) -> dict[str, str]:
        addresses = (*self._there, *_sources(self.redirects, self._there))
        ends = ((address, _find_end(address, self._get_step)) for address in addresses)
        return {address: end for address, end in ends if end is not None}

    def _get_step(self, address: str) -> _Step:
        if address not in self._steps:
            self._steps[address] = self._find_step(self.redirects.match, address)
        return self._steps[address]

    def _find_step(self, match: Callable[[str], Match | None], address: str) -> _Step:
        step_match = match(address)
        if step_match is None:
            return _Step(None, self._there.get(address))
        target = step_match.target
        if target is None:
            gap = find_unfilled(step_match.redirect)
            return _Step(None, None if gap and gap.certain else "?")
        if step_match.redirect.is_external:
            return _Step(None, target)
        return _Step(normalise_path(target))

    @cached_property
    def _starts(self) -> dict[str, list[str]]:
        """By each address that readers pass, the addresses that answer from which they do."""
        starts: dict[str, list[str]] = defaultdict(list)
        for start in self._ends:
            address: str | None = start
            for _ in range(MOST_HOPS):
                if address is None:
                    break
                starts[address].append(start)
                address = self._get_step(address).on
        return dict(starts)

    @cached_property
    def _passed(self) -> dict[str, list[str]]:
        """The addresses that readers pass, by what sources are compared with: with a `/` at the
        end."""
        passed: dict[str, list[str]] = defaultdict(list)
        for address in self._starts:
            passed[_end_with_slash(normalise_path(address))].append(address)
        return dict(passed)

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._passed)

    def _find_matched(self, redirects: Iterable[Redirect]) -> Iterator[str]:
        """The addresses that readers pass and that some redirects may match."""
        for redirect in redirects:
            form, literal = redirect.form, literal_of(redirect.source)
            if form is SourceForm.EXACT:
                yield from self._passed.get(_end_with_slash(literal), ())
            elif form is not SourceForm.NEVER:
                place = bisect_left(self._sorted, literal)
                for one in islice(self._sorted, place, None):
                    if not one.startswith(literal):
                        break
                    yield from self._passed[one]


def _end_with_slash(path: str) -> str:
    return f"{path.rstrip('/')}/"


def _find_end(address: str, step_from: Callable[[str], _Step]) -> str | None:
    """Return what a reader sees in the end; None for an error."""
    for _ in range(MOST_HOPS):
        step = step_from(address)
        if step.on is None:
            return step.end
        address = step.on
    return None


def _sources(redirects: Redirects, there: Mapping[str, str]) -> Iterator[str]:
    """The addresses that redirects answer; of what a wildcard answers, a few."""
    known = sorted({*there, *(literal_of(one.source) for one in redirects.all)})
    for redirect in redirects.all:
        literal = literal_of(redirect.source)
        if redirect.form is SourceForm.EXACT:
            yield literal
        elif redirect.form in (SourceForm.TAIL, SourceForm.PREFIX):
            yield f"{literal}{ANY}"
            begun = literal_of(redirect.destination)
            place = bisect_right(known, begun)
            for one in known[place : place + _MOST_SAMPLES]:
                if one.startswith(begun):
                    yield f"{literal}{one[len(begun) :]}"
