"""The addresses of a site that resolve, and the final target of each.

A few samples represent all addresses that match a wildcard, but any address can be looked up.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.routes.redirect_chains import MOST_HOPS
from docs_lsp.site.routes.redirects import (
    ANY,
    PLACEHOLDER,
    Redirect,
    RedirectIndex,
    RedirectMatch,
    SourceForm,
    find_literal_prefix,
    normalise_url_path,
)

_MOST_SAMPLES = 30
"""Maximum number of sample paths for a wildcard."""


class _Step(NamedTuple):
    """The result of one step from an address: a redirect, or an end."""

    next_address: str | None
    """The address that a redirect leads to."""
    end: str | None = None
    """The target if there is no redirect; None if the address is broken."""


class AcceptedAnswers(Mapping[str, str]):
    """Map addresses to their final target: a page, another file, or a URL.

    An address whose redirect is broken or part of a loop does not resolve.
    """

    def __init__(self, redirects: RedirectIndex, there: Mapping[str, str]) -> None:
        """Store the redirects, and the targets of addresses without a redirect."""
        self.redirects = redirects
        self._there = there
        self._steps: dict[str, _Step] = {}

    def __getitem__(self, address: str) -> str:
        """Return the target of any address, known or not. Raises `KeyError` if it has none."""
        end = _find_end(address, self._get_step)
        if end is None:
            raise KeyError(address)
        return end

    def __iter__(self) -> Iterator[str]:
        """Iterate over the known addresses that resolve."""
        return iter(self._targets_by_address)

    def __len__(self) -> int:
        """Return the number of known addresses that resolve."""
        return len(self._targets_by_address)

    def would_change_target(self, gone: Collection[Redirect], new: Sequence[Redirect]) -> bool:
        """Return whether an address gets another target if redirects are removed and added.

        Only the addresses that these match are examined, and those that lead to them.
        """
        match = self.redirects.make_match_after(gone, new)
        steps: dict[str, _Step] = {}
        affected: set[str] = set()
        for address in self._iter_matching(chain(gone, new)):
            step = self._find_step(match, address)
            if step != self._get_step(address):
                steps[address] = step
                affected.update(self._starts[address])

        def step_after(address: str) -> _Step:
            if address not in steps:
                is_known = address in self._starts
                # Except for these, no known address matches a removed or added redirect.
                after = self._get_step(address) if is_known else self._find_step(match, address)
                steps[address] = after
            return steps[address]

        return any(_find_end(one, step_after) != self._targets_by_address[one] for one in affected)

    @cached_property
    def _targets_by_address(self) -> dict[str, str]:
        """The final target of each known address that resolves."""
        addresses = (*self._there, *_iter_source_addresses(self.redirects, self._there))
        ends = ((address, _find_end(address, self._get_step)) for address in addresses)
        return {address: end for address, end in ends if end is not None}

    def _get_step(self, address: str) -> _Step:
        if address not in self._steps:
            self._steps[address] = self._find_step(self.redirects.find_match, address)
        return self._steps[address]

    def _find_step(self, match: Callable[[str], RedirectMatch | None], address: str) -> _Step:
        """Return the step from an address: the redirect that `match` finds, or its own target."""
        step_match = match(address)
        if step_match is None:
            return _Step(None, self._there.get(address))
        target = step_match.target
        if target is None:
            gap = find_unfilled_parameter(step_match.redirect)
            return _Step(None, None if gap and gap.certain else "?")
        if step_match.redirect.is_external:
            return _Step(None, target)
        return _Step(normalise_url_path(target))

    @cached_property
    def _starts(self) -> dict[str, list[str]]:
        """Known addresses by each address that is passed on the way to their target."""
        starts: dict[str, list[str]] = defaultdict(list)
        for start in self._targets_by_address:
            address: str | None = start
            for _ in range(MOST_HOPS):
                if address is None:
                    break
                starts[address].append(start)
                address = self._get_step(address).next_address
        return dict(starts)

    @cached_property
    def _passed(self) -> dict[str, list[str]]:
        """The addresses passed on the way, by their normalised form with a `/` at the end."""
        passed: dict[str, list[str]] = defaultdict(list)
        for address in self._starts:
            passed[_ensure_final_slash(normalise_url_path(address))].append(address)
        return dict(passed)

    @cached_property
    def _sorted(self) -> list[str]:
        """The keys of `_passed`, sorted."""
        return sorted(self._passed)

    def _iter_matching(self, redirects: Iterable[Redirect]) -> Iterator[str]:
        """Yield the passed addresses that some redirects may match."""
        for redirect in redirects:
            form, literal = redirect.form, find_literal_prefix(redirect.source)
            if form is SourceForm.EXACT:
                yield from self._passed.get(_ensure_final_slash(literal), ())
            elif form is not SourceForm.NEVER:
                place = bisect_left(self._sorted, literal)
                for one in islice(self._sorted, place, None):
                    if not one.startswith(literal):
                        break
                    yield from self._passed[one]


def _ensure_final_slash(path: str) -> str:
    return f"{path.rstrip('/')}/"


def _find_end(address: str, step_from: Callable[[str], _Step]) -> str | None:
    """Follow steps from an address; return its final target, or None if it is broken."""
    for _ in range(MOST_HOPS):
        step = step_from(address)
        if step.next_address is None:
            return step.end
        address = step.next_address
    return None


def _iter_source_addresses(redirects: RedirectIndex, there: Mapping[str, str]) -> Iterator[str]:
    """Yield the addresses that redirects match; for a wildcard, a few samples."""
    known = sorted({*there, *(find_literal_prefix(one.source) for one in redirects.all)})
    for redirect in redirects.all:
        literal = find_literal_prefix(redirect.source)
        if redirect.form is SourceForm.EXACT:
            yield literal
        elif redirect.form in (SourceForm.TAIL, SourceForm.PREFIX):
            yield f"{literal}{ANY}"
            begun = find_literal_prefix(redirect.destination)
            place = bisect_right(known, begun)
            for one in known[place : place + _MOST_SAMPLES]:
                if one.startswith(begun):
                    yield f"{literal}{one[len(begun) :]}"


_IN_URL = compile_lazily(r":[A-Za-z_]\w*\*")
"""A parameter in the URL of another site; `:8080` and `/Talk:Boats` are not parameters."""


class UnfilledParameter(NamedTuple):
    """A parameter of a destination without a value from the source."""

    parameter: re.Match[str]
    """The match of the parameter in the destination."""
    known: tuple[str, ...]
    """The parameters of the source."""
    certain: bool
    """Whether the parameter is certainly unfilled: a plain `*` in the source may fill it."""


def find_unfilled_parameter(redirect: Redirect) -> UnfilledParameter | None:
    """Return the first parameter of a destination that the source does not have, or None."""
    known = {_strip_modifier(one): one for one in PLACEHOLDER.findall(redirect.source)}
    for parameter in PLACEHOLDER.finditer(redirect.destination):
        name, start = _strip_modifier(parameter[0]), parameter.start()
        is_name = start > 0 and parameter.string[start - 1].isalnum()
        is_of_url = redirect.is_external and not _IN_URL.fullmatch(parameter[0])
        if name not in known and not is_name and not is_of_url:
            certain = not known or "*" not in (name, *known)
            return UnfilledParameter(parameter, tuple(known.values()), certain)
    return None


def _strip_modifier(placeholder: str) -> str:
    """Return a parameter without its modifier; a plain `*` unchanged."""
    return placeholder.rstrip("*+?") or "*"
