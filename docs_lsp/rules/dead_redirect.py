"""A redirect leads nowhere, or never happens.

Why it matters
--------------
A redirect to a path that nothing answers shows readers an error, only one step later; so does one
to a path that another redirect, such as one with a wildcard, leads on to such a path, and one whose
destination has a parameter that the source does not have. One to a heading that the page does not
have leads to the top of it. One that never happens leaves the old path dead. That is so with a
source that has `#` or a query, or is a whole URL: no request looks like that to the service.

What may be a page that the service makes itself, what lies in a folder that it makes pages in, and
what a site below a path of its domain may answer is left alone. So are the paths that the setting
`site.elsewhere` of docs-lsp.toml leaves to others. A single name such as `/pricing` may be a page
of another site on the domain, if this one lies in folders: then it is worth a look, no more.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/berths", "destination": "«/mooring»" },
  { "source": "/tariffs", "destination": "/moorings#«fee»" },
  { "source": "«/berths#fees»", "destination": "/moorings" },
  { "source": "«https://docs.example.com/old»", "destination": "/moorings" },
  { "source": "/old/:path*", "destination": "/moorings/«:slug*»" }
]
--- moorings.mdx
## Fees
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/berths", "destination": "/moorings#fees" },
  { "source": "/old/:path*", "destination": "/moorings" }
]
--- moorings.mdx
## Fees
```

Fix
---
Lead the redirect to a page that there is, or remove it. What stands behind `#` cannot be
redirected: keep an anchor of the old name on the page. The quick fixes write the path of a page,
the anchor of a heading or the parameter of the source, redirect the mere path where nothing answers
there, and remove what never happens; they are offered, and not made by themselves, because names
alone do not tell what was meant.

Source: SERVICE.md, redirects, generated-pages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.nearest import SuggestionBudget
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.container_fixes import remove_item
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, site_rule
from docs_lsp.rules.links.redirect_faults import RedirectFault, find_fault
from docs_lsp.rules.links.redirect_reports import find_redirect, redirects_of, value_of

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_NAME = "dead-redirect"


def _fixes(subject: FixContext) -> Iterator[Fix]:
    overview = subject.overview
    around = subject.here.placed if subject.here else None
    pair = find_redirect(overview, around.file, around.at) if overview and around else None
    if overview is None or pair is None:
        return
    placed, redirect = pair
    fault = find_fault(redirect, overview)
    if fault and _place_of(fault, placed) == (subject.problem.file, subject.problem.span):
        for place, one in enumerate(fault.replacements):
            is_obvious = fault.is_obvious and place == 0
            title, change = _title(fault, one), subject.replace(quote_json(one)[1:-1])
            yield Fix(title, (change,), preferred=is_obvious)
        if fault.is_idle:
            yield from remove_item(subject, subject.problem.span, "Remove this redirect")


@site_rule(_NAME, Severity.WARNING, fix=_fixes, fixes=Fixes.OFFERED)
def dead_redirect(overview: Overview) -> Iterator[Problem]:
    """Each redirect that does nothing for readers."""
    budget = SuggestionBudget()
    for placed, redirect in redirects_of(overview):
        fault = find_fault(redirect, overview, budget)
        if fault:
            file, span = _place_of(fault, placed)
            message, severity = fault.message, fault.severity
            yield Problem(_NAME, file, span, message, severity, target=fault.target)


def _place_of(fault: RedirectFault, placed: Placed) -> tuple[str, Span]:
    """The part of a value that is wrong; all of it where escapes in it hide which one that is."""
    file, span = value_of(placed, fault.key)
    text = placed.element.text(fault.key) or ""
    is_plain = len(text.encode("utf-8", "replace")) == span.end - span.start
    return file, fault.part.shift(span.start) if fault.part and is_plain else span


def _title(fault: RedirectFault, instead: str) -> str:
    if fault.key == "source":
        return f"Redirect {code(instead)} instead"
    return f"Lead to {code(instead)}" if instead.startswith("/") else f"Write {code(instead)}"
