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

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.links.direct_destinations import find_direct_destination
from docs_lsp.rules.links.redirect_reports import (
    build_related_place,
    list_site_redirects,
    locate_value,
)
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.redirect_shortcuts import ShortcutResult
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import get_path_resolver

_NAME = "redirect-chain"


def _offer_direct_redirect(subject: FixContext) -> Iterator[Fix]:
    """Offer to point the redirect at the end of its chain, unless some paths end elsewhere."""
    overview, element = subject.overview, subject.element
    if overview is None or element is None:
        return
    ways = (element.get_text("source"), element.get_text("destination"))
    mine = overview.cached(_index_redirects).get(ways)
    direct = find_direct_destination(mine, overview) if mine else None
    if direct is not None and direct.shortcut.ends is not ShortcutResult.OTHER:
        title = f"Point it directly at {code(direct.end)}"
        yield subject.build_fix(quote_json(direct.end)[1:-1], title, safe=direct.is_safe)


def _index_redirects(overview: Overview) -> dict[tuple[str | None, str | None], Redirect]:
    """Map source and destination to the first redirect that has both."""
    redirects = get_path_resolver(overview).redirects.all
    return {(one.source, one.destination): one for one in reversed(redirects)}


@site_rule(_NAME, Severity.INFORMATION, fix=_offer_direct_redirect, fixes=FixSafety.SOME_SAFE)
def redirect_chain(overview: Overview) -> Iterator[Problem]:
    """Report each redirect whose destination is redirected again."""
    redirects = overview.cached(list_site_redirects)
    for placed, redirect in redirects:
        direct = find_direct_destination(redirect, overview)
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
