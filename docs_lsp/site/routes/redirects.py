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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping
from copy import copy
from enum import Enum, auto
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import escape_path

_SCHEME = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_SPECIAL = compile_lazily(r":[A-Za-z_]|[*({]")
_TAIL = compile_lazily(r"[?#].*", re.DOTALL)
_REST = compile_lazily(r":([A-Za-z_]\w*)\*")
PLACEHOLDER = compile_lazily(r":[A-Za-z_]\w*(?:[*+]|\?(?=$|/))?|\*")
"""A parameter or wildcard in a path."""
_OPTIONAL = compile_lazily(r"(?:(?<=[)}])|(:[A-Za-z_]\w*))\?(?=$|[/._-])")
_SIGN = compile_lazily(r"[#?]")

ANY = "\N{MIDDLE DOT}"
"""A sample value for a wildcard; no site has a path with this name."""


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
        return is_whole_url(self.source)

    @property
    def is_external(self) -> bool:
        """Whether the destination is a whole URL, even one of the site itself."""
        return is_whole_url(self.destination)


class RedirectMatch(NamedTuple):
    """A redirect that matches a path."""

    redirect: Redirect
    rest: str
    """The part of the path that the wildcard matches."""
    certain: bool
    is_doubtful: bool = False
    """Whether perhaps no redirect matches the path at all."""

    @property
    def target(self) -> str | None:
        """The target, a path or a URL; None if unknown."""
        return fill_destination(self.redirect, self.rest)


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
        first: dict[_IndexKey, Redirect] = {}
        for redirect in self.all:
            first.setdefault(_IndexKey.from_redirect(redirect), redirect)
        self._add_to_index(first)

    def _add_to_index(self, first: Mapping[_IndexKey, Redirect | None]) -> None:
        """Add the first redirect of each key, or None to remove it, on top of the index."""
        exact: dict[str, tuple[Redirect, bool] | None] = {}
        begun: dict[str, tuple[Redirect, SourceForm] | None] = {}
        doubtful: dict[str, dict[str, Redirect]] = {}
        for (form, literal, end), redirect in first.items():
            if form is SourceForm.EXACT:
                exact[literal] = redirect and (
                    redirect,
                    _ParsedSource.parse(redirect.source).plain,
                )
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
        if not any(one.certain or one.redirect.form is SourceForm.EXACT for one in matches):
            first = first._replace(is_doubtful=True)
        # That the first one wins was observed, but is not documented: it is certain only if no
        # other match is more specific.
        return first if first is matches[-1] else first._replace(certain=False)

    def iter_matches(self, plain: str) -> Iterator[RedirectMatch]:
        """Yield the first redirect of each source prefix that matches a path, most specific last.

        The path is normalised.
        """
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


def is_whole_url(text: str) -> bool:
    """Return whether a source or a destination is a whole URL, or one without its scheme."""
    return _SCHEME.match(text.strip()) is not None


def strip_query_and_fragment(link: str) -> str:
    """Return a link without its query and `#fragment`."""
    return _TAIL.sub("", link)


def normalise_url_path(path: str) -> str:
    """Return a path as the service compares it: decoded, as `/a/b`, without a final `/index`.

    The query and the anchor are removed. `%`, `?` and `#` in the path stay percent-encoded, so that
    a normalised path can be normalised again.
    """
    plain = unquote(strip_query_and_fragment(path.strip())).strip("/")
    plain = "" if plain == "index" else plain.removesuffix("/index")
    return f"/{escape_path(plain)}"


def fill_destination(redirect: Redirect, rest: str) -> str | None:
    """Return a destination with `rest` for its wildcard; None if it has another and is no URL.

    The wildcard is that of the source. A URL with another one is returned unchanged.
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
    """Return the wildcard of a source that its destination has; "" if it has none, None if others.

    Cached, since each redirect is followed again and again.
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
        if not text or _SIGN.search(_OPTIONAL.sub("", text)) or is_whole_url(text):
            return cls(SourceForm.NEVER, "")
        special = _SPECIAL.search(text)
        if special is None:
            literal = normalise_url_path(text)
            return cls(SourceForm.EXACT, literal, text == literal and "%" not in text)
        before, wildcard = text[: special.start()], text[special.start() :]
        before = escape_path(unquote(before)).lstrip("/")
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
    return escape_path(unquote(end)).rstrip("/")


def _is_certain_rest(form: SourceForm, rest: str) -> bool:
    """Return whether a wildcard certainly matches this rest of a path.

    It is disputed whether `/a/:slug*` matches `/a` too, and `/a-*` more than one segment.
    """
    return bool(rest) and (
        form is SourceForm.TAIL or (form is SourceForm.PREFIX and "/" not in rest)
    )
