"""A redirect leads nowhere, or never happens.

Why it matters
--------------
A redirect to a path that nothing answers shows readers an error, only one step later; so does one
to a path that another redirect, such as one with a wildcard, leads on to such a path. One that
never happens leaves the old path dead. That is so with a source that has `#` or `?`, since no
request gets as far as the redirects with these, and with a parameter such as `:slug` without `*`
behind it, or with letters before it, which the live service does not fill in.

What may be a page that the service makes itself, or what a site below a path of its domain may
answer, is left alone.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/berths", "destination": "«/mooring»" },
  { "source": "«/berths#fees»", "destination": "/moorings" },
  { "source": "«/old/:slug»", "destination": "/moorings" }
]
--- moorings.mdx
# Moorings
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/berths", "destination": "/moorings#berths" },
  { "source": "/old/:slug*", "destination": "/moorings" }
]
--- moorings.mdx
# Moorings
```

Fix
---
Lead the redirect to a page that there is, or remove it. Write `:slug*` for all that is below a
path, and a `*` at the end for all that begins like it. What stands behind `#` cannot be redirected:
keep an anchor of the old name on the page.

Source: service-facts 12
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.problem import Problem, Severity
from docs_lsp.rules._links import near_pages, nothing_at
from docs_lsp.rules._redirects import (
    WILDCARD,
    chain_from,
    dead_end,
    leads_nowhere,
    redirects_of,
    value_of,
)
from docs_lsp.rules._rule import Rule
from docs_lsp.rules._words import code
from docs_lsp.site.routes.links import Answers
from docs_lsp.site.routes.redirects import Form, Redirect, filled, literal_of
from docs_lsp.site.routes.targets import target_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "dead-redirect"
_SIGN = re.compile(r"[#?]")
# A parameter that is a part of the path, or stands behind letters and a hyphen.
_PARAMETER = re.compile(r"(?:^|[/._-])(:[A-Za-z_]\w*\*?)")


def _dead(overview: Overview) -> Iterator[Problem]:
    """Each redirect that does nothing for readers."""
    answers = overview.answers
    for placed, redirect in redirects_of(overview):
        key, message = "source", _never_happens(redirect)
        if not message:
            key, message = "destination", _leads_nowhere(redirect, answers, overview)
        if message:
            file, span = value_of(placed, key)
            yield Problem(_NAME, file, span, message, Severity.WARNING)


def _never_happens(redirect: Redirect) -> str:
    """Why no request is answered by a redirect; empty where some may be."""
    sign = _SIGN.search(redirect.source)
    if sign:
        what = "an anchor" if sign[0] == "#" else "a query"
        return (
            f"The service does not see what stands behind {code(sign[0])}, so a redirect from "
            f"{what} never happens. Remove it, or redirect the path without {what}."
        )
    found = _PARAMETER.search(redirect.source) if redirect.form is Form.PARAMETER else None
    if found:
        return (
            f"The service fills in {code(found[1])} only as a whole part at the end of a path with "
            "`*` behind it, so this redirect never happens. Write `/:slug*` for all that is below "
            "a path."
        )
    return ""


def _leads_nowhere(redirect: Redirect, answers: Answers, overview: Overview) -> str:
    """Why readers who are redirected see an error; empty where they may not."""
    wildcard = None if redirect.is_external else WILDCARD.search(redirect.destination)
    if wildcard and redirect.form is Form.EXACT and filled(redirect, "") is None:
        return (
            f"The source has nothing that {code(wildcard[0])} could stand for, so readers are "
            "sent to a path with just these signs in it. Write where it leads, or give the "
            "source a wildcard."
        )
    if not leads_nowhere(redirect, answers):
        return _leads_on_to_nowhere(redirect, answers)
    if wildcard:
        return (
            f"Nothing of the site begins with {code(literal_of(redirect.destination))}, so readers "
            "get an error. Lead the redirect elsewhere, or remove it."
        )
    target = target_of(redirect.destination)
    return nothing_at(target.path, near_pages(target.path, overview)) if target else ""


def _leads_on_to_nowhere(redirect: Redirect, answers: Answers) -> str:
    """The same of one that others follow, where none of these is to blame by itself."""
    chain = chain_from(redirect, answers)
    end = dead_end(chain, answers) if chain else None
    if chain is None or end is None or leads_nowhere(chain.hops[-1].redirect, answers):
        return ""
    return (
        f"{code(redirect.destination)} is redirected to {code(end)} in the end, and nothing "
        "answers there, so readers get an error. Lead this redirect to a page."
    )


DEAD_REDIRECT = Rule(
    _NAME,
    Severity.WARNING,
    __doc__ or "",
    __file__,
    frozenset(),
    site=_dead,
)
