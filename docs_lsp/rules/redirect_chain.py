"""A redirect leads to a path that is redirected again.

Why it matters
--------------
Readers get there, but each step costs them a round trip, search engines follow only a few steps,
and whoever removes the second redirect breaks the first. A chain that ends where nothing answers
is no detour: `dead-redirect` speaks of it.

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
Lead the first redirect to where the last one leads. The quick fix does so. It is safe, because
readers end at the same page, unless a later redirect is temporary: then it is only offered, because
the first one would no longer follow when that is taken back.

Source: service-facts 12
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.jsontree.edits import quoted
from docs_lsp.problem import Fix, Problem, Severity
from docs_lsp.rules._redirects import (
    chain_from,
    dead_end,
    leads_nowhere,
    place_of,
    redirects_of,
    value_of,
)
from docs_lsp.rules._rule import Fixes, Rule
from docs_lsp.rules._words import code
from docs_lsp.site.routes.links import Answers
from docs_lsp.site.routes.redirects import Trail

if TYPE_CHECKING:
    from docs_lsp.rules._fix import Subject
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect

_NAME = "redirect-chain"


def _chains(overview: Overview) -> Iterator[Problem]:
    """Each redirect that another one follows."""
    redirects = redirects_of(overview)
    for placed, redirect in redirects:
        trail = _chain(redirect, overview.answers)
        end = trail.end if trail else None
        if trail is None or end is None:
            continue
        file, span = value_of(placed, "destination")
        following = redirects[trail.hops[1].redirect.order][0]
        place = place_of(following, "source", "The redirect that follows")
        message = (
            f"{code(redirect.destination)} is redirected again, so readers come to {code(end)} by "
            f"a detour. Lead this redirect to {code(end)} at once."
        )
        yield Problem(_NAME, file, span, message, Severity.INFORMATION, (place,))


def _chain(redirect: Redirect, answers: Answers) -> Trail | None:
    """The redirects in turn, where there are several and they lead somewhere."""
    chain = chain_from(redirect, answers)
    # To lead more redirects to a dead end helps nobody: that it is one is told elsewhere.
    if chain is None or leads_nowhere(chain.hops[-1].redirect, answers) or dead_end(chain, answers):
        return None
    return chain


def _fixes(subject: Subject) -> Iterator[Fix]:
    overview, element = subject.overview, subject.element
    if overview is None or element is None:
        return
    ways = (element.text("source"), element.text("destination"))
    known = overview.answers.redirects.all
    mine = next((one for one in known if (one.source, one.destination) == ways), None)
    trail = _chain(mine, overview.answers) if mine else None
    if trail is not None and trail.end is not None:
        redirects = redirects_of(overview)
        later = [redirects[hop.redirect.order][0].element for hop in trail.hops[1:]]
        lasting = all(one.flag("permanent") is not False for one in later)
        change = subject.replace(quoted(trail.end)[1:-1])
        yield Fix(f"Lead to {code(trail.end)} at once", (change,), lasting, lasting)


REDIRECT_CHAIN = Rule(
    _NAME,
    Severity.INFORMATION,
    __doc__ or "",
    __file__,
    frozenset(),
    site=_chains,
    fix=_fixes,
    fixes=Fixes.SOME_SAFE,
)
