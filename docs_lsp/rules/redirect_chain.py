"""A redirect leads to a path that is redirected again.

Why it matters
--------------
The redirect works, but each step costs readers a round trip, search engines follow only a few
steps, and removing the second redirect breaks the first. `dead-redirect` reports a chain that ends
at a path that does not exist. `duplicate-redirect` reports a path that is redirected twice; until
one of the two is removed, no chain through that path is reported.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/anchorage", "destination": "«/berths»" },
  { "source": "⟦/berths⟧", "destination": "/moorings" }
]
--- moorings.mdx
# Moorings
```
```fixed
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/anchorage", "destination": "/moorings" },
  { "source": "/berths", "destination": "/moorings" }
]
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/anchorage", "destination": "/moorings" },
  { "source": "/berths", "destination": "/moorings" }
]
--- moorings.mdx
# Moorings
```

Fix
---
Point the first redirect at the destination of the last one. The quick fix does so. It is safe if
readers certainly reach the same page, whatever a wildcard matches. It is only offered if that is
not certain, or if a later redirect is temporary: the first one would not follow when that one is
removed. There is no quick fix if another redirect sends some of the paths elsewhere on the way.

Source: SERVICE.md, redirects, redirect-order
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.links.reported_redirects import (
    build_related_place,
    follow_sure_chain,
    is_redirect_broken,
    list_site_redirects,
    locate_value,
)
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.redirect_chains import MOST_HOPS, RedirectChain
from docs_lsp.site.routes.redirect_shortcuts import Shortcut, ShortcutFinder, ShortcutResult
from docs_lsp.site.routes.redirects import (
    ANY,
    PLACEHOLDER,
    Redirect,
    find_literal_prefix,
)
from docs_lsp.site.routes.router import get_path_resolver

_NAME = "redirect-chain"


def _offer_direct_redirect(subject: FixContext) -> Iterator[Fix]:
    """Offer to point the redirect at the end of its chain, unless some paths end elsewhere."""
    overview, element = subject.overview, subject.element
    if overview is None or element is None:
        return
    ways = (element.get_text("source"), element.get_text("destination"))
    mine = overview.cached(_index_redirects).get(ways)
    direct = _find_direct_destination(mine, overview) if mine else None
    if direct is not None and direct.shortcut.ends is not ShortcutResult.OTHER:
        title = f"Point it directly at {code(direct.end)}"
        yield subject.build_fix(quote_json(direct.end)[1:-1], title, safe=direct.is_safe)


def _index_redirects(overview: Overview) -> dict[tuple[str | None, str | None], Redirect]:
    """Map source and destination to the first redirect that has both."""
    redirects = get_path_resolver(overview).redirects.all
    return {(one.source, one.destination): one for one in reversed(redirects)}


@site_rule(_NAME, Severity.INFORMATION, fix=_offer_direct_redirect, fixes=FixSafety.SOME_SAFE)
def redirect_chain(overview: Overview) -> Iterator[Problem]:
    """Report each redirect whose destination is surely redirected again, to an end that exists."""
    redirects = overview.cached(list_site_redirects)
    for placed, redirect in redirects:
        direct = _find_direct_destination(redirect, overview)
        if direct is None:
            continue
        end = direct.end
        file, span = locate_value(placed, "destination")
        following = redirects[direct.chain.hops[1].redirect.order][0]
        places = [build_related_place(following, "source", "The next redirect")]
        fault = f"Redirect chain: {code(redirect.destination)} is redirected again, to {code(end)}."
        remedy = f"Point this redirect directly at {code(end)}."
        apart = direct.shortcut.bypassed_redirect
        if apart is not None:
            remedy = (
                f"{code(apart.source)} redirects some paths elsewhere. Add a redirect for those "
                f"above this one, then point this one directly at {code(end)}."
            )
            places.append(
                build_related_place(
                    redirects[apart.order][0], "source", "The redirect that differs"
                )
            )
        message = f"{fault} {remedy}"
        yield Problem(_NAME, file, span, message, Severity.INFORMATION, tuple(places))


class _DirectDestination(NamedTuple):
    """The end of a redirect's chain, and the effect of pointing the redirect at it."""

    chain: RedirectChain
    """The chain, or what browsers follow of it."""
    end: str
    """The end as a destination that any redirect may have."""
    shortcut: Shortcut
    is_safe: bool
    """Whether readers certainly reach the same page, now and if the others are removed."""


def _find_direct_destination(redirect: Redirect, overview: Overview) -> _DirectDestination | None:
    """Return the existing end of a chain of several redirects; None if it is not such a chain.

    A chain is followed as far as browsers follow it. A longer one is joined from such segments,
    which costs the same for each redirect, and the writer need not shorten it again and again.
    """
    known = overview.cached(_start_cache)
    segments: list[tuple[Redirect, _DirectDestination]] = []
    here: Redirect | None = redirect
    rest: _DirectDestination | None
    while here is not None and here.order not in known:
        known[here.order] = segment = _find_segment(here, overview)
        if segment is None:
            break
        segments.append((here, segment))
        here = _find_next_redirect(here, segment, overview)
    if here is None:
        here, rest = segments.pop()
    else:
        rest = known[here.order] or _find_last_segment(here, overview)
    for one, segment in reversed(segments):
        if rest is not None and rest.is_safe:
            known[one.order] = segment = _join_segments(one, segment, here, rest)
        here, rest = one, segment
    return known[redirect.order]


def _start_cache(_overview: Overview) -> dict[int, _DirectDestination | None]:
    """Return an empty cache of destinations, by the index of the redirect."""
    return {}


def _find_segment(redirect: Redirect, overview: Overview) -> _DirectDestination | None:
    """Return the end of a chain, or of what browsers follow; None if it is broken or uncertain."""
    sure = overview.cached_for(follow_sure_chain, redirect)
    # Another rule reports dead ends; pointing more redirects at one does not help.
    if sure is None or sure.missing_path or sure.ends_broken or sure.chain.end is None:
        return None
    chain, end = sure.chain, sure.chain.end
    repeated = overview.cached(_list_repeated_sources)
    if repeated and any(hop.redirect.source in repeated for hop in chain.hops):
        return None
    shortcut = overview.cached(_make_shortcut_finder).compare_destination(redirect, end)
    temporary, hiding = (
        overview.cached(_list_temporary_redirects),
        overview.cached(_list_hiding_redirects),
    )
    is_safe = (
        shortcut.ends is ShortcutResult.SAME
        and not (temporary and any(hop.redirect.order in temporary for hop in chain.hops[1:]))
        and not (
            hiding and any(hop.rest and hop.redirect.order in hiding for hop in chain.hops[:-1])
        )
    )
    return _DirectDestination(chain, _format_destination(end), shortcut, is_safe)


def _find_last_segment(redirect: Redirect, overview: Overview) -> _DirectDestination | None:
    """Return the destination of a redirect that leads to an existing page at once, or None."""
    resolver = get_path_resolver(overview)
    chain = resolver.redirect_chains.find_chain(redirect)
    if chain is None or len(chain.hops) != 1 or not chain.certain or chain.end is None:
        return None
    if redirect.source in overview.cached(_list_repeated_sources):
        return None
    if is_redirect_broken(redirect, resolver):
        return None
    end = _format_destination(chain.end)
    return _DirectDestination(chain, end, Shortcut(ShortcutResult.SAME), is_safe=True)


def _find_next_redirect(
    redirect: Redirect, segment: _DirectDestination, overview: Overview
) -> Redirect | None:
    """Return the redirect at which browsers give up, if all paths of a chain use it, or None."""
    chain = segment.chain
    last, target = chain.hops[-1].redirect, chain.targets[-1]
    if not segment.is_safe or len(chain.hops) <= MOST_HOPS or target is None:
        return None
    if not last.destination.startswith("/") or "?" in segment.end:
        return None
    resolver = get_path_resolver(overview)
    match = resolver.redirects.find_match(target)
    if match is None or match.redirect.form is not redirect.form:
        return None
    following = match.redirect
    is_whole = match.rest == (ANY if PLACEHOLDER.search(redirect.source) else "")
    if (
        not is_whole
        or resolver.resolve_path(target).page
        or following.order in overview.cached(_list_temporary_redirects)
        or (match.rest and last.order in overview.cached(_list_hiding_redirects))
    ):
        return None
    finder = overview.cached(_make_shortcut_finder)
    return following if finder.always_follows(target, following) else None


def _join_segments(
    redirect: Redirect, segment: _DirectDestination, following: Redirect, rest: _DirectDestination
) -> _DirectDestination:
    """Return the end of a chain whose segments are both safe to shorten."""
    own, other = PLACEHOLDER.search(redirect.source), PLACEHOLDER.search(following.source)
    end = rest.end.replace(other[0], own[0]) if own and other else rest.end
    # Browsers keep the anchor of a step that is followed by one without.
    anchor = segment.end.partition("#")[2]
    return segment._replace(end=end if "#" in end or not anchor else f"{end}#{anchor}")


def _make_shortcut_finder(overview: Overview) -> ShortcutFinder:
    return ShortcutFinder(get_path_resolver(overview).redirect_chains)


def _format_destination(end: str) -> str:
    """Return the end of a chain with a leading slash, unless it is a URL, `#…` or `?…`.

    A path without a leading slash would be relative to the redirected one.
    """
    return end if end.startswith(("/", "#", "?")) or urlsplit(end).scheme else f"/{end}"


def _list_repeated_sources(overview: Overview) -> frozenset[str]:
    """Return the sources of several redirects, of which the writer has yet to remove all but one.

    Another rule reports them. Pointing only one of two equal redirects elsewhere would hide that
    either can go.
    """
    sources = Counter(redirect.source for _, redirect in overview.cached(list_site_redirects))
    return frozenset(source for source, count in sources.items() if count > 1)


def _list_temporary_redirects(overview: Overview) -> frozenset[int]:
    """Return the `order` of each redirect whose `permanent` is false."""
    redirects = overview.cached(list_site_redirects)
    return frozenset(
        redirect.order
        for placed, redirect in redirects
        if placed.element.get_flag("permanent") is False
    )


def _list_hiding_redirects(overview: Overview) -> frozenset[int]:
    """Return the `order` of each redirect whose destination, up to a wildcard, begins a page's URL.

    With a wildcard in it, such a destination matches pages, but readers who follow it are
    redirected again.
    """
    urls = sorted(page_to_url(page.page) for page in overview.facts.pages)
    hiding = set()
    for _, redirect in overview.cached(list_site_redirects):
        start = find_literal_prefix(redirect.destination)
        place = bisect_left(urls, start)
        if place < len(urls) and urls[place].startswith(start):
            hiding.add(redirect.order)
    return frozenset(hiding)
