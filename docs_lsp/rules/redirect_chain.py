"""A redirect leads to a path that is redirected again.

Why it matters
--------------
The redirect works, but each step costs readers a round trip, search engines follow only a few
steps, and removing the second redirect breaks the first. `dead-redirect` reports a chain that ends
at a path that does not exist.

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
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.links.redirect_reports import (
    build_related_place,
    follow_sure_chain,
    list_site_redirects,
    locate_value,
)
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.redirect_chains import RedirectChain
from docs_lsp.site.routes.redirect_shortcuts import ShortcutFinder, ShortcutResult
from docs_lsp.site.routes.redirects import find_literal_prefix
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect

_NAME = "redirect-chain"


def _offer_direct_redirect(subject: FixContext) -> Iterator[Fix]:
    overview, element = subject.overview, subject.element
    if overview is None or element is None:
        return
    ways = (element.get_text("source"), element.get_text("destination"))
    mine = overview.cached(_index_redirects).get(ways)
    trail = _find_chain(mine, overview) if mine else None
    if mine is None or trail is None or trail.end is None:
        return
    ends = overview.cached(_index_detours).compare_destination(mine, trail.end).ends
    if ends is not ShortcutResult.OTHER:
        safe = (
            ends is ShortcutResult.SAME
            and _are_later_hops_permanent(trail, overview)
            and not _hides_pages(trail, overview)
        )
        end = _format_destination(trail.end)
        change = subject.replace_problem_range(quote_json(end)[1:-1])
        yield Fix(f"Point it directly at {code(end)}", (change,), safe, safe)


def _index_redirects(overview: Overview) -> dict[tuple[str | None, str | None], Redirect]:
    """Map source and destination to the first redirect that has both."""
    redirects = get_path_resolver(overview).redirects.all
    return {(one.source, one.destination): one for one in reversed(redirects)}


@site_rule(_NAME, Severity.INFORMATION, fix=_offer_direct_redirect, fixes=FixSafety.SOME_SAFE)
def redirect_chain(overview: Overview) -> Iterator[Problem]:
    """Report each redirect whose destination is redirected again."""
    redirects = list_site_redirects(overview)
    for placed, redirect in redirects:
        trail = _find_chain(redirect, overview)
        target = trail.end if trail else None
        if trail is None or target is None:
            continue
        end = _format_destination(target)
        file, span = locate_value(placed, "destination")
        following = redirects[trail.hops[1].redirect.order][0]
        places = [build_related_place(following, "source", "The next redirect")]
        fault = f"Redirect chain: {code(redirect.destination)} is redirected again, to {code(end)}."
        remedy = f"Point this redirect directly at {code(end)}."
        apart = (
            overview.cached(_index_detours).compare_destination(redirect, target).bypassed_redirect
        )
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


def _format_destination(end: str) -> str:
    """Return the end of a chain as a destination that any redirect may have.

    A path without a leading slash would be relative to the redirected one.
    """
    return end if end.startswith(("/", "#", "?")) or urlsplit(end).scheme else f"/{end}"


def _index_detours(overview: Overview) -> ShortcutFinder:
    return ShortcutFinder(get_path_resolver(overview).redirect_chains)


def _find_chain(redirect: Redirect, overview: Overview) -> RedirectChain | None:
    """Return the redirects in turn, if there are several and the last one leads to a page."""
    sure = follow_sure_chain(redirect, overview)
    # Another rule reports dead ends; pointing more redirects at one does not help.
    return None if sure is None or sure.missing_path or sure.ends_broken else sure.chain


def _are_later_hops_permanent(trail: RedirectChain, overview: Overview) -> bool:
    """Return whether none of the redirects after the first is temporary."""
    redirects = list_site_redirects(overview)
    later = (redirects[hop.redirect.order][0].element for hop in trail.hops[1:])
    return all(element.get_flag("permanent") is not False for element in later)


def _hides_pages(trail: RedirectChain, overview: Overview) -> bool:
    """Return whether a wildcard on the way matches pages, which the redirect hides."""
    ways = [find_literal_prefix(hop.redirect.destination) for hop in trail.hops[:-1]]
    wild = (way for way, hop in zip(ways, trail.hops, strict=False) if hop.rest)
    return any(_has_page_below(way, overview) for way in wild)


def _has_page_below(start: str, overview: Overview) -> bool:
    """Return whether the URL of any page begins with a string."""
    urls = overview.cached(_list_sorted_urls)
    place = bisect_left(urls, start)
    return place < len(urls) and urls[place].startswith(start)


def _list_sorted_urls(overview: Overview) -> list[str]:
    return sorted(page_to_url(page.page) for page in overview.facts.pages)
