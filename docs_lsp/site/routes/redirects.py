"""The redirects of a site: which one answers a path, and where it leads (service-facts.md, 12).

The service asks them in their order, before it looks for a page, and takes the first that fits.
What fits is not known in every detail: where a match hangs on something that nobody has
documented, it is not `certain`, and a check that would blame the writer has to stay silent.

Redirects are found by what they begin with, so that a question costs the same among ten of them
and among ten thousand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple
from urllib.parse import unquote

_TAIL = re.compile(r"[?#].*", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_SPECIAL = re.compile(r":[A-Za-z_]|[*({]")
_REST = re.compile(r":([A-Za-z_]\w*)\*")
_PLACEHOLDER = re.compile(r":[A-Za-z_]\w*[*+]?|\*")

MOST_HOPS = 20
"""Browsers give up after about this many."""

ANY = "\N{MIDDLE DOT}"
"""Stands for whatever a wildcard stands for; no site has a path with this name."""


class Form(Enum):
    """What the source of a redirect matches."""

    EXACT = auto()
    TAIL = auto()
    """`/old/:slug*`: everything below."""
    PREFIX = auto()
    """`/old/part-*`: what begins so."""
    PARAMETER = auto()
    """`/old/:slug`, `/old/part-:slug*`, `/old/*/more`: forms that the service does not fill."""
    NEVER = auto()
    """With `#` or `?`, or no path at all: no request looks like that."""


class Redirect(NamedTuple):
    """One entry of `redirects`, and where it stands in the list."""

    source: str
    destination: str
    order: int = 0

    @property
    def form(self) -> Form:
        """What its source matches."""
        return _Source.of(self.source).form

    @property
    def is_external(self) -> bool:
        """Whether it leads off the site."""
        return _SCHEME.match(self.destination.strip()) is not None


class Match(NamedTuple):
    """A redirect that answers a path."""

    redirect: Redirect
    rest: str
    """What the wildcard stands for."""
    certain: bool

    @property
    def target(self) -> str | None:
        """Where it leads, a path or a URL; None where that cannot be told."""
        return filled(self.redirect, self.rest)


class Trail(NamedTuple):
    """Where a reader gets who follows redirects from one of them on."""

    hops: tuple[Match, ...]
    """The redirects in turn, the one it starts with first."""
    back_to: int | None = None
    """The hop that the last one leads back to, where it does."""

    @property
    def cycle(self) -> tuple[Match, ...]:
        """The redirects that a reader never gets out of."""
        return () if self.back_to is None else self.hops[self.back_to :]

    @property
    def certain(self) -> bool:
        """Whether it surely goes like that."""
        leading_on = self.hops if self.cycle else self.hops[:-1]
        return all(hop.certain for hop in self.hops) and all(
            hop.redirect.destination.startswith("/") for hop in leading_on
        )

    @property
    def end(self) -> str | None:
        """What to write as the destination of the first one to get to the same place at once; None
        where that is more than a path and an anchor."""
        *before, last = self.hops
        target = last.target
        if target is None or self.cycle or any("?" in one.redirect.destination for one in before):
            return None
        wildcard = _PLACEHOLDER.search(self.hops[0].redirect.source)
        if wildcard:
            target = target.replace(ANY, wildcard[0])
        # Browsers keep the anchor of a step that is followed by one without.
        anchors = (one.redirect.destination.partition("#")[2] for one in reversed(before))
        anchor = next(filter(None, anchors), "")
        return target if "#" in target or not anchor else f"{target}#{anchor}"


class Redirects:
    """The redirects of a site, in their order."""

    def __init__(self, redirects: Iterable[Redirect]) -> None:
        """Index the redirects by what their sources begin with."""
        self.all = tuple(redirects)
        self._exact: dict[str, tuple[Redirect, bool]] = {}
        self._begun: dict[str, tuple[Redirect, Form]] = {}
        for redirect in self.all:
            form, literal, plain = _Source.of(redirect.source)
            if form is Form.EXACT:
                self._exact.setdefault(literal, (redirect, plain))
            elif form is not Form.NEVER and self._is_news(literal, form):
                self._begun[literal] = (redirect, form)
        self._trails: dict[int, Trail | None] = {}
        self._lengths = tuple(sorted({len(literal) for literal in self._begun}))

    def _is_news(self, literal: str, form: Form) -> bool:
        """Whether no earlier redirect that works begins like this one."""
        known = self._begun.get(literal)
        return known is None or (known[1] is Form.PARAMETER and form is not Form.PARAMETER)

    def match(self, path: str) -> Match | None:
        """The redirect that answers a path of the site; query and fragment do not matter."""
        found = list(self._matches(normal(path)))
        if not found:
            return None
        first = min(found, key=lambda one: one.redirect.order)
        # That the first one wins is what people saw, not what anybody promises: it is certain
        # where none of the others says more about the path.
        return first if first is found[-1] else first._replace(certain=False)

    def _matches(self, plain: str) -> Iterator[Match]:
        """Every redirect that fits, the one that says most about the path last."""
        text = f"{plain.rstrip('/')}/"
        for length in self._lengths:
            if length > len(text):
                break
            begun = self._begun.get(text[:length])
            if begun is not None:
                rest = text[length:].rstrip("/")
                yield Match(begun[0], rest, _fills(begun[1], rest))
        exact = self._exact.get(plain)
        if exact is not None:
            yield Match(exact[0], "", exact[1])

    def trail(self, redirect: Redirect) -> Trail | None:
        """Where a redirect leads in the end; None for one that answers nothing by itself.

        A wildcard stands for a name that no redirect is about.
        """
        if redirect.order not in self._trails:
            self._trails[redirect.order] = self._trail(redirect)
        return self._trails[redirect.order]

    def _trail(self, redirect: Redirect) -> Trail | None:
        start = sample(redirect.source)
        hop = self.match(start) if start else None
        if start is None or hop is None or hop.redirect.order != redirect.order:
            return None
        hops = [hop]
        seen = {normal(start): 0}
        while len(hops) <= MOST_HOPS:
            target = hops[-1].target
            if target is None or _SCHEME.match(target):
                return Trail(tuple(hops))
            path = normal(target)
            if path in seen:
                return Trail(tuple(hops), seen[path])
            following = self.match(path)
            if following is None:
                return Trail(tuple(hops))
            seen[path] = len(hops)
            hops.append(following)
        return Trail(tuple(hops), _repeated(hops))


def normal(path: str) -> str:
    """A path as the service compares it: decoded, with one `/` before it and none at its end, and
    without `/index`, query and fragment."""
    plain = unquote(_TAIL.sub("", path.strip())).strip("/")
    plain = "" if plain == "index" else plain.removesuffix("/index")
    return f"/{plain}"


def filled(redirect: Redirect, rest: str) -> str | None:
    """The destination with what the wildcard of the source stands for; None where it has another
    wildcard than the source."""
    target = redirect.destination.strip()
    wanted = set(_PLACEHOLDER.findall(target))
    if redirect.is_external or not wanted:
        return target
    form = _Source.of(redirect.source).form
    name = _PLACEHOLDER.search(redirect.source)
    if name is None or wanted != {name[0]} or form not in (Form.TAIL, Form.PREFIX):
        return None
    return target.replace(name[0], rest)


def sample(source: str) -> str | None:
    """A path that a source surely matches; None for a source that matches nothing for sure."""
    read = _Source.of(source)
    if read.form is Form.EXACT:
        return read.literal if read.plain else None
    return f"{read.literal}{ANY}" if read.form in (Form.TAIL, Form.PREFIX) else None


def literal_of(source: str) -> str:
    """What every path begins with that a source, or a destination, stands for."""
    return _Source.of(source).literal


class _Source(NamedTuple):
    """A source, taken apart."""

    form: Form
    literal: str
    """The whole path, or what stands before the first wildcard."""
    plain: bool = True
    """Whether it is written as the service itself writes paths; otherwise it may fit or not."""

    @classmethod
    def of(cls, source: str) -> _Source:
        """Take a source apart."""
        text = source.strip()
        if not text or "#" in text or "?" in text or _SCHEME.match(text):
            return cls(Form.NEVER, "")
        special = _SPECIAL.search(text)
        if special is None:
            literal = normal(text)
            return cls(Form.EXACT, literal, text == literal)
        before, wildcard = unquote(text[: special.start()]).lstrip("/"), text[special.start() :]
        form = Form.PARAMETER
        if wildcard == "*":
            form = Form.PREFIX
        elif _REST.fullmatch(wildcard) and before[-1:] in ("", "/"):
            form = Form.TAIL
        return cls(form, f"/{before}")


def _fills(form: Form, rest: str) -> bool:
    """Whether a wildcard surely stands for this rest of a path. That `/a/:slug*` answers `/a` too,
    and `/a-*` more than one name, is said by some and denied by others."""
    return bool(rest) and (form is Form.TAIL or (form is Form.PREFIX and "/" not in rest))


def _repeated(hops: Sequence[Match]) -> int | None:
    """Where the last round before the end begins, if the redirect at the end has been there before:
    the path grows with each round then, so that no path comes twice."""
    last = hops[-1].redirect.order
    places = range(len(hops) - 1, 0, -1)
    return next((place for place in places if hops[place - 1].redirect.order == last), None)
