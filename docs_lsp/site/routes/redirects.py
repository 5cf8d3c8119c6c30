"""The redirects of a site: which one matches a path, and its target.

Source: SERVICE.md, redirects. The service tries them in order, before it looks for a page, and uses
the first match. The matching rules are not known in every detail: a match that depends on
undocumented behaviour is not `certain`, and checks that would report a mistake must then be silent.
This concerns every parameter except one that ends a path with `*`: some sites redirect readers with
`/old/:slug`, on others such a redirect has no effect.

Redirects are indexed by the prefix of their source, so that a look-up costs the same among ten of
them and among ten thousand.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    Sequence,
)
from copy import copy
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.files import LONGEST_PATH

_TAIL = compile_lazily(r"[?#].*", re.DOTALL)
_SCHEME = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_SPECIAL = compile_lazily(r":[A-Za-z_]|[*({]")
_REST = compile_lazily(r":([A-Za-z_]\w*)\*")
PLACEHOLDER = compile_lazily(r":[A-Za-z_]\w*(?:[*+]|\?(?=$|/))?|\*")
"""A parameter or wildcard in a path."""
_OPTIONAL = compile_lazily(r"(?:(?<=[)}])|(:[A-Za-z_]\w*))\?(?=$|[/._-])")
_SIGN = compile_lazily(r"[#?]")

MOST_HOPS = 20
"""Maximum number of redirects that browsers follow, roughly."""

ANY = "\N{MIDDLE DOT}"
"""A sample value for a wildcard; no site has a path with this name."""


_MOST_FOLLOWED = 2
"""The maximum number of different paths followed for each redirect.

If trails meet, as on all but hostile sites, it is one. Beyond it the result is unknown.
"""


class _TooMany(Exception):
    """More paths lead on than are followed."""


class SourceForm(Enum):
    """The kinds of patterns in the source of a redirect."""

    EXACT = auto()
    TAIL = auto()
    """`/old/:slug*`: everything below a folder."""
    PREFIX = auto()
    """`/old/part-*`: everything with a prefix."""
    PARAMETER = auto()
    """`/old/:slug`, `/old/:slug?`, `/old/part-:slug*`, `/old/*/more`: unknown matching rules."""
    NEVER = auto()
    """A source with `#` or a query, or not a path at all: it matches no request."""


class Redirect(NamedTuple):
    """An item of `redirects`, and its index in the array."""

    source: str
    destination: str
    order: int = 0

    @property
    def form(self) -> SourceForm:
        """The kind of pattern in its source."""
        return _ParsedSource.parse(self.source).form

    @property
    def tail_sign(self) -> str:
        """The character, `#` or `?`, after which the source is never compared; empty for none."""
        sign = _SIGN.search(_OPTIONAL.sub("", self.source))
        return sign[0] if sign else ""

    @property
    def has_url_source(self) -> bool:
        """Whether the source is a whole URL, which matches no request."""
        return _SCHEME.match(self.source.strip()) is not None

    @property
    def is_external(self) -> bool:
        """Whether the redirect leads outside the site."""
        return _SCHEME.match(self.destination.strip()) is not None


class RedirectMatch(NamedTuple):
    """A redirect that matches a path."""

    redirect: Redirect
    rest: str
    """The part of the path that the wildcard matches."""
    certain: bool

    @property
    def target(self) -> str | None:
        """The target, a path or a URL; None if unknown."""
        return fill_destination(self.redirect, self.rest)


class _Step(NamedTuple):
    """A redirect that answers a path, and what comes of that."""

    match: RedirectMatch
    target: str | None
    path: str | None
    """The normal path that it leads to; None if that is unknown or not on the site."""

    @classmethod
    def from_match(cls, match: RedirectMatch) -> _Step:
        """Find where a match leads."""
        target = match.target
        leads_on = target is not None and not _SCHEME.match(target)
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
        return all(hop.certain for hop in self.hops) and all(
            hop.redirect.destination.startswith("/") for hop in leading_on
        )

    @cached_property
    def end(self) -> str | None:
        """The destination that leads to the end of the chain directly, or None.

        None if that is not just a path and an anchor.
        """
        *before, _ = self.hops
        target = self.targets[-1]
        if (
            target is None
            or self.cycle
            or any("?" in match.redirect.destination for match in before)
        ):
            return None
        wildcard = PLACEHOLDER.search(self.hops[0].redirect.source)
        if wildcard:
            target = target.replace(ANY, wildcard[0])
        # Browsers keep the anchor of a step that is followed by one without.
        anchors = (match.redirect.destination.partition("#")[2] for match in reversed(before))
        anchor = next(filter(None, anchors), "")
        return target if "#" in target or not anchor else f"{target}#{anchor}"


class RedirectIndex:
    """The redirects of a site, in order, indexed by the prefix of their source."""

    def __init__(self, redirects: Iterable[Redirect]) -> None:
        """Index the redirects by the prefix of their source."""
        self.all = tuple(redirects)
        self._exact: MutableMapping[str, tuple[Redirect, bool] | None] = {}
        self._begun: MutableMapping[str, tuple[Redirect, SourceForm] | None] = {}
        self._doubtful: MutableMapping[str, dict[str, Redirect]] = {}
        self._lengths: tuple[int, ...] = ()
        """The lengths of prefixes of sources with a wildcard, in characters, sorted."""
        self._trails: dict[int, RedirectChain | None] = {}
        self._steps: dict[str, _Step | None] = {}
        self._circles: dict[str, tuple[tuple[int, ...], bool]] = {}
        first: dict[_IndexKey, Redirect] = {}
        for redirect in self.all:
            first.setdefault(_IndexKey.from_redirect(redirect), redirect)
        self._add_to_index(first)

    def _add_to_index(self, first: Mapping[_IndexKey, Redirect | None]) -> None:
        """Add the first redirect (or None) of some places on top of the existing index."""
        exact: dict[str, tuple[Redirect, bool] | None] = {}
        begun: dict[str, tuple[Redirect, SourceForm] | None] = {}
        doubtful: dict[str, dict[str, Redirect]] = {}
        for (form, literal, end), redirect in first.items():
            if form is SourceForm.EXACT:
                exact[literal] = redirect and (redirect, redirect.source.strip() == literal)
            elif form is SourceForm.PARAMETER:
                if literal not in doubtful:
                    doubtful[literal] = {**self._doubtful.get(literal, {})}
                doubtful[literal].pop(end, None)
                if redirect:
                    doubtful[literal][end] = redirect
            elif form is not SourceForm.NEVER:
                begun[literal] = redirect and (redirect, redirect.form)
        self._exact = ChainMap(exact, self._exact) if self._exact else exact
        self._begun = ChainMap(begun, self._begun) if self._begun else begun
        self._doubtful = ChainMap(doubtful, self._doubtful) if self._doubtful else doubtful
        lengths = {len(one) for one in (*begun, *doubtful)}
        self._lengths = tuple(sorted(lengths.union(self._lengths)))

    def make_match_after(
        self, gone: Collection[Redirect], new: Iterable[Redirect]
    ) -> Callable[[str], RedirectMatch | None]:
        """Return `find_match` as it would be without some redirects and with others.

        The new ones are ordered by their `order`. The cost depends only on the changed redirects.
        """
        without = {redirect.order for redirect in gone}
        places: dict[_IndexKey, list[Redirect]] = {
            _IndexKey.from_redirect(redirect): [] for redirect in gone
        }
        for redirect in new:
            places.setdefault(_IndexKey.from_redirect(redirect), []).append(redirect)
        first: dict[_IndexKey, Redirect | None] = {}
        for place, added in places.items():
            same_place = self._by_place.get(place, ())
            remaining = (redirect for redirect in same_place if redirect.order not in without)
            candidates = [*islice(remaining, 1), *added]
            first[place] = min(candidates, key=lambda redirect: redirect.order, default=None)
        after = copy(self)
        after._add_to_index(first)
        return after.find_match

    @cached_property
    def _by_place(self) -> dict[_IndexKey, list[Redirect]]:
        by_place: dict[_IndexKey, list[Redirect]] = {}
        for redirect in self.all:
            by_place.setdefault(_IndexKey.from_redirect(redirect), []).append(redirect)
        return by_place

    def find_match(self, path: str) -> RedirectMatch | None:
        """Return the first redirect of docs.json that matches a path of the site, or None.

        Its `certain` is False if another one may win. The query and the anchor of the path are
        ignored.
        """
        matches = list(self.iter_matches(normalise_url_path(path)))
        if not matches:
            return None
        first = min(matches, key=lambda one: one.redirect.order)
        # That the first one wins was observed, but is not documented: it is certain only if no
        # other match is more specific.
        return first if first is matches[-1] else first._replace(certain=False)

    def iter_matches(self, plain: str) -> Iterator[RedirectMatch]:
        """Yield every redirect that matches a normalised path, the most specific one last."""
        text = f"{plain.rstrip('/')}/"
        for length in self._lengths:
            if length > len(text):
                break
            begun, rest = self._begun.get(text[:length]), text[length:].rstrip("/")
            if begun is not None:
                yield RedirectMatch(begun[0], rest, _is_certain_rest(begun[1], rest))
            ends = self._doubtful.get(text[:length])
            if ends and rest.endswith(tuple(ends)):
                fitting = (one for end, one in ends.items() if rest.endswith(end))
                yield RedirectMatch(min(fitting, key=lambda redirect: redirect.order), rest, False)
        exact = self._exact.get(plain)
        if exact is not None:
            yield RedirectMatch(exact[0], "", exact[1])

    def _find_step(self, path: str) -> _Step | None:
        """Return the next redirect from a normal path, or None, computed once for all trails.

        Raises `_TooMany` if no two of many trails meet.
        """
        if path not in self._steps:
            if len(self._steps) > _MOST_FOLLOWED * (len(self.all) + MOST_HOPS):
                raise _TooMany
            match = self.find_match(path)
            self._steps[path] = None if match is None else _Step.from_match(match)
        return self._steps[path]

    def find_chain(self, redirect: Redirect) -> RedirectChain | None:
        """Return the chain of a redirect; None if it never matches or another one always wins.

        A wildcard is replaced by a name that no other redirect matches.
        """
        if redirect.order not in self._trails:
            try:
                self._trails[redirect.order] = self._follow_chain(redirect)
            except _TooMany:
                self._trails[redirect.order] = None
        return self._trails[redirect.order]

    def _follow_chain(self, redirect: Redirect) -> RedirectChain | None:
        """Follow a redirect from a path that it matches; None if an earlier one matches it."""
        start = make_sample_path(redirect.source)
        hop = self.find_match(start) if start else None
        if start is None or hop is None or hop.redirect.order != redirect.order:
            return None
        step: _Step | None = _Step.from_match(hop)
        hops, targets, seen = (
            list[RedirectMatch](),
            list[str | None](),
            {normalise_url_path(start): 0},
        )
        while step is not None:
            hops.append(step.match)
            targets.append(step.target)
            if len(hops) > MOST_HOPS:
                return self._end_long_trail(hops, targets, normalise_url_path(start))
            if step.path is None:
                break
            if step.path in seen:
                return RedirectChain(tuple(hops), tuple(targets), seen[step.path])
            seen[step.path] = len(hops)
            step = self._find_step(step.path)
        return RedirectChain(tuple(hops), tuple(targets))

    def _end_long_trail(
        self, hops: list[RedirectMatch], targets: list[str | None], start: str
    ) -> RedirectChain:
        """The trail of a reader whose browser gives up."""
        repetition = _find_loop_start(hops)
        if repetition is not None:
            return RedirectChain(tuple(hops), tuple(targets), repetition)
        circle, is_part = self._find_circle(start)
        return RedirectChain(tuple(hops), tuple(targets), 0 if is_part else None, circle)

    def _find_circle(self, path: str) -> tuple[tuple[int, ...], bool]:
        """Return the orders of the redirects of a path's loop, and whether the path is on it.

        The result for one path is stored for all paths on the way.
        """
        way: list[str] = []
        places: dict[str, int] = {}
        orders: list[int] = []
        known: tuple[int, ...] = ()
        # Where the paths get longer with each step, no two ways meet, so there is a limit.
        while len(self._circles) + len(way) <= _MOST_FOLLOWED * (len(self.all) + 1):
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


def normalise_url_path(path: str) -> str:
    """Return a path as the service compares it: decoded, with a leading `/` only.

    `/index` at the end, the query and the anchor are removed.
    """
    plain = unquote(_TAIL.sub("", path.strip())).strip("/")
    plain = "" if plain == "index" else plain.removesuffix("/index")
    return f"/{plain}"


def fill_destination(redirect: Redirect, rest: str) -> str | None:
    """Return a destination with `rest` for the source's wildcard; None if it has another one.

    The destination is returned unchanged then if it is a URL.
    """
    target = redirect.destination.strip()
    if ":" not in target and "*" not in target:
        return target  # Most have no wildcard.
    wildcard = _find_filled_wildcard(redirect.source, target)
    if wildcard is not None:
        return target.replace(wildcard, rest) if wildcard else target
    # What looks like a parameter in a URL may be something else, such as a password.
    return target if redirect.is_external else None


@lru_cache(maxsize=1 << 14)
def _find_filled_wildcard(source: str, destination: str) -> str | None:
    """Return the wildcard of a source that its destination has, or "" if that has none.

    None if it has another one. Cached, since each redirect is followed again and again.
    """
    wanted = set(PLACEHOLDER.findall(destination))
    if not wanted:
        return ""
    form = _ParsedSource.parse(source).form
    name = PLACEHOLDER.search(source)
    is_same = name is not None and wanted == {name[0]}
    return name[0] if name and is_same and form in (SourceForm.TAIL, SourceForm.PREFIX) else None


def make_sample_path(source: str) -> str | None:
    """Return a path that a source certainly matches, or None."""
    read = _ParsedSource.parse(source)
    if read.form is SourceForm.EXACT:
        return read.literal if read.plain else None
    return f"{read.literal}{ANY}" if read.form in (SourceForm.TAIL, SourceForm.PREFIX) else None


def find_literal_prefix(source: str) -> str:
    """Return the common prefix of every path that a source, or a destination, matches."""
    return _ParsedSource.parse(source).literal


class _ParsedSource(NamedTuple):
    """A parsed source."""

    form: SourceForm
    literal: str
    """The whole path, or the part before the first wildcard."""
    plain: bool = True
    """Whether the source is spelt as the service spells paths; if not, it may match or not."""

    @classmethod
    @lru_cache(maxsize=1 << 14)
    def parse(cls, source: str) -> _ParsedSource:
        """Parse a source; cached, since each redirect is parsed again and again."""
        text = source.strip()
        if not text or _SIGN.search(_OPTIONAL.sub("", text)) or _SCHEME.match(text):
            return cls(SourceForm.NEVER, "")
        special = _SPECIAL.search(text)
        if special is None:
            literal = normalise_url_path(text)
            return cls(SourceForm.EXACT, literal, text == literal)
        before, wildcard = unquote(text[: special.start()]).lstrip("/"), text[special.start() :]
        form = SourceForm.PARAMETER
        if wildcard == "*":
            form = SourceForm.PREFIX
        elif _REST.fullmatch(wildcard) and before[-1:] in ("", "/"):
            form = SourceForm.TAIL
        return cls(form, f"/{before}")


class _IndexKey(NamedTuple):
    """The key of a redirect in the index; of several with one key only the first ever matches."""

    form: SourceForm
    """The form; PREFIX counts as TAIL."""
    literal: str
    end: str = ""

    @classmethod
    def from_redirect(cls, redirect: Redirect) -> _IndexKey:
        """Return the key of a redirect."""
        form, literal, _ = _ParsedSource.parse(redirect.source)
        if form is SourceForm.PREFIX:
            form = SourceForm.TAIL
        end = _find_literal_suffix(redirect.source) if form is SourceForm.PARAMETER else ""
        return cls(form, literal, end)


def _find_literal_suffix(source: str) -> str:
    """Return the common suffix of every path that a source with parameters may match."""
    end = re.split(r":[A-Za-z_]\w*[*+?]?|\*|[{(].*", source.strip(), flags=re.DOTALL)[-1]
    return unquote(end).rstrip("/")


def _is_certain_rest(form: SourceForm, rest: str) -> bool:
    """Return whether a wildcard certainly matches this rest of a path.

    It is disputed whether `/a/:slug*` matches `/a` too, and `/a-*` more than one segment.
    """
    return bool(rest) and (
        form is SourceForm.TAIL or (form is SourceForm.PREFIX and "/" not in rest)
    )


def _find_loop_start(hops: Sequence[RedirectMatch]) -> int | None:
    """Return the start of the last round of a growing loop, or None.

    The path grows with each round, so no path is repeated, but the last redirect is.
    """
    last = hops[-1].redirect.order
    places = range(len(hops) - 1, 0, -1)
    return next((place for place in places if hops[place - 1].redirect.order == last), None)
